import Foundation
import LifecheckReports
import LifecheckSystem
import Testing

struct JSONReportTests {
  @Test func everythingInAReport() throws {
    try Golden.check(JSONReport().render([Samples().notes]), against: "notes.json")
  }

  @Test func undecidedAndErrors() throws {
    try Golden.check(JSONReport().render([Samples().undecided, Samples.broken()]), against: "undecided.json")
  }

  @Test func fractionsOfAMillisecondAreStrings() throws {
    var report = try Samples().notes
    report.answers = Array(report.answers.prefix(2))
    guard case .violated(var story) = report.answers[1].verdict else { return }
    story.steps[0].time = RationalTime(10_001, over: 2)
    report.answers[1].verdict = .violated(story)
    #expect(JSONReport().render([report]).contains(#""timeMilliseconds": "10001/2""#))
  }

  @Test func followsTheSchema() throws {
    let samples = try Samples()
    let reports = try [
      samples.notes, samples.undecided, samples.allGood, Samples.broken(), onRequest(samples.notes), replayable(samples.notes),
    ]
    try expectToFollowTheSchema(JSONReport().render(reports))
  }

  @Test func aShardFollowsTheSchema() throws {
    let samples = try Samples()
    var notes = samples.notes
    let versions = Portion.Versions(these: [12], all: [12, 13], areToldApart: true, platform: nil)
    notes.portion = Portion(questions: 20, numbers: Array(notes.answers.indices), versions: versions)
    let head = ShardHead(
      number: 1, count: 2, version: "0.1.0", checking: ["--timeout 60"], counting: [],
      specs: [.init(path: "notes.lc", digest: "0a")])
    let shard = ShardReport(head: head, reports: [(0, notes), (0, samples.undecided), (0, try Samples.broken())])
    try expectToFollowTheSchema(JSONReport().render(shard) { "\($0.count)" })
  }

  private func expectToFollowTheSchema(_ text: String) throws {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let root = Golden.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("docs/report-schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let problems = SchemaCheck(root: schema).problems(of: document, under: schema, at: "$")
    #expect(problems == [])
    #expect((schema["$id"] as? String) == JSONReport.schema)
  }

  /// With all that is only there when the command was asked for it.
  private func onRequest(_ report: CheckReport) -> CheckReport {
    var report = report
    report.versions = [12, 15]
    report.platformParameters = [PlatformParameter(name: "grace", value: "4s")]
    for index in report.answers.indices { report.answers[index].verdictByVersion = [report.answers[index].verdict, nil] }
    return report
  }

  /// With a run in every story.
  private func replayable(_ report: CheckReport) -> CheckReport {
    var report = report
    let move = RecordedRun.Move(process: 0, name: "the \"upload\"\n", edge: 3, from: "", to: "sending é", text: "`send` fails")
    let run = RecordedRun(
      version: 17, initial: [.init(name: "state", value: 2)],
      parameters: [.init(name: "grace", time: RationalTime(4_000)), .init(name: "gap", time: RationalTime(1, over: 3))],
      steps: [
        .init(delay: RationalTime(1, over: 2), move: move, choices: [0, 2]), .init(delay: .zero, move: nil, choices: []),
      ])
    for index in report.answers.indices {
      switch report.answers[index].verdict {
      case .violated(var story):
        story.run = run
        report.answers[index].verdict = .violated(story)
      case .reached(var story):
        story.run = run
        report.answers[index].verdict = .reached(story)
      default: break
      }
    }
    return report
  }

  @Test func aRunComesBackAsItWas() throws {
    let report = replayable(try Samples().notes)
    let answers = try recordedAnswers(in: Array(JSONReport().render([report]).utf8))
    let stories = report.answers.compactMap { answer -> Story? in
      switch answer.verdict {
      case .violated(let story), .reached(let story): story
      default: nil
      }
    }
    #expect(!stories.isEmpty)
    #expect(answers.map(\.run) == stories.map { $0.run! })
    #expect(answers.map(\.told) == stories.map { $0.steps.map(RecordedAnswer.ToldStep.init) })
  }

  /// Whatever is cut off or put in, the reader says so; it never traps.
  @Test func damagedReportsAreRefused() throws {
    let text = Array(JSONReport().render([replayable(try Samples().notes)]).utf8)
    for count in stride(from: 0, to: text.count - 2, by: 97) {
      #expect(throws: RecordingProblem.self) { try recordedAnswers(in: Array(text[..<count])) }
    }
    for index in stride(from: 0, to: text.count, by: 61) {
      var changed = text
      changed[index] = UInt8(ascii: "-")
      _ = try? recordedAnswers(in: changed)
    }
    for wrong in ["1/0", "1/-2", "1/2/3", "", "x", "9223372036854775808", "-9223372036854775808"] {
      let changed = String(decoding: text, as: UTF8.self).replacing("\"1/2\"", with: "\"\(wrong)\"")
      #expect(throws: RecordingProblem.self, "\(wrong)") { try recordedAnswers(in: Array(changed.utf8)) }
    }
  }

  @Test func theSchemaCheckNoticesWhatIsMissing() throws {
    let schema: [String: Any] = ["type": "object", "required": ["a"], "properties": ["a": ["enum": [1, 2]]]]
    let check = SchemaCheck(root: schema)
    #expect(check.problems(of: [String: Any](), under: schema, at: "$") == ["$: `a` is missing"])
    #expect(check.problems(of: ["a": 3], under: schema, at: "$").count == 1)
    #expect(check.problems(of: ["a": 2, "b": 2], under: schema, at: "$") == ["$: `b` is not in the schema"])
  }
}

/// The part of JSON Schema that docs/report-schema.json uses. Stricter in one point: undocumented keys are problems.
private struct SchemaCheck {
  let root: [String: Any]

