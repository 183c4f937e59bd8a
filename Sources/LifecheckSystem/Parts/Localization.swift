/// A part of a timed system that over-approximates the whole: what is left out may do anything.
///
/// Kept are some automata, variables and clocks. A kept automaton loses the invariants of clocks that are left out. Of the other automata only
/// those edges remain that act on what is kept, as one automaton without places whose edges may be taken at any
/// time. A condition on what is left out becomes a free choice where an edge needs it, and lifts an invariant that depends
/// on it. So every run of the whole, seen through what is kept, is a run of the part; an invariant of the part is one of the
/// whole, and it is confirmed there. A run of the part may be none of the whole.
///
/// Urgency belongs to a location, by all edges that leave it together: time passes in the part where it may pass in the
/// whole for some values of what is left out. Where two urgent edges leave a location, one if a task is open and one if it is
/// not, no time passes there, whether or not the task is kept. An edge that is no longer urgent by itself, since it waits
/// for something that is left out, is joined by one that is, waits for nothing but what makes some edge possible in any case,
/// and does nothing.
///
/// The rates of kept clocks are kept exactly: all that they read is kept.
/// - Source: R. Kurshan, "Computer-Aided Verification of Coordinating Processes", 1994 (localization reduction).
package struct Localization: Sendable {
  package let system: TimedSystem
  package let names: PartNames
  /// For each automaton of the part, what its edges are in the whole. Those that only stand for urgency come last, and are none.
  private let edges: [[EdgeReference]]

  /// - Parameters:
  ///   - part: What is kept; closed (`SystemPart.close`).
  ///   - urgency: That of the whole.
  package init(_ whole: TimedSystem, keeping part: SystemPart, urgency: UrgencyOfPlaces) {
    names = PartNames(part)
    let restriction = Restriction(whole: whole, part: part, names: names, urgency: urgency)
    (system, edges) = restriction.system()
  }

  /// - Precondition: The edge does something.
  package func original(_ edge: EdgeReference) -> EdgeReference { edges[edge.automaton.index][edge.edge] }

  /// nil if it mentions something that is left out.
  package func rename(_ term: Term) -> Term? { names.rename(term) }

  /// The values of what is kept, in the order of the part, out of those of the whole.
  package func kept<Value>(variables: [Value], locations: [Value]) -> [Value] {
    names.variables.map { variables[$0.index] } + names.automata.map { locations[$0.index] }
  }
}

/// For each location, a condition that holds only where time cannot pass for an urgent edge that leaves it.
package struct UrgencyOfPlaces: Sendable {
  private let conditions: [[Term]]

  package init(_ system: TimedSystem) {
    conditions = system.automata.enumerated().map { index, automaton in
      let urgent = Set(automaton.edges.lazy.filter(\.isUrgent).map(\.source))
      return automaton.locations.indices.map(LocationIndex.init).map { location in
        urgent.contains(location) ? system.sufficientUrgency(of: AutomatonIndex(index), at: location) : .false
      }
    }
  }

  /// A condition on the part alone that holds only where, whatever the rest is, time cannot pass at the location.
  package func condition(
    of automaton: AutomatonIndex, at location: LocationIndex, mentioning part: SystemPart, in system: TimedSystem
  ) -> Term {
    var guaranteed = Guaranteed(in: system, mentioning: part)
    return guaranteed.condition(for: conditions[automaton.index][location.index])
  }
}

extension SystemPart {
  /// Adds what a localization needs to keep besides: what the rates of its clocks read.
  package mutating func close(in whole: TimedSystem) {
    for clock in clocks.sorted() { add(whole.clocks[clock.index].rate) }
  }
}

private struct Restriction {
  let whole: TimedSystem
  let part: SystemPart
  let names: PartNames
  let urgency: UrgencyOfPlaces

  func system() -> (TimedSystem, edges: [[EdgeReference]]) {
    var system = TimedSystem()
    system.variables = names.variables.map { whole.variables[$0.index] }
    system.clocks = names.clocks.map { index in
      var clock = whole.clocks[index.index]
      clock.rate = names.rename(clock.rate)!
      return clock
    }
    system.parameters = whole.parameters
    system.initial = necessary(whole.initial)
    system.assumption = necessary(whole.assumption)
    system.automata = names.automata.map(restricted)
    var edges = names.automata.map { index in
      whole.automata[index.index].edges.indices.map { EdgeReference(automaton: index, edge: $0) }
    }
    for index in whole.automata.indices.map(AutomatonIndex.init) where names[index] == nil {
      let (automaton, numbers) = remains(of: whole.automata[index.index])
      if numbers.isEmpty { continue }
      system.automata.append(automaton)
      edges.append(numbers.map { EdgeReference(automaton: index, edge: $0) })
    }
    return (system, edges)
  }

