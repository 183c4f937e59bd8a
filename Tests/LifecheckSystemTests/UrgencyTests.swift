import LifecheckDiagnostics
import LifecheckSystem
import Testing

/// Which systems keep the precondition that time alone enables no urgent edge.
@Suite struct UrgencyTests {
  private let reached = Term.clock(ClockIndex(0), .greaterEqual, TimeBound(5))

  @Test func anEdgeThatTimeEnablesIsFound() {
    #expect(lateLocations(guards: [reached]) == [0])
    #expect(lateLocations(guards: [.all([flag, reached]), .all([flag.negated, reached.negated])]) == [0])
  }

  @Test func twoBranchesOfOneTestDependOnNoClock() {
    #expect(lateLocations(guards: [reached, reached.negated]) == [])
    #expect(lateLocations(guards: [.all([flag, reached]), .all([flag, reached.negated])]) == [])
    #expect(lateLocations(guards: [reached.negated, .all([reached, flag]), .all([reached, flag.negated])]) == [])
  }

  @Test func anInvariantStopsTimeAtTheMoment() {
    let invariant = Invariant(clock: ClockIndex(0), bound: TimeBound(5))
    #expect(lateLocations(guards: [.all([flag, reached])], [invariant]) == [])
    let later = Invariant(clock: ClockIndex(0), bound: TimeBound(6))
    #expect(lateLocations(guards: [reached], [later]) == [0])
  }

  /// However much else they ask.
  @Test func branchesThatAskManyThings() {
    let asked = Term.any((0..<30).map { Term.equal(.variable(VariableIndex($0)), .true) })
    #expect(lateLocations(guards: [.all([asked, reached]), .all([asked, reached.negated])]) == [])
    #expect(lateLocations(guards: [.all([asked, .any([reached, flag])]), .all([asked, reached.negated])]) == [])
    #expect(lateLocations(guards: [.all([asked, .any([reached, flag])]), .all([asked, flag, reached.negated])]) == [0])
  }

  /// However many ways there are to what both of them ask.
  @Test func branchesThatShareWhatTheyAsk() {
    let asked = Term.all(
      (0..<15).map { .any([.equal(.variable(VariableIndex($0)), .true), .equal(.variable(VariableIndex($0 + 15)), .true)]) })
    #expect(lateLocations(guards: [.all([asked, reached]), .all([asked, reached.negated])]) == [])
    #expect(lateLocations(guards: [.all([asked, reached]), .all([asked, flag, reached.negated])]) == [0])
    #expect(lateLocations(guards: [.all([asked, reached])]) == [0])
  }

  private let flag = Term.equal(.variable(VariableIndex(0)), .true)

  private func lateLocations(guards: [Term], _ invariants: [Invariant] = []) -> [Int] {
    var system = TimedSystem()
    system.variables = (0..<30).map {
      StateVariable(name: "flag \($0)", domain: 2, valueNames: ["false", "true"], initial: 0)
    }
    system.clocks = [Clock(name: "time", rate: .true)]
    let edges = guards.map { condition in
      Edge(
        source: LocationIndex(0), target: LocationIndex(0), isUrgent: true, body: [Action(.assume(condition))], label: EdgeLabel()
      )
    }
    system.automata = [
      Automaton(name: "one", locations: [Location(name: "here", invariants: invariants)], initial: LocationIndex(0), edges: edges)
    ]
    return system.locationsWithLateUrgency.map(\.location.index)
  }
}
