import LifecheckDiagnostics
import LifecheckSystem

/// Reports as JSON for other programs; docs/report-schema.json says what may stand where.
package struct JSONReport: Sendable {
  /// Changes whenever a reader of the old form could stumble; new keys alone do not change it.
  package static let schema = "lifecheck-report-1"
  package init() {}

  package func render(_ reports: [CheckReport]) -> String {
    document([], reports, reports.map { .object(members($0, JSONWriter(places: Places(files: $0.files)))) })
  }

  func document(
    _ head: [(key: String, value: JSONValue)], _ reports: [CheckReport], _ elements: [JSONValue]
  ) -> String {
    let start: [(key: String, value: JSONValue)] = [
      ("schema", .string(JSONReport.schema)), ("exitCode", .integer(ExitCode(for: reports).rawValue)),
    ]
    return JSONValue.object(start + head + [("reports", .array(elements))]).text
  }

  func members(_ report: CheckReport, _ writer: JSONWriter) -> [(key: String, value: JSONValue)] {
    [
      ("path", .string(report.path)),
      ("platform", .optional(report.platform)),
    ] + onRequest(report) + [
      ("seed", .integer(CheckReport.seed)),
      ("files", .array(report.files.map(writer.json))),
      ("diagnostics", .array(report.diagnostics.map(writer.json))),
      ("answers", .array(report.answers.map(writer.json))),
    ]
  }
}

/// The members that are there only when something was asked for on the command line, or came in between.
private func onRequest(_ report: CheckReport) -> [(key: String, value: JSONValue)] {
  var members: [(key: String, value: JSONValue)] = []
  if report.isUnfinished { members.append(("isUnfinished", .bool(true))) }
  if !report.only.isEmpty { members.append(("only", .array(report.only.map { .string($0) }))) }
  if !report.chosenVersions.isEmpty { members.append(("os", .array(report.chosenVersions.map { .integer($0) }))) }
  if !report.versions.isEmpty { members.append(("versions", .array(report.versions.map { .integer($0) }))) }
  if !report.platformParameters.isEmpty {
    members.append(
      (
        "platformParameters",
        .array(
          report.platformParameters.map {
            .object([("name", .string($0.name)), ("value", .string($0.value))])
          })
      ))
  }
  return members
}

struct JSONWriter {
  let places: Places
  /// For who has to put reports together again: places to the byte, and what tells whether a file is the same.
  var digest: ((_ text: [UInt8]) -> String)?

  // MARK: Places

  func json(_ file: SourceFile) -> JSONValue {
    let whole = SourceRange(file: file.id, start: 0, end: 0)
    return .object(
      [("path", .string(places.path(whole))), ("isShipped", .bool(places.isShipped(whole)))]
        + (digest.map { [("sha256", .string($0(file.text)))] } ?? []))
  }

  func json(_ range: SourceRange) -> JSONValue {
    let (start, end) = (places.start(range), places.end(range))
    return .object(
      [
        ("path", .string(places.path(range))),
        ("line", .integer(start.line)), ("column", .integer(start.column)),
        ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
      ] + (digest == nil ? [] : exactly(range)))
  }

  private func exactly(_ range: SourceRange) -> [(key: String, value: JSONValue)] {
    [("file", .integer(range.file.index)), ("start", .integer(range.start)), ("end", .integer(range.end))]
  }

  func json(_ range: SourceRange?) -> JSONValue { range.map { json($0) } ?? .null }

  // MARK: Diagnostics

  func json(_ diagnostic: Diagnostic) -> JSONValue {
    .object([
      ("severity", .string(diagnostic.severity.rawValue)),
      ("code", .string(diagnostic.code)),
      ("message", .string(diagnostic.message)),
      ("range", json(diagnostic.range)),
      ("labels", .array(diagnostic.labels.map { .object([("message", .string($0.message)), ("range", json($0.range))]) })),
      ("fixIts", .array(diagnostic.fixIts.map(json))),
      ("help", .optional(diagnostic.help)),
    ])
  }

  private func json(_ fixIt: Diagnostic.FixIt) -> JSONValue {
    .object([
      ("message", .string(fixIt.message)), ("range", json(fixIt.range)), ("replacement", .string(fixIt.replacement)),
    ])
  }

  // MARK: Answers

  func json(_ answer: Answer) -> JSONValue {
    .object(
      [
        ("role", .string(answer.role.rawValue)),
        ("title", .string(answer.title)),
        ("identifier", .optional(answer.identifier)),
        ("isAdvice", .bool(answer.isAdvice)),
        ("range", json(answer.origin)),
        ("verdict", .string(answer.verdict.name)),
        ("failsTheRun", .bool(answer.failsTheRun)),
        ("allowedBecause", .optional(answer.allowedBecause)),
      ] + byVersion(answer) + details(of: answer.verdict))
  }

  private func byVersion(_ answer: Answer) -> [(key: String, value: JSONValue)] {
    if answer.verdictByVersion.isEmpty { return [] }
    return [("verdictByVersion", .array(answer.verdictByVersion.map { .optional($0?.name) }))]
  }

