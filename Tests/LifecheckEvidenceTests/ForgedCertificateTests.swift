import Foundation
import LifecheckChecking
import LifecheckEvidence
import LifecheckSystem
import Testing

/// The lamp is lit, in some runs. A file that shows otherwise is forged.
@Suite struct ForgedCertificateTests {
  /// Whole files, with a claim that is not true: `k` states in a row of "the lamp is off".
  private static func falseText(k: Int) throws -> String {
    try Lamp.text(.at(AutomatonIndex(0), [LocationIndex(0)]), k: k, goal: Lamp.reachedGoal)
  }

  private static func function(_ k: Int) -> String { k == 1 ? "(define-fun |the invariant| " : "(define-fun |the claim| " }

  private func isRefused(_ text: String) throws -> Bool { try !Lamp.isAccepted(text, goal: Lamp.reachedGoal) }

  @Test(arguments: 1...3) func whatIsFalseIsNoProof(k: Int) throws {
    let form = try CertificateForm(Self.falseText(k: k))
    #expect(try form.check(patience: nil) != .holds)
    #expect(try isRefused(Self.falseText(k: k)))
  }

  /// Between two things that a reader and a solver may end elsewhere, an assertion would make every answer `unsat`.
  @Test(
    arguments: 1...2,
    [
      #"(define-fun |x y| () Bool (! true :hint "|"))\#n(assert false)\#n(define-fun |z w| () Bool (! true :hint "|"))"#,
      #"(define-fun |x \| y| () Bool true)\#n(assert false)\#n(define-fun |z \| w| () Bool true)"#,
      #"(define-fun |x \\| () Bool true)\#n(assert false)\#n(define-fun |z w| () Bool true)"#,
      "(define-fun |x\ny z| () Bool true)\n(assert false)", "; |\n(assert false)\n; |",
      "(define-fun |x ;| () Bool true) (assert false) ;|",
      "(push 1)\n(assert false)", "(assert false)", "(reset-assertions)", "(reset)", "(pop 1)", "(exit)", "(check-sat)",
      "(set-option :produce-assertions true)", "(set-info :status unsat)", "(set-logic ALL)", "(echo \"unsat\")",
      "(declare-const |x y| Bool)", "(declare-fun |x y| () Bool)", "(define-const |x y| Bool true)",
      "(define-fun-rec |x y| () Bool (not |x y|))", "(define-sort |x y| () Bool)", "(define-fun |x y| () Bool |x y|)",
      "(define-fun |x y| () Bool (forall ((|a b| Bool)) |a b|))", "(define-fun |x y| () Bool (let ((|a b| true)) |a b|))",
      "(define-fun |x y| () Real (/ 1.0 0.0))", "(define-fun |x y| () Bool (= 1 1))", "(define-fun |x y| () Bool (as true Bool))",
      "(define-fun |x y| () Bool ((_ is true) true))", "(define-fun |x y| () Bool #b1)", "(define-fun |x y| () Bool true",
      "(define-fun true () Bool false)", "(define-fun |not| ((|place of lamp| Bool)) Bool true)",
      "(define-fun |not x| () Bool not)",
      "(define-fun |the start| () Bool false)", "(define-fun |the start of B| () Bool false)",
      "(define-fun |move 1| () Bool false)",
      "(define-fun |step 1| () Bool false)", "(define-fun |step 1 is possible| () Bool false)",
      "(define-fun |bad 1| () Bool false)", "(define-fun |bad in B| () Bool false)",
      "(define-fun |place of lamp, after| () Bool false)",
      "(define-fun |the invariant| () Bool true)", "(define-fun |the claim| () Bool true)",
    ])
  func nothingIsSmuggledIn(k: Int, lines: String) throws {
    let text = try Self.falseText(k: k)
    for changed in [
      text.replacingOccurrences(of: Self.function(k), with: lines + "\n" + Self.function(k)),
      text.replacingOccurrences(of: "; ==== \(k == 1 ? "A" : "B").3", with: lines + "\n; ==== \(k == 1 ? "A" : "B").3"),
    ] {
      #expect(changed != text)
      // Names of the other part are free, and then say nothing.
      #expect(try isRefused(changed))
      if !lines.hasPrefix("(define-fun |") { #expect(throws: CertificateForm.Problem.self) { try CertificateForm(changed) } }
    }
  }

  /// A claim about constants of the system is the same before and after a step, so every step would keep it.
  @Test(arguments: [
    "(define-fun |the invariant| () Bool (not |bad 1|))", "(define-fun |the invariant| () Bool (not |place of lamp|))",
    "(define-fun |p 1| () Bool (not |bad 1|))\n(define-fun |the invariant| PARAMETERS Bool |p 1|)",
    "(define-fun |the invariant| PARAMETERS Bool (not |bad 1|))",
    "(define-fun |the invariant| ((|place of lamp, after| Bool)) Bool (not |place of lamp, after|))",
    "(define-fun |the invariant| ((|input delay| Real)) Bool (< |input delay| 0.0))",
    "(define-fun |the invariant| ((|place of lamp| Bool)) Bool (not |place of lamp|))",
    "(define-fun |the invariant| ((|place of lamp| Bool) (|place of lamp| Bool)) Bool (not |place of lamp|))",
    "(define-fun |the invariant| ((|place of lamp| Real)) Bool (< |place of lamp| 0.0))",
    "(define-fun |the invariant| PARAMETERS Real 0.0)",
  ])
  func aClaimSpeaksOfTheStateAndNothingElse(claim: String) throws {
    let text = try Self.falseText(k: 1)
    let start = try #require(text.range(of: "(define-fun |the invariant| "))
    let body = try #require(text.range(of: " Bool (and true", range: start.upperBound..<text.endIndex))
    let claimEnd = try #require(text.range(of: "\n; ==== A.3"))
    let whole = String(text[start.upperBound..<body.lowerBound])
    let definition = claim.replacingOccurrences(of: "PARAMETERS", with: whole)
    let forged = text.replacingCharacters(in: start.lowerBound..<claimEnd.lowerBound, with: definition)
    #expect { try CertificateForm(forged) } throws: { ($0 as? CertificateForm.Problem)?.message.contains("section A.2") == true }
  }

  /// The systems and the queries are those of the spec, whatever the claim is.
  @Test(arguments: 1...2) func everyChangedCommandOfTheSystemIsNoticed(k: Int) throws {
    let lines = try Lamp.text(Lamp.claim, k: k).components(separatedBy: "\n")
    let claim = try #require(lines.firstIndex { $0.hasPrefix("; ==== \(k == 1 ? "A" : "B").2") })
    for (number, line) in lines[..<claim].enumerated() where !line.hasPrefix(";") {
      for (old, new) in [(" true", " false"), ("(not ", "(and "), ("(and ", "(or "), ("|)", "| |no name|)"), ("00.0", "01.0")] {
        let changed = line.replacingOccurrences(of: old, with: new)
        if changed == line { continue }
        var all = lines
        all[number] = changed
        #expect(try !Lamp.isAccepted(all.joined(separator: "\n")), "line \(number + 1): \(changed)")
      }
    }
    #expect(try Lamp.isAccepted(lines.joined(separator: "\n")))
  }

  /// A system that shows nothing must not be there: it would not be compared.
  @Test func eachPartShowsSomething() throws {
    let text = try Lamp.text(Lamp.claim, k: 1)
    #expect(throws: CertificateForm.Problem.self) {
      try CertificateForm(text.replacingOccurrences(of: "; bad 1: a broken lamp is lit\n", with: ""))
    }
  }

