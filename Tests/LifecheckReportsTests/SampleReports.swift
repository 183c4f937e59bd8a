import LifecheckDiagnostics
import LifecheckReports
import LifecheckSystem

/// Reports written by hand about the specs in Tests/Fixtures/reports.
struct Samples {
  let spec: SourceFile
  let platform: SourceFile

  init(_ path: String = "notes.lc") throws {
    spec = SourceFile(id: FileID(0), path: path, text: try Golden.read(path))
    platform = SourceFile(id: FileID(1), path: "ios.lc (platform)", text: try Golden.read("ios.lc"))
  }

  /// The first place of `text` in the spec.
  func own(_ text: String) -> SourceRange { Samples.find(text, in: spec) }
  /// The first place of `text` in the platform file.
  func ios(_ text: String) -> SourceRange { Samples.find(text, in: platform) }

  private static func find(_ text: String, in file: SourceFile) -> SourceRange {
    let wanted = Array(text.utf8)
    let start = file.text.indices.first { file.text[$0...].starts(with: wanted) }!
    return SourceRange(file: file.id, start: start, end: start + wanted.count)
  }

  func report(_ answers: [Answer], diagnostics: [Diagnostic] = []) -> CheckReport {
    CheckReport(
      files: [spec, platform], path: spec.path, platform: "ios 12...18", diagnostics: diagnostics, answers: answers)
  }

  func property(_ title: String, _ verdict: Verdict, role: Answer.Role = .property) -> Answer {
    Answer(
      role: role, title: title, identifier: nil, isAdvice: false, origin: own("\(role.rawValue) \"\(title)\""),
      verdict: verdict)
  }

  func rule(
    _ title: String, _ identifier: String, _ verdict: Verdict, isAdvice: Bool = false, allowedBecause: String? = nil
  ) -> Answer {
    Answer(
      role: .rule, title: title, identifier: identifier, isAdvice: isAdvice, origin: ios("rule \"\(title)\""),
      verdict: verdict, allowedBecause: allowedBecause)
  }
}

// MARK: Stories

extension Samples {
  func step(
    _ milliseconds: Int, _ text: String, _ origin: SourceRange?, _ changes: [(String, String, String)] = [],
    by actor: String? = nil, on executor: String? = nil, matters: Bool = false
  ) -> StoryStep {
    StoryStep(
      time: RationalTime(milliseconds), text: text, origin: origin,
      changes: changes.map { StoryStep.Change(name: $0.0, from: $0.1, to: $0.2) }, actor: actor, executor: executor,
      concernsSentence: matters)
  }

  /// An upload fails, and the path that catches the failure does not end the task.
  var uploadNeverEnds: Story {
    Story(
      failure: "no `upload.end` within 30 s of `upload.begin`", premises: [], fieldSignature: nil, length: 5,
      steps: [
        step(
          0, "the user opens the app", ios("event open"), [("state", "notRunning", "active")], by: "events on moves",
          on: "moves"),
        step(
          0, "the user leaves the app", ios("event leave"), [("state", "active", "background")], by: "events on moves",
          on: "moves"),
        step(
          0, "the app begins a background task", own("upload.begin()"), [("upload.id", "none", "task 1")],
          by: "didEnterBackground", on: "main", matters: true),
        step(2000, "`send` fails", own("send()\n           upload"), by: "the async block of line 12"),
        step(2000, "log()", own("log()"), by: "the async block of line 12"),
        step(
          2500, "the user comes back", ios("event back"), [("state", "background", "active")], by: "events on moves", on: "moves"),
        step(30001, "nothing more has happened", nil),
      ],
      spans: [
        StorySpan(
          actor: "the async block of line 12", executor: nil, name: "`send`", from: .zero, to: RationalTime(2000), steps: 2...3,
          isOver: true, deadline: RationalTime(40_000))
      ])
  }

