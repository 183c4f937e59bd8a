/// The part of a timed system that a goal depends on.
///
/// The kept part is closed: whatever a kept edge, invariant, rate or urgency reads is kept, and so is whatever can
/// change what is kept. The rest reads the kept part but never acts on it, except by blocking: its invariants and
/// urgent edges can forbid delays. Dropping those only adds runs, so every invariant of the slice is one of the whole,
/// and it is confirmed there. A trace of a slice might not be a run of the whole; traces come from the whole alone.
package struct Slice: Sendable {
  package let system: TimedSystem
  package let goal: Term
  package let names: PartNames

  /// - Returns: nil if the goal depends on everything.
  package init?(_ whole: TimedSystem, for goal: Term) {
    var cone = Cone(whole)
    cone.add(goal)
    cone.add(whole.assumption)
    cone.add(whole.initial)
    cone.close()
    if cone.part.count == whole.variables.count + whole.clocks.count + whole.automata.count { return nil }
    names = PartNames(cone.part)
    let restriction = SliceRestriction(names: names)
    system = restriction.restrict(whole)
    self.goal = restriction.apply(goal)
  }
}

/// Collects what something depends on.
private struct Cone {
  let whole: TimedSystem
  private(set) var part = SystemPart()

  init(_ whole: TimedSystem) { self.whole = whole }

  mutating func add(_ term: Term) { part.add(term) }

  mutating func close() {
    var size = -1
    while size != part.count {
      size = part.count
      for clock in part.clocks.sorted() { add(whole.clocks[clock.index].rate) }
      for (index, automaton) in whole.automata.enumerated() {
        let index = AutomatonIndex(index)
        if !part.automata.contains(index) && automaton.edges.contains(where: changesCone) { part.automata.insert(index) }
        if part.automata.contains(index) { addAll(of: automaton) }
      }
    }
  }

  private func changesCone(_ edge: Edge) -> Bool {
    edge.body.contains { action in
      switch action.kind {
      case .assume: false
      case .assign(let variable, _, _): part.variables.contains(variable)
      case .move(let automaton, _, _): part.automata.contains(automaton)
      case .reset(let clock, _): part.clocks.contains(clock)
      }
    }
  }

  /// All that decides what the automaton may do, and what it does to the cone.
  private mutating func addAll(of automaton: Automaton) {
    for invariant in automaton.locations.flatMap(\.invariants) {
      part.clocks.insert(invariant.clock)
      add(invariant.condition)
    }
    for action in automaton.edges.flatMap(\.body) {
      switch action.kind {
      case .assume(let term): add(term)
      case .assign(let variable, let value, let condition):
        if !part.variables.contains(variable) { continue }
        add(value)
        add(condition)
      case .move(let target, _, let condition):
        if part.automata.contains(target) { add(condition) }
      case .reset(let clock, let condition):
        if part.clocks.contains(clock) { add(condition) }
      }
    }
  }
}

/// The slice itself: nothing that is kept mentions anything else.
private struct SliceRestriction {
  let names: PartNames

  func restrict(_ whole: TimedSystem) -> TimedSystem {
    var system = TimedSystem()
    system.variables = names.variables.map { whole.variables[$0.index] }
    system.clocks = names.clocks.map { index in
      let clock = whole.clocks[index.index]
      return Clock(name: clock.name, rate: apply(clock.rate))
    }
    system.parameters = whole.parameters
    system.automata = names.automata.map { apply(whole.automata[$0.index]) }
    system.initial = apply(whole.initial)
    system.assumption = apply(whole.assumption)
    return system
  }

  private func apply(_ automaton: Automaton) -> Automaton {
    var result = automaton
    for index in result.locations.indices {
      result.locations[index].invariants = automaton.locations[index].invariants.map {
        Invariant(condition: apply($0.condition), clock: names[$0.clock]!, bound: $0.bound)
      }
    }
    result.edges = automaton.edges.map { edge in
      var edge = edge
      edge.body = edge.body.compactMap { action in
        apply(action.kind).map { Action($0, origin: action.origin) }
      }
      return edge
    }
    return result
  }

  /// nil: it changes nothing that is kept.
  private func apply(_ kind: Action.Kind) -> Action.Kind? {
    switch kind {
    case .assume(let term): .assume(apply(term))
    case .assign(let variable, let value, let condition):
      names[variable].map { .assign($0, apply(value), condition: apply(condition)) }
    case .move(let automaton, let location, let condition):
      names[automaton].map { .move($0, location, condition: apply(condition)) }
    case .reset(let clock, let condition): names[clock].map { .reset($0, condition: apply(condition)) }
    }
  }

  func apply(_ term: Term) -> Term { names.rename(term)! }
}
