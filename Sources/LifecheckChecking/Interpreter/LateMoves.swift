import LifecheckSystem

extension Interpreter {
  /// The same run with each move of the world as late as it can be: just before the first step that it is needed for.
  ///
  /// Moves of the user and the system are free to come at any moment, and a search finds all of them at the beginning: "you open
  /// the app, you leave the app", and only then what the app does in between. Two neighbours are exchanged where they come at one
  /// instant and lead to the same state in either order (they are independent, in the words of partial orders), so that nothing
  /// else about the run changes.
  /// - Parameters:
  ///   - trace: A run of the system.
  ///   - states: What it leads through, from the first state on.
  ///   - isMove: Of an edge, whether a move of the world begins with it. Moves keep their order.
  package func withLateMoves(_ trace: Trace, through states: [State], isMove: (EdgeReference) -> Bool) -> Trace {
    var (steps, states) = (trace.steps, states)
    for first in steps.indices.reversed() where steps[first].edge.map(isMove) ?? false {
      for number in first..<max(first, steps.count - 1) {
        guard let next = steps[number + 1].edge, !isMove(next),
          let between = exchange(number, of: &steps, from: states[number], to: states[number + 2])
        else { break }
        states[number + 1] = between
      }
    }
    var later = trace
    later.steps = steps
    return later
  }

  /// Exchanges a step and the next one, if that makes no difference.
  /// - Returns: The state between the two; nil where they stay.
  private func exchange(_ number: Int, of steps: inout [Step], from start: State, to end: State) -> State? {
    let (move, next) = (steps[number], steps[number + 1])
    guard next.delay == .zero else { return nil }
    let sooner = Step(delay: move.delay, edge: next.edge, choices: next.choices)
    let later = Step(delay: .zero, edge: move.edge, choices: move.choices)
    guard let between = try? perform(sooner, in: start), (try? perform(later, in: between)) == end else { return nil }
    (steps[number], steps[number + 1]) = (sooner, later)
    return between
  }
}
