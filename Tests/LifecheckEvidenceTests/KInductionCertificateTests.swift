import Foundation
import LifecheckEngines
import LifecheckEvidence
import LifecheckReports
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Claims that need two states in a row. `make check-evidence` has a second solver check the fixture.
@Suite struct KInductionCertificateTests {
  /// A lamp that is lit for as long as its timer allows, and may be broken from the start.
  private static var lamp: TimedSystem {
    var system = TimedSystem()
    system.variables = [
      StateVariable(name: "broken", domain: 2, valueNames: ["false", "true"], initial: nil, isRigid: true),
      StateVariable(name: "colour", domain: 3, valueNames: ["none", "red", "green"], initial: 0),
    ]
    system.parameters = [RigidParameter(name: "patience", range: 1_000...3_000, preferred: nil)]
    system.clocks = [Clock(name: "lit for", rate: .at(AutomatonIndex(0), [LocationIndex(1)]))]
    let patience = TimeBound(0, [.init(parameter: ParameterIndex(0), factor: 1)])
    let on = [
      Action(.assume(.equal(.variable(VariableIndex(0)), .false))), Action(.reset(ClockIndex(0), condition: .true)),
      Action(.assign(VariableIndex(1), .add(.choice(ChoiceIndex(0)), .constant(1)), condition: .true)),
    ]
    let off = [Action(.assign(VariableIndex(1), .constant(0), condition: .true))]
    system.automata = [
      Automaton(
        name: "lamp",
        locations: [Location(name: "off"), Location(name: "lit", invariants: [Invariant(clock: ClockIndex(0), bound: patience)])],
        initial: LocationIndex(0),
        edges: [
          Edge(source: LocationIndex(0), target: LocationIndex(1), isUrgent: false, choices: [2], body: on, label: EdgeLabel()),
          Edge(source: LocationIndex(1), target: LocationIndex(0), isUrgent: false, body: off, label: EdgeLabel()),
        ])
    ]
    return system
  }

  /// "A broken lamp is off", claimed with `claim`.
  private static func proof(claim: Term, k: Int) -> Proof {
    let goal = Term.all([.equal(.variable(VariableIndex(0)), .true), .at(AutomatonIndex(0), [LocationIndex(1)])])
    var encoded = encode(lamp)
    let formulas = (encoded.formula(goal), encoded.formula(claim))
    let certificate = Certificate(encoded: encoded, goal: formulas.0, claim: formulas.1, k: k, engine: .kInduction)
    return Proof(system: lamp, parts: [.init(goal: .init(what: "a broken lamp is lit", term: goal), certificate: certificate)])
  }

  private static let subject = CertificateSubject(
    specPath: "lamp.lc", platform: nil, platformParameters: [], title: "a broken lamp is never lit", identifier: nil,
    place: "lamp.lc:1", sentence: "", verdict: "proved")

  private static let claim = Term.any([.equal(.variable(VariableIndex(0)), .false), .at(AutomatonIndex(0), [LocationIndex(0)])])

  private func text(_ claim: Term, k: Int) throws -> String {
    try #require(CertificateText(Self.subject, places: Places(files: [])).text(of: Self.proof(claim: claim, k: k)))
  }

  @Test(arguments: 1...3) func aTrueClaimHolds(k: Int) throws {
    let form = try CertificateForm(text(Self.claim, k: k))
    #expect(try form.check(patience: nil) == .holds)
    #expect(form.queryCount == (k == 1 ? 1 + 3 + 1 : k + 2))
    #expect(form.isAbout(Self.lamp, [Self.proof(claim: Self.claim, k: k).parts[0].goal], places: Places(files: [])))
  }

  @Test func aFalseClaimFailsWhereItIsFalse() throws {
    let isOff = try CertificateForm(text(.at(AutomatonIndex(0), [LocationIndex(0)]), k: 2))
    #expect(try isOff.check(patience: nil) == .fails(query: 2, about: "the claim holds after 1 step"))
    let isAnything = try CertificateForm(text(.true, k: 2))
    #expect(try isAnything.check(patience: nil) == .fails(query: 4, about: "the claim excludes what is bad"))
    let isRed = try CertificateForm(text(.compare(.less, .variable(VariableIndex(1)), .constant(2)), k: 1))
    #expect(try isRed.check(patience: nil) == .fails(query: 3, about: "step 1 keeps the invariant"))
  }

  @Test func anotherSystemIsNoticed() throws {
    let form = try CertificateForm(text(Self.claim, k: 2))
    var other = Self.lamp
    other.parameters[0].range = 1_000...3_001
    #expect(!form.isAbout(other, [Self.proof(claim: Self.claim, k: 2).parts[0].goal], places: Places(files: [])))
    #expect(!form.isAbout(Self.lamp, [], places: Places(files: [])))
  }

  @Test func theFixture() throws {
    let url = fixturesFolder.appendingPathComponent("evidence/two-states.smt2")
    let text = try text(Self.claim, k: 2)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded two-states.smt2; run again without RECORD")
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}

/// What a file must be to count at all.
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
  ])
  func whatDoesNotBelongIsNoticed(old: String, new: String) throws {
    let range = try #require(good.range(of: old))
    let changed = good.replacingCharacters(in: range, with: new)
    #expect(throws: CertificateForm.Problem.self) { try CertificateForm(changed) }
  }
}
