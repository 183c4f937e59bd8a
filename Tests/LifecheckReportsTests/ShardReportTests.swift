import LifecheckDiagnostics
import LifecheckReports
import Testing

struct ShardReportTests {
  private let head = ShardHead(
    number: 2, count: 3, version: "0.1.0", checking: ["--timeout 60"], counting: ["--fail-on errors"],
    specs: [.init(path: "notes.lc", digest: "n"), .init(path: "broken.lc", digest: "b")])

  /// A name for a text that is good enough here.
  private func digest(_ text: [UInt8]) -> String { "\(text.count)-\(text.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })" }

  private func read(_ text: String, _ files: [SourceFile]) throws -> ShardReport {
    try shardReport(in: Array(text.utf8)) { path, isShipped, name throws(RecordingProblem) in
      guard let file = files.first(where: { digest($0.text) == name }) else { throw RecordingProblem(message: "no \(path)") }
      return file.text
    }
  }

  private func portion(of report: CheckReport) -> CheckReport {
    var report = report
    report.portion = Portion(
      questions: 40, numbers: Array(report.answers.indices),
      versions: .init(these: [12, 13], all: [12, 13, 14], areToldApart: true, platform: "ios"))
    return report
  }

  /// A report that is read back is the same in all that can be told of it.
  @Test func comesBackAsItWas() throws {
    let samples = try Samples()
    let reports = [
      portion(of: samples.notes), portion(of: samples.undecided), portion(of: samples.allGood), try Samples.broken(),
    ]
    let shard = ShardReport(head: head, reports: [(0, reports[0]), (0, reports[1]), (0, reports[2]), (1, reports[3])])
    let text = JSONReport().render(shard, digest: digest)
    let files = reports.flatMap(\.files)
    let back = try read(text, files)
    #expect(back.head == head && back.parts.map(\.spec) == [0, 0, 0, 1])
    #expect(JSONReport().render(back, digest: digest) == text)
    let same = back.parts.map(\.report)
    #expect(same.map(\.portion) == reports.map(\.portion))
    for kind in MachineReport.allCases { #expect(kind.render(same) == kind.render(reports), "\(kind)") }
    let teller = TextReport(tellsReachedRuns: true)
    #expect(teller.render(same) == teller.render(reports))
  }

  @Test func damagedReportsAreRefused() throws {
    let notes = portion(of: try Samples().notes)
    let text = Array(JSONReport().render(ShardReport(head: head, reports: [(0, notes)]), digest: digest).utf8)
    for count in stride(from: 0, to: text.count - 2, by: 211) {
      #expect(throws: RecordingProblem.self) { try shardHead(of: Array(text[..<count])) }
    }
    // Whatever else is changed, it is read or refused.
    for index in stride(from: 0, to: text.count, by: 173) {
      var changed = text
      changed[index] = UInt8(ascii: "7")
      _ = try? read(String(decoding: changed, as: UTF8.self), notes.files)
    }
  }

  @Test func aWholeReportIsNoShard() throws {
    #expect(throws: RecordingProblem.self) { try shardHead(of: Array(JSONReport().render([Samples().notes]).utf8)) }
  }
}
