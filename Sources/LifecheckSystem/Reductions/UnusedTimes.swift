// Clocks and durations that nothing depends on: a platform has many, an app uses few, and each costs every engine.

/// The clocks and rigid parameters of a system that are left, and their new numbers.
package struct UsedTimes {
  private let clocks: [ClockIndex]
  private let parameters: [ParameterIndex]
  private let newClocks: [ClockIndex: ClockIndex]
  private let newParameters: [ParameterIndex: ParameterIndex]

  /// - Parameter goals: What is asked about the system.
  package init(of system: TimedSystem, goals: [Term]) {
    var use = Use(system: system)
    goals.forEach { use.add($0) }
    use.addEverything()
    clocks = use.clocks.sorted()
    parameters = use.parameters.sorted()
    newClocks = Dictionary(uniqueKeysWithValues: clocks.enumerated().map { ($1, ClockIndex($0)) })
    newParameters = Dictionary(uniqueKeysWithValues: parameters.enumerated().map { ($1, ParameterIndex($0)) })
  }

  /// The same system without the others.
  package func only(in system: TimedSystem) -> TimedSystem {
    var result = system
    result.initial = rename(system.initial)
    result.assumption = rename(system.assumption)
    result.parameters = parameters.map { system.parameters[$0.index] }
    result.clocks = clocks.map { index in
      var clock = system.clocks[index.index]
      clock.rate = rename(clock.rate)
      return clock
    }
    result.automata = system.automata.map(only)
    return result
  }

  private func only(in automaton: Automaton) -> Automaton {
    var result = automaton
    for place in automaton.locations.indices {
      result.locations[place].invariants = automaton.locations[place].invariants.map {
        Invariant(condition: rename($0.condition), clock: newClocks[$0.clock]!, bound: rename($0.bound))
      }
    }
    result.edges = automaton.edges.map(only)
    return result
  }

  private func only(in edge: Edge) -> Edge {
    var result = edge
    let body = edge.body.map(only)
    result.body = body.compactMap { $0 }
    // Each line starts where it did, among the actions that are left.
    result.label.lines = edge.label.lines.map { $0.starting(at: body.prefix($0.start).count { $0 != nil }) }
    return result
  }

  /// nil: it resets a clock that is gone.
  private func only(in action: Action) -> Action? {
    guard case .reset(let clock, let condition) = action.kind else { return action.mapped(rename) }
    return newClocks[clock].map { Action(.reset($0, condition: rename(condition)), origin: action.origin) }
  }

  /// A goal, by the new numbers.
  package func rename(_ term: Term) -> Term {
    term.mapped { leaf in
      switch leaf {
      case .clock(let clock, let comparison, let bound): .clock(newClocks[clock]!, comparison, rename(bound))
      case .bound(let bound, let comparison): .bound(rename(bound), comparison)
      default: leaf
      }
    }
  }

  private func rename(_ bound: TimeBound) -> TimeBound {
    TimeBound(bound.constant, bound.summands.map { .init(parameter: newParameters[$0.parameter]!, factor: $0.factor) })
  }
}

/// Collects the clocks and parameters that something depends on.
private struct Use {
  let system: TimedSystem
  var clocks: Set<ClockIndex> = []
  var parameters: Set<ParameterIndex> = []

  mutating func add(_ term: Term) {
    term.visit { part in
      switch part {
      case .clock(let clock, _, let bound):
        clocks.insert(clock)
        add(bound)
      case .bound(let bound, _): add(bound)
      default: break
      }
    }
  }

  private mutating func add(_ bound: TimeBound) { parameters.formUnion(bound.summands.map(\.parameter)) }

  mutating func addEverything() {
    add(system.initial)
    add(system.assumption)
    for invariant in system.automata.flatMap(\.locations).flatMap(\.invariants) {
      clocks.insert(invariant.clock)
      add(invariant.bound)
      add(invariant.condition)
    }
    let actions = system.automata.flatMap(\.edges).flatMap(\.body)
    var count = -1
    while count != clocks.count {
      count = clocks.count
      for action in actions where !isForOthers(action) { action.terms.forEach { add($0) } }
      for clock in clocks.sorted() { add(system.clocks[clock.index].rate) }
    }
  }

  /// Resets a clock that nothing depends on, as far as is known.
  private func isForOthers(_ action: Action) -> Bool {
    if case .reset(let clock, _) = action.kind { !clocks.contains(clock) } else { false }
  }
}
