/// A part of a timed system that over-approximates the whole: what is left out may do anything.
///
/// Kept are some automata, with the clocks of their invariants and guards, and the variables they read. Of the others
/// only those edges remain that act on what is kept, as one automaton without places whose edges may be taken at any
/// time. A condition on what is left out becomes a free choice where an edge needs it, and lifts an invariant or an
/// urgency that depends on it. So every run of the whole, seen through what is kept, is a run of the part; an invariant
/// of the part is one of the whole, and it is confirmed there. Violations of the part mean nothing.
///
/// The rates of kept clocks are kept exactly: all that they read is kept.
/// - Source: R. Kurshan, "Computer-Aided Verification of Coordinating Processes", 1994 (localization reduction).
package struct Localization: Sendable {
  package let system: TimedSystem
  package let goal: Term
  private let variables: [VariableIndex]
  private let clocks: [ClockIndex]
  private let automata: [AutomatonIndex]

  /// Keeps what `goal` mentions, and what the kept automata mention up to a distance.
  /// - Returns: nil if nothing would be left out.
  package init?(_ whole: TimedSystem, for goal: Term, distance: Int) {
    var kept = Kept(whole)
    kept.add(goal)
    kept.close()
    for _ in 0..<distance { kept.grow() }
    if kept.automata.count == whole.automata.count { return nil }
    variables = kept.variables.sorted()
    clocks = kept.clocks.sorted()
    automata = kept.automata.sorted()
    let restriction = Restriction(whole, variables: variables, clocks: clocks, automata: automata)
    system = restriction.system()
    self.goal = restriction.rename(goal)!
  }

  /// The symbol of the whole system for one of the part; nil for those that stand for what was left out.
  package func original(_ meaning: SymbolMeaning) -> SymbolMeaning? {
    switch meaning {
    case .variable(let index, let bit): .variable(variables[index.index], bit: bit)
    case .location(let index, let bit):
      index.index < automata.count ? .location(automata[index.index], bit: bit) : nil
    case .clock(let index): .clock(clocks[index.index])
    case .parameter: meaning
    }
  }
}

private struct Kept {
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

  /// The clocks that bound kept automata, and what their rates read.
  mutating func close() {
    var count = -1
    while count != variables.count + clocks.count + automata.count {
      count = variables.count + clocks.count + automata.count
      for automaton in automata.sorted() {
        for invariant in whole.automata[automaton.index].locations.flatMap(\.invariants) {
          clocks.insert(invariant.clock)
        }
      }
      for clock in clocks.sorted() { add(whole.clocks[clock.index].rate) }
    }
  }

  /// Adds what the kept automata read.
  mutating func grow() {
    for automaton in automata.sorted().map({ whole.automata[$0.index] }) {
      for invariant in automaton.locations.flatMap(\.invariants) { add(invariant.condition) }
      for action in automaton.edges.flatMap(\.body) {
        switch action.kind {
        case .assume(let term): add(term)
        case .assign(let variable, let value, let condition):
          if variables.contains(variable) { add(value); add(condition) }
        case .move(let target, _, let condition): if automata.contains(target) { add(condition) }
        case .reset(let clock, let condition): if clocks.contains(clock) { add(condition) }
        }
      }
    }
    close()
  }
}

private struct Restriction {
  let whole: TimedSystem
  let variables: [VariableIndex: VariableIndex]
  let clocks: [ClockIndex: ClockIndex]
  let automata: [AutomatonIndex: AutomatonIndex]