  @Test func deepNestingIsNoCrash() throws {
    let text = try Self.falseText(k: 2)
    let depth = 20_000
    let term = String(repeating: "(not ", count: depth) + "true" + String(repeating: ")", count: depth)
    let changed = text.replacingOccurrences(of: Self.function(2), with: "(define-fun |x y| () Bool \(term))\n" + Self.function(2))
    #expect(try isRefused(changed))
  }
}

/// Random changes of a file.
@Suite struct MutatedCertificateTests {
  private static func mutate(_ text: String, _ random: inout SplitMix64) -> String {
    let byLines = Bool.random(using: &random)
    var parts = byLines ? text.components(separatedBy: "\n") : tokens(text)
    let (first, second) = (Int.random(in: 0..<parts.count, using: &random), Int.random(in: 0..<parts.count, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: parts.remove(at: first)
    case 1: parts.insert(parts[first], at: second)
    case 2: parts.swapAt(first, second)
    case 3: parts[first] = String(parts[first].map { $0.isNumber ? Character("\(Int.random(in: 0..<10, using: &random))") : $0 })
    default: parts[first].insert("()|\\\" ;!0a\n\r\t"[Int.random(in: 0..<13, using: &random)], at: parts[first].startIndex)
    }
    return parts.joined(separator: byLines ? "\n" : "")
  }

  /// Words with the blanks, brackets and bars between them.
  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in text {
      if " \n()|".contains(character) {
        tokens += [word, String(character)]
        word = ""
      } else {
        word.append(character)
      }
    }
    return (tokens + [word]).filter { !$0.isEmpty }
  }

  /// All commands but the claim, without comments and blanks.
  private static func withoutClaim(_ text: String) -> String {
    var isClaim = false
    return text.components(separatedBy: "\n").filter { line in
      if line.hasPrefix("; ====") { isClaim = line.contains(".2 ") }
      return !isClaim && !line.hasPrefix(";")
    }.joined(separator: " ").components(separatedBy: " ").joined()
  }

  /// The goal is reached, so whatever is accepted would be wrong.
  @Test(arguments: 1...2) func noChangeMakesAProofOfWhatIsFalse(k: Int) throws {
    let text = try Lamp.text(.at(AutomatonIndex(0), [LocationIndex(0)]), k: k, goal: Lamp.reachedGoal)
    var random = SplitMix64(seed: 42)
    for _ in 0..<150 {
      let changed = Self.mutate(Self.mutate(text, &random), &random)
      #expect(try !Lamp.isAccepted(changed, goal: Lamp.reachedGoal), "\(changed)")
    }
  }

  @Test(arguments: 1...2) func onlyTheClaimMayDiffer(k: Int) throws {
    let text = try Lamp.text(Lamp.claim, k: k)
    var random = SplitMix64(seed: 43)
    var accepted = 0
    for _ in 0..<150 {
      let changed = Self.mutate(text, &random)
      guard try Lamp.isAccepted(changed) else { continue }
      accepted += 1
      #expect(Self.withoutClaim(changed) == Self.withoutClaim(text), "\(changed)")
    }
    #expect(accepted > 0)
  }
}

extension String {
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
