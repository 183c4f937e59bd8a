import ArgumentParser
import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckReports

/// The specs to be verified, and how: as the command line says, and where it is silent, the configuration.
struct VerifyJob {
  private let command: VerifyCommand
  private let agreement: Agreement
  let policy: Policy
  /// The entries of the file that is to become the new baseline.
  let replaced: [KnownViolation]
  let reports: [ReportFile]
  /// Those that are checked here.
  private(set) var files: [String]
  private let versions: [Int]?
  /// nil: all is done here.
  private(set) var shard: ShardJob?
  /// The specs that are left out because they have not changed; nil: nobody has asked.
  private(set) var skipped: SkippedSpecs?

  private var configuration: ProjectConfiguration? { agreement.configuration }
  private var settings: Configuration? { configuration?.settings }

  init(_ command: VerifyCommand) throws {
    self.command = command
    let configuration: ProjectConfiguration?
    do throws(ProjectConfiguration.Problem) {
      configuration = command.counting.noConfig ? nil : try .find(named: command.counting.config, above: command.files)
      files = (command.files.isEmpty ? try configuration?.specs() ?? [] : command.files).withoutRepetitions
      let versions = try configuration?.versions()
      self.versions = command.os?.numbers ?? versions
    } catch {
      System.writeToStandardError(error.text)
      throw ArgumentParser.ExitCode(error.code)
    }
    agreement = Agreement(options: command.counting, configuration: configuration)
    guard !files.isEmpty else {
      throw ValidationError("There is nothing to verify: name a spec, or list `specs` in \(Configuration.fileName).")
    }
    policy = try agreement.policy(for: files)
    replaced = try agreement.replaced(for: files)
    reports = try agreement.reports(command.telling.reportFiles, besides: files, isPart: command.shard != nil)
    try leaveOutUnchanged()
    if let shard = command.shard {
      let job = ShardJob(shard, of: files, checking: checking, counting: policy.words)
      self.shard = job
      files = job.specs.map { files[$0] }
    }
  }

  private mutating func leaveOutUnchanged() throws {
    guard let reference = command.changedSince else { return }
    let changes: GitChanges
    do { changes = try GitChanges(since: reference) } catch {
      System.writeToStandardError("lifecheck: error: \(error.message)\n")
      throw ArgumentParser.ExitCode(.specHasErrors)
    }
    let agreed = [configuration?.path, agreement.baseline].compactMap(\.self)
    let (all, isAgreed) = (files, !agreed.contains(where: changes.mayConcern))
    files = all.filter {
      !isAgreed || changes.mayConcern(SpecSource(path: $0), looksForConfiguration: command.counting.looksForConfiguration)
    }
    skipped = SkippedSpecs(reference: reference, specs: all.filter { !files.contains($0) }, count: all.count)
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

  var runs: [RunFolder] { shard == nil ? agreement.runs(command.telling.runs) : [] }

  private var platformParameters: [String] { command.platformParam + (settings?.platformParameters ?? []) }
  private var mostSteps: Int? { command.maxDepth ?? settings?.mostSteps }

  /// The options that the answers depend on beside the specs, as on the command line.
  private var checking: [String] {
    let numbers = versions.map { $0.map(String.init).joined(separator: ",") }
    let options: [(String, String?)] = [
      ("--os", numbers), ("--timeout", timeout?.defaultValueDescription),
      ("--cpu-limit", cpuLimit?.defaultValueDescription), ("--memory", "\(memory)"), ("--max-depth", mostSteps.map { "\($0)" }),
    ]
    return platformParameters.map { "\(platformParameterOption) \($0)" } + command.only.map { "--only \($0)" }
      + options.compactMap { name, value in value.map { "\(name) \($0)" } }
  }

  private func options(_ cache: ResultCache?) -> VerificationOptions {
    var limits = Limits(
      wallTime: timeout.map { .seconds($0.count) }, megabytes: memory, maximumSteps: mostSteps)
    (limits.processorTime, limits.sharers) = (cpuLimit.map { .seconds($0.count) }, jobCount)
    var options = VerificationOptions(
      versions: versions, platformParameters: platformParameters, limits: limits,
      today: System.today)
    options.wantsCertificates = certificate != nil
    options.only = command.only
    options.cache = cache
    return options
  }

  /// - Parameter cache: What earlier runs have found out.
  func checks(cache: ResultCache?) -> FileChecks {
    let (sources, common) = (files.map(SpecSource.init), options(cache))
    let pieces = shard?.pieces.compactMap(\.self)
    return FileChecks(paths: sources.map(\.shownPath), jobs: jobCount, limits: common.limits) { index, watch, onProgress in
      var options = common
      options.piece = pieces?[index]
      return Self.report(on: sources[index], options: options, within: watch, onProgress: onProgress)
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
