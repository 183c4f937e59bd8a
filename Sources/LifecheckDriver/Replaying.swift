import LifecheckChecking
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// How a recorded run came out.
package enum ReplayOutcome: Sendable {
  /// It is a run of the spec, gets where it says, and is told as it is.
  /// - Parameter moved: that the report has other places than the spec has now, if it has.
  case confirmed(moved: String?)
  /// It is none; a sentence says at which step, and why.
  case refused(String)
  /// The spec has errors.
  case errors(CheckReport)
}

/// Runs a recorded run on what the spec means now.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason that is no mistake of it.
package func replay(
  _ recorded: RecordedAnswer, path: String, text: [UInt8], loader: SourceLoader
) throws(InternalError) -> ReplayOutcome {
  let outcome = check(
    path: path, text: text, loader: loader, version: recorded.run.version, platformParameters: recorded.platformParameters)
  let (report, program) = try lowered(outcome, path: path)
  guard let (model, lowered) = program else { return .errors(report) }
  let replaying = Replaying(model: model, lowered: lowered, recorded: recorded, path: path)
  do throws(RunRefusal) {
    try comparePlatform(of: recorded, with: report.platform)
    if let version = recorded.run.version, !recorded.isVersionChosen {
      let own = check(path: path, text: text, loader: loader, version: nil, platformParameters: recorded.platformParameters)
      try compare(version, of: recorded, with: own)
    }
    return .confirmed(moved: try replaying.check())
  } catch { return .refused(error.sentence) }
}

private func comparePlatform(of recorded: RecordedAnswer, with present: String?) throws(RunRefusal) {
  if ClaimedPlatform(recorded.platform.map { ", on \($0)" } ?? "").includes(present) { return }
  throw RunRefusal(
    sentence: "the report is about \(recorded.platform ?? "no platform"), and the run is one of \(present ?? "no platform")")
}

/// A run on a version that the spec named once says nothing of those that it names now.
private func compare(_ version: Int, of recorded: RecordedAnswer, with own: CheckOutcome) throws(RunRefusal) {
  let versions = own.requestedVersions ?? own.model?.versions
  if versions?.contains(version) ?? false { return }
  let name = (own.platformName ?? "another platform") + (versions.map { " \(text(ofVersions: Array($0)))" } ?? "")
  throw RunRefusal(sentence: "the run is one on \(recorded.platform ?? "version \(version)"), and the spec is for \(name) now")
}

/// Why a run is refused, as a sentence.
private struct RunRefusal: Error { let sentence: String }

private struct Replaying {
  let model: CheckedModel
  let lowered: LoweredModel
  let recorded: RecordedAnswer
  /// Of the spec.
  let path: String

  private var system: TimedSystem { lowered.system }

  /// - Returns: What has moved since; nil: nothing has.
  func check() throws(RunRefusal) -> String? {
    let question = try question()
    let trace = try trace()
    let states = try states(of: trace, reaching: Obligations(lowered: lowered, question: question).exact)
    let story = Answering(model: model, lowered: lowered, options: VerificationOptions()).story(question, trace, through: states)
    try compareStory(with: story.steps)
    try compareWords(with: RecordedAnswer.StoryWords(story))
    return moved(since: RecordedAnswer.places(of: story, in: model.files))
  }

  private func states(of trace: Trace, reaching goal: Term) throws(RunRefusal) -> [State] {
    do {
      return try Interpreter(system, parameters: trace.parameters).replay(trace, reaching: goal)
    } catch { throw RunRefusal(sentence: sentence(error)) }
  }

  private func compareWords(with present: RecordedAnswer.StoryWords) throws(RunRefusal) {
    let told = recorded.words
    // Of several versions, the report names the one that the run is of.
    let version = recorded.run.version.map { "on \(model.platformName ?? "version") \($0)" }
    let isVersion = told.premises.first != nil && told.premises.first == version
    let premises = isVersion ? Array(told.premises.dropFirst()) : told.premises
    let says = "the run is one of the spec, but the report tells wrongly"
    if told.failure.withoutLayout != present.failure.withoutLayout {
      throw RunRefusal(sentence: "\(says) what fails; it is: \(present.failure)")
    }
    if premises != present.premises {
      let list = present.premises.isEmpty ? "nothing" : present.premises.joined(separator: ", ")
      throw RunRefusal(sentence: "\(says) what it takes for granted; it is: \(list)")
    }
    if told.fieldSignature != present.fieldSignature {
      throw RunRefusal(sentence: "\(says) what is seen in the field; it is: \(present.fieldSignature ?? "nothing")")
    }
    if told.length != present.length { throw RunRefusal(sentence: "\(says) its length; it is: \(present.length)") }
  }

