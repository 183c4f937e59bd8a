import LifecheckChecking
import LifecheckDiagnostics
import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckFuzzing
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Proofs made with a mistaken encoding, which the check in a fresh solver cannot notice, are contradicted.
@Suite struct AuditTests {
  @Test func rightProofsAreNotContradicted() throws {
    #expect(try contradiction(of: lamp, encodedAs: lamp) == nil)
  }

  @Test func aLostEdgeIsNoticed() throws {
    var mistaken = lamp
    mistaken.automata[0].edges.remove(at: 1)
    #expect(try contradiction(of: lamp, encodedAs: mistaken, proving: .at(AutomatonIndex(0), [LocationIndex(2)])) != nil)
  }

  @Test func aClockThatStandsStillIsNoticed() throws {
    var mistaken = lamp
    mistaken.clocks[0].rate = .false
    #expect(try contradiction(of: lamp, encodedAs: mistaken, proving: .at(AutomatonIndex(0), [LocationIndex(2)])) != nil)
  }

  @Test func aWrongDomainIsNoticed() throws {
    var mistaken = lamp
    mistaken.variables[0].domain = 2
    let isTwo = Term.equal(.variable(VariableIndex(0)), .constant(2))
    #expect(try contradiction(of: lamp, encodedAs: mistaken, proving: isTwo) != nil)
  }

  /// The claim is right all the same: the next one may not be.
  @Test func aStepIsMissedThatTheClaimDoesNotNeed() throws {
    var mistaken = lamp
    mistaken.clocks[0].rate = .false
    guard case .stepLeftOut = try contradiction(of: lamp, encodedAs: mistaken) else {
      Issue.record("that the clock stands still in the proof is not found")
      return
    }
  }

  /// The step that is lost leads on from a state that no run reaches.
  @Test func aStepIsNoticedThatNoRunTakes() {
    var cellar = lamp
    cellar.automata[0].edges[1].body.append(Action(.assume(.equal(.variable(VariableIndex(0)), .constant(2)))))
    cellar.automata[0].edges.removeLast()
    // "Not broken" holds in every run, but is not kept by every step.
    var encoded = encode(cellar)
    let isNotBroken = encoded.formula(Term.at(AutomatonIndex(0), [LocationIndex(2)]).negated)
    var audit = Audit(cellar, [Claim(encoded: encoded, formula: isNotBroken, isInductive: true, goals: [])])
    guard case .left = audit.contradiction() else {
      Issue.record("the step out of the claim is not found")
      return
    }
  }

  /// Engines take an edge for impossible that assigns what its variable cannot hold: a guard was forgotten.
  @Test func aStepLostToADomainIsNoticed() {
    var counter = lamp
    counter.variables[0].domain = 2
    let claim = Claim(encoded: encode(counter), formula: FormulaBank().true, isInductive: true, goals: [])
    var audit = Audit(counter, [claim])
    guard case .stepLost = audit.contradiction() else {
      Issue.record("the step that no engine sees is not found")
      return
    }
  }

  @Test func mistakesOfAnEncoderAreCaught() {
    let mutations: [SystemMutation] = [.edgeLost, .clockStands, .domainNarrowed, .initialLocation, .resetAdded, .guardLost]
    let outcomes = mutations.flatMap { mutation in
      (UInt64(0)..<10).map { trial(mutation, seed: $0 * 2, isWild: false, engines: .exploration) }
    }
    #expect(outcomes.count(where: \.isWrongProof) >= 3, "the mistakes must matter for this to say something")
    #expect(outcomes.filter(\.isMissed) == [])
  }

  // MARK: A lamp

  /// Off, on after a second, broken when it has been on for three; a counter of switches goes to two.
  private var lamp: TimedSystem {
    var system = TimedSystem()
    system.variables = [StateVariable(name: "switches", domain: 3, valueNames: ["0", "1", "2"], initial: 0)]
    system.clocks = [Clock(name: "time", rate: .true)]
    let switches = Term.variable(VariableIndex(0))
    func edge(_ source: Int, _ target: Int, _ body: [Action]) -> Edge {
      Edge(source: LocationIndex(source), target: LocationIndex(target), isUrgent: false, body: body, label: EdgeLabel())
    }
    func after(_ time: Int) -> Action { Action(.assume(.clock(ClockIndex(0), .greaterEqual, TimeBound(time)))) }
    system.automata = [
      Automaton(
        name: "lamp", locations: ["off", "on", "broken"].map { Location(name: $0) }, initial: LocationIndex(0),
        edges: [
          edge(0, 1, [after(1000), Action(.reset(ClockIndex(0), condition: .true))]), edge(1, 2, [after(3000)]),
          edge(
            1, 0,
            [
              Action(.assume(.compare(.less, switches, .constant(2)))),
              Action(.assign(VariableIndex(0), .add(switches, .true), condition: .true)),
            ]),
        ])
    ]
    return system
  }

  private func contradiction(
    of system: TimedSystem, encodedAs mistaken: TimedSystem,
    proving goal: Term = .equal(.variable(VariableIndex(0)), .constant(3))
  ) throws -> Contradiction? {
    let result = try decide(mistaken, [Query(name: "goal", goal: goal)])[0].result
    guard case .safe = result else {
      Issue.record("nothing was proved")
      return nil
    }
    var audit = Audit(system, claims(of: [(goal, result)]))
    return audit.contradiction()
  }
}
