import LifecheckFormulas
import LifecheckReports
import LifecheckSolver
import LifecheckSystem

/// Writes proofs as files that any SMT solver can check.
package struct CertificateText {
  private let subject: CertificateSubject
  private let places: Places

  package init(_ subject: CertificateSubject, places: Places) {
    self.subject = subject
    self.places = places
  }

  /// - Parameter timeLeft: For finding out what of an invariant is needed; nil: there is no hurry. Without time, all of it is
  ///   written, as it is when the memory does not suffice.
  /// - Returns: nil if a claim of the proof speaks of something that the system does not have: a defect.
  package func text(of proof: Proof, timeLeft: @escaping () -> Duration? = { nil }) throws(SolverError) -> String? {
    let single = proof.parts.filter { $0.certificate.k == 1 }
    let several = proof.parts.filter { $0.certificate.k > 1 }
    var body: [String] = []
    var count = 0
    if !single.isEmpty {
      guard
        var argument = InductionArgument(
          single.map(\.goal), single.map(\.certificate), of: proof.system, places: places)
      else { return nil }
      try argument.keepEssentialParts(timeLeft: timeLeft)
      body += section(.system, argument.systemLines()) + section(.invariant, argument.invariantLines())
      body += section(.queries, argument.queries, &count)
    }
    if !several.isEmpty {
      guard
        let argument = KInductionArgument(
          several.map(\.goal), several.map(\.certificate), k: several.map(\.certificate.k).max()!, of: proof.system,
          places: places)
      else { return nil }
      body += section(.largeSystem, argument.systemLines()) + section(.claim, argument.claimLines())
      body += section(.largeQueries, argument.queries, &count)
    }
    let lines = header(proof, queries: count) + [Format.logic] + body + [Format.end(queries: count)]
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ section: Format.Section, _ lines: [String]) -> [String] { [section.mark] + lines }

  private func section(_ section: Format.Section, _ queries: Queries, _ count: inout Int) -> [String] {
    defer { count += queries.count }
    return [section.mark, String(queries.text(from: count + 1).dropLast())]
  }

  // MARK: For people

  /// How a certificate names its sentence.
  package static func sentence(_ title: String, _ identifier: String?) -> String {
    SMTLIBNames.legal(title + (identifier.map { " [\($0)]" } ?? ""))
  }

  /// How a certificate says what was fixed of the platform; nil: nothing.
  package static func assumptions(_ parameters: [String]) -> String? {
    parameters.isEmpty ? nil : SMTLIBNames.legal(parameters.joined(separator: ", "))
  }

  private func header(_ proof: Proof, queries: Int) -> [String] {
    var lines = [
      Format.firstLine, ";", "; spec:     \(subject.specPath)" + (subject.platform.map { ", on \($0)" } ?? ""),
      "; sentence: \(Self.sentence(subject.title, subject.identifier))", "; at:       \(subject.place)",
      "; verdict:  \(subject.verdict)",
    ]
    if !subject.sentence.isEmpty { lines.insert("; reads:    \(subject.sentence)", at: 5) }
    if let assumptions = Self.assumptions(subject.platformParameters) { lines.append("; assuming: \(assumptions)") }
    if let following = subject.following { lines.append("; counting: \(following)") }
    lines += [";", "; It shows that no run of the spec, however long, reaches a state in which"]
    lines += proof.parts.map { ";   - \($0.goal.what)" }
    lines += Self.guide(queries: queries, isLarge: proof.parts.contains { $0.certificate.k > 1 })
    return lines.map(SMTLIBNames.legal)
  }

  private static func guide(queries: Int, isLarge: Bool) -> [String] {
    var lines = [
      ";",
      "; To check it, let a solver answer its \(queries) queries; each answer must be unsat, and nothing else may be printed:",
      ";   z3 FILE", ";   cvc5 --incremental FILE",
      ";   lifecheck check-certificate --spec SPEC FILE   (also compares it with the spec)", ";",
      "; Part A has an invariant: a condition on states, part by part, each also in words. The queries ask for a start",
      "; outside of it, for each step out of it, and for something bad within it; there is none of these. A step is time",
      "; that passes, or one edge of one process.",
    ]
    if isLarge {
      lines += [
        "; Part B has a claim that needs several states in a row: it holds in the first ones, and in the next after as many.",
        "; There, a step is time that passes, then at most one edge of each process, in turn.",
      ]
    }
    return lines + [
      ";", "; What is to be trusted: the solver that you use; and that the system in this file is what the spec says, which",
      "; lifecheck has made of it. Whoever found the invariant need not be trusted. See docs/evidence.md.", ";",
    ]
  }
}
