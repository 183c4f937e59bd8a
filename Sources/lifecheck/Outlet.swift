import LifecheckReports

/// Where the reports of one command go: each as soon as it is there, and what is about all of them at the end.
struct Outlet: Sendable {
  enum Format: Sendable {
    case text(TextReport)
    case json
    /// Only what fails the check.
    case quiet(TextReport)
  }
  let format: Format
  var certificates: CertificateFolder?
  var files: [ReportFile] = []
  /// In the order of the files.
  private(set) var told: [CheckReport] = []
  /// Something could not be written, which has been said.
  private(set) var isIncomplete = false

  init(format: Format) { self.format = format }

  mutating func tell(_ report: CheckReport) {
    if let problem = certificates?.write(report) { complain(problem) }
    switch format {
    case .text(let text): write((told.isEmpty ? "" : "\n") + text.render(report))
    case .quiet(let text) where ExitCode(for: [report]) != .allGood: write(text.render(report))
    case .quiet, .json: break
    }
    told.append(report)
  }

  /// After the last report.
  mutating func finish() {
    switch format {
    case .text(let text) where told.count > 1: write("\n" + text.renderTotal(told))
    case .json: write(JSONReport().render(told))
    case .text, .quiet: break
    }
    for file in files {
      if let problem = file.write(told) { complain(problem) }
    }
  }

  private mutating func write(_ text: String) {
    if !System.writeToStandardOutput(text) { isIncomplete = true }
  }

  private mutating func complain(_ problem: String) {
    System.writeToStandardError("lifecheck: error: \(problem)\n")
    isIncomplete = true
  }

  var exitCode: ExitCode { isIncomplete ? .notWritten : ExitCode(for: told) }
}
