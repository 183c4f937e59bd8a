import LifecheckDiagnostics

/// A reachability question about a timed system.
package struct Query: Sendable {
  /// Unique within a run.
  package var name: String
  /// Over states: no choices.
  package var goal: Term
  /// The flags of this goal's monitors: they look at the system, and nothing but the goal looks at them. Other queries
  /// are answered without them.
  package var watches: Set<VariableIndex>
  /// The number of a query whose goal holds wherever this one's does: what rules that out rules this out.
  package var wider: Int?
  package init(name: String, goal: Term, watches: Set<VariableIndex> = [], wider: Int? = nil) {
    self.name = name
    self.goal = goal
    self.watches = watches
    self.wider = wider
  }
}

/// An exact rational time in milliseconds, in lowest terms, with a positive denominator.
package struct RationalTime: Hashable, Comparable, Sendable {
  package let numerator: Int
  package let denominator: Int
  /// - Precondition: `denominator` is not 0.
  package init(_ numerator: Int, over denominator: Int = 1) {
    precondition(denominator != 0)
    func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? abs(a) : gcd(b, a % b) }
    let divisor = max(gcd(numerator, denominator), 1) * (denominator < 0 ? -1 : 1)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }
  package static let zero = RationalTime(0)
  package static func + (a: Self, b: Self) -> Self {
    Self(a.numerator * b.denominator + b.numerator * a.denominator, over: a.denominator * b.denominator)
  }
  package static func * (a: Int, b: Self) -> Self { Self(a * b.numerator, over: b.denominator) }
  package static func < (a: Self, b: Self) -> Bool {
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

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