  /// The members that only some verdicts have.
  private func details(of verdict: Verdict) -> [(key: String, value: JSONValue)] {
    switch verdict {
    case .proved, .unreachable: []
    case .violated(let story), .reached(let story): [("story", json(story))]
    case .vacuous(let reason): [("reason", .string(reason))]
    case .notApplicable(let reason): [("reason", .string(reason))]
    case .undecided(let undecided):
      [("undecided", .object([("clearedSteps", .integer(undecided.clearedSteps))] + json(undecided.reason)))]
    }
  }

  private func json(_ reason: Undecided.Reason) -> [(key: String, value: JSONValue)] {
    switch reason {
    case .givenUp(.timeLimit(let seconds)): [("reason", .string("timeLimit")), ("limitMilliseconds", milliseconds(seconds))]
    case .givenUp(.cpuLimit(let seconds)): [("reason", .string("cpuLimit")), ("limitMilliseconds", milliseconds(seconds))]
    case .givenUp(.memoryLimit(let megabytes)): [("reason", .string("memoryLimit")), ("limitMegabytes", .integer(megabytes))]
    case .givenUp(.interrupted): [("reason", .string("interrupted"))]
    case .depthLimit(let depth): [("reason", .string("depthLimit")), ("limitSteps", .integer(depth))]
    case .tooHard(let why): [("reason", .string("tooHard"))] + (why.map { [("detail", .string($0))] } ?? [])
    case .instancesExhausted(let what, let bound, let origin, let story):
      [
        ("reason", .string("instancesExhausted")), ("what", .string(what)), ("bound", .integer(bound)),
        ("range", json(origin)), ("story", story.map { json($0) } ?? .null),
      ]
    case .roundsWithoutTime(let what, let origin, let story):
      [
        ("reason", .string("roundsWithoutTime")), ("what", .string(what)), ("range", json(origin)),
        ("story", story.map { json($0) } ?? .null),
      ]
    }
  }

  private func milliseconds(_ seconds: Double) -> JSONValue { .integer(Int(exactly: (seconds * 1000).rounded()) ?? .max) }

  // MARK: Stories

  private func json(_ story: Story) -> JSONValue {
    .object(
      [
        ("failure", .string(story.failure)),
        ("premises", .strings(story.premises)),
        ("fieldSignature", .optional(story.fieldSignature)),
        ("length", .integer(story.length)),
        ("steps", .array(story.steps.map(json))),
        ("cause", json(story.cause)),
      ] + (story.spans.isEmpty ? [] : [("spans", .array(story.spans.map(json)))])
        + (story.run.map { [("run", json($0))] } ?? []))
  }

  // MARK: Runs, for replay

  private func json(_ run: RecordedRun) -> JSONValue {
    .object([
      ("platformVersion", run.version.map { .integer($0) } ?? .null),
      ("initial", .array(run.initial.map { .object([("name", .string($0.name)), ("value", .integer($0.value))]) })),
      ("parameters", .array(run.parameters.map { .object([("name", .string($0.name)), ("milliseconds", json($0.time))]) })),
      ("steps", .array(run.steps.map(json))),
    ])
  }

  private func json(_ step: RecordedRun.Step) -> JSONValue {
    .object([
      ("delayMilliseconds", json(step.delay)),
      ("move", step.move.map { json($0) } ?? .null),
      ("choices", .array(step.choices.map { .integer($0) })),
    ])
  }

  private func json(_ move: RecordedRun.Move) -> JSONValue {
    .object([
      ("process", .integer(move.process)), ("name", .string(move.name)), ("edge", .integer(move.edge)),
      ("from", .string(move.from)), ("to", .string(move.to)), ("text", .string(move.text)),
    ])
  }

  private func json(_ step: StoryStep) -> JSONValue {
    .object(
      [
        ("timeMilliseconds", json(step.time)),
        ("text", .string(step.text)),
        ("range", json(step.origin)),
        ("changes", .array(step.changes.map(json))),
      ] + (step.actor.map { [("actor", .string($0))] } ?? []) + (step.executor.map { [("executor", .string($0))] } ?? [])
        + (step.concernsSentence ? [("concernsSentence", .bool(true))] : []))
  }

  private func json(_ span: StorySpan) -> JSONValue {
    .object(
      [
        ("actor", .string(span.actor)), ("executor", .optional(span.executor)), ("name", .string(span.name)),
        ("fromMilliseconds", json(span.from)), ("toMilliseconds", json(span.to)),
        ("firstStep", .integer(span.steps.lowerBound)), ("lastStep", .integer(span.steps.upperBound)),
        ("isOver", .bool(span.isOver)), ("deadlineMilliseconds", span.deadline.map { json($0) } ?? .null),
      ])
  }

  private func json(_ change: StoryStep.Change) -> JSONValue {
    .object([("name", .string(change.name)), ("from", .string(change.from)), ("to", .string(change.to))])
  }

  /// A whole number, or a string like `10001/2`.
  private func json(_ time: RationalTime) -> JSONValue {
    time.denominator == 1 ? .integer(time.numerator) : .string("\(time.numerator)/\(time.denominator)")
  }
}
