import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckPlatforms
import LifecheckReports
import LifecheckSolver
import LifecheckSystem

/// How a verification is to be run.
package struct VerificationOptions: Sendable {
  /// Versions of the platform instead of those written in the spec, each told apart in the report.
  package var versions: [Int]?
  /// The platform parameters that are fixed: `grace=4s`, `enterBudget=5s...7s`, `refusals=true`.
  package var platformParameters: [String]
  /// The time is for all versions together.
  package var limits: Limits
  /// The date, as 2026-11-21: an `allow` holds until its day. nil: none has run out.
  package var today: String?
  /// Whether the report shall have `certificates`.
  package var wantsCertificates = false
  /// The titles or ids of the questions to ask; empty: all.
  package var only: [String] = []
  /// The piece of the spec whose questions are asked, where other machines ask the rest; nil: all of it.
  package var piece: SpecPiece?
  /// The results that earlier runs have found; nil: nothing is kept.
  package var cache: ResultCache?
  /// Which engines may answer: all, but for tests that set them against each other.
  package var engines: Engines
  package init(
    versions: [Int]? = nil, platformParameters: [String] = [], limits: Limits = Limits(), today: String? = nil,
    engines: Engines = .all
  ) {
    self.versions = versions
    self.platformParameters = platformParameters
    self.limits = limits
    self.today = today
    self.engines = engines
  }
}

/// An answer failed its own re-check: a defect of the tool, never a verdict.
package struct InternalError: Error, Sendable {
  package let message: String
  package init(message: String) { self.message = message }
}

/// Checks a spec: text in, report out. Every proof has been re-checked in a fresh solver and every run replayed by the
/// interpreter before it is reported.
///
/// Where a limit is reached, the report has what is confirmed by then, and the rest is undecided.
/// - Parameter watch: Keeps the limits, which are those of the options; nil: the time begins now, and nobody interrupts.
/// - Throws: `InternalError` when an answer fails its own re-check, or the solver breaks.
package func verify(
  path: String, text: [UInt8], loader: SourceLoader, options: VerificationOptions, within watch: LimitWatch? = nil,
  onProgress: (Progress) -> Void = { _ in }
) throws(InternalError) -> CheckReport {
  let watch = watch ?? LimitWatch(options.limits)
  let verification = Verification(path: path, text: text, loader: loader, options: options, watch: watch)
  return try watch.counting { () throws(InternalError) in try verification.report(onProgress: onProgress) }
}

struct Verification {
  let path: String
  let text: [UInt8]
  let loader: SourceLoader
  let options: VerificationOptions
  let watch: LimitWatch

  func report(onProgress: (Progress) -> Void) throws(InternalError) -> CheckReport {
    var report = try answers(onProgress)
    if options.piece == nil { report.refuseSilenceOfAll() }
    report.chosenVersions = options.versions ?? []
    for part in report.parts.indices { report.parts[part].chosenVersions = report.chosenVersions }
    return report
  }

  private func answers(_ onProgress: (Progress) -> Void) throws(InternalError) -> CheckReport {
    guard let first = checked(options.versions?.first) else { return nothing() }
    // With errors there is nothing to ask of other versions.
    let wanted = first.model == nil ? nil : options.versions ?? first.requestedVersions.map(Array.init)
    let versions = wanted ?? []
    if let piece = options.piece { return try report(first, on: versions, piece, onProgress) }
    if versions.count >= 2 { return try report(first, on: versions, onProgress) }
    guard var spec = try report(first, onProgress) else { return nothing() }
    if options.wantsCertificates { spec.report.certificates = try spec.certificates(within: watch) }
    return spec.report
  }

  private func report(
    _ first: CheckOutcome, on versions: [Int], _ onProgress: (Progress) -> Void
  ) throws(InternalError) -> CheckReport {
    var results: [(version: Int, result: Result<CheckReport, GivenUp>)] = []
    var specs: [CheckedSpec] = []
    var seen: [VersionFingerprint: Int] = [:]
    for version in versions {
      watch.forgetMemory()
      let outcome = checked(version)
      let fingerprint = outcome.flatMap(fingerprint)
      if let outcome, let fingerprint, seen[fingerprint] == nil, let spec = try report(outcome, onProgress) {
        seen[fingerprint] = specs.count
        specs.append(spec)
      }
      guard let known = fingerprint.flatMap({ seen[$0] }) else {
        results.append((version, .failure(reason)))
        continue
      }
      specs[known].versions.append(version)
      results.append((version, .success(specs[known].report)))
    }
    guard let known = specs.first?.report else { return nothing() }
    let reports = results.map { version, result in
      switch result {
      case .success(let report): VersionReport(version: version, report: report)
      case .failure(let why): VersionReport(version: version, report: known.withoutAnswers(because: why))
      }
    }
    var combined = combine(reports, platform: first.platformName, tellsApart: options.versions != nil)
    if options.wantsCertificates, !combined.hasErrors {
      for spec in specs { combined.certificates += try spec.certificates(within: watch) }
    }
    return combined
  }

  var reason: GivenUp { GivenUp(watch.endedBy, options.limits) }

  /// There was no time for anything.
  func nothing() -> CheckReport { reason.report(on: path) }

  func checked(_ version: Int?) -> CheckOutcome? {
    watch.within { [path, text, loader, options] in
      check(path: path, text: text, loader: loader, version: version, platformParameters: options.platformParameters)
    }
  }