  /// Editing moves lines, which makes no other run; but who follows the report would look in the wrong place.
  private func moved(since present: [String?]) -> String? {
    let shown = present.map { $0.map { $0.hasPrefix("\(path):") ? recorded.path + $0.dropFirst(path.count) : $0 } }
    guard let first = zip(shown, recorded.places).enumerated().first(where: { $0.element.0 != $0.element.1 }) else {
      return nil
    }
    let what = first.offset == 0 ? "the cause" : "step \(first.offset)"
    return "places have moved since: \(what) is at \(first.element.0 ?? "no place of its own"), and the report says "
      + (first.element.1 ?? "nothing")
  }

  private func question() throws(RunRefusal) -> Question {
    let answering = Answering(model: model, lowered: lowered, options: VerificationOptions())
    let alike = lowered.questions.filter { question in
      let subject = answering.subject(question)
      return subject.role == recorded.role && subject.title == recorded.title && subject.identifier == recorded.identifier
    }
    guard recorded.occurrence < alike.count else { throw RunRefusal(sentence: "the spec has no such sentence any more") }
    guard alike[recorded.occurrence].notApplicable == nil else {
      throw RunRefusal(sentence: "the rule does not apply to the spec any more")
    }
    return alike[recorded.occurrence]
  }

  // MARK: From names to numbers

  private func trace() throws(RunRefusal) -> Trace {
    let run = recorded.run
    let values = try values(run.initial, of: system.variables.map(\.name))
    try compare(run.parameters.map(\.name), system.parameters.map(\.name), what: "parameter")
    var trace = Trace(
      initialVariables: values, parameters: run.parameters.map(\.time), steps: [], length: run.steps.count)
    var places = system.automata.map(\.initial)
    for (index, step) in run.steps.enumerated() {
      do throws(RunRefusal) {
        let edges: [EdgeReference?] = if let move = step.move { try references(move, number: index + 1, places) } else { [nil] }
        let steps = edges.map { Step(delay: step.delay, edge: $0, choices: step.choices) }
        let taken = steps.count == 1 ? steps[0] : steps.first { isPossible($0, after: trace) } ?? steps[0]
        trace.steps.append(taken)
        if let edge = taken.edge { places[edge.automaton.index] = system.automata[edge.automaton.index].edges[edge.edge].target }
      } catch {
        // A step before it may not be possible any more either, and that is then the first to be told of.
        _ = try states(of: trace, reaching: .true)
        throw error
      }
    }
    return trace
  }

  private func isPossible(_ step: Step, after trace: Trace) -> Bool {
    var trace = trace
    trace.steps.append(step)
    return (try? Interpreter(system, parameters: trace.parameters).replay(trace, reaching: .true)) != nil
  }

  /// What the variables of the spec start with. Code that has changed places may have its variables in another order.
  private func values(_ recorded: [RecordedRun.Value], of names: [String]) throws(RunRefusal) -> [Int] {
    if recorded.map(\.name.withoutLayout).sorted() != names.map(\.withoutLayout).sorted() {
      try compare(recorded.map(\.name), names, what: "variable")
    }
    // Those of one name keep their order.
    var known = Dictionary(grouping: recorded.reversed(), by: \.name.withoutLayout)
    return names.compactMap { known[$0.withoutLayout]?.popLast()?.value }
  }

