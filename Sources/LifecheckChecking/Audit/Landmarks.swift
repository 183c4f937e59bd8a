import LifecheckSystem

/// The times that a system compares its clocks with, and so the delays worth trying.
struct Landmarks {
  /// For each clock, in order of appearance.
  private(set) var bounds: [[TimeBound]]

  init(_ system: TimedSystem, goals: [Term]) {
    bounds = system.clocks.map { _ in [] }
    var seen = bounds.map { _ in Set<TimeBound>() }
    func add(_ clock: ClockIndex, _ bound: TimeBound) {
      if seen[clock.index].insert(bound).inserted { bounds[clock.index].append(bound) }
    }
    func add(_ term: Term) {
      term.visit { if case .clock(let clock, _, let bound) = $0 { add(clock, bound) } }
    }
    goals.forEach(add)
    for automaton in system.automata {
      for invariant in automaton.locations.flatMap(\.invariants) { add(invariant.clock, invariant.bound) }
      for edge in automaton.edges { edge.body.flatMap(\.terms).forEach(add) }
    }
  }
}
