import LifecheckDiagnostics
import LifecheckSystem

/// An answer of a JSON report with a run that breaks or reaches something: all that is needed to replay it.
package struct RecordedAnswer: Sendable {
  /// The path of the spec, as it was given.
  package var path: String
  /// `grace=4s`: what was fixed of the platform.
  package var platformParameters: [String]
  package var role: Answer.Role
  package var title: String
  package var identifier: String?
  /// Of the answers with the same words, counted from 0.
  package var occurrence: Int
  package var isReached: Bool
  package var run: RecordedRun
  /// As the story tells it.
  package var told: [ToldStep]
  /// For example `ios 17`; nil: the spec is its own platform.
  package var platform: String?
  /// The version of the platform was asked for, and need not be one of the spec's.
  package var isVersionChosen: Bool
  package var words: StoryWords
  /// Of the cause, then of each step: `notes.lc:12:5`; nil where there is none.
  package var places: [String?]
  /// The words of a story beside its steps.
  package struct StoryWords: Hashable, Sendable {
    package var failure: String
    package var premises: [String]
    package var fieldSignature: String?
    package var length: Int
  }
  package struct ToldStep: Hashable, Sendable {
    package var time: RationalTime
    package var text: String
    package var changes: [StoryStep.Change]
    package var actor: String?
    package var executor: String?
  }
}

extension RecordedAnswer.StoryWords {
  package init(_ story: Story) {
    self.init(
      failure: story.failure, premises: story.premises, fieldSignature: story.fieldSignature, length: story.length)
  }
}

extension RecordedAnswer {
  /// As `places` has them.
  package static func places(of story: Story, in files: [SourceFile]) -> [String?] {
    let places = Places(files: files)
    return ([story.cause] + story.steps.map(\.origin)).map { origin in
      origin.map { "\(places.path($0)):\(places.start($0).line):\(places.start($0).column)" }
    }
  }
}

extension RecordedAnswer.ToldStep {
  package init(_ step: StoryStep) {
    self.init(time: step.time, text: step.text, changes: step.changes, actor: step.actor, executor: step.executor)
  }
}

/// Why a text is no report with runs, as a sentence.
package struct RecordingProblem: Error, Hashable, Sendable {
  package let message: String
  package init(message: String) { self.message = message }
}

/// The runs in a report that `JSONReport` has written, in order.
package func recordedAnswers(in text: [UInt8]) throws(RecordingProblem) -> [RecordedAnswer] {
  let root = try Member.report(in: text)
  var result: [RecordedAnswer] = []
  for report in try root.elements("reports") {
    var seen: [String: Int] = [:]
    for answer in try report.elements("answers") {
      let words = [try answer.text("role"), try answer.text("title"), try answer.optionalText("identifier") ?? ""]
      let occurrence = seen[words.joined(separator: "\n"), default: 0]
      seen[words.joined(separator: "\n")] = occurrence + 1
      let verdict = try answer.text("verdict")
      guard verdict == "violated" || verdict == "reached" else { continue }
      result.append(try recordedAnswer(answer, in: report, occurrence: occurrence, isReached: verdict == "reached"))
    }
  }
  return result
}

/// Checks that the report's conclusions are those that its verdicts mean.
func checkExitCode(of root: Member) throws(RecordingProblem) {
  var worst = ExitCode.allGood
  for report in try root.elements("reports") {
    for diagnostic in try report.elements("diagnostics") where try diagnostic.text("severity") == "error" {
      if worst != .specHasErrors { worst = report.optional("isUnfinished") == nil ? .specHasErrors : worst }
    }
    for answer in try report.elements("answers") {
      let outcome = try outcome(of: answer)
      guard try answer.flag("failsTheRun") == (outcome != .good) else {
        throw answer.problem("its `failsTheRun` is not what its verdict means")
      }
      if outcome == .bad, worst != .specHasErrors { worst = .violated }
      if outcome == .open, worst == .allGood { worst = .undecided }
    }
    if report.optional("isUnfinished") != nil, worst == .allGood { worst = .undecided }
  }
  if worst == .allGood, try saysNothingOfWhatWasAsked(root) { worst = .violated }
  let code = try root.integer("exitCode")
  guard code == worst.rawValue else {
    throw RecordingProblem(message: "its `exitCode` is \(code), and by its verdicts it must be \(worst.rawValue)")
  }
}

/// As `[CheckReport].sayNothingOfWhatWasAsked`.
private func saysNothingOfWhatWasAsked(_ root: Member) throws(RecordingProblem) -> Bool {
  var isAsked = false
  for report in try root.elements("reports") {
    if report.optional("only") != nil, report.optional("portion") == nil { isAsked = true }
    for answer in try report.elements("answers") where try answer.text("verdict") != "not applicable" { return false }
  }
  return isAsked
}

private func outcome(of answer: Member) throws(RecordingProblem) -> Answer.Outcome {
  switch try answer.text("verdict") {
  case "proved", "reached", "not applicable": return .good
  case "violated", "unreachable", "vacuous":
    return try answer.flag("isAdvice") || answer.optional("allowedBecause") != nil ? .good : .bad
  case "undecided": return .open
  default: throw answer.problem("its `verdict` is unknown")
  }
}

private func recordedPlaces(of story: Member) throws(RecordingProblem) -> [String?] {
  var places = [try story.place("cause")]
  for step in try story.elements("steps") { places.append(try step.place("range")) }
  return places
}

private func recordedAnswer(
  _ answer: Member, in report: Member, occurrence: Int, isReached: Bool
) throws(RecordingProblem) -> RecordedAnswer {
  guard let role = Answer.Role(rawValue: try answer.text("role")) else { throw answer.problem("its `role` is unknown") }
  let story = try answer.member("story")
  var parameters: [String] = []
  if report.optional("platformParameters") != nil {
    for parameter in try report.elements("platformParameters") {
      parameters.append("\(try parameter.text("name"))=\(try parameter.text("value"))")
    }
  }
  var told: [RecordedAnswer.ToldStep] = []
  for step in try story.elements("steps") {
    var changes: [StoryStep.Change] = []
    for change in try step.elements("changes") {
      changes.append(.init(name: try change.text("name"), from: try change.text("from"), to: try change.text("to")))
    }
    told.append(
      .init(
        time: try step.time("timeMilliseconds"), text: try step.text("text"), changes: changes,
        actor: try step.optionalText("actor"), executor: try step.optionalText("executor")))
  }
  let run = try recordedRun(story.member("run"))
  let chosen = report.optional("os") == nil ? [] : try report.integers("os")
  if !chosen.isEmpty, let version = run.version, !chosen.contains(version) {
    throw answer.problem("its run is one on version \(version), and `os` says that others were asked for")
  }
  return RecordedAnswer(
    path: try report.text("path"), platformParameters: parameters, role: role, title: try answer.text("title"),
    identifier: try answer.optionalText("identifier"), occurrence: occurrence, isReached: isReached,
    run: run, told: told, platform: try report.optionalText("platform"),
    isVersionChosen: !chosen.isEmpty,
    words: RecordedAnswer.StoryWords(
      failure: try story.text("failure"), premises: try story.texts("premises"),
      fieldSignature: try story.optionalText("fieldSignature"), length: try story.integer("length")),
    places: try recordedPlaces(of: story))
}
