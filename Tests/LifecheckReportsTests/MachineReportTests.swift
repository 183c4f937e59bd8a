import Foundation
import LifecheckReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The sample reports in the formats that other programs read.
struct MachineReportTests {
  private static func samples() throws -> [CheckReport] {
    let samples = try Samples()
    return [samples.notes, samples.undecided, samples.allGood, try Samples.broken()]
  }

  @Test(arguments: MachineReport.allCases.filter { $0 != .json })
  func golden(kind: MachineReport) throws {
    try Golden.check(kind.render(Self.samples()), against: "machine.\(kind.rawValue).txt")
  }

  @Test(arguments: MachineReport.allCases)
  func nothingToSayIsWellFormed(kind: MachineReport) throws {
    let text = kind.render([])
    switch kind {
    case .sarif, .codeScanning, .json: #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    case .junit, .checkstyle: #expect(try Elements(text).names.count == 1)
    case .github, .xcode: #expect(text == "")
    case .markdown: #expect(text.hasPrefix("# lifecheck"))
    case .html: #expect(try Elements(text.withoutScriptAndStyle).names.first == "html")
    }
  }

  // MARK: All say the same

  /// A report for each verdict alone, and whether the check fails for it.
  @Test func everyFormFailsForTheSameSentences() throws {
    for report in try Self.samples() {
      for answer in report.answers {
        var single = report
        (single.answers, single.diagnostics) = ([answer], [])
        let fails = ExitCode(for: [single]) != .allGood
        for kind in MachineReport.allCases {
          #expect(try Self.fails(kind, single) == fails, "\(kind), \(answer.title): \(answer.verdict.name)")
        }
      }
    }
  }

  @Test(arguments: MachineReport.allCases)
  func aSpecWithErrorsAndOneGivenUpFailInEveryForm(kind: MachineReport) throws {
    var report = try Samples.broken()
    #expect(try Self.fails(kind, report))
    report.isUnfinished = true
    #expect(try Self.fails(kind, report))
  }

  /// As the usual reader of the form sees it.
  private static func fails(_ kind: MachineReport, _ report: CheckReport) throws -> Bool {
    let text = kind.render([report])
    switch kind {
    case .sarif, .codeScanning:
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let results = (document?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
      return try #require(results).contains {
        $0["level"] as? String == "error" && $0["kind"] as? String == "fail" && $0["suppressions"] == nil
      }
    case .json:
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return try #require(document?["exitCode"] as? Int) != 0
    case .junit: return try Elements(text).names.contains { $0 == "failure" || $0 == "error" }
    case .checkstyle: return try Elements(text).severities.contains("error")
    case .github: return text.split(separator: "\n").contains { $0.hasPrefix("::error ") }
    case .xcode: return text.split(separator: "\n").contains { $0.contains(": error: ") }
    case .markdown: return text.contains("| **")
    case .html:
      let verdict = /<li><span class="badge [a-z]+">(violated|unreachable|vacuous|undecided|error)<\/span>/
      return text.contains(verdict)
    }
  }

  // MARK: What text of a spec could do

  @Test(arguments: MachineReport.allCases)
  func noTextOfASpecIsMarkup(kind: MachineReport) throws {
    let samples = try Samples()
    var answer = samples.allGood.answers[0]
    answer.title = "a<b>&\"|`\u{1}%\n::error ::x"
    answer.verdict = .violated(samples.uploadNeverEnds)
    let text = kind.render([samples.report([answer])])
    switch kind {
    case .junit, .checkstyle: _ = try Elements(text)
    case .sarif, .codeScanning, .json: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    case .github, .xcode: #expect(text.split(separator: "\n").count == 1)
    case .markdown: #expect(!text.contains("a<b>"))
    case .html: _ = try Elements(text.withoutScriptAndStyle)
    }
  }
}

/// The elements of an XML text, by Foundation's parser.
final class Elements: NSObject, XMLParserDelegate {
  struct Malformed: Error {}
  private(set) var names: [String] = []
  private(set) var severities: [String] = []
  private(set) var ids: [String] = []
  /// Where links within the page lead.
  private(set) var targets: [String] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw Malformed() }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    names.append(name)
    if let severity = attributes["severity"] { severities.append(severity) }
    if let id = attributes["id"] { ids.append(id) }
    if let target = attributes["href"] { targets.append(target) }
  }
}
