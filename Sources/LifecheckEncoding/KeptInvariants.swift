import LifecheckSystem

/// Invariants that hold whenever their location is entered, so that no run is ever beyond them: each way in resets the
/// clock, or comes from a location that already keeps it as low.
///
/// For the others — a condition that may become true late, a bound that may have passed before the location is entered —
/// the definition allows a delay of 0 and nothing longer, which the encoder has to say.
struct KeptInvariants {
  struct Place: Hashable {
    let automaton: Int
    let location: Int
    let invariant: Int
  }
  private(set) var kept: Set<Place> = []
  private let system: TimedSystem

  init(_ system: TimedSystem) {
    self.system = system
    for (automaton, definition) in system.automata.enumerated() {
      for (location, place) in definition.locations.enumerated() {
        for (index, invariant) in place.invariants.enumerated()
        where invariant.condition == .true && lowest(invariant.bound) >= 0 {
          kept.insert(Place(automaton: automaton, location: location, invariant: index))
        }
      }
    }
    // The greatest set that supports itself: by induction over the steps of a run.
    var size = -1
    while size != kept.count {
      size = kept.count
      kept = kept.filter(isSupported)
    }
  }

  func isKept(_ automaton: Int, _ location: Int, _ invariant: Int) -> Bool {
    kept.contains(Place(automaton: automaton, location: location, invariant: invariant))
  }

  private func isSupported(_ place: Place) -> Bool {
    let invariant = system.automata[place.automaton].locations[place.location].invariants[place.invariant]
    for (index, automaton) in system.automata.enumerated() {
      for edge in automaton.edges {
        let isEntering = index == place.automaton && edge.target.index == place.location
        let isMoving = edge.body.contains { action in
          if case .move(AutomatonIndex(place.automaton), LocationIndex(place.location), _) = action.kind { true } else { false }
        }
        guard isEntering || isMoving, !edge.body.contains(where: { $0.resets(invariant.clock) }) else { continue }
        if isMoving || !isKept(atLeastAsLow: invariant, at: edge.source, of: place.automaton) { return false }
      }
    }
    return true
  }

  /// Whether the location keeps the clock within the invariant's bound.
  private func isKept(atLeastAsLow invariant: Invariant, at location: LocationIndex, of automaton: Int) -> Bool {
    let others = system.automata[automaton].locations[location.index].invariants
    return others.indices.contains { index in
      others[index].clock == invariant.clock && others[index].bound.summands == invariant.bound.summands
        && others[index].bound.constant <= invariant.bound.constant && isKept(automaton, location.index, index)
    }
  }

  private func lowest(_ bound: TimeBound) -> Milliseconds {
    bound.summands.reduce(bound.constant) { sum, summand in
      let range = system.parameters[summand.parameter.index].range
      return sum + min(summand.factor * range.lowerBound, summand.factor * range.upperBound)
    }
  }
}

extension Action {
  fileprivate func resets(_ clock: ClockIndex) -> Bool {
    if case .reset(clock, .true) = kind { true } else { false }
  }
}
