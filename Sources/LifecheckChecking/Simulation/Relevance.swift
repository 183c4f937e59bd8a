import LifecheckSystem

/// The parts of a system that decide what can happen, and those that somebody wants to see.
///
/// Monitors look at a system, and nothing that happens depends on them. They follow one occurrence of what a sentence speaks
/// of, which the adversary chooses; who plays the system by hand is not to be asked which.
package struct Relevance: Sendable {
  package private(set) var variables: Set<VariableIndex>
  package private(set) var clocks: Set<ClockIndex> = []
  private let system: TimedSystem
  private let ignored: Set<VariableIndex>

  /// - Parameters:
  ///   - terms: What is looked at, besides all that the system does not hide.
  ///   - ignored: Monitors that are not looked at: they stay as they are at the start.
  package init(_ system: TimedSystem, to terms: [Term], ignoring ignored: Set<VariableIndex>) {
    self.system = system
    self.ignored = ignored
    variables = Set(system.variables.indices.filter { !system.variables[$0].isHidden }.map { VariableIndex($0) })
    add(system.assumption)
    terms.forEach { add($0) }
    for automaton in system.automata {
      for invariant in automaton.locations.flatMap(\.invariants) {
        clocks.insert(invariant.clock)
        add(invariant.condition)
      }
    }
    close()
  }

  /// The state with all that does not matter as it is at the start.
  package func normal(_ state: State) -> State {
    var state = state
    for index in state.variables.indices where !variables.contains(VariableIndex(index)) {
      state.variables[index] = system.variables[index].initial ?? 0
    }
    for index in state.clocks.indices where !clocks.contains(ClockIndex(index)) { state.clocks[index] = .zero }
    return state
  }

  /// Those of the edge's choices that make a difference.
  package func choices(of edge: Edge) -> Set<Int> {
    var result: Set<Int> = []
    if edge.choices.isEmpty { return result }
    for action in edge.body where matters(action) {
      for term in action.terms { term.visit { if case .choice(let choice) = $0 { result.insert(choice.index) } } }
    }
    return result
  }
}

// MARK: What follows from it

extension Relevance {
  private mutating func add(_ term: Term) {
    variables.formUnion(term.readVariables.subtracting(ignored))
    clocks.formUnion(term.readClocks)
  }

  /// Adds all that decides about what matters, until nothing is new.
  private mutating func close() {
    variables.subtract(ignored)
    var size = -1
    while size != variables.count + clocks.count {
      size = variables.count + clocks.count
      for clock in clocks.sorted() { add(system.clocks[clock.index].rate) }
      for action in system.automata.flatMap(\.edges).flatMap(\.body) where matters(action) { action.terms.forEach { add($0) } }
    }
  }

  private func matters(_ action: Action) -> Bool {
    switch action.kind {
    case .assume, .move: true
    case .assign(let variable, _, _): variables.contains(variable)
    case .reset(let clock, _): clocks.contains(clock)
    }
  }
}
