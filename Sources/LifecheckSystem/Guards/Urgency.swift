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
    let isTime = { (leaf: Term) in leaf.isClock && !leaf.isStopped(by: invariants) }
    let alternatives = Self.withoutShared(guards) { !$0.leaves.contains(where: isTime) }
    if alternatives.contains(where: { alternatives.contains($0.negated) }) { return false }
    var attempt = DependenceOnTime(isTime: isTime)
    return attempt.isFound(in: .any(alternatives))
  }

  /// What is left of the guards where all of them ask the same besides: one of them holds or none does, whatever the time is, if that is
  /// so of what is left.
  private static func withoutShared(_ guards: [Term], where mayLeaveOut: (Term) -> Bool) -> [Term] {
    let parts = guards.map(\.conjuncts)
    let shared = (parts.first ?? []).filter { part in mayLeaveOut(part) && parts.allSatisfy { $0.contains(part) } }
    return parts.map { .all($0.filter { !shared.contains($0) }) }
  }
}

/// Looks for values of all else with which a fact depends on clocks, by cases: what is settled by some of them is not split further.
private struct DependenceOnTime {
  let isTime: (Term) -> Bool
  /// Where there are more cases than these, it is taken to depend.
  private var casesLeft = 20_000

  init(isTime: @escaping (Term) -> Bool) { self.isTime = isTime }

  mutating func isFound(in fact: Term) -> Bool {
    let leaves = fact.leaves
    guard leaves.contains(where: isTime) else { return false }
    guard let other = leaves.first(where: { !isTime($0) }) else { return outcomes(of: fact).count > 1 }
    casesLeft -= 1
    return casesLeft < 0 || [true, false].contains { isFound(in: fact.given(other, is: $0)) }
  }

  /// What may come of a fact about clocks alone.
  private mutating func outcomes(of fact: Term) -> Set<Bool> {
    guard let leaf = fact.leaves.first else { return [fact != .false] }
    casesLeft -= 1
    if casesLeft < 0 { return [true, false] }
    return outcomes(of: fact.given(leaf, is: true)).union(outcomes(of: fact.given(leaf, is: false)))
  }
}

extension Edge {
  /// It leads nowhere and changes nothing: something else is due, an event, which may be impossible, or the first of a queue.
  package var onlyStopsTime: Bool {
    source == target && body.allSatisfy { if case .assume = $0.kind { true } else { false } }
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
}
