import Foundation
import LifecheckConfiguration
import LifecheckDiagnostics
import Testing

struct ConfigurationTests {
  private func read(_ text: String) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    readConfiguration(SourceFile(id: FileID(0), path: ".lifecheck.yml", text: Array(text.utf8)))
  }

  @Test func everyKeyIsRead() throws {
    let text = """
      specs: [Specs/*.lc, Extra/one.lc]
      platform-versions: 15...18
      platform-parameters: grace=4s
      timeout: 90
      cpu-limit: 45.5
      memory: 1500
      max-depth: 40
      fail-on: advice
      rules-off:
        work-protected: "nothing we do outlives the foreground"
      reports:
        sarif: out/lifecheck.sarif
        html: out/lifecheck.html
      runs:
        svg: out/runs
      certificates: out/proofs
      cache: out/kept
      baseline: known.yml

      """
    let settings = try #require(read(text).configuration)
    #expect(settings.specs.map(\.text) == ["Specs/*.lc", "Extra/one.lc"])
    #expect(settings.versions?.text == "15...18" && settings.platformParameters == ["grace=4s"])
    #expect(settings.timeoutSeconds == 90 && settings.cpuSeconds == 45.5)
    #expect(settings.megabytes == 1500 && settings.mostSteps == 40)
    #expect(
      settings.failOn == "advice" && settings.certificates == "out/proofs" && settings.cache == "out/kept"
        && settings.baseline == "known.yml")
    #expect(settings.rulesOff.map(\.rule) == ["work-protected"])
    #expect(settings.runs == [.init(kind: "svg", path: "out/runs")])
    #expect(
      settings.reports == [.init(kind: "sarif", path: "out/lifecheck.sarif"), .init(kind: "html", path: "out/lifecheck.html")])
  }

  /// Each has a row in the table of its page.
  @Test(arguments: Configuration.keys)
  func everyKeyIsDocumented(key: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/ci.md"), encoding: .utf8)
    #expect(page.contains("\n| `\(key)` | "))
  }

  @Test func anEmptyFileSaysNothing() { #expect(read("").configuration == Configuration()) }

  @Test(arguments: [
    ("timout: 3", "there is no `timout` here; did you mean `timeout`?"),
    ("cpu-limit: 0", "`cpu-limit` takes seconds, more than 0 and at most 1000000"),
    ("timeout: soon", "`timeout` takes seconds, more than 0 and at most 1000000"),
    ("memory: 5", "this takes megabytes, from 100 to 1000000"),
    ("fail-on: advise", "there is no `advise` here; did you mean `advice`?"),
    ("reports: {sarif: '-'}", "a report that is agreed on goes to a file"),
    ("reports: {sarf: x}", "there is no `sarf` here; did you mean `sarif`?"),
    ("runs: {svgg: x}", "there is no `svgg` here; did you mean `svg`?"),
    ("runs: {svg: ''}", "runs go to a folder, which has a name"),
    ("rules-off: {main-answers: ''}", "a rule is switched off with a reason"),
    ("- specs", "the configuration is a list of `key: value`"),
    ("specs: {a: b}", "this is one text, not a list"),
  ])
  func whatIsWrongIsSaidAndNothingCounts(text: String, message: String) {
    let (configuration, diagnostics) = read(text)
    #expect(configuration == nil)
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test(arguments: ["specs: [", "a: b: c", "timeout: 1\ntimeout: 2\n", "\t"])
  func whatIsNoYAMLIsRefused(text: String) {
    let (configuration, diagnostics) = read(text)
    #expect(configuration == nil)
    #expect(diagnostics.map(\.code) == ["configuration-yaml"])
  }

  @Test func anErrorIsAtItsPlace() throws {
    let text = "specs: [a.lc]\nreports:\n  sarf: x\n"
    let range = try #require(read(text).diagnostics.first?.range)
    #expect(String(Array(text)[range.start..<range.end]) == "sarf")
  }
}
