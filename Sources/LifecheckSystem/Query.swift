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
