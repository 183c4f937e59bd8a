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

  /// - Parameters:
  ///   - given: What the command line asks for.
  ///   - read: What must not be written over.
  ///   - isPart: Not all of the questions are answered here. Their reports would look like those of all, so that of what is agreed on,
  ///     none is written.
  /// - Throws: If one report would be written over another, or over what is read.
  func reports(_ given: [ReportFile], besides read: [String], isPart: Bool = false) throws -> [ReportFile] {
    let all = given + (isPart ? [] : agreedReports)
    let own = [configuration?.path, baseline, options.writeBaseline].compactMap { $0 }
    var taken = Set((read + own).map(Self.oneName))
    for file in all where file.path != "-" && !Files.isNoFile(file.path) {
      guard taken.insert(Self.oneName(of: file.path)).inserted else {
        throw ValidationError(
          "The \(file.kind.rawValue) report would be written over another file of this check, '\(file.path)': give it one of its own."
        )
      }
    }
    return all
  }

  private static func oneName(of path: String) -> String {
    let here = Files.realPath(".") ?? ""
    return Files.realPath(path) ?? FileNames.withoutDetours(path.hasPrefix("/") ? path : "\(here)/\(path)")
  }

  private var agreedReports: [ReportFile] {
    (settings?.reports ?? []).compactMap { report in
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

  /// - Parameter specs: What is checked, as it is named in the reports.
  func policy(for specs: [String]) throws -> Policy {
    var policy = Policy()
    (policy.known, policy.today) = (try known(specs), System.today)
    policy.failOn = options.strict ? .warnings : options.failOn ?? settings?.failOn.flatMap(Policy.FailOn.init) ?? .errors
    for rule in settings?.rulesOff ?? [] { policy.rulesOff[rule.rule] = rule.reason }
    return policy
  }

  private func known(_ specs: [String]) throws -> [KnownViolation] {
    guard let path = baseline else { return [] }
    return try entries(of: path, specs, isWritten: options.writeBaseline == path)
  }

  /// The present entries of the file that is to become the new baseline: people have given reasons there.
  /// - Throws: If it is no baseline, so that something else would be lost.
  func replaced(for specs: [String]) throws -> [KnownViolation] {
    guard let path = options.writeBaseline, !Files.isNoFile(path) else { return [] }
    return try entries(of: path, specs, isWritten: true)
  }

  private func entries(of path: String, _ specs: [String], isWritten: Bool) throws -> [KnownViolation] {
    let report: CheckReport
    switch Files.read(path) {
    case .failure(.missing) where isWritten: return []
    case .failure(let problem): report = problem.report(on: path)
    case .success(let bytes):
      let file = SourceFile(id: FileID(0), path: path, text: bytes)
      let (known, diagnostics) = readBaseline(file)
      if let known { return known.map { named($0, in: path, among: specs) } }
      report = CheckReport(files: [file], path: path, platform: nil, diagnostics: diagnostics, answers: [])
    }
    System.writeToStandardError(System.problems(of: report))
    if isWritten { System.writeToStandardError("lifecheck: error: '\(path)' is no baseline, and is not written over\n") }
    throw ArgumentParser.ExitCode(.specHasErrors)
  }
}

extension Agreement {
  /// The same spec has another name in another folder: an entry's is one in the working folder, or in that of the baseline.
  private func named(_ entry: KnownViolation, in baseline: String, among specs: [String]) -> KnownViolation {
    let folder = baseline.lastIndex(of: "/").map { baseline[...$0] } ?? ""
    let names = Set([entry.spec, folder + entry.spec].map(Self.oneName))
    var entry = entry
    if !specs.contains(entry.spec), let spec = specs.first(where: { names.contains(Self.oneName(of: $0)) }) { entry.spec = spec }
    return entry
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
