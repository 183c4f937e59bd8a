import LifecheckDiagnostics
import LifecheckSystem

/// Runs a timed system on concrete values with exact times, straight from the definition in `TimedSystem`.
///
/// It confirms what the engines claim, so it shares nothing with the encoder. A run is refused with the reason, never
/// mended. The one thing it takes on trust is that the system is well-formed: its indexes lie within its tables.
///
/// Where the definition leaves room: a delay of 0 is always allowed and changes nothing; an edge's own automaton moves
/// to the target after the body has run; the assumption is asked of the state after each delay and after each edge; an
/// urgent edge stops time also when the assumption excludes the state behind it.
///
/// It never changes, and is an object because it is handed on with every step: a copy of all its tables took longer than many a step.
package final class Interpreter: Sendable {
  package let system: TimedSystem
  /// In the system's order. `initialState` refuses a wrong number of them, and values outside their ranges.
  package let parameters: [RationalTime]
  /// By automaton and location, in the automaton's order.
  private let edgesFrom: [[[EdgeReference]]]
  /// By automaton, edge and action: how many choices, counted from the first, include all that the action reads; nothing for an edge
  /// without choices.
  let choicesRead: [[[Int]]]

  package init(_ system: TimedSystem, parameters: [RationalTime]) {
    self.system = system
    self.parameters = parameters
    edgesFrom = system.automata.enumerated().map { index, automaton in
      var edges: [[EdgeReference]] = automaton.locations.map { _ in [] }
      for (number, edge) in automaton.edges.enumerated() {
        edges[edge.source.index].append(EdgeReference(automaton: AutomatonIndex(index), edge: number))
      }
      return edges
    }
    choicesRead = system.automata.map { $0.edges.map(\.choicesRead) }
  }

  /// The state at the start with these values of all variables.
  package func initialState(variables: [Int]) throws(ReplayFailure) -> State {
    try checkParameters()
    try check(variables.count, "initial values", is: system.variables.count)
    for (variable, value) in zip(system.variables, variables) {
      guard (0..<variable.domain).contains(value), variable.initial ?? value == value else {
        throw ReplayFailure(.wrongInitialValue(variable: variable.name, value: value))
      }
    }
    let state = State(
      variables: variables, locations: system.automata.map(\.initial),
      clocks: Array(repeating: .zero, count: system.clocks.count), now: .zero)
    guard try holds(system.initial, in: state) else { throw ReplayFailure(.initialConditionNotMet) }
    try checkAssumption(in: state)
    return state
  }

  /// Whether the term, which must have no choices, is true (not 0).
  package func holds(_ term: Term, in state: State) throws(ReplayFailure) -> Bool {
    try evaluation(in: state).holds(term)
  }

  /// The state after time `amount`, in which nothing happens.
  package func delay(_ state: State, by amount: RationalTime) throws(ReplayFailure) -> State {
    if amount == .zero { return state }
    if amount.isLess(than: .zero) { throw ReplayFailure(.negativeDelay(amount)) }
    if let edge = try pendingUrgentEdge(in: state) {
      throw ReplayFailure(.urgentEdgePending(automaton: automaton(of: edge).name, edge: edge))
    }
    let after = try letPass(amount, from: state)
    try checkInvariants(in: after)
    try checkAssumption(in: after)
    return after
  }

  /// The state after the edge, taken with these values of its choices.
  package func take(_ edge: EdgeReference, choices: [Int], in state: State) throws(ReplayFailure) -> State {
    guard system.automata.indices.contains(edge.automaton.index),
      automaton(of: edge).edges.indices.contains(edge.edge)
    else { throw ReplayFailure(.noSuchEdge(edge)) }
    let definition = self.edge(edge)
    let location = state.locations[edge.automaton.index]
    guard location == definition.source else {
      let names = automaton(of: edge).locations
      throw ReplayFailure(
        .notAtSource(
          automaton: automaton(of: edge).name, edge: edge, expected: names[definition.source.index].name,
          found: names[location.index].name))
    }
    try check(choices.count, "choices", is: definition.choices.count)
    for (index, value) in choices.enumerated() where !(0..<definition.choices[index]).contains(value) {
      throw ReplayFailure(.choiceOutOfDomain(edge: edge, choice: ChoiceIndex(index), value: value))
    }
    let after = try run(edge, choices: choices, in: state)
    try checkAssumption(in: after)
    return after
  }
}

// MARK: What could happen

/// An edge that can be taken, and with which choices.
package struct EnabledEdge: Hashable, Sendable {
  package var edge: EdgeReference
  package var choices: [Int]
  package init(edge: EdgeReference, choices: [Int]) {
    self.edge = edge
    self.choices = choices
  }
}

extension Interpreter {
  /// Of all that `take` would accept each edge once, with the first choices for which it does.
  /// - Throws: when a body breaks a rule other than its guard, as `take` would.
  package func possibleEdges(in state: State) throws(ReplayFailure) -> [EnabledEdge] {
    var result: [EnabledEdge] = []
    for edge in edgesFromHere(in: state) {
      try forEachPossibleChoice(of: edge, in: state) { choices, after throws(ReplayFailure) in
        guard try holds(system.assumption, in: after) else { return true }
        result.append(EnabledEdge(edge: edge, choices: choices))
        return false
      }
    }
    return result
  }

  /// The longest delay that the urgent edges and invariants allow; nil when there is no longest one.
  package func maximalDelay(in state: State) throws(ReplayFailure) -> RationalTime? {
    if try pendingUrgentEdge(in: state) != nil { return .zero }
    let evaluation = evaluation(in: state)
    var longest: RationalTime?
    for (_, _, invariant) in currentInvariants(in: state) where try evaluation.holds(invariant.condition) {
      guard let room = try evaluation.value(of: invariant.bound).subtracting(state.clocks[invariant.clock.index])
      else { throw ReplayFailure(.overflow(of: "a delay")) }
      if room.isLess(than: .zero) { return .zero }
      guard try evaluation.holds(system.clocks[invariant.clock.index].rate) else { continue }
      if longest.map({ room.isLess(than: $0) }) ?? true { longest = room }
    }
    return longest
  }

