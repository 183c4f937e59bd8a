import LifecheckDiagnostics
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Which parameters are set to an extreme, and to which.
@Suite struct MonotonousParametersTests {
  private let clock = ClockIndex(0)
  private let p = TimeBound(0, [TimeBound.Summand(parameter: ParameterIndex(0), factor: 1)])

  @Test func aLowerBoundIsWeakestAtItsLeast() {
    #expect(guardAfterFixing(.clock(clock, .greaterEqual, p)) == .clock(clock, .greaterEqual, TimeBound(2_000)))
    #expect(guardAfterFixing(.not(.clock(clock, .less, p))) == .not(.clock(clock, .less, TimeBound(2_000))))
    #expect(
      guardAfterFixing(.clock(clock, .lessEqual, TimeBound(9_000) + p.scaled(by: -1)))
        == .clock(clock, .lessEqual, TimeBound(7_000)))
  }

  @Test func anUpperBoundIsWeakestAtItsMost() {
    #expect(guardAfterFixing(.clock(clock, .less, p)) == .clock(clock, .less, TimeBound(5_000)))
  }

  @Test func whatNeedsBothIsLeftOpen() {
    let lower = Term.clock(clock, .greaterEqual, p)
    #expect(guardAfterFixing(.clock(clock, .equal, p)) == .clock(clock, .equal, p))
    #expect(guardAfterFixing(lower, isUrgent: true) == lower)
    #expect(guardAfterFixing(lower, goal: .clock(clock, .less, p)) == lower)
    #expect(guardAfterFixing(lower, invariant: p) == lower)
  }

  @Test func aGoalIsWhatIsWanted() {
    let (system, _) = waiting(.true, isUrgent: false, invariant: nil)
    let goal = Term.clock(clock, .greater, p)
    let parameters = MonotonousParameters(system, goals: [goal])
    #expect(parameters.fixed(in: goal) == .clock(clock, .greater, TimeBound(2_000)))
  }

  @Test func comparisonsOfParametersAloneAreDecided() {
    let isLong = Term.bound(p + TimeBound(-3_000), .greaterEqual)
    #expect(guardAfterFixing(isLong) == .true)
  }

  private func guardAfterFixing(
    _ condition: Term, isUrgent: Bool = false, invariant: TimeBound? = nil, goal: Term = .true
  ) -> Term? {
    let (system, _) = waiting(condition, isUrgent: isUrgent, invariant: invariant)
    let fixed = MonotonousParameters(system, goals: [goal]).fixed(in: system)
    guard case .assume(let term) = fixed.automata[0].edges[0].body[0].kind else { return nil }
    return term
  }

  private func waiting(_ condition: Term, isUrgent: Bool, invariant: TimeBound?) -> (TimedSystem, ClockIndex) {
    var system = TimedSystem()
    let clock = system.addClock("x")
    system.parameters = [RigidParameter(name: "p", range: 2_000...5_000, preferred: 5_000)]
    let invariants = invariant.map { [Invariant(clock: clock, bound: $0)] } ?? []
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "waits", invariants: invariants), Location(name: "done")],
        initial: LocationIndex(0),
        edges: [edge(0, 1, isUrgent: isUrgent, [.assume(condition)])])
    ]
    return (system, clock)
  }
}