  /// The save is longer than the budget that the system grants.
  var saveIsTooSlow: Story {
    Story(
      failure: "`didEnterBackground` had not returned after 5 s", premises: ["if the system grants only 5 s for `debBudget`"],
      fieldSignature: "the app is killed, and the crash log says 0x8badf00d", length: 4,
      steps: [
        step(0, "the user opens the app", ios("event open"), [("state", "notRunning", "active")]),
        step(65000, "the user edits the draft", own("event edit"), [("draft.dirty", "false", "true")]),
        step(65000, "the user leaves the app", ios("event leave"), [("state", "active", "background")]),
        step(65000, "the draft begins to be saved", own("draft.save()"), [("draft.saving", "false", "true")]),
        step(
          70000, "the watchdog kills the app", ios("rule \"handlers"),
          [
            ("state", "background", "notRunning"), ("draft.saving", "true", "false"), ("draft.dirty", "true", "false"),
            ("upload.id", "task 1", "none"),
          ]),
      ],
      spans: [
        StorySpan(
          actor: "didEnterBackground", executor: "main", name: "`save`", from: RationalTime(65_000), to: RationalTime(70_000),
          steps: 3...4, isOver: false, deadline: RationalTime(68_000))
      ])
  }

  var notes: CheckReport {
    return report([
      property("the draft is safe before the app is frozen", .proved),
      property("an upload ends soon", .violated(uploadNeverEnds)),
      property(
        "an expired upload is sent again", .vacuous(reason: "`upload.expired` never happens")),
      property("an upload can finish in the background", .reached(uploadNeverEnds), role: .possible),
      property("two uploads at once", .unreachable, role: .possible),
      rule("no background task is forgotten", "task-forgotten", .proved),
      rule("handlers return in time", "watchdog", .violated(saveIsTooSlow)),
      rule("no lock is held when frozen", "lock-frozen", .notApplicable(reason: "the app takes no lock")),
      rule(
        "no timer runs in the background", "timer-in-background", .violated(uploadNeverEnds),
        allowedBecause: "the clock app needs it"),
      rule("work is resumed after coming back", "resume", .violated(uploadNeverEnds), isAdvice: true),
    ])
  }

  var undecided: CheckReport {
    report([
      property(
        "the draft is safe before the app is frozen",
        .undecided(Undecided(reason: .givenUp(.timeLimit(seconds: 60)), clearedSteps: 14))),
      property("an upload ends soon", .undecided(Undecided(reason: .depthLimit(20), clearedSteps: 20))),
      property(
        "an upload can finish in the background",
        .undecided(Undecided(reason: .givenUp(.memoryLimit(megabytes: 4096)), clearedSteps: 1)), role: .possible),
      property(
        "an expired upload is sent again",
        .undecided(Undecided(reason: .givenUp(.cpuLimit(seconds: 2.5)), clearedSteps: 3))),
      property(
        "two uploads at once",
        .undecided(
          Undecided(
            reason: .instancesExhausted(what: "`async`", bound: 2, origin: own("async {"), saveIsTooSlow), clearedSteps: 6)),
        role: .possible),
      property(
        "a draft is saved in time",
        .undecided(
          Undecided(
            reason: .roundsWithoutTime(what: "the async block of line 7", origin: own("async {"), saveIsTooSlow), clearedSteps: 4)
        )),
      rule(
        "handlers return in time", "watchdog",
        .undecided(Undecided(reason: .tooHard("the numbers in it grow too large"), clearedSteps: 0))),
      rule(
        "no lock is held when frozen", "lock-frozen",
        .undecided(Undecided(reason: .givenUp(.interrupted), clearedSteps: 9))),
    ])
  }

  var allGood: CheckReport {
    return report([
      property("the draft is safe before the app is frozen", .proved),
      property("an upload can finish in the background", .reached(uploadNeverEnds), role: .possible),
      rule(
        "no timer runs in the background", "timer-in-background", .proved, allowedBecause: "the clock app needs it"),
    ])
  }

  /// Of `broken.lc`.
  static func broken() throws -> CheckReport {
    let samples = try Samples("broken.lc")
    let number = samples.own("30")
    return samples.report(
      [],
      diagnostics: [
        Diagnostic(
          .error, "duration-missing-unit", "a duration needs a unit", at: number, fixIts: [.insert("s", after: number)],
          help: "write `30s` or `500ms`"),
        Diagnostic(.error, "name-duplicate", "`tries` is declared twice", at: samples.own("tries: 0...4"))
          .label("first declared here", at: samples.own("tries: 0...3")),
        Diagnostic(.warning, "use-unneeded", "nothing of `ios` is used", at: samples.own("use ios 17\n\napp")),
      ])
  }
}
