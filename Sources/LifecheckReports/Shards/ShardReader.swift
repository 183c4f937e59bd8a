import LifecheckDiagnostics

/// Finds a file that a report speaks of, as it was when it was checked.
/// - Parameters:
///   - path: As in the report.
///   - digest: The name of its text.
package typealias TextFinder = (_ path: String, _ isShipped: Bool, _ digest: String) throws(RecordingProblem) -> [UInt8]

/// The head of a report of one of several machines.
/// - Throws: Why the text is none.
package func shardHead(of text: [UInt8]) throws(RecordingProblem) -> ShardHead {
  try head(of: Member.report(in: text))
}

/// A whole report of one of several machines.
/// - Throws: Why the text is none, or what `find` throws.
package func shardReport(in text: [UInt8], find: TextFinder) throws(RecordingProblem) -> ShardReport {
  let root = try Member.report(in: text)
  let head = try head(of: root)
  var parts: [ShardReport.Part] = []
  for member in try root.elements("reports") {
    let spec = try member.integer("spec")
    guard head.specs.indices.contains(spec) else { throw member.problem("there is no spec of the number \(spec)") }
    parts.append(ShardReport.Part(spec: spec, report: try report(member, find)))
  }
  return ShardReport(head: head, parts: parts)
}

private func head(of root: Member) throws(RecordingProblem) -> ShardHead {
  guard let shard = root.optional("shard") else {
    throw RecordingProblem(message: "this is the report of a whole check, not of one of its shards: there is nothing to merge")
  }
  var specs: [ShardHead.Spec] = []
  for spec in try shard.elements("specs") { specs.append(.init(path: try spec.text("path"), digest: try spec.text("sha256"))) }
  let head = ShardHead(
    number: try shard.integer("number"), count: try shard.integer("count"), version: try shard.text("lifecheck"),
    checking: try shard.texts("checking"), counting: try shard.texts("counting"), specs: specs)
  guard head.count >= 1, (1...head.count).contains(head.number) else { throw shard.problem("there is no shard \(head.name)") }
  return head
}

private func report(_ member: Member, _ find: TextFinder) throws(RecordingProblem) -> CheckReport {
  var files: [SourceFile] = []
  for file in try member.elements("files") {
    let (path, isShipped) = (try file.text("path"), try file.flag("isShipped"))
    let text = try find(path, isShipped, try file.text("sha256"))
    files.append(SourceFile(id: FileID(files.count), path: isShipped ? Places.shipped(path) : path, text: text))
  }
  let reader = ReportReader(files: files)
  var report = CheckReport(
    files: files, path: try member.text("path"), platform: try member.optionalText("platform"), diagnostics: [], answers: [])
  report.platformFiles = Set(try member.integers("platformFiles").map { FileID($0) })
  report.isUnfinished = member.optional("isUnfinished") != nil
  report.only = member.optional("only") == nil ? [] : try member.texts("only")
  report.chosenVersions = member.optional("os") == nil ? [] : try member.integers("os")
  report.portion = if let portion = member.optional("portion") { try reader.portion(portion) } else { nil }
  for parameter in try member.optionalElements("platformParameters") {
    report.platformParameters.append(.init(name: try parameter.text("name"), value: try parameter.text("value")))
  }
  for diagnostic in try member.elements("diagnostics") { report.diagnostics.append(try reader.diagnostic(diagnostic)) }
  for answer in try member.elements("answers") { report.answers.append(try reader.answer(answer)) }
  return report
}

/// Reads the parts of a report about some files.
private struct ReportReader {
  let files: [SourceFile]

  func portion(_ member: Member) throws(RecordingProblem) -> Portion {
    var portion = Portion(questions: try member.integer("questions"), numbers: try member.integers("numbers"))
    guard portion.numbers.allSatisfy({ (0..<portion.questions).contains($0) }) else {
      throw member.problem("it has the number of a question that there is not")
    }
    if member.optional("versions") != nil {
      portion.versions = Portion.Versions(
        these: try member.integers("versions"), all: try member.integers("ofVersions"),
        areToldApart: try member.flag("tellsVersionsApart"), platform: try member.optionalText("platform"))
    }
    return portion
  }

  // MARK: Places

  private func range(_ member: Member) throws(RecordingProblem) -> SourceRange {
    let (file, start, end) = (try member.integer("file"), try member.integer("start"), try member.integer("end"))
    guard files.indices.contains(file), (0...files[file].text.count).contains(start),
      (start...files[file].text.count).contains(end)
    else { throw member.problem("there is no such place") }
    return SourceRange(file: FileID(file), start: start, end: end)
  }

  private func optionalRange(_ member: Member, _ key: String) throws(RecordingProblem) -> SourceRange? {
    guard let place = member.optional(key) else { return nil }
    return try range(place)
  }

  // MARK: Diagnostics

  func diagnostic(_ member: Member) throws(RecordingProblem) -> Diagnostic {
    guard let severity = Diagnostic.Severity(rawValue: try member.text("severity")) else {
      throw member.problem("its `severity` is unknown")
    }
    var fixIts: [Diagnostic.FixIt] = []
    for fixIt in try member.elements("fixIts") { fixIts.append(try self.fixIt(fixIt)) }
    var diagnostic = Diagnostic(
      severity, try member.text("code"), try member.text("message"), at: try range(member.member("range")), fixIts: fixIts,
      help: try member.optionalText("help"))
    for label in try member.elements("labels") {
      diagnostic = diagnostic.label(try label.text("message"), at: try range(label.member("range")))
    }
    return diagnostic
  }

