import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckPlatforms
import LifecheckReports

/// Where the reports of one command go: each as soon as it is there, and what is about all of them at the end.
struct Outlet: Sendable {
  enum Format: Sendable {
    case text(TextReport)
    case json
    /// Only what fails the check.
    case quiet(TextReport)
    /// One of `files` is standard output.
    case none
  }
  let format: Format
  var certificates: CertificateFolder?
  var files: [ReportFile] = []
  var runs: [RunFolder] = []
  var policy = Policy()
  /// Where to write what fails, as a baseline.
  var newBaseline: String?
  /// The entries that stand there now.
  var replaced: [KnownViolation] = []
  /// nil: all that is checked is checked here.
  var shard: ShardJob?
  /// nil: nothing was to be left out.
  var skipped: SkippedSpecs?
  /// As they are before anybody says how they count.
  private var raw: [CheckReport] = []
  /// As they are without the baseline.
  private var found: [CheckReport] = []
  /// In the order of the files.
  private(set) var told: [CheckReport] = []
  /// Something could not be written, which has been said.
  private(set) var isIncomplete = false

  init(format: Format) { self.format = format }

  mutating func tell(_ report: CheckReport) {
    raw.append(report)
    var blunt = policy
    blunt.known = []
    found.append(blunt.applied(to: report))
    let report = policy.applied(to: report)
    if let problem = certificates?.write(report) { complain(problem) }
    for index in runs.indices { if let problem = runs[index].write(report) { complain(problem) } }
    switch format {
    case .text(let text): write((told.isEmpty ? "" : "\n") + text.render(report))
    case .quiet(let text) where ExitCode(for: [report]) != .allGood: write(text.render(report))
    case .quiet, .json, .none: break
    }
    told.append(report)
  }

  /// After the last report.
  mutating func finish() {
    // Who sees some answers only knows nothing of the others.
    if shard == nil { noteSettings() }
    writeNewBaseline()
    switch format {
    case .text(let text) where told.count > 1: write("\n" + text.renderTotal(told))
    case .json: write(json)
    case .text, .quiet, .none: break
    }
    for file in files {
      if isSource(file.path) {
        complain("the \(file.kind.rawValue) report would be written over a file that a spec uses, '\(file.path)'")
      } else if let problem = file.write(shard == nil ? file.kind.render(told) : json) {
        complain(problem)
      }
    }
    for note in [skipped?.note, isQuiet ? nil : shard?.note] {
      if let note { System.writeToStandardError("lifecheck: note: \(note)\n") }
    }
  }

  private var json: String { shard?.report(raw) ?? JSONReport().render(told) }

  private var isQuiet: Bool { if case .quiet = format { true } else { false } }

  /// Of what a project has agreed on, what seems to be for nothing.
  private func noteSettings() {
    // Misspelt, it would switch nothing off, and nobody would know why.
    for rule in skipped?.specs.isEmpty ?? true ? policy.unknownRules(in: told) : [] {
      let meant = closestName(to: rule, in: ruleIdentifiers).map { $0 == rule ? "" : "; did you mean `\($0)`?" } ?? ""
      System.writeToStandardError(
        "lifecheck: warning: `rules-off` names `\(rule)`, and no spec that was checked has such a rule\(meant)\n")
    }
    for entry in policy.mended(in: found) {
      System.writeToStandardError(
        "lifecheck: note: the baseline's entry of `\(entry.what)` in \(entry.spec) can go: that does not fail so any more; "
          + "--write-baseline leaves it out\n")
    }
  }

  /// Which files a spec uses is known only when it has been read.
  private func isSource(_ path: String) -> Bool {
    guard path != "-", let real = Files.realPath(path) else { return false }
    return told.contains { report in
      report.files.contains { !report.platformFiles.contains($0.id) && Files.realPath($0.path) == real }
    }
  }

  private mutating func writeNewBaseline() {
    guard let path = newBaseline else { return }
    do {
      let text = try baselineText(KnownViolation.all(in: found, known: policy.known + replaced))
      if let problem = Files.replace(path, with: text) { complain("\(path) cannot be written: \(problem)") }
    } catch { complain("the baseline cannot be written: \(error)") }
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