  private func compare(_ recorded: [String], _ present: [String], what: String) throws(RunRefusal) {
    let (before, now) = (recorded.map(\.withoutLayout), present.map(\.withoutLayout))
    if before == now { return }
    let (old, new) = (Set(before), Set(now))
    if let gone = recorded.first(where: { !new.contains($0.withoutLayout) }) {
      throw RunRefusal(sentence: "the run starts with a \(what) `\(gone)`, which the spec does not have")
    }
    if let added = present.first(where: { !old.contains($0.withoutLayout) }) {
      throw RunRefusal(sentence: "the run does not say what the \(what) `\(added)` of the spec starts with")
    }
    throw RunRefusal(sentence: "the run has other \(what)s than the spec")
  }

  /// The edges that the move may be now, the likeliest first. An edit elsewhere in the same code changes its number, and not what it
  /// does; and there may be several that read alike.
  ///
  /// - Parameter places: Where each automaton is.
  private func references(_ move: RecordedRun.Move, number: Int, _ places: [LocationIndex]) throws(RunRefusal) -> [EdgeReference]
  {
    let wanted = move.layoutFree.withoutNumbers
    let edges = edges(ofProcess: move.name.withoutLayout)
    let meant = edges.filter { system.move($0).layoutFree.withoutNumbers == wanted }
    func isSame(_ edge: EdgeReference) -> Bool { edge.automaton.index == move.process && edge.edge == move.edge }
    func leavesHere(_ edge: EdgeReference) -> Bool {
      system.automata[edge.automaton.index].edges[edge.edge].source == places[edge.automaton.index]
    }
    if meant.isEmpty { throw unknown(move, number: number, among: edges) }
    let here = meant.filter(leavesHere)
    let likely = here.isEmpty ? meant : here
    return likely.filter(isSame) + likely.filter { !isSame($0) }
  }

  private func edges(ofProcess name: String) -> [EdgeReference] {
    system.automata.indices.filter { system.automata[$0].name.withoutLayout == name }.flatMap { automaton in
      system.automata[automaton].edges.indices.map { EdgeReference(automaton: AutomatonIndex(automaton), edge: $0) }
    }
  }

  /// The refusal of a move that the spec does not have. It names the edge from the same place that agrees the longest.
  private func unknown(_ move: RecordedRun.Move, number: Int, among edges: [EdgeReference]) -> RunRefusal {
    let told = StoryOfMoves(recorded).words(of: number - 1).map(\.withoutBlocks)
    let own = edges.filter { $0.automaton.index == move.process }
    let others = (own.isEmpty ? edges : own).filter { system.move($0).from.withoutLayout == move.from.withoutLayout }.map {
      edge in
      system.automata[edge.automaton.index].edges[edge.edge].label.lines.map(\.text)
    }
    func agreement(_ lines: [String]) -> Int { zip(lines.map(\.withoutBlocks), told).prefix { $0 == $1 }.count }
    let nearest = others.max { agreement($0) < agreement($1) } ?? []
    let line = agreement(nearest)
    let goesOn = line < nearest.count && !told.isEmpty ? nearest[line] : nil
    if line == told.count, let goesOn {
      return RunRefusal(sentence: "the spec goes on with \(goesOn) after \(step(number, line: line - 1))")
    }
    let instead = goesOn.map { "; there it goes on with \($0)" } ?? ""
    return RunRefusal(sentence: "\(step(number, line: line)) is a step of no run of the spec any more\(instead)")
  }

  /// "step 6 of the story (notes.lc:14, `upload.begin()`)"; people do not know the steps that the story has nothing of.
  private func step(_ number: Int, line: Int = 0) -> String {
    let story = StoryOfMoves(recorded)
    if let place = story.place(of: number - 1, line: line) { return words(place) }
    if let next = story.place(after: number - 1) { return "what comes before \(words(next))" }
    let move = recorded.run.steps[number - 1].move
    return "step \(number) of the run (\(move.map(words) ?? "time passes"))"
  }

  private func words(_ place: StoryOfMoves.Place) -> String {
    let told = [place.place.map(withoutColumn), recorded.told[place.number - 1].text].compactMap(\.self)
    return "step \(place.number) of the story (\(told.joined(separator: ", ")))"
  }

  private func withoutColumn(_ place: String) -> String {
    place.lastIndex(of: ":").map { String(place[..<$0]) } ?? place
  }

  private func words(_ move: RecordedRun.Move) -> String {
    move.text.isEmpty ? "`\(move.name)` goes on" : "\(move.text)"
  }

