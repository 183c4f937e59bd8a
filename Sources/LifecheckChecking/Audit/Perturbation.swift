import LifecheckSystem

/// States that no run need reach: a visited state, changed so that a given edge may be possible, and a little at random.
struct Perturbation {
  let system: TimedSystem
  var place: RandomRuns.Place
  let runs: RandomRuns
  var dice: SplitMix64

  mutating func aim(at edge: Edge, of automaton: Int) {
    place.state.locations[automaton] = edge.source
    for action in edge.body {
      if case .assume(let condition) = action.kind { meet(condition, true) }
    }
  }

  /// Changes one part of the state.
  mutating func disturb() {
    let kind = dice.pick(0...2)
    if kind == 0 { setLocation(dice.pick(0...system.automata.count - 1)) { _ in true } }
    if kind == 1, !system.variables.isEmpty {
      let variable = dice.pick(0...system.variables.count - 1)
      place.state.variables[variable] = dice.pick(0...system.variables[variable].domain - 1)
    }
    if kind == 2, !system.clocks.isEmpty { setClock(dice.pick(0...system.clocks.count - 1)) }
  }

  // MARK: Conditions

  /// Tries to make the condition true, or false; what it cannot do is left as it is.
  private mutating func meet(_ condition: Term, _ wanted: Bool) {
    if holds(condition) == wanted { return }
    switch condition {
    case .not(let inner): meet(inner, !wanted)
    case .and(let parts): meet(parts, all: wanted, wanted)
    case .or(let parts): meet(parts, all: !wanted, wanted)
    case .at(let automaton, let places): setLocation(automaton.index) { places.contains($0) == wanted }
    case .clock(let clock, _, let bound): meet(condition, wanted, by: clock.index, bound)
    case .variable, .compare, .ifThenElse, .add, .subtract: meetByVariable(condition, wanted)
    case .constant, .choice, .bound: break
    }
  }

  private mutating func meet(_ parts: [Term], all: Bool, _ wanted: Bool) {
    if all { parts.forEach { meet($0, wanted) } } else if !parts.isEmpty { meet(dice.pick(parts), wanted) }
  }

  private mutating func meet(_ condition: Term, _ wanted: Bool, by clock: Int, _ bound: TimeBound) {
    guard let value = runs.value(of: bound, place) else { return }
    for nudge in [0, 1, -1] {
      guard let time = value.adding(RationalTime(nudge, over: 2)), time >= .zero else { continue }
      place.state.clocks[clock] = time
      if holds(condition) == wanted { return }
    }
  }

  private mutating func meetByVariable(_ condition: Term, _ wanted: Bool) {
    var variables: [Int] = []
    condition.visit { if case .variable(let variable) = $0 { variables.append(variable.index) } }
    if variables.isEmpty { return }
    let variable = dice.pick(variables)
    let before = place.state.variables[variable]
    let domain = system.variables[variable].domain
    let first = dice.pick(0...domain - 1)
    for offset in 0..<domain {
      place.state.variables[variable] = (first + offset) % domain
      if holds(condition) == wanted { return }
    }
    place.state.variables[variable] = before
  }

  /// nil where it depends on a choice.
  private func holds(_ condition: Term) -> Bool? {
    try? runs.interpreters[place.interpreter].holds(condition, in: place.state)
  }

  // MARK: Parts

  private mutating func setLocation(_ automaton: Int, where isWanted: (LocationIndex) -> Bool) {
    let places = system.automata[automaton].locations.indices.map { LocationIndex($0) }.filter(isWanted)
    if !places.isEmpty { place.state.locations[automaton] = dice.pick(places) }
  }

  private mutating func setClock(_ clock: Int) {
    let bounds = runs.landmarks.bounds[clock]
    let value = bounds.isEmpty ? .zero : runs.value(of: dice.pick(bounds), place) ?? .zero
    let time = value.adding(RationalTime(dice.pick(-2...2), over: 2)) ?? value
    place.state.clocks[clock] = time < .zero ? .zero : time
  }
}
