import LifecheckSystem

extension TimedSystem {
  /// The states in which some invariant of a current location does not hold, so that time and the run are stuck.
  ///
  /// Proofs speak of runs that end there, but not of what might follow. A system that is made for a test should have none.
  package var failedInvariant: Term {
    var parts: [Term] = []
    for (index, automaton) in automata.enumerated() {
      for (place, location) in automaton.locations.enumerated() {
        for invariant in location.invariants {
          parts.append(
            .all([
              .at(AutomatonIndex(index), [LocationIndex(place)]), invariant.condition,
              .clock(invariant.clock, .greater, invariant.bound),
            ]))
        }
      }
    }
    return .any(parts)
  }
}
