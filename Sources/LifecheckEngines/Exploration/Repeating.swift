import LifecheckSystem

extension Explorer {
  /// More ways to repeat a path than these are not looked at.
  private static let mostWays = 64

  /// The end of the same path in this system, which may differ from the other one in what it asks of clocks; nil if it does
  /// not allow the path, or nothing there reaches the goal.
  func repeating(_ path: [Int], of other: Explorer, reaching goal: TermProgram.Index) -> Int? {
    var frontier = start(like: other.values(of: other.nodes[path[0]].state))
    for step in path.dropFirst() {
      let wanted = forgetting(other.values(of: other.nodes[step].state))
      frontier = frontier.flatMap { repeating(other.nodes[step].edge, other.choices(of: step), from: $0, to: wanted) }
      if frontier.count > Self.mostWays { frontier.removeLast(frontier.count - Self.mostWays) }
    }
    return frontier.first { canHold(goal, in: nodes[$0].state, zone(of: $0)) }
  }

  private func start(like values: [UInt16]) -> [Int] {
    let wanted = forgetting(values)
    return initialStates().filter { forgetting($0.0) == wanted }.flatMap { values, zone in
      append(values, zone, parent: -1, edge: nil, choices: [])
    }
  }

  private func repeating(_ reference: EdgeReference?, _ choices: [Int], from node: Int, to wanted: [UInt16]) -> [Int] {
    guard let reference else { return [] }
    let place = Int(values(of: nodes[node].state)[program.system.variables.count + reference.automaton.index])
    guard let edge = program.edges(of: reference.automaton.index, at: place).first(where: { $0.reference == reference }) else {
      return []
    }
    return attempt(edge, from: node, choices: choices).successors.filter { forgetting($0.values) == wanted }.flatMap {
      append($0.values, $0.zone, parent: node, edge: reference, choices: $0.choices)
    }
  }
}
