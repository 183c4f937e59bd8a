// Urgent edges and time: a precondition of what the engines do with a timed system.
//
// A delay looks at urgent edges only where it starts. That is the same as looking at them all along if time alone never
// enables one: whether some urgent edge leads out of a location must not depend on clocks, except where an invariant stops
// time at that very moment.

extension TimedSystem {
  /// Locations at which time alone may enable an urgent edge; there must be none. What it cannot tell it reports.
  package var locationsWithLateUrgency: [(automaton: AutomatonIndex, location: LocationIndex)] {
    automata.indices.flatMap { index in
      automata[index].locations.indices.compactMap { place in
        let location = LocationIndex(place)
        let guards = automata[index].edges.filter { $0.source == location && $0.isUrgent }.map(\.guardWithoutChoices)
        guard dependsOnTime(guards, automata[index].locations[place].invariants) else { return nil }
        return (AutomatonIndex(index), location)
      }
    }
  }

  /// Whether it depends on clocks if one of the guards holds, each comparison taken as true or false on its own.
  private func dependsOnTime(_ guards: [Term], _ invariants: [Invariant]) -> Bool {
    let leaves = Set(guards.flatMap(\.leaves))
    let clocks = leaves.filter { $0.isClock && !$0.isStopped(by: invariants) }
    guard !clocks.isEmpty else { return false }
    let others = Array(leaves.subtracting(clocks))
    guard leaves.count <= 16 else { return true }
    return assignments(of: others).contains { fixed in
      let outcomes = assignments(of: Array(clocks)).map { times in
        let values = fixed.union(times)
        return guards.contains { $0.holds(where: values) }
      }
      return Set(outcomes).count > 1
    }
  }

  /// Every set of leaves that may be the true ones.
  private func assignments(of leaves: [Term]) -> [Set<Term>] {
    (0..<(1 << leaves.count)).map { bits in
      Set(leaves.indices.filter { bits >> $0 & 1 == 1 }.map { leaves[$0] })
    }
  }
}

extension Edge {
  /// Its assumptions, but those that a choice can always meet.
  fileprivate var guardWithoutChoices: Term {
    .all(body.compactMap { if case .assume(let term) = $0.kind, !term.usesChoices { term } else { nil } })
  }
}

extension Term {
  fileprivate var isClock: Bool { if case .clock = self { true } else { false } }

  /// Time cannot pass the moment at which the comparison becomes true.
  fileprivate func isStopped(by invariants: [Invariant]) -> Bool {
    guard case .clock(let clock, .greaterEqual, let bound) = self else { return false }
    return invariants.contains { $0.clock == clock && $0.bound == bound }
  }

  /// The parts that are joined by `not`, `and` and `or`.
  fileprivate var leaves: [Term] {
    switch self {
    case .not(let inner): inner.leaves
    case .and(let parts), .or(let parts): parts.flatMap(\.leaves)
    case .constant: []
    case .variable, .choice, .at, .clock, .bound, .compare, .add, .subtract, .ifThenElse: [self]
    }
  }

  fileprivate func holds(where values: Set<Term>) -> Bool {
    switch self {
    case .not(let inner): !inner.holds(where: values)
    case .and(let parts): parts.allSatisfy { $0.holds(where: values) }
    case .or(let parts): parts.contains { $0.holds(where: values) }
    case .constant(let value): value != 0
    case .variable, .choice, .at, .clock, .bound, .compare, .add, .subtract, .ifThenElse: values.contains(self)
    }
  }
}
