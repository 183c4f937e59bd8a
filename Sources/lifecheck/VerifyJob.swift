import ArgumentParser
import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckReports

/// What is to be verified and how: what the command line says, and where it is silent, the configuration.
struct VerifyJob {
  private let command: VerifyCommand
  private let configuration: ProjectConfiguration?
  let files: [String]
  private let versions: [Int]?

  private var settings: Configuration? { configuration?.settings }

  init(_ command: VerifyCommand) throws {
    self.command = command
    do throws(ProjectConfiguration.Problem) {
      configuration = command.noConfig ? nil : try .find(named: command.config, above: command.files)
      files = command.files.isEmpty ? try configuration?.specs() ?? [] : command.files
    } catch {
      System.writeToStandardError(error.text)
      throw ArgumentParser.ExitCode(error.code)
    }
    guard !files.isEmpty else {
      throw ValidationError("There is nothing to verify: name a spec, or list `specs` in \(Configuration.fileName).")
    }
    versions = try command.os?.numbers ?? Self.versions(configuration)
  }

  private static func versions(_ configuration: ProjectConfiguration?) throws -> [Int]? {
    guard let configuration, let written = configuration.settings.versions else { return nil }
    if let list = PlatformVersions(argument: written.filter { $0 != " " }) { return list.numbers }
    throw ValidationError("\(configuration.path): `platform-versions` takes versions such as 17, 12...15 or 12,15,26.")
  }

  private var cpuLimit: Seconds? { command.cpuLimit ?? settings?.cpuSeconds.map { Seconds(count: $0) } }
  /// Who limits the processor's time does not want the answers to depend on how long that takes.
  private var timeout: Seconds? {
    command.givenTimeout ?? settings?.timeoutSeconds.map { Seconds(count: $0) } ?? (cpuLimit == nil ? .usual : nil)
  }
  private var memory: Int { command.givenMemory ?? settings?.megabytes ?? 2000 }
  private var jobCount: Int { min(command.jobs ?? System.coreCount, System.coreCount, files.count) }

  var certificate: String? {
    command.certificate ?? settings?.certificates.flatMap { configuration?.resolved($0) }
  }

  /// nil: nothing is kept.
  var cacheFolder: String? {
    if command.noCache { return nil }
    return command.cache ?? settings?.cache.flatMap { configuration?.resolved($0) }
  }

  var reports: [ReportFile] {
    let agreed = (settings?.reports ?? []).compactMap { report in
      configuration.flatMap { ReportFile(argument: "\(report.kind)=\($0.resolved(report.path))") }
    }
    return command.reportFiles + agreed
  }

  func policy() throws -> Policy {
    var policy = Policy()
    (policy.known, policy.today) = (try known(), System.today)
    policy.failOn = command.strict ? .warnings : command.failOn ?? settings?.failOn.flatMap(Policy.FailOn.init) ?? .errors
    for rule in settings?.rulesOff ?? [] { policy.rulesOff[rule.rule] = rule.reason }
    return policy
  }

  private func known() throws -> [KnownViolation] {
    guard let path = command.baseline ?? settings?.baseline.flatMap({ configuration?.resolved($0) }) else { return [] }
    let report: CheckReport
    switch Files.read(path) {
    case .failure(.missing) where command.writeBaseline == path: return []
    case .failure(let problem): report = problem.report(on: path)
    case .success(let bytes):
      let file = SourceFile(id: FileID(0), path: path, text: bytes)
      let (known, diagnostics) = readBaseline(file)
      if let known { return known }
      report = CheckReport(files: [file], path: path, platform: nil, diagnostics: diagnostics, answers: [])
    }
    System.writeToStandardError(TextReport(width: System.columns(of: .error).map { min($0, 120) }).renderDiagnostics(report))
    throw ArgumentParser.ExitCode(.specHasErrors)
  }

  private func options(_ cache: ResultCache?) -> VerificationOptions {
    var limits = Limits(
      wallTime: timeout.map { .seconds($0.count) }, megabytes: memory, maximumSteps: command.maxDepth ?? settings?.mostSteps)
    (limits.processorTime, limits.sharers) = (cpuLimit.map { .seconds($0.count) }, jobCount)
    var options = VerificationOptions(
      versions: versions, platformParameters: command.platformParam + (settings?.platformParameters ?? []), limits: limits,
      today: System.today)
    options.wantsCertificates = certificate != nil
    options.only = command.only
    options.cache = cache
    return options
  }

  /// - Parameter cache: What earlier runs have found out.
  func checks(cache: ResultCache?) -> FileChecks {
    let (sources, options) = (files.map(SpecSource.init), options(cache))
    return FileChecks(paths: sources.map(\.shownPath), jobs: jobCount, limits: options.limits) { index, watch, onProgress in
      Self.report(on: sources[index], options: options, within: watch, onProgress: onProgress)
    }
  }

  private static func report(
    on source: SpecSource, options: VerificationOptions, within watch: LimitWatch, onProgress: (Progress) -> Void
  ) -> CheckReport {
    // A pipe may keep everybody waiting.
    guard let content = watch.within({ source.read() }) else {
      return GivenUp(watch.endedBy, watch.limits).report(on: source.shownPath)
    }
    switch content {
    case .failure(let problem): return problem.report(on: source.shownPath)
    case .success(let text):
      do throws(InternalError) {
        return try verify(
          path: source.shownPath, text: text, loader: source.loader, options: options, within: watch, onProgress: onProgress)
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }
}
