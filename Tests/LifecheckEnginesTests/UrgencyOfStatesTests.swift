import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// Whether exploration lets time pass where urgent edges ask clocks.
@Suite struct UrgencyOfStatesTests {
  private let isLate = Term.clock(ClockIndex(0), .greaterEqual, TimeBound(5))
  private let isVeryLate = Term.clock(ClockIndex(0), .greaterEqual, TimeBound(9))
  private let flag = Term.equal(.variable(VariableIndex(0)), .true)

  /// Whether the clock may show 5 where these are the conditions of the urgent edges.
  private func waits(at conditions: [Term]) -> Bool {
    var system = TimedSystem()
    _ = system.addVariable("flag")
    system.clocks = [Clock(name: "time", rate: .true)]
    system.automata = [
      Automaton(
        name: "code", locations: [Location(name: "asks"), Location(name: "done")], initial: LocationIndex(0),
        edges: conditions.map { edge(0, 1, isUrgent: true, [.assume($0)]) })
    ]
    let explorer = Explorer(system, goals: [.all([.at(AutomatonIndex(0), [LocationIndex(0)]), isLate])])
    explorer.run(maximumNodes: 100) { false }
    #expect(explorer.isComplete)
    return explorer.reached[0] != nil
  }

  @Test func twoBranchesOfOneTestTakeNoTime() {
    #expect(!waits(at: [isLate, isLate.negated]))
    #expect(!waits(at: [isLate.negated, .all([isLate, isVeryLate]), .all([isLate, isVeryLate.negated])]))
  }

  @Test func oneOfThemAloneWaits() {
    #expect(waits(at: [isVeryLate]))
    #expect(waits(at: [isVeryLate, .all([isVeryLate.negated, flag])]))
    #expect(waits(at: [isVeryLate, isVeryLate]))
  }
}