  // MARK: In words

  private func sentence(_ failure: ReplayFailure) -> String {
    if failure.reason == .goalNotReached {
      let end = recorded.isReached ? "does not get there" : "does not break the sentence"
      return "the run is possible up to its last step, but it \(end)"
    }
    guard let number = failure.step, number > 0 else { return "it cannot start so: \(reason(failure.reason))" }
    return "\(step(number)): \(reason(failure.reason))"
  }

  private func elsewhere(_ automaton: String, at location: String) -> String {
    let edges = system.automata.first { $0.name == automaton }
      .map { automaton in automaton.edges.filter { automaton.locations[$0.source.index].name == location } }
    let lines = edges?.compactMap { $0.label.lines.first }.filter { $0.origin.file == FileID(0) } ?? []
    guard let line = lines.first else { return "`\(automaton)` is elsewhere at this point" }
    return "the spec goes on with \(line.text) (\(Places(files: model.files).place(line.origin))) there"
  }

  private func reason(_ reason: ReplayFailure.Reason) -> String {
    switch reason {
    case .urgentEdgePending(_, let edge): "no time can pass here, since something else comes first: \(words(system.move(edge)))"
    case .invariantPassed(let automaton, _, _, let value, let bound):
      "so much time cannot pass: `\(automaton)` goes on at \(bound.text) at the latest, and this would be \(value.text)"
    case .notAtSource(let automaton, _, _, let found): elsewhere(automaton, at: found)
    case .guardNotMet(_, _, _, let origin):
      "its condition does not hold here" + (origin.map { " (\(Places(files: model.files).place($0)))" } ?? "")
    case .parameterOutOfRange(let name, let value): "`\(name)` cannot be \(value.text)"
    case .negativeDelay: "time does not run backwards"
    case .choiceOutOfDomain, .wrongCount: "its choices are not those that this step leaves open"
    default: "\(reason)"
    }
  }

  /// Checks that the story that people read is what the run does.
  private func compareStory(with steps: [StoryStep]) throws(RunRefusal) {
    let wrong = zip(recorded.told, steps).enumerated().first { !isTold($0.element.1, as: $0.element.0) }?.offset
    if wrong == nil, steps.count == recorded.told.count { return }
    let number = wrong ?? min(steps.count, recorded.told.count)
    let isNow = number < steps.count ? "at \(steps[number].time.text), \(steps[number].text)" : "it has ended"
    throw RunRefusal(sentence: "the run is one of the spec, but step \(number + 1) of its story is told wrongly; it is: \(isNow)")
  }

  /// Whether the step is told in the words of the report, up to layout. A block that the report shows must be one that stands there,
  /// and a comment could say anything.
  private func isTold(_ step: StoryStep, as recorded: RecordedAnswer.ToldStep) -> Bool {
    var (now, before) = (RecordedAnswer.ToldStep(step).layoutFree, recorded.layoutFree)
    if now == before { return true }
    guard let origin = step.origin, step.text.withoutBlocks == recorded.text.withoutBlocks, !recorded.text.hasComments else {
      return false
    }
    let source = model.files[origin.file.index].text(of: origin).bareCode
    (now.text, before.text) = ("", "")
    return now == before && recorded.text.blocks.allSatisfy { $0 == "…" || source.contains($0) }
  }
}

// MARK: Layout

extension RecordedRun.Move {
  fileprivate var withoutNumbers: Self {
    var move = self
    (move.process, move.edge) = (0, 0)
    return move
  }

  fileprivate var layoutFree: Self {
    var move = self
    move.name = name.withoutLayout
    (move.from, move.to) = (from.withoutLayout, to.withoutLayout)
    move.text = text.withoutBlocks
    return move
  }
}

extension RecordedAnswer.ToldStep {
  fileprivate var layoutFree: Self {
    var step = self
    step.text = text.withoutLayout
    (step.actor, step.executor) = (actor.map(\.withoutLayout), executor.map(\.withoutLayout))
    step.changes = changes.map { change in
      StoryStep.Change(
        name: change.name.withoutLayout, from: change.from.withoutLayout, to: change.to.withoutLayout)
    }
    return step
  }
}