  init(_ whole: TimedSystem, variables: [VariableIndex], clocks: [ClockIndex], automata: [AutomatonIndex]) {
    func ranks<Index: Hashable>(_ list: [Index], _ make: (Int) -> Index) -> [Index: Index] {
      Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, make($0)) })
    }
    self.whole = whole
    self.variables = ranks(variables, VariableIndex.init)
    self.clocks = ranks(clocks, ClockIndex.init)
    self.automata = ranks(automata, AutomatonIndex.init)
  }

  func system() -> TimedSystem {
    var system = TimedSystem()
    system.variables = variables.keys.sorted().map { whole.variables[$0.index] }
    system.clocks = clocks.keys.sorted().map {
      Clock(name: whole.clocks[$0.index].name, rate: rename(whole.clocks[$0.index].rate)!)
    }
    system.parameters = whole.parameters
    system.initial = necessary(whole.initial)
    system.assumption = necessary(whole.assumption)
    system.automata = automata.keys.sorted().map { restrict(whole.automata[$0.index]) }
    for (index, automaton) in whole.automata.enumerated() where automata[AutomatonIndex(index)] == nil {
      let edges = automaton.edges.map { restrict($0, keepsPlace: false) }.filter { edge in
        edge.body.contains { if case .assume = $0.kind { false } else { true } }
      }
      if edges.isEmpty { continue }
      system.automata.append(
        Automaton(
          name: automaton.name, locations: [Location(name: "anywhere")], initial: LocationIndex(0), edges: edges))
    }
    return system
  }

  private func restrict(_ automaton: Automaton) -> Automaton {
    var result = automaton
    result.locations = automaton.locations.map { location in
      let invariants = location.invariants.compactMap { invariant in
        rename(invariant.condition).map { condition in
          Invariant(condition: condition, clock: clocks[invariant.clock]!, bound: invariant.bound)
        }
      }
      return Location(name: location.name, invariants: invariants, origin: location.origin)
    }
    result.edges = automaton.edges.map { restrict($0, keepsPlace: true) }
    return result
  }

  private func restrict(_ edge: Edge, keepsPlace: Bool) -> Edge {
    var result = edge
    result.body = []
    if !keepsPlace { (result.source, result.target) = (LocationIndex(0), LocationIndex(0)) }
    var isExact = keepsPlace
    /// The condition, or a free choice in its place.
    func condition(_ term: Term) -> Term {
      if let renamed = rename(term) { return renamed }
      result.choices.append(2)
      return .choice(ChoiceIndex(result.choices.count - 1))
    }
    for action in edge.body {
      switch action.kind {
      case .assume(let term):
        if rename(term) == nil { isExact = false }
        result.body.append(Action(.assume(necessary(term))))
      case .assign(let variable, let value, let isAssigned):
        guard let renamed = variables[variable] else { continue }
        var newValue = rename(value)
        if newValue == nil {
          result.choices.append(whole.variables[variable.index].domain)
          newValue = .choice(ChoiceIndex(result.choices.count - 1))
        }
        result.body.append(Action(.assign(renamed, newValue!, condition: condition(isAssigned))))
      case .move(let target, let location, let isMoved):
        guard let renamed = automata[target] else { continue }
        result.body.append(Action(.move(renamed, location, condition: condition(isMoved))))
      case .reset(let clock, let isReset):
        guard let renamed = clocks[clock] else { continue }
        result.body.append(Action(.reset(renamed, condition: condition(isReset))))
      }
    }
    result.isUrgent = edge.isUrgent && isExact
    return result
  }

  /// A condition that follows from `term`: its conjuncts that speak of kept things alone.
  private func necessary(_ term: Term) -> Term {
    if let renamed = rename(term) { return renamed }
    if case .and(let parts) = term { return .all(parts.map(necessary)) }
    return .true
  }

  /// nil if it mentions something that is left out.
  func rename(_ term: Term) -> Term? {
    func all(_ parts: [Term]) -> [Term]? {
      let renamed = parts.compactMap(rename)
      return renamed.count == parts.count ? renamed : nil
    }
    switch term {
    case .constant, .choice, .bound: return term
    case .variable(let variable): return variables[variable].map { .variable($0) }
    case .at(let automaton, let places): return automata[automaton].map { .at($0, places) }
    case .clock(let clock, let comparison, let bound): return clocks[clock].map { .clock($0, comparison, bound) }
    case .not(let a): return rename(a).map { .not($0) }
    case .and(let parts): return all(parts).map { .and($0) }
    case .or(let parts): return all(parts).map { .or($0) }
    case .compare(let comparison, let a, let b): return all([a, b]).map { .compare(comparison, $0[0], $0[1]) }
    case .add(let a, let b): return all([a, b]).map { .add($0[0], $0[1]) }
    case .subtract(let a, let b): return all([a, b]).map { .subtract($0[0], $0[1]) }
    case .ifThenElse(let a, let b, let c): return all([a, b, c]).map { .ifThenElse($0[0], $0[1], $0[2]) }
    }
  }
}

extension Term {
  /// Terms of which this is the disjunction, as far as that takes no more than one distribution of a conjunction over
  /// each of its disjunctions.
  package var disjuncts: [Term] {
    let limit = 256
    switch self {
    case .or(let parts):
      let split = parts.flatMap(\.disjuncts)
      return split.count <= limit ? split : [self]
    case .not(.and(let parts)): return Term.or(parts.map(\.negated)).disjuncts
    case .and(let parts):
      var products: [[Term]] = [[]]
      for part in parts {
        let alternatives = part.disjuncts
        if products.count * alternatives.count > limit { return [self] }
        products = products.flatMap { product in alternatives.map { product + [$0] } }
      }
      return products.map { .all($0) }
    default: return [self]
    }
  }
}
