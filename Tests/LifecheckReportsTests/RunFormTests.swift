import Foundation
import LifecheckDiagnostics
import LifecheckReports
import LifecheckSystem
import Testing

/// Each run in forms of its own, for other programs.
struct RunFormTests {
  @Test(arguments: RunForm.allCases)
  func golden(form: RunForm) throws {
    let runs = try Samples().notes.runs
    #expect(
      runs.map(\.stem).prefix(3) == [
        "notes.an-upload-ends-soon", "notes.an-upload-can-finish-in-the-background", "notes.watchdog",
      ])
    try Golden.check(form.render(runs[0]) + form.render(runs[2]), against: "run.\(form.rawValue).txt")
  }

  /// The rules of the format: every variable has a value in every state, and always of one type.
  @Test func everyStateOfATraceHasAllVariables() throws {
    for run in try Samples().notes.runs {
      let trace = try #require(try JSONSerialization.jsonObject(with: Data(RunForm.itf.render(run).utf8)) as? [String: Any])
      let variables = try #require(trace["vars"] as? [String])
      let states = try #require(trace["states"] as? [[String: Any]])
      #expect(states.count > 1)
      for state in states { #expect(Set(state.keys) == Set(variables + ["#meta"])) }
      for variable in variables {
        #expect(Set(states.map { type(of: $0[variable]!) }).count == 1, "\(variable)")
      }
    }
  }

  private func type(of value: Any) -> String {
    if let object = value as? [String: Any] { return object.keys.sorted().joined() }
    return value is String ? "string" : "boolean"
  }

  @Test func valuesHaveTheirTypes() throws {
    let samples = try Samples()
    let changes = [("count", "0", "1"), ("isOpen", "false", "true"), ("state", "none", "1")]
    let story = Story(
      failure: "", premises: [], fieldSignature: nil, length: 1,
      steps: [samples.step(1, "a", nil, changes), samples.step(2, "b", nil, [("count", "1", "2")])])
    let run = try #require(samples.report([samples.property("an upload ends soon", .violated(story))]).runs.first)
    let trace = try #require(try JSONSerialization.jsonObject(with: Data(RunForm.itf.render(run).utf8)) as? [String: Any])
    let states = try #require(trace["states"] as? [[String: Any]])
    #expect(states.map { ($0["count"] as? [String: String])?["#bigint"] } == ["0", "1", "2"])
    #expect(states.map { $0["isOpen"] as? Bool } == [false, true, true])
    #expect(states.map { $0["state"] as? String } == ["none", "1", "1"])
  }

  @Test func aPictureIsXMLAndNeedsNothingElse() throws {
    for run in try Samples().notes.runs {
      let text = RunForm.svg.render(run)
      #expect(try Elements(text).names.first == "svg")
      #expect(!text.contains("var(--") && !text.contains("href") && !text.contains("url("))
    }
  }

  /// In titles, names, values and paths.
  @Test(arguments: RunForm.allCases)
  func nothingThatASpecSaysIsMarkup(form: RunForm) throws {
    let hostile = "</svg>\"\n@enduml\nend;#%%{init}%% ~**<b>\\n]]\u{202E}\u{0}"
    let file = SourceFile(id: FileID(0), path: hostile, text: Array("app A { }\n".utf8))
    let origin = SourceRange(file: FileID(0), start: 0, end: 3)
    let step = StoryStep(
      time: .zero, text: hostile, origin: origin, changes: [.init(name: hostile, from: hostile, to: hostile + "2")],
      actor: hostile,
      executor: hostile)
    let span = StorySpan(
      actor: hostile, executor: hostile, name: hostile, from: .zero, to: .zero, steps: 0...0, isOver: false, deadline: .zero)
    let story = Story(failure: hostile, premises: [hostile], fieldSignature: hostile, length: 1, steps: [step], spans: [span])
    let answer = Answer(
      role: .rule, title: hostile, identifier: hostile, isAdvice: false, origin: origin, verdict: .violated(story))
    let report = CheckReport(files: [file], path: hostile, platform: hostile, diagnostics: [], answers: [answer])
    let run = try #require(report.runs.first)
    let text = form.render(run)
    switch form {
    case .itf: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    case .svg: _ = try Elements(text)
    case .mermaid: #expect(!text.contains("%%{") && !text.contains("</svg>") && !text.contains("\nend"))
    case .plantuml: #expect(text.split(separator: "@enduml").count == 2 && !text.contains("**") && !text.contains("\\n"))
    }
    #expect(!text.contains("\u{202E}") || form == .itf)
  }
}