  private func pendingUrgentEdge(in state: State) throws(ReplayFailure) -> EdgeReference? {
    for edge in edgesFromHere(in: state) where self.edge(edge).isUrgent {
      var isPending = false
      try forEachPossibleChoice(of: edge, in: state) { _, _ throws(ReplayFailure) in
        isPending = true
        return false
      }
      if isPending { return edge }
    }
    return nil
  }

  func edgesFromHere(in state: State) -> [EdgeReference] {
    state.locations.indices.flatMap { edgesFrom[$0][state.locations[$0].index] }
  }
}

// MARK: Steps without the questions about the assumption

extension Interpreter {
  private func run(_ edge: EdgeReference, choices: [Int], in state: State) throws(ReplayFailure) -> State {
    var after = try runPart(of: edge, upTo: self.edge(edge).body.count, choices: choices, in: state)
    after.locations[edge.automaton.index] = self.edge(edge).target
    return after
  }

  /// The state that the first `count` actions of the edge's body lead to. No run stands there, but a story looks inside.
  package func runPart(
    of edge: EdgeReference, upTo count: Int, choices: [Int], in state: State
  ) throws(ReplayFailure) -> State {
    var evaluation = Evaluation(state: state, parameters: parameters, choices: choices)
    for (index, action) in self.edge(edge).body.prefix(count).enumerated() where try !perform(index, of: edge, &evaluation) {
      throw ReplayFailure(
        .guardNotMet(automaton: automaton(of: edge).name, edge: edge, action: index, origin: action.origin))
    }
    return evaluation.state
  }

  /// One action of the edge's body.
  /// - Returns: false where it is an assumption that is not met.
  func perform(_ index: Int, of edge: EdgeReference, _ evaluation: inout Evaluation) throws(ReplayFailure) -> Bool {
    let action = self.edge(edge).body[index]
    switch action.kind {
    case .assume(let condition): return try evaluation.holds(condition)
    case .assign(let variable, let term, let condition):
      guard try evaluation.holds(condition) else { return true }
      let value = try evaluation.value(of: term)
      let target = system.variables[variable.index]
      guard (0..<target.domain).contains(value) else {
        throw ReplayFailure(
          .valueOutOfDomain(variable: target.name, value: value, edge: edge, action: index, origin: action.origin))
      }
      evaluation.state.variables[variable.index] = value
    case .move(let other, let location, let condition):
      if try evaluation.holds(condition) { evaluation.state.locations[other.index] = location }
    case .reset(let clock, let condition):
      if try evaluation.holds(condition) { evaluation.state.clocks[clock.index] = .zero }
    }
    return true
  }

  /// Without asking whether anything stands in the way.
  func letPass(_ amount: RationalTime, from state: State) throws(ReplayFailure) -> State {
    let before = evaluation(in: state)
    var after = state
    for (index, clock) in system.clocks.enumerated() where try before.holds(clock.rate) {
      guard let value = state.clocks[index].adding(amount) else {
        throw ReplayFailure(.overflow(of: "clock `\(clock.name)`"))
      }
      after.clocks[index] = value
    }
    guard let now = state.now.adding(amount) else { throw ReplayFailure(.overflow(of: "the time since the start")) }
    after.now = now
    return after
  }
}

// MARK: Checks

extension Interpreter {
  private func checkParameters() throws(ReplayFailure) {
    try check(parameters.count, "parameters", is: system.parameters.count)
    for (parameter, value) in zip(system.parameters, parameters) {
      let (low, high) = (RationalTime(parameter.range.lowerBound), RationalTime(parameter.range.upperBound))
      if value.isLess(than: low) || high.isLess(than: value) {
        throw ReplayFailure(.parameterOutOfRange(name: parameter.name, value: value))
      }
    }
  }

  private func checkInvariants(in state: State) throws(ReplayFailure) {
    let evaluation = evaluation(in: state)
    for (automaton, location, invariant) in currentInvariants(in: state) where try evaluation.holds(invariant.condition) {
      let value = state.clocks[invariant.clock.index]
      let bound = try evaluation.value(of: invariant.bound)
      if bound.isLess(than: value) {
        throw ReplayFailure(
          .invariantPassed(
            automaton: automaton, location: location, clock: system.clocks[invariant.clock.index].name, value: value,
            bound: bound))
      }
    }
  }

  private func checkAssumption(in state: State) throws(ReplayFailure) {
    guard try holds(system.assumption, in: state) else { throw ReplayFailure(.assumptionLeft) }
  }

  private func check(_ found: Int, _ what: String, is expected: Int) throws(ReplayFailure) {
    if found != expected { throw ReplayFailure(.wrongCount(of: what, expected: expected, found: found)) }
  }

  func currentInvariants(in state: State) -> [(automaton: String, location: String, Invariant)] {
    zip(system.automata, state.locations).flatMap { automaton, index in
      let location = automaton.locations[index.index]
      return location.invariants.map { (automaton.name, location.name, $0) }
    }
  }

  func evaluation(in state: State) -> Evaluation {
    Evaluation(state: state, parameters: parameters, choices: nil)
  }
  private func automaton(of edge: EdgeReference) -> Automaton { system.automata[edge.automaton.index] }
  func edge(_ edge: EdgeReference) -> Edge { automaton(of: edge).edges[edge.edge] }
}
