import LifecheckSystem

/// The ways through an edge.
extension Interpreter {
  /// Runs the edge with all choices for which its guard is met, in order, until `body` returns false. Of those that nothing reads, the
  /// first is taken.
  /// - Parameter allowed: What each choice may be, within its domain; nil: anything.
  func forEachPossibleChoice(
    of edge: EdgeReference, within allowed: [Range<Int>]? = nil, in state: State,
    _ body: ([Int], State) throws(ReplayFailure) -> Bool
  ) throws(ReplayFailure) {
    let definition = self.edge(edge)
    let ranges = allowed ?? definition.choices.map { 0..<max($0, 0) }
    guard ranges.allSatisfy({ !$0.isEmpty }) else { return }
    let start = Evaluation(state: state, parameters: parameters, choices: ranges.map(\.lowerBound))
    let read = choicesRead[edge.automaton.index][edge.edge]
    _ = try goOn(edge, within: ranges, reading: read, from: 0, start, chosen: 0) { evaluation throws(ReplayFailure) in
      var after = evaluation.state
      after.locations[edge.automaton.index] = definition.target
      return try body(evaluation.choices ?? [], after)
    }
  }

  /// Runs what is left of the edge's body, with every value of the choices that have none yet and that it reads. A choice gets its
  /// values where it is first read, so what comes before that runs once for all of them.
  /// - Parameters:
  ///   - read: Of the edge, as in `choicesRead`.
  ///   - first: The action to go on with.
  ///   - chosen: How many choices have their values.
  /// - Returns: false when `body` has had enough.
  private func goOn(
    _ edge: EdgeReference, within ranges: [Range<Int>], reading read: [Int], from first: Int, _ evaluation: Evaluation,
    chosen: Int, _ body: (Evaluation) throws(ReplayFailure) -> Bool
  ) throws(ReplayFailure) -> Bool {
    var next = evaluation
    for action in first..<self.edge(edge).body.count {
      if chosen < ranges.count, chosen < read[action] {
        for value in ranges[chosen] {
          next.choices?[chosen] = value
          guard try goOn(edge, within: ranges, reading: read, from: action, next, chosen: chosen + 1, body) else { return false }
        }
        return true
      }
      guard try perform(action, of: edge, &next) else { return true }
    }
    return try body(next)
  }
}

extension Edge {
  /// For each action of the body how many choices, counted from the first, include all that it reads; empty where there are no choices.
  var choicesRead: [Int] {
    if choices.isEmpty { return [] }
    return body.map { action in
      var count = 0
      for term in action.terms {
        term.visit { if case .choice(let choice) = $0 { count = max(count, choice.index + 1) } }
      }
      return count
    }
  }
}
