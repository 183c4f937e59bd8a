import Foundation
import LifecheckEvidence
import LifecheckTestSupport
import Testing

/// The form that a file must have to count at all.
@Suite struct CertificateFormTests {
  private let good: String
  init() throws {
    good = try String(contentsOf: fixturesFolder.appendingPathComponent("evidence/two-states.smt2"), encoding: .utf8)
  }

  @Test func everyCutIsNoticed() throws {
    let lines = good.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for count in 0..<lines.count {
      let cut = lines.prefix(count).joined(separator: "\n") + "\n"
      #expect(throws: CertificateForm.Problem.self, "cut after line \(count)") { try CertificateForm(cut) }
    }
    #expect(throws: CertificateForm.Problem.self) { try CertificateForm(String(good.dropLast())) }
  }

  /// No command can be missing: either a query lacks then, or a name, which the solver asks for.
  @Test func everyLostLineIsNoticed() throws {
    let lines = good.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (number, line) in lines.enumerated() where line.hasPrefix("(") {
      var rest = Array(lines)
      rest.remove(at: number)
      let isSound = try? CertificateForm(rest.joined(separator: "\n") + "\n").check(patience: nil)
      #expect(isSound != .holds, "without line \(number + 1): \(line)")
    }
  }

  @Test(arguments: [
    ("(set-logic QF_LRA)", "(set-logic QF_LRA)\n(assert false)"),
    ("; ==== B.2 the claim", "(assert false)\n; ==== B.2 the claim"),
    ("; ==== B.3 the queries", "; ==== B.3 the queries\n(assert false)"),
    ("(define-fun |the claim|", "(define-fun not ((|x y| Bool)) Bool true)\n(define-fun |the claim|"),
    ("(define-fun |the claim|", "(define-fun |=| ((|x y| Real)) Bool true)\n(define-fun |the claim|"),
    ("after 4 queries", "after 5 queries"), ("; query 2:", "; query 3:"), ("(check-sat)", "(check-sat)(check-sat)"),
    ("; lifecheck certificate 1", "; lifecheck certificate 2"), ("(push 1)", "(push 1)\r"),
    ("; verdict:  proved", "; verdict:  proved\n; verdict:  vacuous"), ("(define-fun |move 1|", "(define-fun |move 0|"),
    ("; Step 1:", "; Step 1:\r(assert false)"), ("; Step 1:", "; Step 1:\u{2028}(assert false)"), ("; Step 1:", "; Step 1:\t"),
  ])
  func whatDoesNotBelongIsNoticed(old: String, new: String) throws {
    let range = try #require(good.range(of: old))
    let changed = good.replacingCharacters(in: range, with: new)
    #expect(throws: CertificateForm.Problem.self) { try CertificateForm(changed) }
  }

  /// How many states in a row are needed is read off the names, however the file is laid out.
  @Test func blanksDoNotCount() throws {
    let form = try CertificateForm(good.replacingOccurrences(of: "(define-fun |move", with: "( define-fun   |move"))
    #expect(form.k == 2)
    #expect(try form.check(patience: nil) == .holds)
  }

  @Test func sectionsHaveTheirOrder() throws {
    let claim = try #require(good.range(of: "; ==== B.2 the claim"))
    let queries = try #require(good.range(of: "; ==== B.3 the queries"))
    let system = try #require(good.range(of: "; ==== B.1"))
    let swapped =
      good[..<system.lowerBound] + good[claim.lowerBound..<queries.lowerBound] + good[system.lowerBound..<claim.lowerBound]
      + good[queries.lowerBound...]
    #expect(throws: CertificateForm.Problem.self) { try CertificateForm(String(swapped)) }
  }
}
