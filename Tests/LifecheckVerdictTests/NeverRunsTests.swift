import LifecheckDiagnostics
import LifecheckDriver
import LifecheckReports
import LifecheckTestSupport
import Testing

/// The messages on sentences about nothing, and on code that never runs: each fixture has them, word by word, behind `// says: `.
@Suite struct NeverRunsTests {
  @Test(arguments: fixtures(in: "never-runs"))
  func saysWhatNeverComesAbout(_ fixture: Fixture) throws {
    let report = try report(on: fixture, within: .seconds(180))
    #expect(said(in: report) == expected(in: fixture.file))
  }

  @Test func thereAreFixtures() { #expect(!fixtures(in: "never-runs").isEmpty) }

  private func said(in report: CheckReport) -> [String] {
    let warnings = report.diagnostics.flatMap { diagnostic in
      let line = report.files[0].position(at: diagnostic.range.start).line
      return ["line \(line): \(diagnostic.message)"] + (diagnostic.help.map { ["help: \($0)"] } ?? [])
    }
    return warnings + report.answers.compactMap(said)
  }

  private func said(_ answer: Answer) -> String? {
    let name = answer.identifier ?? "\"\(answer.title)\""
    switch answer.verdict {
    case .vacuous(let reason): return "\(name): \(reason)"
    case .notApplicable(let reason): return answer.role == .rule && reason.hasPrefix("nothing") ? "\(name): \(reason)" : nil
    case .proved, .reached: return nil
    case .violated, .unreachable, .undecided: return "\(name) is \(answer.verdict.name)"
    }
  }

  private func expected(in file: SourceFile) -> [String] {
    let mark = "// says: "
    return file.lineStarts.indices.map(file.lineText).filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }
}
