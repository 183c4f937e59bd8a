import LifecheckSystem

/// Something that can happen: an edge, and the state behind it.
package struct Outcome: Hashable, Sendable {
  package var edge: EdgeReference
  package var choices: [Int]
  package var state: State

  package var step: Step { Step(delay: .zero, edge: edge, choices: choices) }
}

extension Interpreter {
  /// All that `take` accepts here, in the order of the system; choices that do not matter are 0.
  package func outcomes(in state: State, of relevance: Relevance) throws(ReplayFailure) -> [Outcome] {
    var result: [Outcome] = []
    for edge in edgesFromHere(in: state) { result += try outcomes(of: edge, in: state, relevance) }
    return result
  }

  /// Those of one edge, each state once as far as it matters.
  func outcomes(of reference: EdgeReference, in state: State, _ relevance: Relevance) throws(ReplayFailure) -> [Outcome] {
    let edge = edge(reference)
    guard state.locations[reference.automaton.index] == edge.source else { return [] }
    let free = relevance.choices(of: edge)
    let ranges = edge.choices.enumerated().map { free.contains($0.offset) ? 0..<$0.element : 0..<1 }
    var result: [Outcome] = []
    var known: Set<State> = []
    try forEachPossibleChoice(of: reference, within: ranges, in: state) { choices, after throws(ReplayFailure) in
      if try holds(system.assumption, in: after), known.insert(relevance.normal(after)).inserted {
        result.append(Outcome(edge: reference, choices: choices, state: after))
      }
      return true
    }
    return result
  }

  /// Whether time stands still until the edge has been taken.
  package func isUrgent(_ edge: EdgeReference) -> Bool { self.edge(edge).isUrgent }

  /// The automata that keep time from passing longer than `maximalDelay`: those that must go on then.
  package func mustGoOn(after delay: RationalTime, in state: State) throws(ReplayFailure) -> [AutomatonIndex] {
    let evaluation = evaluation(in: state)
    var result: [AutomatonIndex] = []
    for (index, automaton) in system.automata.enumerated() {
      for invariant in automaton.locations[state.locations[index].index].invariants
      where try evaluation.holds(invariant.condition) {
        guard try evaluation.holds(system.clocks[invariant.clock.index].rate) else { continue }
        let room = try evaluation.value(of: invariant.bound).subtracting(state.clocks[invariant.clock.index])
        if room == delay, result.last != AutomatonIndex(index) { result.append(AutomatonIndex(index)) }
      }
    }
    return result
  }
}

// MARK: What time brings about

extension Interpreter {
  /// How long until the clocks that run are at what the terms compare them with, shortest first, from 0 on.
  package func landmarks(of terms: [Term], in state: State) throws(ReplayFailure) -> [RationalTime] {
    let evaluation = evaluation(in: state)
    var found: Set<RationalTime> = []
    var bounds: [(ClockIndex, TimeBound)] = []
    for term in terms { term.visit { if case .clock(let clock, _, let bound) = $0 { bounds.append((clock, bound)) } } }
    for (clock, bound) in bounds where try evaluation.holds(system.clocks[clock.index].rate) {
      guard let left = try evaluation.value(of: bound).subtracting(state.clocks[clock.index]) else {
        throw ReplayFailure(.overflow(of: "a delay"))
      }
      if !left.isLess(than: .zero) { found.insert(left) }
    }
    return found.sorted()
  }

  /// Those at which something that stands here could become possible.
  package func landmarks(in state: State) throws(ReplayFailure) -> [RationalTime] {
    try landmarks(of: edgesFromHere(in: state).flatMap { edge($0).body.flatMap(\.terms) }, in: state)
  }

  /// How long until the goal holds if nothing happens but that time passes, were there nothing against it; nil: never. It may
  /// hold only after that moment, and not at it yet.
  package func timeLeft(to goal: Term, in state: State) throws(ReplayFailure) -> RationalTime? {
    if try holds(goal, in: state) { return .zero }
    let moments = try landmarks(of: [goal], in: state)
    for (index, moment) in moments.enumerated() {
      let next = index + 1 < moments.count ? moments[index + 1] : moment.adding(RationalTime(2))
      for later in [moment, next.flatMap { moment.halfway(to: $0) }] {
        guard let later else { throw ReplayFailure(.overflow(of: "a delay")) }
        if try holds(goal, in: try letPass(later, from: state)) { return moment }
      }
    }
    return nil
  }
}

extension RationalTime {
  /// nil when the exact result does not fit.
  package func halfway(to other: RationalTime) -> RationalTime? { adding(other)?.multiplied(by: RationalTime(1, over: 2)) }
}