  func problems(of value: Any, under schema: [String: Any], at path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else { return ["no \(reference)"] }
      return problems(of: value, under: target, at: path)
    }
    var found: [String] = []
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { matches(value, $0) }) { found.append("\(path): not \(types)") }
    if let constant = schema["const"] as? NSObject, !constant.isEqual(value) { found.append("\(path): not \(constant)") }
    if let allowed = schema["enum"] as? [NSObject], !allowed.contains(where: { $0.isEqual(value) }) {
      found.append("\(path): \(value) is not one of \(allowed)")
    }
    if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
      found.append("\(path): below \(minimum)")
    }
    for key in ["anyOf", "oneOf"] {
      guard let options = schema[key] as? [[String: Any]] else { continue }
      if !options.contains(where: { problems(of: value, under: $0, at: path).isEmpty }) {
        found.append("\(path): fits no \(key)")
      }
    }
    if let members = value as? [String: Any] { found += problems(ofMembers: members, under: schema, at: path) }
    if let elements = value as? [Any], let items = schema["items"] as? [String: Any] {
      found += elements.enumerated().flatMap { problems(of: $0.element, under: items, at: "\(path)[\($0.offset)]") }
    }
    return found
  }

  private func problems(ofMembers members: [String: Any], under schema: [String: Any], at path: String) -> [String] {
    var found = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }.map { "\(path): `\($0)` is missing" }
    if let properties = schema["properties"] as? [String: Any] {
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        if let inner = properties[key] as? [String: Any] {
          found += problems(of: member, under: inner, at: "\(path).\(key)")
        } else {
          found.append("\(path): `\(key)` is not in the schema")
        }
      }
    }
    for rule in schema["allOf"] as? [[String: Any]] ?? [] {
      guard let condition = rule["if"] as? [String: Any], let then = rule["then"] as? [String: Any],
        let properties = condition["properties"] as? [String: [String: Any]],
        properties.allSatisfy({ key, inner in members[key].map { problems(of: $0, under: inner, at: path).isEmpty } ?? true })
      else { continue }
      found += problems(ofMembers: members, under: then, at: path)
    }
    return found
  }

  private func matches(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": value is Int && !(value is Bool && "\(value)".count > 1)
    case "boolean": value is Bool
    case "null": value is NSNull
    default: false
    }
  }
}
