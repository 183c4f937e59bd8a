/// A system without what no run of it ever comes to: edges, locations, and the changes of variables that never change. It has the
/// same runs. What a platform knows and an app does not use is of that kind, and each state of it costs every engine.
///
/// Values that a variable never has are left in its domain, and conditions that they alone would break stay: a state that no run
/// reaches is then one of the whole system, with the same edges or fewer.
package struct ReachablePart {
  private let whole: TimedSystem
  private let reachable: ReachableValues
  private let known: KnownOfStates
  /// By automaton: the locations that are left, by their former numbers.
  package var locations: [[Int]] { known.locations }
  /// Pieces of code that some edge begins which is gone.
  package private(set) var lostPieces: Set<Int> = []
  package private(set) var system: TimedSystem

  package init(of whole: TimedSystem) {
    self.whole = whole
    reachable = ReachableValues(whole)
    known = KnownOfStates(reachable)
    system = whole
    restrict()
  }

  /// The same condition on states of the part.
  package func restricted(_ term: Term) -> Term { known.restricted(term) }

  private mutating func restrict() {
    system.initial = restricted(whole.initial)
    system.assumption = restricted(whole.assumption)
    for index in whole.clocks.indices { system.clocks[index].rate = restricted(whole.clocks[index].rate) }
    for index in whole.variables.indices { restrictDomain(of: VariableIndex(index)) }
    for index in whole.automata.indices { restrict(AutomatonIndex(index)) }
  }

  /// Shrinks the domain of a variable that is always 0, so that it takes no place in a state.
  private mutating func restrictDomain(of variable: VariableIndex) {
    guard known.constants[variable.index] == 0 else { return }
    system.variables[variable.index].domain = 1
    system.variables[variable.index].valueNames = Array(whole.variables[variable.index].valueNames.prefix(1))
  }

  private mutating func restrict(_ index: AutomatonIndex) {
    let automaton = whole.automata[index.index]
    var result = automaton
    result.initial = LocationIndex(known.numbers[index.index][automaton.initial.index]!)
    result.locations = known.locations[index.index].map { restricted(automaton.locations[$0]) }
    result.edges = []
    for edge in automaton.edges {
      if reachable.canBeTaken(edge, of: index) {
        result.edges.append(restricted(edge, of: index))
      } else {
        lostPieces.formUnion(edge.begins)
      }
    }
    system.automata[index.index] = result
  }

  private func restricted(_ location: Location) -> Location {
    var result = location
    result.invariants = location.invariants.map {
      Invariant(condition: restricted($0.condition), clock: $0.clock, bound: $0.bound)
    }.filter { $0.condition != .false }
    return result
  }

  private func restricted(_ edge: Edge, of automaton: AutomatonIndex) -> Edge {
    var result = edge
    result.source = LocationIndex(known.numbers[automaton.index][edge.source.index]!)
    result.target = LocationIndex(known.numbers[automaton.index][edge.target.index]!)
    let body = edge.body.map { restricted($0) }
    result.body = body.compactMap(\.self)
    // Each line starts where it did, among the actions that are left.
    result.label.lines = edge.label.lines.map { $0.starting(at: body.prefix($0.start).count { $0 != nil }) }
    return result
  }

  /// nil: it never does anything.
  private func restricted(_ action: Action) -> Action? {
    let result = action.mapped(known.restricted)
    switch result.kind {
    case .assume(.true), .move(_, _, .false), .reset(_, .false), .assign(_, _, .false): return nil
    case .assume, .reset: return result
    case .assign(let variable, _, _): return known.constants[variable.index] == nil ? result : nil
    case .move(let moved, let place, let condition):
      return known.numbers[moved.index][place.index].map {
        Action(.move(moved, LocationIndex($0), condition: condition), origin: action.origin)
      }
    }
  }
}

/// Facts that hold in all states that a run may come to.
private struct KnownOfStates {
  /// By variable: its only value; nil: it may have others.
  let constants: [Int?]
  /// By automaton: the locations that are left, by their former numbers.
  let locations: [[Int]]
  /// By automaton: the number of each location; nil: it is gone.
  let numbers: [[Int?]]

  init(_ reachable: ReachableValues) {
    constants = reachable.constants
    locations = reachable.isReached.map { reached in reached.indices.filter { reached[$0] } }
    numbers = reachable.isReached.map { reached in
      reached.indices.map { place in reached[place] ? reached[..<place].count { $0 } : nil }
    }
  }

  func restricted(_ term: Term) -> Term {
    term.replaced { leaf in
      switch leaf {
      case .variable(let variable): constants[variable.index].map { .constant($0) } ?? leaf
      case .at(let automaton, let places): restricted(automaton, places)
      default: leaf
      }
    }
  }

  private func restricted(_ automaton: AutomatonIndex, _ places: [LocationIndex]) -> Term {
    let left = places.compactMap { numbers[automaton.index][$0.index] }
    if left.isEmpty { return .false }
    return left.count == locations[automaton.index].count ? .true : .at(automaton, left.map { LocationIndex($0) })
  }
}