  /// nil: there was no time for any answer.
  /// - Parameter share: Which of so many questions that apply are asked, by their numbers among these.
  func report(
    _ outcome: CheckOutcome, _ onProgress: (Progress) -> Void, share: ((_ count: Int) -> Range<Int>)? = nil
  ) throws(InternalError) -> CheckedSpec? {
    let ahead = outcome.model.flatMap { LaidOutAhead($0, at: path, options, within: watch) }
    let laidOut = watch.within { [path] in
      Result { () throws(InternalError) in try lowered(outcome, path: path, following: .one) }
    }
    guard case (var report, let program)? = try laidOut?.get() else { return nil }
    guard let (model, lowered) = program else { return CheckedSpec(report: report) }
    let all = Answering(model: model, lowered: lowered, options: options)
    let unknown = options.only.filter { all.selected([$0]) == nil }
    report.diagnostics += unknown.map(all.unknownQuestion)
    guard unknown.isEmpty, let asked = options.only.isEmpty ? lowered : all.selected(options.only) else {
      return CheckedSpec(report: report)
    }
    let portion = share.map { asked.portion(asking: $0) }
    report.portion = portion
    report.only = options.only
    if let portion, portion.numbers.isEmpty, portion.questions > 0 { return CheckedSpec(report: report) }
    let own = portion.flatMap { $0.isWhole ? nil : Set($0.numbers) }
    let finding = try Asking(model: model, options: options, watch: watch, share: own, ahead: ahead)
      .finding(asked, onProgress: onProgress)
    options.cache?.ownFindings?.note(path, neededSeveral: finding.levels.one != nil && finding.levels.several != nil)
    report.efforts = (finding.levels.forProofs + [finding.levels.several].compactMap { $0 }).flatMap { all.efforts($0) }
    report.diagnostics += finding.mistakes
    if !finding.mistakes.isEmpty { return CheckedSpec(report: report) }
    report.answers = finding.answers.map(\.answer)
    report.mends = mends(of: report)
    report.diagnostics += warnings(model, finding.levels, options) + uncalledSubjects(of: model) + uncalledFunctions(of: model)
    report.diagnostics += expiredAllowances(of: model, options)
    if asked.questions.isEmpty, !report.hasErrors { report.diagnostics.append(nothingToCheck(in: report.files[0])) }
    return CheckedSpec(report: report, proofs: finding.answers.filter { $0.proof != nil })
  }
}

/// The remedies from the pages of shipped rules, by id; a rule of another platform, or of the user's own, may have the same id.
func mends(of report: CheckReport) -> [String: String] {
  let places = Places(files: report.files)
  let platform = report.platform?.split(separator: " ").first.map(String.init)
  // A page is read only where there is something to mend.
  let open = report.answers.filter { !$0.isSettledWell && places.isShipped($0.origin) }
  let pages = rulePages.filter { page in
    open.contains { $0.identifier == page.identifier } && (page.platform == nil || page.platform == platform)
  }
  return Dictionary(uniqueKeysWithValues: pages.compactMap { page in page.mend.map { (page.identifier, $0) } })
}

extension Answer {
  fileprivate var isSettledWell: Bool {
    switch verdict {
    case .proved, .reached, .notApplicable: true
    case .violated, .unreachable, .vacuous, .undecided: false
    }
  }
}

/// Of code that never runs, where it is known that time goes on.
private func warnings(_ model: CheckedModel, _ levels: Levels.Outcome, _ options: VerificationOptions) -> [Diagnostic] {
  let known = [levels.several, levels.one].compactMap { $0 }
  guard let level = known.first, known.contains(where: { $0.timeGoesOn(in: $0.results) }) else { return [] }
  let exhaustion = level.agenda.exhaustion.map { level.results[$0].result }
  return Answering(model: model, lowered: level.lowered, options: options)
    .warnings(level.agenda, level.results, exhaustion: exhaustion)
}

/// The lowered model of a checked spec, and a report on it that has no answers yet; no model if the spec has errors.
/// - Throws: `InternalError` when it cannot be lowered for a reason that is no mistake of the spec.
func lowered(
  _ outcome: CheckOutcome, path: String, following: Following = .several
) throws(InternalError) -> (report: CheckReport, program: (model: CheckedModel, lowered: LoweredModel)?) {
  var report = CheckReport(
    files: outcome.files, path: path, platform: platformName(outcome),
    diagnostics: outcome.diagnostics.atMostAFewOfEachFile(), answers: [])
  guard let model = outcome.model else { return (report, nil) }
  report.platformParameters = outcome.platformParameters.map { PlatformParameter(name: $0.name, value: $0.value) }
  report.platformFiles = platformFiles(of: model)
  do { return (report, (model, try lowerUnlessTooLarge(model, following: following))) } catch let diagnostic as Diagnostic {
    report.diagnostics.append(diagnostic)
    return (report, nil)
  } catch { throw InternalError(message: "\(error)") }
}

/// A file with an app beside its platform is the app's.
func platformFiles(of model: CheckedModel) -> Set<FileID> {
  let (platform, app) = (model.kinds.filter(\.isPlatformCode), model.kinds.filter { !$0.isPlatformCode })
  return Set(platform.map(\.range.file)).subtracting(app.map(\.range.file))
}

private func platformName(_ outcome: CheckOutcome) -> String? {
  guard let name = outcome.platformName else { return nil }
  guard let version = outcome.model?.versions?.lowerBound else { return name }
  return "\(name) \(version)"
}
