/// A run from an initial state: what the solver claims, and all that the interpreter needs to replay it.
package struct Trace: Hashable, Sendable {
  /// The values of all variables at the start, in the system's order.
  package var initialVariables: [Int]
  /// The values of the rigid parameters, in the system's order.
  package var parameters: [RationalTime]
  package var steps: [Step]
  /// Number of symbolic steps (delay, then at most one edge per automaton) that the run was found at: the measure of
  /// shortness that all engines share.
  package var length: Int
  package init(initialVariables: [Int], parameters: [RationalTime], steps: [Step], length: Int) {
    self.initialVariables = initialVariables
    self.parameters = parameters
    self.steps = steps
    self.length = length
  }
}

/// One delay, then one edge; without an edge, only the delay.
package struct Step: Hashable, Sendable {
  package var delay: RationalTime
  package var edge: EdgeReference?
  /// The value of each of the edge's choices.
  package var choices: [Int]
  package init(delay: RationalTime, edge: EdgeReference?, choices: [Int]) {
    self.delay = delay
    self.edge = edge
    self.choices = choices
  }
}

package struct EdgeReference: Hashable, Sendable {
  package var automaton: AutomatonIndex
  /// Index into the automaton's edges.
  package var edge: Int
  package init(automaton: AutomatonIndex, edge: Int) {
    self.automaton = automaton
    self.edge = edge
  }
}

/// A concrete state, as the interpreter computes it.
package struct State: Hashable, Sendable {
  package var variables: [Int]
  package var locations: [LocationIndex]
  package var clocks: [RationalTime]
  package var now: RationalTime
  package init(variables: [Int], locations: [LocationIndex], clocks: [RationalTime], now: RationalTime) {
    self.variables = variables
    self.locations = locations
    self.clocks = clocks
    self.now = now
  }
}
