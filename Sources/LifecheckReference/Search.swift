import LifecheckLanguage

/// What the reference has found out about one sentence.
package struct Finding: Sendable {
  /// A rule's id, or a property's title.
  package var subject: String
  /// The run that breaks it, or gets there, in the reference's words; nil: none was found.
  package var run: [String]?
  /// What the sentence is about has happened in some run.
  package var isTriggered = false
  /// All states were seen, with the delays that the reference tries.
  package var isComplete = false
}

/// Runs of a spec, looked for state by state.
package struct ReferenceLimits: Sendable {
  /// States of one search in breadth.
  package var states: Int
  /// Steps of random runs in all.
  package var steps: Int
  /// Activations at once; no more are followed.
  package var activations = 8
  package init(states: Int, steps: Int) {
    self.states = states
    self.steps = steps
  }
}

/// - Throws: `NotCovered` where the spec has something that the reference does not know.
package func referenceFindings(
  for model: CheckedModel, subjects: Set<String>? = nil, limits: ReferenceLimits, seed: UInt64
) throws -> [Finding] {
  let program = try Program(model)
  let evaluation = Evaluation(program: program, choices: Choices())
  var findings: [Finding] = []
  var watched: [(subject: String, watch: Watch)] = []
  for property in model.properties where property.role != .assume {
    let watches = watches(property, evaluation)
    watched += watches.map { (property.identifier ?? property.title, $0) }
  }
  watched.append(("values-in-range", Watch(property: nil, environment: Environment(this: 0), evaluation: evaluation)))
  for (subject, group) in Dictionary(grouping: watched, by: \.subject).sorted(by: { $0.key < $1.key }) {
    if let subjects, !subjects.contains(subject) { continue }
    var evaluation = evaluation
    evaluation.followed = group.map { $0.watch.thing ?? -1 }
    let search = Search(evaluation: evaluation, watches: group.map(\.watch), limits: limits)
    var finding = try search.inBreadth(subject)
    if finding.run == nil, !finding.isComplete { try search.atRandom(&finding, seed: seed) }
    findings.append(finding)
  }
  return findings
}

/// A sentence in a kind is asked of each instance, and `for each` of each thing.
private func watches(_ property: Property, _ evaluation: Evaluation) -> [Watch] {
  evaluation.program.things(of: property.owner).flatMap { owner -> [Watch] in
    guard let each = property.forEach else {
      return [Watch(property: property, environment: Environment(this: owner), evaluation: evaluation, thing: owner)]
    }
    return each.kinds.flatMap(evaluation.program.things(of:)).map { thing in
      let environment = Environment(this: owner, locals: [each.local.index: .thing(thing)])
      return Watch(property: property, environment: environment, evaluation: evaluation, thing: thing)
    }
  }
}

struct Search {
  let evaluation: Evaluation
  let watches: [Watch]
  let limits: ReferenceLimits

  private func beginnings() throws -> [State] {
    try evaluation.choices.all { _ in
      var state = try evaluation.initialState(tracks: [])
      state.tracks = try watches.map { try $0.beginning(state) }
      return state
    }
  }

  private func observed(_ moment: Moment, before: State) throws -> State {
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

  /// All states, nearest first, as far as the limit goes.
  func inBreadth(_ subject: String) throws -> Finding {
    var finding = Finding(subject: subject)
    var states = try beginnings()
    var parents: [(state: Int, action: Action)?] = states.map { _ in nil }
    var seen = Set(states)
    var next = 0
    var isCut = false
    while next < states.count {
      let state = states[next]
      note(state, &finding)
      if state.tracks.contains(where: \.isDecided) {
        finding.run = run(to: next, states, parents)
        return finding
      }
      if seen.count > limits.states { return finding }
      for action in try evaluation.actions(in: state) {
        let outcomes: [Moment]
        do { outcomes = try evaluation.outcomes(of: action, in: state) } catch is TooMany {
          isCut = true
          continue
        }
        for moment in outcomes {
          let successor = try observed(moment, before: state)
          guard successor.activations.count <= limits.activations else {
            isCut = true
            continue
          }
          guard seen.insert(successor).inserted else { continue }
          states.append(successor)
          parents.append((next, action))
        }
      }
      next += 1
    }
    finding.isComplete = !isCut
    return finding
  }

  private func note(_ state: State, _ finding: inout Finding) {
    if state.tracks.contains(where: \.wasTriggered) { finding.isTriggered = true }
  }

  /// Long runs, each step chosen at random.
  func atRandom(_ finding: inout Finding, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let beginnings = try beginnings()
    var left = limits.steps
    while left > 0 {
      var states = [beginnings[dice.pick(beginnings.count)]]
      var actions: [Action] = []
      for _ in 0..<min(left, 200) {
        left -= 1
        let possible = try evaluation.actions(in: states.last!)
        if possible.isEmpty { break }
        let action = possible[dice.pick(possible.count)]
        guard let outcomes = try? evaluation.outcomes(of: action, in: states.last!) else { break }
        let successor = try observed(outcomes[dice.pick(outcomes.count)], before: states.last!)
        if successor.activations.count > limits.activations { break }
        states.append(successor)
        actions.append(action)
        note(successor, &finding)
        guard successor.tracks.contains(where: \.isDecided) else { continue }
        finding.run = zip(actions, states.dropFirst()).map { words($0, $1) }
        return
      }
    }
  }

  private func run(to end: Int, _ states: [State], _ parents: [(state: Int, action: Action)?]) -> [String] {
    var lines: [String] = []
    var current = end
    while let parent = parents[current] {
      lines.append(words(parent.action, states[current]))
      current = parent.state
    }
    return lines.reversed()
  }

  private func words(_ action: Action, _ state: State) -> String {
    let program = evaluation.program
    let values = program.slots.indices.map { "\(program.variable($0).name)=\(state.slots[$0])" }
    let who =
      switch action {
      case .activation(let id): "activation \(id)"
      case .event(let event, _): "event \(program.model.events[event.index].name)"
      case .setting(let slot): "setting \(program.variable(slot).name)"
      case .delay(let time): "\(time) ms pass"
      }
    let there = state.activations.map {
      "\($0.id):\($0.origin)\($0.waiting.map { " waits \($0)" } ?? "")\($0.holds ? "" : " off")"
    }
    return
      "\(who) -> \(values.joined(separator: " ")) frozen=\(state.isFrozen) [\(there.joined(separator: "; "))] \(state.tracks)"
  }
}

/// A linear congruential generator: the same runs for the same seed.
/// - Source: Knuth, "The Art of Computer Programming", volume 2, MMIX.
private struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }
  mutating func pick(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
