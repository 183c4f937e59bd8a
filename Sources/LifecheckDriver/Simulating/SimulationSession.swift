import LifecheckChecking
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// A run of a spec that somebody makes by hand: orders in, text out.
package struct SimulationSession: Sendable {
  /// The result of an order.
  package enum Reply: Sendable {
    case done(String)
    /// The run is as it was before.
    case mistake(String)
    case over
  }
  let spec: SimulatedSpec
  let text: SimulationText
  private var start: SimulationStart
  private(set) var simulation: Simulation
  /// How many steps of the story there are after each step of the run.
  private var told = [0]
  /// How many steps the run had before each order that made it longer.
  private var marks: [Int] = []

  /// - Throws: `SimulationMistake` when no run starts.
  init(_ spec: SimulatedSpec, usesColor: Bool, width: Int?) throws(SimulationMistake) {
    self.spec = spec
    text = SimulationText(spec.places, usesColor: usesColor, width: width)
    start = SimulationStart(spec.system)
    simulation = try start.simulation(exactly: spec.isExact, questions: spec.questions)
  }

  /// The text that is shown before the first order.
  package var heading: String {
    let unknown = start.words(at: simulation.state)
    return text.heading(
      "\(spec.name): a run, step by step",
      premises: unknown.isEmpty ? [] : ["unknown, and taken for now: \(unknown.joined(separator: ", "))"])
  }

  /// - Throws: `InternalError` when the interpreter refuses what it has offered.
  package func situation() throws(InternalError) -> String { text.situation(try place()) }

  /// Some rule or property is broken in the run as it is.
  package var isViolated: Bool {
    get throws(InternalError) { try failed().contains { !$0.isPossible && !$0.isAdvice } }
  }

  /// The sentences that are broken in the run as it is, and those of all that is `possible` that are reached: rules by their ids,
  /// others by their titles.
  package func findings() throws(InternalError) -> (violated: Set<String>, reached: Set<String>) {
    let failed = try failed()
    return (Set(failed.filter { !$0.isPossible }.map(\.name)), Set(failed.filter(\.isPossible).map(\.name)))
  }

  private func failed() throws(InternalError) -> [SimulatedSpec.Subject] {
    let standings = try internally { () throws(ReplayFailure) in try simulation.standings() }
    return zip(spec.subjects, standings).compactMap { subject, standing in
      if case .failed = standing { subject } else { nil }
    }
  }

  // MARK: Orders

  package mutating func obey(_ order: SimulationOrder) throws(InternalError) -> Reply {
    let before = simulation.stepCount
    let reply = try answer(order)
    if simulation.stepCount > before { marks.append(before) }
    return reply
  }

  private mutating func answer(_ order: SimulationOrder) throws(InternalError) -> Reply {
    switch order {
    case .nothing: return .done("")
    case .quit: return .over
    case .help: return .done(SimulationOrder.usage + "\n")
    case .number(let number): return try take(number)
    case .event(let words): return try take(words)
    case .wait(let amount): return try wait(amount)
    case .go: return try go()
    case .goOn: return try goOn()
    case .undo(let count): return try undo(count)
    case .story: return .done(try wholeStory())
    case .values: return .done(values)
    case .set(let name, let value): return try set(name, value)
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(InternalError) -> Reply {
    if !marks.isEmpty { return .mistake("what is unknown is set at the start: `undo \(marks.count)` goes back there\n") }
    var changed = start
    do throws(SimulationMistake) {
      try changed.set(name, to: value)
      simulation = try changed.simulation(exactly: spec.isExact, questions: spec.questions)
    } catch { return .mistake(error.sentence + "\n") }
    start = changed
    return .done(heading + (try situation()))
  }

  private mutating func undo(_ count: Int) throws(InternalError) -> Reply {
    if count > marks.count {
      return .mistake(
        marks.isEmpty ? "this is the start; there is nothing to undo\n" : "there is only so much to undo: `undo \(marks.count)`\n"
      )
    }
    let steps = marks[marks.count - count]
    told.removeLast(simulation.stepCount - steps)
    simulation.goBack(to: steps)
    marks.removeLast(count)
    return .done(try situation())
  }

  private mutating func go() throws(InternalError) -> Reply {
    guard let first = try nextUrgent() else { return try wait(nil) }
    let steps = try follow(first)
    return .done(try telling(steps))
  }

  private mutating func goOn() throws(InternalError) -> Reply {
    guard var next = try nextUrgent() else { return try wait(nil) }
    var steps: [StoryStep] = []
    for _ in 0..<Self.mostStepsAtOnce {
      steps += try follow(next)
      guard let other = try nextUrgent() else { break }
      next = other
    }
    return .done(try telling(steps))
  }

  /// A story says nothing of some steps; where such a step has to be taken, so has the one after it.
  private mutating func follow(_ first: Outcome) throws(InternalError) -> [StoryStep] {
    var steps = try take(first)
    for _ in 1..<Self.mostStepsAtOnce where steps.isEmpty && simulation.interpreter.isUrgent(first.edge) {
      guard let next = try nextUrgent() else { break }
      steps = try take(next)
    }
    return steps
  }

  /// At one time, one after the other.
  private static let mostStepsAtOnce = 100

  private func nextUrgent() throws(InternalError) -> Outcome? {
    try outcomes().first { simulation.interpreter.isUrgent($0.edge) }
  }

  private mutating func take(_ words: String) throws(InternalError) -> Reply {
    let place = try place()
    let meant = matches(words, in: place.options.map(\.text))
    if meant.count == 1 { return try take(meant[0] + 1) }
    if meant.count > 1 {
      let numbers = meant.map { "\($0 + 1)" }.joined(separator: ", ")
      return .mistake("`\(words)` may be each of \(numbers); take one by its number:\n" + text.list(place))
    }
    let later = matches(words, in: place.later.map(\.text))
    if let first = later.first {
      let seconds = place.later[first].delay
      return .mistake("`\(words)` is possible after \(seconds.text), not yet: `wait` for that\n")
    }
    return .mistake("`\(words)` cannot happen now; \(choices(place))")
  }

  private mutating func take(_ number: Int) throws(InternalError) -> Reply {
    let outcomes = try outcomes()
    guard outcomes.indices.contains(number - 1) else {
      return .mistake("there is no \(number) to choose; \(choices(try place()))")
    }
    let steps = try follow(outcomes[number - 1])
    return .done(try telling(steps))
  }

  /// The steps that have just been taken, and what comes of them.
  private func telling(_ steps: [StoryStep]) throws(InternalError) -> String {
    let shown = steps.isEmpty ? "" : text.steps(steps, from: told[told.count - 1] - steps.count + 1)
    return shown + (try situation())
  }

  private func choices(_ place: Situation) -> String {
    place.options.isEmpty ? "nothing can happen but that time passes\n" : "what can:\n" + text.list(place)
  }

  private mutating func wait(_ amount: RationalTime?) throws(InternalError) -> Reply {
    let longest = try internally { () throws(ReplayFailure) in try simulation.longestWait() }
    guard let wanted = amount ?? longest else { return .mistake("nothing has to happen here; say how long to wait: `wait 5s`\n") }
    if longest == .zero { return .mistake("no time can pass here; \(choices(try place()))") }
    if let longest, longest < wanted { return .mistake("so much time cannot pass here; wait at most \(longest.text)\n") }
    do throws(ReplayFailure) { try simulation.wait(wanted) } catch { return .mistake(refusal(error)) }
    told.append(told[told.count - 1])
    return .done(try situation())
  }

  private func refusal(_ failure: ReplayFailure) -> String {
    switch failure.reason {
    case .overflow: "the times of this run have become too fine to be exact\n"
    case .assumptionLeft: "what the spec assumes would be false then\n"
    default: "\(failure.reason)\n"
    }
  }

  // MARK: What can happen

  func outcomes() throws(InternalError) -> [Outcome] {
    try internally { () throws(ReplayFailure) in try simulation.outcomes() }
  }

  /// - Returns: What the step tells.
  mutating func take(_ outcome: Outcome) throws(InternalError) -> [StoryStep] {
    let steps = self.steps(of: outcome, from: simulation.state)
    try internally { () throws(ReplayFailure) in try simulation.take(outcome) }
    let count = told[told.count - 1]
    told.append(count + steps.count)
    return steps
  }

  /// Time passes.
  mutating func letPass(_ amount: RationalTime) throws(InternalError) {
    try internally { () throws(ReplayFailure) in try simulation.wait(amount) }
    told.append(told[told.count - 1])
  }

  private func steps(of outcome: Outcome, from state: State) -> [StoryStep] {
    let trace = Trace(
      initialVariables: state.variables, parameters: simulation.interpreter.parameters, steps: [outcome.step], length: 1)
    return spec.storyBuilder.steps(of: trace, through: [state, outcome.state])
  }

  func place() throws(InternalError) -> Situation {
    try internally { () throws(ReplayFailure) in
      let (outcomes, later, longest) = (try simulation.outcomes(), try simulation.laterOutcomes(), try simulation.longestWait())
      let state = simulation.state
      var beyond: [String] = []
      for outcome in try simulation.outcomesBeyond() { beyond += spec.beyond(outcome.state).filter { !beyond.contains($0) } }
      return Situation(
        time: state.now, options: options(outcomes),
        later: later.map { ($0.delay, words(steps(of: $0.outcome, from: $0.before), $0.outcome)) },
        wait: try wait(longest), dangers: try dangers(), beyond: beyond)
    }
  }

  private func wait(_ longest: RationalTime?) throws(ReplayFailure) -> Situation.Wait {
    guard let longest else { return .asLongAsOneLikes }
    if longest == .zero { return .notAtAll }
    let names = try simulation.interpreter.mustGoOn(after: longest, in: simulation.state).map { automaton in
      let place = simulation.state.locations[automaton.index]
      let process = spec.system.automata[automaton.index]
      if !process.locations[place.index].name.isEmpty { return process.locations[place.index].name }
      return spec.lowered.systemProcesses.contains(automaton.index) ? "the system" : "`\(process.name)`"
    }
    return .atMost(longest, names)
  }

  /// Where two read alike, what they change tells them apart.
  private func options(_ outcomes: [Outcome]) -> [Situation.Option] {
    let told = outcomes.map(whatFollows)
    let texts = zip(told, outcomes).map { words($0, $1) }
    return outcomes.indices.map { index in
      let changes = told[index].flatMap(\.changes).filter { $0.from != $0.to }.map { "\($0.name): \($0.from) → \($0.to)" }
      let isAlone = texts.count { $0 == texts[index] } == 1
      let origin = told[index].lazy.compactMap(\.origin).first { !spec.platformFiles.contains($0.file) }
      return Situation.Option(
        text: texts[index] + (isAlone || changes.isEmpty ? "" : "   \(changes.joined(separator: ", "))"), place: origin,
        isUrgent: simulation.interpreter.isUrgent(outcomes[index].edge), breaks: broken(by: outcomes[index]))
    }
  }

  /// The rules and properties that hold so far, and fail once this has happened.
  private func broken(by outcome: Outcome) -> [String] {
    var ahead = simulation
    guard (try? ahead.take(outcome)) != nil, let (before, after) = try? (simulation.standings(), ahead.standings()) else {
      return []
    }
    return spec.subjects.indices.filter { !spec.subjects[$0].isPossible && !before[$0].isFailed && after[$0].isFailed }
      .map { spec.subjects[$0].title + (spec.subjects[$0].isAdvice ? " (advice)" : "") }
  }

  /// The steps that somebody who chooses it will be told.
  private func whatFollows(_ outcome: Outcome) -> [StoryStep] {
    let first = steps(of: outcome, from: simulation.state)
    var ahead = self
    return first.isEmpty ? (try? ahead.follow(outcome)) ?? [] : first
  }

  private func words(_ steps: [StoryStep], _ outcome: Outcome) -> String {
    if steps.isEmpty { return spec.storyBuilder.wordsOfSilence(outcome.edge) }
    return steps.map(\.text).joined(separator: ", then ")
  }

  /// Those that are `words`, else those that begin so, else those that have it in them; quotes and case do not matter.
  private func matches(_ words: String, in texts: [String]) -> [Int] {
    let plain = { (text: String) in text.filter { $0 != "`" }.lowercased() }
    let wanted = plain(words)
    let tests: [(String) -> Bool] = [{ $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) }]
    for test in tests {
      let found = texts.indices.filter { test(plain(texts[$0])) }
      if !found.isEmpty { return found }
    }
    return []
  }

  // MARK: What is in danger

  func dangers() throws(ReplayFailure) -> [Situation.Danger] {
    var result: [Situation.Danger] = []
    for (subject, standing) in zip(spec.subjects, try simulation.standings()) {
      guard let kind = kind(of: standing, subject) else { continue }
      result.append(
        Situation.Danger(kind: kind, title: title(subject, kind), isAdvice: subject.isAdvice, words: words(kind, subject)))
    }
    return result.enumerated().sorted { ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset) }.map(\.element)
  }

  private func kind(of standing: Simulation.Standing, _ subject: SimulatedSpec.Subject) -> Situation.Danger.Kind? {
    switch standing {
    case .open: nil
    case .lost: .lost
    case .failsIn(let time): subject.isPossible ? nil : .failsIn(time)
    case .failed(let step):
      subject.isPossible ? .reached(step: told[step]) : .violated(step: told[step], isWaiting: isWait(step))
    }
  }

  /// Whether the step of the run with this number, from 1, is only time that passes.
  private func isWait(_ step: Int) -> Bool { step > 0 && simulation.trace.steps[step - 1].edge == nil }

  /// A violation names what it is about in its own words.
  private func title(_ subject: SimulatedSpec.Subject, _ kind: Situation.Danger.Kind) -> String {
    if case .violated = kind { return subject.title }
    return subject.title + (subject.part.map { ", for `\($0)`" } ?? "")
  }

  private func words(_ kind: Situation.Danger.Kind, _ subject: SimulatedSpec.Subject) -> [String] {
    if case .violated = kind { return spec.failure(subject, in: simulation.state) }
    return []
  }

  // MARK: The run so far

  private func wholeStory() throws(InternalError) -> String {
    let trace = simulation.trace
    if trace.steps.isEmpty { return "nothing has happened yet\n" }
    return text.steps(spec.storyBuilder.steps(of: trace, through: simulation.states), from: 1)
  }

  private var values: String {
    zip(spec.system.variables, simulation.state.variables).filter { !$0.0.isHidden }
      .map { "  \($0.label ?? $0.name): \($0.nameOfValue($1))\n" }.joined()
  }

  func internally<Result>(_ body: () throws(ReplayFailure) -> Result) throws(InternalError) -> Result {
    do { return try body() } catch {
      throw InternalError(message: "the interpreter refuses a step that it has offered: \(error)")
    }
  }
}

extension Situation.Danger.Kind {
  /// The key to sort by: the worst danger first, then the one that comes first.
  fileprivate var order: RationalTime {
    switch self {
    case .violated: RationalTime(-2)
    case .reached: RationalTime(-1)
    case .failsIn(let time): time
    case .lost: RationalTime(Int.max)
    }
  }
}

extension Simulation.Standing {
  fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
