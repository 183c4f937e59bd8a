import LifecheckSystem

/// The invariants of each location that no run is ever beyond, since every way in either sets the clock to 0 or comes from
/// where the clock is kept as low. Claims about all runs include them.
///
/// They are worked out here from the definition of the system alone: the audit shares no code with the encoder.
/// - Returns: For each automaton and location.
func invariantsOnEntry(_ system: TimedSystem) -> [[[Invariant]]] {
  let ways = waysIn(system)
  var kept = system.automata.map { $0.locations.map { $0.invariants.filter { isUnconditional($0, in: system) } } }
  var isStable = false
  while !isStable {
    isStable = true
    for automaton in kept.indices {
      for location in kept[automaton].indices {
        let supported = kept[automaton][location].filter { invariant in
          ways[automaton][location].allSatisfy { isLow(invariant, by: $0, kept[automaton]) }
        }
        if supported.count < kept[automaton][location].count { isStable = false }
        kept[automaton][location] = supported
      }
    }
  }
  return kept
}

private struct WayIn {
  /// nil: another automaton's edge moves it there, from anywhere.
  var source: LocationIndex?
  /// The clocks that it sets to 0 in any case.
  var resets: Set<ClockIndex>
}

private func waysIn(_ system: TimedSystem) -> [[[WayIn]]] {
  var ways = system.automata.map { $0.locations.map { _ in [WayIn]() } }
  for (index, automaton) in system.automata.enumerated() {
    for edge in automaton.edges {
      var resets: Set<ClockIndex> = []
      for action in edge.body { if case .reset(let clock, .true) = action.kind { resets.insert(clock) } }
      ways[index][edge.target.index].append(WayIn(source: edge.source, resets: resets))
      for case .move(let moved, let location, _) in edge.body.map(\.kind) {
        ways[moved.index][location.index].append(WayIn(source: nil, resets: resets))
      }
    }
  }
  return ways
}

/// It always applies, and its bound is 0 or more whatever the parameters are.
private func isUnconditional(_ invariant: Invariant, in system: TimedSystem) -> Bool {
  guard case .true = invariant.condition else { return false }
  var least = invariant.bound.constant
  for summand in invariant.bound.summands {
    let range = system.parameters[summand.parameter.index].range
    least += summand.factor * (summand.factor > 0 ? range.lowerBound : range.upperBound)
  }
  return least >= 0
}

private func isLow(_ invariant: Invariant, by way: WayIn, _ kept: [[Invariant]]) -> Bool {
  if way.resets.contains(invariant.clock) { return true }
  guard let source = way.source else { return false }
  return kept[source.index].contains {
    $0.clock == invariant.clock && $0.bound.summands == invariant.bound.summands && $0.bound.constant <= invariant.bound.constant
  }
}
