import Foundation
import LifecheckDiagnostics
import LifecheckReports
import LifecheckSystem
import Testing

/// The page in a browser, as far as its text shows that; `MachineReportTests` has the rest.
struct HTMLReportTests {
  private static func page() throws -> String {
    let samples = try Samples()
    return MachineReport.html.render([samples.notes, samples.undecided, samples.allGood, try Samples.broken()])
  }

  @Test func needsNoOtherFile() throws {
    let page = try Self.page()
    for reference in ["http:", "https:", "src=", "url(", "@import", "<link", "fetch("] { #expect(!page.contains(reference)) }
  }

  @Test func everyIdIsThereOnceAndEveryLinkLeadsToOne() throws {
    let elements = try Elements(Self.page().withoutScriptAndStyle)
    #expect(Set(elements.ids).count == elements.ids.count)
    #expect(elements.targets.filter { !elements.ids.contains(String($0.dropFirst())) } == [])
  }

  @Test func hasLandmarksAndHeadingsWithoutLeavingOutALevel() throws {
    let names = try Elements(Self.page().withoutScriptAndStyle).names
    for landmark in ["header", "nav", "main", "aside"] { #expect(names.contains(landmark)) }
    let levels = names.compactMap { name in name.count == 2 && name.hasPrefix("h") ? Int(name.dropFirst()) : nil }
    #expect(levels.count { $0 == 1 } == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
  }

  @Test func theStepsAreAListWithTimePlaceAndWords() throws {
    let page = try Self.page()
    #expect(page.contains("<span class=\"time\">2 s</span> <span class=\"words\"><code>send</code> fails</span>"))
    #expect(page.contains("href=\"#spec-1-file-1-line-14\">notes.lc:14</a>"))
    #expect(page.contains("upload.id: none → task 1"))
  }

  @Test func whatTakesTimeIsToldWithItsDeadline() throws {
    let page = try Self.page()
    #expect(page.contains("the async block of line 12: <code>send</code>, 0 s to 2 s; at most until 40 s"))
    #expect(page.contains("on main: <code>save</code>, since 1 min 5 s, and not over; at most until 1 min 8 s"))
  }

  /// In titles, in what the spec says of events, in names, values, paths and in the source itself.
  @Test func nothingThatASpecSaysIsMarkup() throws {
    let hostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
    let text = Array("app A {\n  // \(hostile)\n}\n".utf8)
    let file = SourceFile(id: FileID(0), path: hostile, text: text)
    let origin = SourceRange(file: FileID(0), start: 0, end: 3)
    let step = StoryStep(
      time: .zero, text: hostile, origin: origin, changes: [.init(name: hostile, from: hostile, to: hostile + "2")],
      actor: hostile, executor: hostile)
    let span = StorySpan(
      actor: hostile, executor: hostile, name: hostile, from: .zero, to: .zero, steps: 0...0, isOver: false, deadline: .zero)
    let story = Story(
      failure: hostile, premises: [hostile], fieldSignature: hostile, length: 1, steps: [step], spans: [span], cause: origin)
    let answer = Answer(
      role: .rule, title: hostile, identifier: hostile, isAdvice: false, origin: origin, verdict: .violated(story),
      allowedBecause: hostile)
    var report = CheckReport(
      files: [file], path: hostile, platform: hostile,
      diagnostics: [Diagnostic(.error, hostile, hostile, at: origin, help: hostile)], answers: [answer])
    report.mends = [hostile: hostile]
    (report.only, report.platformParameters) = ([hostile], [PlatformParameter(name: hostile, value: hostile)])
    let page = MachineReport.html.render([report])
    #expect(page.split(separator: "<script").count == 2)
    #expect(!page.contains("<img"))
    _ = try Elements(page.withoutScriptAndStyle)
  }

  @Test func charactersThatTurnTheDirectionOfWritingAreShownAsUnknown() throws {
    var answer = try Samples().allGood.answers[0]
    answer.title = "a\u{202E}b\u{0}c"
    let page = MachineReport.html.render([try Samples().report([answer])])
    #expect(page.contains("a\u{FFFD}b"))
    #expect(!page.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0 })
  }

  @Test func versionsAreATable() throws {
    var report = try Samples().allGood
    report.versions = [12, 15]
    for index in report.answers.indices { report.answers[index].verdictByVersion = [report.answers[index].verdict, nil] }
    let page = MachineReport.html.render([report])
    #expect(page.contains("<th scope=\"col\">12</th><th scope=\"col\">15</th>"))
    #expect(page.contains("<td class=\"good\">proved</td><td>–</td>"))
  }

  @Test func twoHundredRunsStaySmall() throws {
    var report = try Samples().notes
    report.answers = Array(repeating: report.answers[6], count: 200)
    #expect(MachineReport.html.render([report]).utf8.count < 5_000_000)
  }
}

extension String {
  /// The rest of an HTML page, which is XML, too.
  var withoutScriptAndStyle: String {
    replacing(/<script>(?s:.*?)<\/script>/, with: "").replacing(/<style>(?s:.*?)<\/style>/, with: "")
  }
}