  /// The edges of a left-out automaton that act on what is kept, and their numbers.
  private func remains(of automaton: Automaton) -> (Automaton, numbers: [Int]) {
    let edges = automaton.edges.enumerated().map { ($0, restrict($1, keepsPlace: false)) }.filter { _, edge in
      edge.body.contains { if case .assume = $0.kind { false } else { true } }
    }
    let place = Location(name: "anywhere")
    return (
      Automaton(name: automaton.name, locations: [place], initial: LocationIndex(0), edges: edges.map(\.1)), edges.map(\.0)
    )
  }

  private func restricted(_ index: AutomatonIndex) -> Automaton {
    let automaton = whole.automata[index.index]
    var result = automaton
    for index in result.locations.indices {
      result.locations[index].invariants = automaton.locations[index].invariants.compactMap { invariant in
        if let condition = names.rename(invariant.condition), let clock = names[invariant.clock] {
          Invariant(condition: condition, clock: clock, bound: invariant.bound)
        } else {
          nil
        }
      }
    }
    result.edges = automaton.edges.map { restrict($0, keepsPlace: true) }
    let changed = zip(automaton.edges, result.edges).lazy.filter { $0.isUrgent && !$1.isUrgent }
    for place in Set(changed.map(\.0.source)).sorted() { result.edges += urgentEdge(of: index, at: place).map { [$0] } ?? [] }
    return result
  }

  /// Does nothing, and keeps time from passing where, whatever is left out, an urgent edge of the whole does.
  private func urgentEdge(of automaton: AutomatonIndex, at place: LocationIndex) -> Edge? {
    let condition = urgency.condition(of: automaton, at: place, mentioning: part, in: whole)
    guard condition != .false, let renamed = names.rename(condition) else { return nil }
    return Edge(source: place, target: place, isUrgent: true, body: [Action(.assume(renamed))], label: EdgeLabel())
  }

  private func restrict(_ edge: Edge, keepsPlace: Bool) -> Edge {
    var result = edge
    result.body = []
    if !keepsPlace { (result.source, result.target) = (LocationIndex(0), LocationIndex(0)) }
    var isExact = keepsPlace
    /// Things that the edge has set to a value that depends on what is left out: a guess that suits an assumption may be wrong.
    var guessed = SystemPart()
    func isKnown(_ term: Term) -> Bool { names.rename(term) != nil && term.isUntouched(by: guessed) }
    func any(_ domain: Int) -> Term {
      result.choices.append(domain)
      return .choice(ChoiceIndex(result.choices.count - 1))
    }
    /// The condition, or a free choice in its place.
    func condition(_ term: Term) -> Term { names.rename(term) ?? any(2) }
    for action in edge.body {
      switch action.kind {
      case .assume(let term):
        if !isKnown(term) { isExact = false }
        result.body.append(Action(.assume(necessary(term))))
      case .assign(let variable, let value, let isAssigned):
        guard let renamed = names[variable] else { continue }
        let known = names.rename(value)
        // Any value may be the one that it has already.
        let isChanged = known == nil ? names.rename(isAssigned) ?? .true : condition(isAssigned)
        let new = known ?? any(whole.variables[variable.index].domain)
        result.body.append(Action(.assign(renamed, new, condition: isChanged)))
      case .move(let target, let location, let isMoved):
        guard let renamed = names[target] else { continue }
        result.body.append(Action(.move(renamed, location, condition: condition(isMoved))))
      case .reset(let clock, let isReset):
        guard let renamed = names[clock] else { continue }
        result.body.append(Action(.reset(renamed, condition: condition(isReset))))
      }
      if !action.terms.allSatisfy(isKnown) { guessed.addChange(by: action) }
    }
    result.isUrgent = edge.isUrgent && isExact
    return result
  }

  /// A condition that follows from `term`: its conjuncts that speak of kept things alone.
  private func necessary(_ term: Term) -> Term {
    .all(term.conjuncts.compactMap(names.rename))
  }
}

extension Term {
  /// Terms of which this is the conjunction, also those below a negated disjunction.
  package var conjuncts: [Term] {
    switch self {
    case .and(let parts): parts.flatMap(\.conjuncts)
    case .not(.or(let parts)): parts.flatMap(\.negated.conjuncts)
    case .not(.not(let term)): term.conjuncts
    default: [self]
    }
  }

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
