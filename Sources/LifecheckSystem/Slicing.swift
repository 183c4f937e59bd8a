/// The part of a timed system that a goal depends on.
///
/// What is kept is closed: whatever a kept edge, invariant, rate or urgency reads is kept, and so is whatever can
/// change what is kept. The rest reads the kept part but never acts on it, except by blocking: its invariants and
/// urgent edges can forbid delays. Dropping those only adds runs, so every invariant of the slice is one of the whole,
/// and it is confirmed there. A trace of a slice might not be a run of the whole; traces come from the whole alone.
package struct Slice: Sendable {
  package let system: TimedSystem
  package let goal: Term
  private let variables: [VariableIndex]
  private let clocks: [ClockIndex]
  private let automata: [AutomatonIndex]

  /// - Returns: nil if the goal depends on everything.
  package init?(_ whole: TimedSystem, for goal: Term) {
    var cone = Cone(whole)
    cone.add(goal)
    cone.add(whole.assumption)
    cone.add(whole.initial)
    cone.close()
    if cone.automata.count == whole.automata.count && cone.variables.count == whole.variables.count
      && cone.clocks.count == whole.clocks.count
    {
      return nil
    }
    variables = cone.variables.sorted()
    clocks = cone.clocks.sorted()
    automata = cone.automata.sorted()
    let renaming = Renaming(variables: variables, clocks: clocks, automata: automata)
    system = renaming.restrict(whole)
    self.goal = renaming.apply(goal)
  }

  /// The symbol of the whole system for one of the slice.
  package func original(_ meaning: SymbolMeaning) -> SymbolMeaning? {
    switch meaning {
    case .variable(let index, let bit): .variable(variables[index.index], bit: bit)
    case .location(let index, let bit): .location(automata[index.index], bit: bit)
    case .clock(let index): .clock(clocks[index.index])
    case .parameter: meaning
    }
  }
}

/// Collects what something depends on.
private struct Cone {
  let whole: TimedSystem
  var variables: Set<VariableIndex> = []
  var clocks: Set<ClockIndex> = []
  var automata: Set<AutomatonIndex> = []

  init(_ whole: TimedSystem) { self.whole = whole }

  mutating func add(_ term: Term) {
    term.visit { part in
      switch part {
      case .variable(let variable): variables.insert(variable)
      case .clock(let clock, _, _): clocks.insert(clock)
      case .at(let automaton, _): automata.insert(automaton)
      default: break
      }
    }
  }

  mutating func close() {
    var size = -1
    while size != variables.count + clocks.count + automata.count {
      size = variables.count + clocks.count + automata.count
      for clock in clocks.sorted() { add(whole.clocks[clock.index].rate) }
      for (index, automaton) in whole.automata.enumerated() {
        let index = AutomatonIndex(index)
        if !automata.contains(index) && automaton.edges.contains(where: changesCone) { automata.insert(index) }
        if automata.contains(index) { addAll(of: automaton) }
      }
    }
  }

  private func changesCone(_ edge: Edge) -> Bool {
    edge.body.contains { action in
      switch action.kind {
      case .assume: false
      case .assign(let variable, _, _): variables.contains(variable)
      case .move(let automaton, _, _): automata.contains(automaton)
      case .reset(let clock, _): clocks.contains(clock)
      }
    }
  }

  /// All that decides what the automaton may do, and what it does to the cone.
  private mutating func addAll(of automaton: Automaton) {
    for invariant in automaton.locations.flatMap(\.invariants) {
      clocks.insert(invariant.clock)
      add(invariant.condition)
    }
    for action in automaton.edges.flatMap(\.body) {
      switch action.kind {
      case .assume(let term): add(term)
      case .assign(let variable, let value, let condition):
        if !variables.contains(variable) { continue }
        add(value)
        add(condition)
      case .move(let target, _, let condition):
        if automata.contains(target) { add(condition) }
      case .reset(let clock, let condition):
        if clocks.contains(clock) { add(condition) }
      }
    }
  }
}

/// From the indexes of the whole to those of the slice.
private struct Renaming {
  let variables: [VariableIndex: VariableIndex]
  let clocks: [ClockIndex: ClockIndex]
  let automata: [AutomatonIndex: AutomatonIndex]

  init(variables: [VariableIndex], clocks: [ClockIndex], automata: [AutomatonIndex]) {
    func ranks<Index: Hashable>(_ list: [Index], _ make: (Int) -> Index) -> [Index: Index] {
      Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, make($0)) })
    }
    self.variables = ranks(variables, VariableIndex.init)
    self.clocks = ranks(clocks, ClockIndex.init)
    self.automata = ranks(automata, AutomatonIndex.init)
  }

  func restrict(_ whole: TimedSystem) -> TimedSystem {
    var system = TimedSystem()
    system.variables = variables.keys.sorted().map { whole.variables[$0.index] }
    system.clocks = clocks.keys.sorted().map { index in
      let clock = whole.clocks[index.index]
      return Clock(name: clock.name, rate: apply(clock.rate))
    }
    system.parameters = whole.parameters
    system.automata = automata.keys.sorted().map { apply(whole.automata[$0.index]) }
    system.initial = apply(whole.initial)
    system.assumption = apply(whole.assumption)
    return system
  }

  private func apply(_ automaton: Automaton) -> Automaton {
    var result = automaton
    result.locations = automaton.locations.map { location in
      let invariants = location.invariants.map {
        Invariant(condition: apply($0.condition), clock: clocks[$0.clock]!, bound: $0.bound)
      }
      return Location(name: location.name, invariants: invariants, origin: location.origin)
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
      variables[variable].map { .assign($0, apply(value), condition: apply(condition)) }
    case .move(let automaton, let location, let condition):
      automata[automaton].map { .move($0, location, condition: apply(condition)) }
    case .reset(let clock, let condition): clocks[clock].map { .reset($0, condition: apply(condition)) }
    }
  }

  func apply(_ term: Term) -> Term {
    switch term {
    case .constant, .choice, .bound: term
    case .variable(let variable): .variable(variables[variable]!)
    case .at(let automaton, let places): .at(automata[automaton]!, places)
    case .clock(let clock, let comparison, let bound): .clock(clocks[clock]!, comparison, bound)
    case .not(let a): .not(apply(a))
    case .and(let parts): .and(parts.map(apply))
    case .or(let parts): .or(parts.map(apply))
    case .compare(let comparison, let a, let b): .compare(comparison, apply(a), apply(b))
    case .add(let a, let b): .add(apply(a), apply(b))
    case .subtract(let a, let b): .subtract(apply(a), apply(b))
    case .ifThenElse(let a, let b, let c): .ifThenElse(apply(a), apply(b), apply(c))
    }
  }
}

extension Term {
  /// Calls `body` on this term and all its parts.
  package func visit(_ body: (Term) -> Void) {
    body(self)
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: break
    case .not(let a): a.visit(body)
    case .and(let parts), .or(let parts): parts.forEach { $0.visit(body) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      a.visit(body)
      b.visit(body)
    case .ifThenElse(let a, let b, let c):
      a.visit(body)
      b.visit(body)
      c.visit(body)
    }
  }
}

extension Action {
  /// All that it reads.
  var terms: [Term] {
    switch kind {
    case .assume(let term): [term]
    case .assign(_, let value, let condition): [value, condition]
    case .move(_, _, let condition), .reset(_, let condition): [condition]
    }
  }
}