  /// There are two kinds, each with words of its own.
  private func fixIt(_ member: Member) throws(RecordingProblem) -> Diagnostic.FixIt {
    let (place, text, words) = (try range(member.member("range")), try member.text("replacement"), try member.text("message"))
    let kinds = [Diagnostic.FixIt.replace(place, with: text), .insert(text, after: place)]
    guard let fixIt = kinds.first(where: { $0.message == words && $0.range == place }) else {
      throw member.problem("there is no such repair")
    }
    return fixIt
  }

  // MARK: Answers

  func answer(_ member: Member) throws(RecordingProblem) -> Answer {
    guard let role = Answer.Role(rawValue: try member.text("role")) else { throw member.problem("its `role` is unknown") }
    return Answer(
      role: role, title: try member.text("title"), identifier: try member.optionalText("identifier"),
      isAdvice: try member.flag("isAdvice"), origin: try range(member.member("range")), verdict: try verdict(member),
      allowedBecause: try member.optionalText("allowedBecause"))
  }

  private func verdict(_ member: Member) throws(RecordingProblem) -> Verdict {
    switch try member.text("verdict") {
    case "proved": return .proved
    case "violated": return .violated(try story(member.member("story")))
    case "reached": return .reached(try story(member.member("story")))
    case "unreachable": return .unreachable
    case "vacuous": return .vacuous(reason: try member.text("reason"))
    case "not applicable": return .notApplicable(reason: try member.text("reason"))
    case "undecided": return .undecided(try undecided(member.member("undecided")))
    default: throw member.problem("its `verdict` is unknown")
    }
  }

  private func undecided(_ member: Member) throws(RecordingProblem) -> Undecided {
    Undecided(reason: try reason(member), clearedSteps: try member.integer("clearedSteps"))
  }

  private func reason(_ member: Member) throws(RecordingProblem) -> Undecided.Reason {
    func seconds() throws(RecordingProblem) -> Double { Double(try member.integer("limitMilliseconds")) / 1000 }
    switch try member.text("reason") {
    case "timeLimit": return .givenUp(.timeLimit(seconds: try seconds()))
    case "cpuLimit": return .givenUp(.cpuLimit(seconds: try seconds()))
    case "memoryLimit": return .givenUp(.memoryLimit(megabytes: try member.integer("limitMegabytes")))
    case "interrupted": return .givenUp(.interrupted)
    case "depthLimit": return .depthLimit(try member.integer("limitSteps"))
    case "tooHard": return .tooHard(try member.optionalText("detail"))
    case "instancesExhausted":
      return .instancesExhausted(
        what: try member.text("what"), bound: try member.integer("bound"), origin: try range(member.member("range")),
        try optionalStory(member))
    case "roundsWithoutTime":
      return .roundsWithoutTime(
        what: try member.text("what"), origin: try range(member.member("range")), try optionalStory(member))
    default: throw member.problem("its `reason` is unknown")
    }
  }

  // MARK: Stories

  private func optionalStory(_ member: Member) throws(RecordingProblem) -> Story? {
    if let told = member.optional("story") { try story(told) } else { nil }
  }

  private func story(_ member: Member) throws(RecordingProblem) -> Story {
    var steps: [StoryStep] = []
    for step in try member.elements("steps") { steps.append(try self.step(step)) }
    var spans: [StorySpan] = []
    for span in try member.optionalElements("spans") { spans.append(try self.span(span)) }
    return Story(
      failure: try member.text("failure"), premises: try member.texts("premises"),
      fieldSignature: try member.optionalText("fieldSignature"), length: try member.integer("length"), steps: steps, spans: spans,
      cause: try optionalRange(member, "cause"), run: member.optional("run") == nil ? nil : try recordedRun(member.member("run")))
  }

  private func step(_ member: Member) throws(RecordingProblem) -> StoryStep {
    var changes: [StoryStep.Change] = []
    for change in try member.elements("changes") {
      changes.append(.init(name: try change.text("name"), from: try change.text("from"), to: try change.text("to")))
    }
    return StoryStep(
      time: try member.time("timeMilliseconds"), text: try member.text("text"), origin: try optionalRange(member, "range"),
      changes: changes, actor: try member.optionalText("actor"), executor: try member.optionalText("executor"),
      concernsSentence: member.optional("concernsSentence") != nil)
  }

  private func span(_ member: Member) throws(RecordingProblem) -> StorySpan {
    let (first, last) = (try member.integer("firstStep"), try member.integer("lastStep"))
    guard first <= last else { throw member.problem("it ends before it begins") }
    return StorySpan(
      actor: try member.text("actor"), executor: try member.optionalText("executor"), name: try member.text("name"),
      from: try member.time("fromMilliseconds"), to: try member.time("toMilliseconds"), steps: first...last,
      isOver: try member.flag("isOver"),
      deadline: member.optional("deadlineMilliseconds") == nil ? nil : try member.time("deadlineMilliseconds"))
  }
}
