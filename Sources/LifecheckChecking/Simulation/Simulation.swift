import LifecheckSystem

/// A run that somebody makes, step by step, and what it means for each of some questions.
///
/// The run itself leaves out all monitors: what they choose is no choice of who makes the run. Each question is answered for
/// all occurrences that its monitors could follow, by the states in which they follow one or another of them. All are states
/// that the interpreter came to, and a question fails when its goal holds in one of them.
package struct Simulation: Sendable {
  package struct Question: Sendable {
    package var goal: Term
    /// The flags of its monitors.
    package var watches: Set<VariableIndex>
    package init(goal: Term, watches: Set<VariableIndex>) {
      self.goal = goal
      self.watches = watches
    }
  }
  /// How a question stands.
  package enum Standing: Hashable, Sendable {
    case open
    /// It fails if nothing happens for that long, or for any longer.
    case failsIn(RationalTime)
    /// It failed after so many steps.
    case failed(step: Int)
    /// It may fail, by what happened before, and that can no longer be followed.
    case lost
  }
  package let interpreter: Interpreter
  private let questions: [Question]
  private let relevance: Relevance
  private let relevanceOfQuestion: [Relevance]
  /// Where it does not hold, the state stands for many, and some of them may not exist.
  private let isExact: Term
  /// The start, then one after each step.
  private var moments: [Moment]

  private struct Moment: Sendable {
    var step: Step?
    var state: State
    var watches: [Watch]
  }

  /// One question, at one moment.
  private struct Watch: Sendable {
    /// All that its monitors could have made of the run, without what does not matter to it; none once it has failed.
    var states: [State]
    var isLost = false
    var failedAt: Int?
  }

  /// - Parameters:
  ///   - variables: The values at the start.
  ///   - exactly: Holds in the states that exist as they are.
  /// - Throws: Why there is no such start.
  package init(
    _ interpreter: Interpreter, variables: [Int], exactly isExact: Term, questions: [Question]
  ) throws(ReplayFailure) {
    self.interpreter = interpreter
    self.questions = questions
    self.isExact = isExact
    let all = questions.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.watches) }
    relevance = Relevance(interpreter.system, to: [isExact], ignoring: all)
    relevanceOfQuestion = questions.map { question in
      Relevance(interpreter.system, to: [isExact, question.goal], ignoring: all.subtracting(question.watches))
    }
    let state = try interpreter.initialState(variables: variables)
    moments = []
    var watches: [Watch] = []
    for number in questions.indices {
      var watch = Watch(states: [relevanceOfQuestion[number].normal(state)])
      try note(&watch, number)
      watches.append(watch)
    }
    moments = [Moment(step: nil, state: state, watches: watches)]
  }

  package var state: State { moments[moments.count - 1].state }
  package var states: [State] { moments.map(\.state) }
  package var stepCount: Int { moments.count - 1 }

  /// The run so far.
  package var trace: Trace {
    Trace(
      initialVariables: moments[0].state.variables, parameters: interpreter.parameters, steps: moments.compactMap(\.step),
      length: stepCount)
  }

  // MARK: What can happen

  /// The outcomes that are possible now.
  package func outcomes() throws(ReplayFailure) -> [Outcome] { try outcomes(in: state, areExact: true) }

  /// The outcomes that would be possible now if more things were followed.
  package func outcomesBeyond() throws(ReplayFailure) -> [Outcome] { try outcomes(in: state, areExact: false) }

  /// The outcomes possible after some time, and not before, unless something else happens; each at the first such moment.
  package func laterOutcomes() throws(ReplayFailure) -> [(delay: RationalTime, before: State, outcome: Outcome)] {
    let longest = try longestWait()
    var known = Set(try outcomes().map(\.edge))
    var result: [(delay: RationalTime, before: State, outcome: Outcome)] = []
    for moment in try interpreter.landmarks(in: state) where .zero < moment && longest.map({ moment <= $0 }) ?? true {
      guard let later = try? interpreter.delay(state, by: moment) else { break }
      let new = try outcomes(in: later, areExact: true).filter { !known.contains($0.edge) }
      known.formUnion(new.map(\.edge))
      result += new.map { (moment, later, $0) }
    }
    return result
  }

  /// How long nothing has to happen; nil: for ever.
  package func longestWait() throws(ReplayFailure) -> RationalTime? { try interpreter.maximalDelay(in: state) }

  /// It only keeps time from passing, and nobody tells of it.
  private func standsForTime(_ reference: EdgeReference) -> Bool {
    let edge = interpreter.edge(reference)
    return edge.isUrgent && edge.onlyStopsTime && edge.label.lines.isEmpty
  }

  private func outcomes(in state: State, areExact: Bool) throws(ReplayFailure) -> [Outcome] {
    var result: [Outcome] = []
    for outcome in try interpreter.outcomes(in: state, of: relevance) where !standsForTime(outcome.edge) {
      if try interpreter.holds(isExact, in: outcome.state) == areExact { result.append(outcome) }
    }
    return result
  }

  // MARK: Steps

  /// - Precondition: It is one of `outcomes`.
  package mutating func take(_ outcome: Outcome) throws(ReplayFailure) {
    var watches: [Watch] = []
    for number in questions.indices { watches.append(try watch(number, after: outcome)) }
    moments.append(Moment(step: outcome.step, state: outcome.state, watches: watches))
  }

  /// - Throws: Why so much time cannot pass.
  package mutating func wait(_ amount: RationalTime) throws(ReplayFailure) {
    let later = try interpreter.delay(state, by: amount)
    var watches = moments[moments.count - 1].watches
    for number in watches.indices {
      var states: [State] = []
      for state in watches[number].states { states.append(try interpreter.delay(state, by: amount)) }
      watches[number].states = states
      try note(&watches[number], number)
    }
    moments.append(Moment(step: Step(delay: amount, edge: nil, choices: []), state: later, watches: watches))
  }

  /// Back to when there were only so many steps.
  package mutating func goBack(to count: Int) { moments.removeLast(moments.count - 1 - min(count, stepCount)) }

  /// The possible states of the question's monitors after the outcome. Where they would come to something else than the run has,
  /// they are lost: a thing that they follow is kept, and what is made after it takes another place.
  private func watch(_ number: Int, after outcome: Outcome) throws(ReplayFailure) -> Watch {
    var watch = moments[moments.count - 1].watches[number]
    let (own, shown) = (relevanceOfQuestion[number], relevance.normal(outcome.state))
    var found: [State] = []
    var known: Set<State> = []
    for state in watch.states {
      let successors = try interpreter.outcomes(of: outcome.edge, in: state, own).map { own.normal($0.state) }
      let same = successors.filter { relevance.normal($0) == shown }
      if same.isEmpty { watch.isLost = true }
      for state in same where known.insert(state).inserted { found.append(state) }
    }
    watch.states = found
    try note(&watch, number)
    return watch
  }

  private func note(_ watch: inout Watch, _ number: Int) throws(ReplayFailure) {
    guard watch.failedAt == nil else { return }
    for state in watch.states where try interpreter.holds(questions[number].goal, in: state) {
      (watch.failedAt, watch.states) = (moments.count, [])
      return
    }
  }

  // MARK: Dangers

  /// By question.
  package func standings() throws(ReplayFailure) -> [Standing] {
    var result: [Standing] = []
    for (number, watch) in moments[moments.count - 1].watches.enumerated() { result.append(try standing(watch, number)) }
    return result
  }

  private func standing(_ watch: Watch, _ number: Int) throws(ReplayFailure) -> Standing {
    if let step = watch.failedAt { return .failed(step: step) }
    var least: RationalTime?
    for state in watch.states {
      guard let left = try interpreter.timeLeft(to: questions[number].goal, in: state) else { continue }
      least = least.map { min($0, left) } ?? left
    }
    return least.map { .failsIn($0) } ?? (watch.isLost ? .lost : .open)
  }
}
