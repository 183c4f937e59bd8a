import LifecheckChecking
import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// A record of what was found out about a timed system, as a text that outlives the program.
///
/// It is evidence, and no answer: for each question the claim that excludes its goal, or the run that reaches it. Whoever reads it has
/// to check that again (`confirmed`), on a system made anew from the spec. What is undecided is left open.
package struct KeptResults: Sendable {
  private enum Entry: Hashable {
    /// Its claim, by number.
    case safe(Int)
    case reached(Trace)
    case open
  }
  private var claims: [KeptClaim] = []
  private var entries: [Entry] = []
  /// The questions that were left to be asked with several of each followed; nil: none were.
  package var leftOpen: [Int]?

  package static let form = "lifecheck kept answers 1"
}

// MARK: Writing

extension KeptResults {
  /// - Returns: nil if a proof has something that is not written.
  package init?(_ results: [SafetyResult], leftOpen: [Int]?) {
    self.leftOpen = leftOpen
    var numbers: [KeptClaim: Int] = [:]
    for result in results {
      switch result {
      case .unknown: entries.append(.open)
      case .unsafe(let trace): entries.append(.reached(trace))
      case .safe(let certificate):
        guard let claim = KeptClaim(certificate.claim, k: certificate.k, of: certificate.encoded) else { return nil }
        let number = numbers[claim] ?? claims.count
        if number == claims.count { claims.append(claim) }
        numbers[claim] = number
        entries.append(.safe(number))
      }
    }
  }

  /// - Parameter key: What the text is about.
  package func text(about key: String) -> [UInt8] {
    var lines = [Self.form, "about \(key)"]
    for claim in claims { lines += ["claim \(claim.k) \(claim.lines.count)"] + claim.lines }
    for entry in entries {
      switch entry {
      case .safe(let claim): lines.append("never \(claim)")
      case .reached(let trace): lines += ["reached \(trace.keptLines.count)"] + trace.keptLines
      case .open: lines.append("open")
      }
    }
    lines.append((["left"] + (leftOpen.map { $0.map(String.init) } ?? ["nothing"])).joined(separator: " "))
    let body = Array((lines.joined(separator: "\n") + "\n").utf8)
    return body + Array("end \(digest(of: body))\n".utf8)
  }
}

// MARK: Reading

extension KeptResults {
  /// - Returns: nil if the text is not whole, of another version, or about something else.
  package init?(_ text: [UInt8], about key: String) {
    guard let body = Self.wholeBody(of: text) else { return nil }
    let all = String(decoding: body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    var lines = all.map(String.init)[...]
    guard lines.popFirst() == Self.form, lines.popFirst() == "about \(key)", lines.popLast() == "",
      let left = lines.popLast()?.split(separator: " "), left.first == "left"
    else { return nil }
    if left != ["left", "nothing"] {
      let numbers = left.dropFirst().compactMap { Int($0) }
      guard numbers.count == left.count - 1 else { return nil }
      leftOpen = numbers
    }
    while let line = lines.popFirst() {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard let head = words.first, numbers.count == words.count - 1, take(head, numbers, &lines) else { return nil }
    }
  }

  /// The text without its last line, which tells whether all of it is there.
  private static func wholeBody(of text: [UInt8]) -> ArraySlice<UInt8>? {
    let ending = "end \(String(repeating: "0", count: 64))\n".utf8.count
    guard text.count > ending else { return nil }
    let body = text.dropLast(ending)
    return text.suffix(ending).elementsEqual("end \(digest(of: body))\n".utf8) ? body : nil
  }

  private mutating func take(_ head: Substring, _ numbers: [Int], _ lines: inout ArraySlice<String>) -> Bool {
    func next(_ count: Int) -> ArraySlice<String>? {
      guard count >= 0, count <= lines.count else { return nil }
      defer { lines = lines.dropFirst(count) }
      return lines.prefix(count)
    }
    switch (head, numbers.count) {
    case ("claim", 2):
      guard (1...Self.mostStates).contains(numbers[0]), let nodes = next(numbers[1]) else { return false }
      claims.append(KeptClaim(k: numbers[0], lines: Array(nodes)))
    case ("never", 1):
      guard claims.indices.contains(numbers[0]) else { return false }
      entries.append(.safe(numbers[0]))
    case ("reached", 1):
      guard let trace = next(numbers[0]).flatMap({ Trace(kept: $0) }) else { return false }
      entries.append(.reached(trace))
    case ("open", 0): entries.append(.open)
    default: return false
    }
    return true
  }

  /// States in a row that a claim may need.
  private static let mostStates = 16
}

// MARK: Checking

extension KeptResults {
  /// The kept results, as if engines had just found them: each claim checked in a fresh solver, each run replayed.
  ///
  /// - Parameters:
  ///   - queries: In the order of the results; the first `encodedFirst` of them are encoded before all else, as engines do.
  ///   - effort: Solver steps for each claim; nil: this program has checked these very claims before, so that they are only put together.
  ///   - end: When to give up; nil: never.
  /// - Returns: nil if anything is missing or wrong, or takes too long.
  package func confirmed(
    for queries: [Query], encodedFirst: Int, on system: TimedSystem, effort: Int?, until end: ContinuousClock.Instant?
  ) throws(SolverError) -> [QueryResult]? {
    guard entries.count == queries.count else { return nil }
    var isLate: Bool { end.map { $0 < .now } ?? false }
    var results = queries.map {
      QueryResult(name: $0.name, result: .unknown(.solver("it was left open"), clearedSteps: 0), engine: nil)
    }
    for (index, entry) in entries.enumerated() {
      guard case .reached(let trace) = entry else { continue }
      if isLate { return nil }
      guard (try? Interpreter(system, parameters: trace.parameters).replay(trace, reaching: queries[index].goal)) != nil else {
        return nil
      }
      results[index] = QueryResult(name: queries[index].name, result: .unsafe(trace), engine: .kept)
    }
    if claims.isEmpty { return results }
    var base = encode(system)
    for query in queries.prefix(encodedFirst) { _ = base.formula(query.goal) }
    var check = effort == nil ? nil : InductionCheck(base)
    for number in claims.indices {
      let excluded = entries.indices.filter { entries[$0] == .safe(number) }
      guard !isLate, !excluded.isEmpty,
        let proofs = try proofs(number, of: excluded.map { queries[$0].goal }, base, &check, effort)
      else { return nil }
      for (index, proof) in zip(excluded, proofs) {
        results[index] = QueryResult(name: queries[index].name, result: .safe(proof), engine: .kept)
      }
    }
    return results
  }

  /// One for each goal that the claim is to exclude.
  private func proofs(
    _ number: Int, of goals: [Term], _ base: EncodedSystem, _ check: inout InductionCheck?, _ effort: Int?
  ) throws(SolverError) -> [Certificate]? {
    var encoded = base
    guard let claim = claims[number].formula(in: &encoded) else { return nil }
    let excluded = goals.map { encoded.formula($0) }
    func certificate(_ goal: Formula) -> Certificate {
      Certificate(encoded: encoded, goal: goal, claim: claim, k: claims[number].k, engine: .kept)
    }
    guard let effort else { return excluded.map(certificate) }
    let together = certificate(encoded.system.bank.or(excluded))
    let finding = together.k == 1 ? try check?.certify(together, effort: effort) : try certify(together, effort: effort)
    guard finding == .confirmed else { return nil }
    return excluded.map(certificate)
  }
}
