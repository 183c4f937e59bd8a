import LifecheckSystem

/// Runs of a system, chosen at random from a seed, so as to take every edge at least once.
///
/// Where an edge could be taken that no run has taken yet, it is kept in mind, and taken later from that very state. Time
/// passes to the moments that the system compares its clocks with, and to others between and beyond.
struct RandomRuns {
  /// A state, and which of `interpreters` is in it.
  struct Place {
    var state: State
    var interpreter: Int
    /// The single step that led here; nil where a run starts, or the state is made up.
    var arrival: (before: State, step: Step)?

    func after(_ step: Step, _ state: State) -> Place {
      Place(state: state, interpreter: interpreter, arrival: (self.state, step))
    }
  }
  let system: TimedSystem
  let landmarks: Landmarks
  var dice: SplitMix64
  /// One for each choice of the rigid parameters.
  private(set) var interpreters: [Interpreter] = []
  private(set) var taken: Set<EdgeReference> = []
  /// A step from a place that was reached which an assignment beyond its variable's domain made impossible: engines pass
  /// over it, and what comes after it is lost.
  private(set) var lostStep: ReplayFailure?
  /// Some of the places that were visited.
  private(set) var visited: [Place] = []
  private var pending: [(place: Place, edge: EnabledEdge)] = []
  private var here: Place?
  private var enabled: [EnabledEdge] = []
  private var stepsOfRun = 0

  private static let longestRun = 40
  private static let mostKept = 400

  init(_ system: TimedSystem, goals: [Term], seed: UInt64) {
    self.system = system
    landmarks = Landmarks(system, goals: goals)
    dice = SplitMix64(seed: seed)
    for kind in 0..<(system.parameters.isEmpty ? 1 : 4) {
      let values = system.parameters.map { choose($0, kind) }
      interpreters.append(Interpreter(system, parameters: values))
    }
  }

  /// The next place; nil when this attempt came to nothing.
  mutating func next() -> Place? {
    let place = step()
    if let place { arrive(at: place) }
    return place
  }

  /// The places of a run that is given, as far as it is one.
  mutating func follow(_ trace: Trace) -> [Place] {
    let interpreter = Interpreter(system, parameters: trace.parameters)
    guard let start = try? interpreter.initialState(variables: trace.initialVariables) else { return [] }
    interpreters.append(interpreter)
    var places = [Place(state: start, interpreter: interpreters.count - 1)]
    for step in trace.steps.flatMap(\.parts) {
      let place = places[places.count - 1]
      guard let after = try? interpreter.perform(step, in: place.state) else { break }
      if let edge = step.edge { taken.insert(edge) }
      places.append(place.after(step, after))
    }
    visited += places
    return places
  }

  // MARK: Steps

  private mutating func step() -> Place? {
    if !pending.isEmpty, dice.chance(60) {
      let index = dice.pick(0...pending.count - 1)
      let (place, edge) = pending[index]
      pending.swapAt(index, pending.count - 1)
      pending.removeLast()
      if !taken.contains(edge.edge) { return take(edge, from: place) }
    }
    guard let here, stepsOfRun < Self.longestRun else { return start() }
    stepsOfRun += 1
    if dice.chance(40) || enabled.isEmpty, let later = delayed(here) { return later }
    return enabled.isEmpty ? start() : take(dice.pick(enabled), from: here)
  }

  private mutating func start() -> Place? {
    stepsOfRun = 0
    here = nil
    if !visited.isEmpty, dice.chance(50) { return dice.pick(visited) }
    let interpreter = dice.pick(0...interpreters.count - 1)
    let values = system.variables.map { $0.initial ?? dice.pick(0...$0.domain - 1) }
    return (try? interpreters[interpreter].initialState(variables: values)).map { Place(state: $0, interpreter: interpreter) }
  }

