import ArgumentParser
import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckReports

/// How answers count and where they are written: what the command line says, and what a project has agreed on.
struct Agreement {
  let options: CountingOptions
  /// nil: there is none.
  let configuration: ProjectConfiguration?
  private var settings: Configuration? { configuration?.settings }

  /// - Parameter given: What the command line asks for.
  func reports(_ given: [ReportFile]) -> [ReportFile] {
    given
      + (settings?.reports ?? []).compactMap { report in
        configuration.flatMap { ReportFile(argument: "\(report.kind)=\($0.resolved(report.path))") }
      }
  }

  /// - Parameter given: What the command line asks for.
  func runs(_ given: [RunFolder]) -> [RunFolder] {
    given
      + (settings?.runs ?? []).compactMap { run in
        configuration.flatMap { RunFolder(argument: "\(run.kind)=\($0.resolved(run.path))") }
      }
  }

  /// The file of known violations.
  var baseline: String? { options.baseline ?? settings?.baseline.flatMap { configuration?.resolved($0) } }

  func policy() throws -> Policy {
    var policy = Policy()
    (policy.known, policy.today) = (try known(), System.today)
    policy.failOn = options.strict ? .warnings : options.failOn ?? settings?.failOn.flatMap(Policy.FailOn.init) ?? .errors
    for rule in settings?.rulesOff ?? [] { policy.rulesOff[rule.rule] = rule.reason }
    return policy
  }

  private func known() throws -> [KnownViolation] {
    guard let path = baseline else { return [] }
    let report: CheckReport
    switch Files.read(path) {
    case .failure(.missing) where options.writeBaseline == path: return []
    case .failure(let problem): report = problem.report(on: path)
    case .success(let bytes):
      let file = SourceFile(id: FileID(0), path: path, text: bytes)
      let (known, diagnostics) = readBaseline(file)
      if let known { return known }
      report = CheckReport(files: [file], path: path, platform: nil, diagnostics: diagnostics, answers: [])
    }
    System.writeToStandardError(System.problems(of: report))
    throw ArgumentParser.ExitCode(.specHasErrors)
  }
}

extension Policy {
  /// All that it depends on, as on the command line or in the configuration.
  var words: [String] {
    let off = rulesOff.sorted { $0.key < $1.key }.map { "rules-off \($0.key): \($0.value)" }
    if known.isEmpty { return ["--fail-on \(failOn.rawValue)"] + off }
    let entries = known.map { [$0.spec, $0.what, $0.verdict, $0.failure, $0.reason, $0.until ?? ""].joined(separator: "\n") }
    let name = digest(of: Array(entries.joined(separator: "\n\n").utf8)).prefix(12)
    return ["--fail-on \(failOn.rawValue)"] + off + ["--baseline with \(known.count) entries (\(name))"]
  }
}
