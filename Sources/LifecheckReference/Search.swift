import LifecheckLanguage

/// Runs that break or reach one of several sentences.
struct Search {
  /// One for each set of values of the parameters.
  private let evaluations: [Evaluation]
  private let watches: [Watch]
  /// For each watch the finding that it belongs to.
  private let groups: [Int]
  private let limits: ReferenceLimits

  init(evaluations: [Evaluation], watches: [Watch], groups: [Int], limits: ReferenceLimits) {
    self.evaluations = evaluations.map { evaluation in
      var evaluation = evaluation
      evaluation.followed = watches.map { $0.thing ?? -1 }
      return evaluation
    }
    self.watches = watches
    self.groups = groups
    self.limits = limits
  }

  private func beginnings(_ evaluation: Evaluation) throws -> [State] {
    try evaluation.choices.all { _ in
      var state = try evaluation.initialState(tracks: [])
      state.tracks = try watches.map { try $0.beginning(state) }
      return state
    }
  }

  private func observed(_ moment: Moment, before: State, _ evaluation: Evaluation) throws -> State {
    var moment = moment
    try evaluation.letGoOfWhatIsOver(&moment.state)
    var state = moment.state
    state.taken = []
    state.collectBoxes()
    for (index, watch) in watches.enumerated() {
      var track = moment.state.tracks[index]
      if let thing = watch.thing, moment.state.taken.contains(thing) {
        track = Track(isDecided: track.isDecided, wasTriggered: track.wasTriggered)
      }
      state.tracks[index] = try watch.seen(track, before: before, moment)
    }
    return state
  }

  /// - Returns: The findings for which no run is known.
  private func open(_ findings: [Finding]) -> Set<Int> { Set(groups).filter { findings[$0].run == nil } }

  /// Notes what has been seen in a state, and the run to it where it breaks or reaches something for the first time.
  private func note(_ state: State, _ findings: inout [Finding], _ run: () -> [String]) {
    for (index, track) in state.tracks.enumerated() {
      if track.wasTriggered { findings[groups[index]].isTriggered = true }
      if track.isDecided, findings[groups[index]].run == nil { findings[groups[index]].run = run() }
    }
  }

  // MARK: In breadth

  private struct Node {
    let state: State
    let evaluation: Int
    let parent: Int?
    let action: Action?
  }

  /// All states, nearest first, as far as the limit goes.
  mutating func inBreadth(_ findings: inout [Finding], states: Int) throws {
    var nodes: [Node] = []
    for (index, evaluation) in evaluations.enumerated() {
      nodes += try beginnings(evaluation).map { Node(state: $0, evaluation: index, parent: nil, action: nil) }
    }
    var seen = Set(nodes.map(\.state))
    var next = 0
    var isCut = false
    while next < nodes.count {
      let node = nodes[next]
      note(node.state, &findings) { run(to: next, nodes) }
      if open(findings).isEmpty || seen.count > states { return }
      for action in try evaluations[node.evaluation].actions(in: node.state) {
        guard let outcomes = try outcomes(of: action, node.evaluation, node.state) else {
          isCut = true
          continue
        }
        for moment in outcomes {
          let successor = try observed(moment, before: node.state, evaluations[node.evaluation])
          guard successor.activations.count <= limits.activations else {
            isCut = true
            continue
          }
          guard seen.insert(successor).inserted else { continue }
          nodes.append(Node(state: successor, evaluation: node.evaluation, parent: next, action: action))
        }
      }
      next += 1
    }
    if !isCut { for group in open(findings) { findings[group].isComplete = true } }
  }

  /// nil: more resources at once than are followed.
  private func outcomes(of action: Action, _ evaluation: Int, _ state: State) throws -> [Moment]? {
    do { return try evaluations[evaluation].outcomes(of: action, in: state) } catch is TooMany { return nil }
  }

  private func run(to end: Int, _ nodes: [Node]) -> [String] {
    var lines: [String] = []
    var current = end
    while let parent = nodes[current].parent, let action = nodes[current].action {
      let evaluation = evaluations[nodes[current].evaluation]
      lines.append(evaluation.words(action, from: nodes[parent].state, to: nodes[current].state))
      current = parent
    }
    return lines.reversed()
  }

  // MARK: At random

  private static let longestWalk = 200

  /// Long runs, each step chosen at random.
  mutating func atRandom(_ findings: inout [Finding], dice: inout Dice) throws {
    var left = limits.steps
    while left > 0, !open(findings).isEmpty {
      var evaluation = evaluations[dice.pick(evaluations.count)]
      evaluation.leaps = true
      let beginnings = try beginnings(evaluation)
      var states = [beginnings[dice.pick(beginnings.count)]]
      var actions: [Action] = []
      for _ in 0..<min(left, Self.longestWalk) {
        left -= 1
        guard let action = pick(try evaluation.actions(in: states.last!), &dice) else { break }
        let outcomes: [Moment]
        do { outcomes = try evaluation.outcomes(of: action, in: states.last!) } catch is TooMany { break }
        let successor = try observed(outcomes[dice.pick(outcomes.count)], before: states.last!, evaluation)
        if successor.activations.count > limits.activations { break }
        states.append(successor)
        actions.append(action)
        note(successor, &findings) {
          actions.indices.map { evaluation.words(actions[$0], from: states[$0], to: states[$0 + 1]) }
        }
      }
    }
  }

  /// Every other time code that can act does, if there is any: there are many events.
  private func pick(_ actions: [Action], _ dice: inout Dice) -> Action? {
    if actions.isEmpty { return nil }
    let code = actions.filter { if case .activation = $0 { true } else { false } }
    let chosen = !code.isEmpty && dice.pick(2) == 0 ? code : actions
    return chosen[dice.pick(chosen.count)]
  }
}