  private mutating func take(_ edge: EnabledEdge, from place: Place) -> Place? {
    taken.insert(edge.edge)
    let interpreter = interpreters[place.interpreter]
    let sizes = system.automata[edge.edge.automaton.index].edges[edge.edge.edge].choices
    // Any other choices are as good, if they are possible.
    let others = sizes.map { dice.pick(0...$0 - 1) }
    for choices in [others, edge.choices] {
      let after = noting { () throws(ReplayFailure) in try interpreter.take(edge.edge, choices: choices, in: place.state) }
      if let after { return place.after(Step(delay: .zero, edge: edge.edge, choices: choices), after) }
    }
    return nil
  }

  private mutating func arrive(at place: Place) {
    here = place
    let interpreter = interpreters[place.interpreter]
    enabled = noting { () throws(ReplayFailure) in try interpreter.possibleEdges(in: place.state) } ?? []
    for edge in enabled where !taken.contains(edge.edge) { pending.append((place, edge)) }
    if pending.count > Self.mostKept { pending.removeFirst(pending.count - Self.mostKept) }
    if visited.count < Self.mostKept { visited.append(place) } else { visited[dice.pick(0...visited.count - 1)] = place }
  }

  /// nil where the step cannot be taken; why is noted if there is no good reason.
  private mutating func noting<Result>(_ step: () throws(ReplayFailure) -> Result) -> Result? {
    do {
      return try step()
    } catch {
      if case .valueOutOfDomain(_, _, let edge, _, _) = error.reason, isOnlyStep(edge) { lostStep = lostStep ?? error }
      return nil
    }
  }

  /// Where an edge has choices, others may stand for what really happens: a crowd's edges allow more than any member can do.
  private func isOnlyStep(_ edge: EdgeReference) -> Bool {
    system.automata[edge.automaton.index].edges[edge.edge].choices.isEmpty
  }

  // MARK: Time

  /// The place after some time; nil where time cannot pass.
  mutating func delayed(_ place: Place) -> Place? {
    let interpreter = interpreters[place.interpreter]
    let longest: RationalTime?
    do { longest = try interpreter.maximalDelay(in: place.state) } catch { return nil }
    if longest == .zero { return nil }
    let amount = longest.flatMap { dice.chance(30) ? $0 : nil } ?? landmark(place, longest)
    return (try? interpreter.delay(place.state, by: amount)).map { place.after(Step(delay: amount, edge: nil, choices: []), $0) }
  }

  /// How long until a clock is at, just before or just after something that it is compared with.
  private mutating func landmark(_ place: Place, _ longest: RationalTime?) -> RationalTime {
    let clocks = landmarks.bounds.indices.filter { !landmarks.bounds[$0].isEmpty }
    var amount = RationalTime(dice.pick(1...5), over: dice.pick(1...2))
    if !clocks.isEmpty {
      let clock = dice.pick(clocks)
      let bound = value(of: dice.pick(landmarks.bounds[clock]), place)
      let nudge = RationalTime(dice.chance(60) ? 0 : dice.pick(-1...1), over: 2)
      let wanted = bound?.adding(nudge)?.subtracting(place.state.clocks[clock])
      if let wanted, wanted > .zero { amount = wanted }
    }
    guard let longest, longest < amount else { return amount }
    // Halves of halves would not fit for long.
    return longest.denominator > 1 << 20 ? longest : RationalTime(longest.numerator, over: longest.denominator * 2)
  }

  func value(of bound: TimeBound, _ place: Place) -> RationalTime? {
    try? Evaluation(state: place.state, parameters: interpreters[place.interpreter].parameters, choices: nil).value(of: bound)
  }

  // MARK: Parameters

  /// The preferred values, the least, the greatest, any.
  private mutating func choose(_ parameter: RigidParameter, _ kind: Int) -> RationalTime {
    switch kind {
    case 0: RationalTime(parameter.preferred ?? parameter.range.lowerBound)
    case 1: RationalTime(parameter.range.lowerBound)
    case 2: RationalTime(parameter.range.upperBound)
    default: RationalTime(dice.pick(parameter.range))
    }
  }
}

extension Step {
  /// Time that passes, and the edge that is taken then.
  fileprivate var parts: [Step] {
    guard let edge, delay > .zero else { return [self] }
    return [Step(delay: delay, edge: nil, choices: []), Step(delay: .zero, edge: edge, choices: choices)]
  }
}
