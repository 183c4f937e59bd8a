import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSolver
import LifecheckSystem

/// How a verification is to be run.
package struct VerificationOptions: Sendable {
  /// A version of the platform instead of the one written in the spec.
  package var version: Int?
  /// The time is for all versions together.
  package var limits: Limits
  /// The date, as 2026-11-21: an `allow` holds until its day. nil: none has run out.
  package var today: String?
  package init(version: Int? = nil, limits: Limits = Limits(), today: String? = nil) {
    self.version = version
    self.limits = limits
    self.today = today
  }
}

/// An answer failed its own re-check: a defect of the tool, never a verdict.
package struct InternalError: Error, Sendable {
  package let message: String
}

/// Checks a spec: text in, report out. Every proof has been re-checked in a fresh solver and every run replayed by the
/// interpreter before it is reported.
/// - Throws: `InternalError` when an answer fails its own re-check, or the solver breaks.
package func verify(
  path: String, text: [UInt8], loader: SourceLoader, options: VerificationOptions,
  onProgress: (Progress) -> Void = { _ in }
) throws(InternalError) -> CheckReport {
  let end = options.limits.wallTime.map { ContinuousClock.now + $0 }
  let first = check(path: path, text: text, loader: loader, version: options.version)
  guard options.version == nil, let range = first.requestedVersions, range.count > 1 else {
    return try report(first, path: path, options: options, end: end, onProgress: onProgress)
  }
  var reports: [(version: Int, report: CheckReport)] = []
  var seen: [String: CheckReport] = [:]
  for version in range {
    let outcome = check(path: path, text: text, loader: loader, version: version)
    let fingerprint = fingerprint(of: outcome)
    var known = seen[fingerprint]
    if known == nil { known = try report(outcome, path: path, options: options, end: end, onProgress: onProgress) }
    seen[fingerprint] = known
    reports.append((version, known!))
  }
  return combine(reports, platform: first.platformName)
}

/// Versions that the spec cannot tell apart have equal fingerprints.
private func fingerprint(of outcome: CheckOutcome) -> String {
  guard var model = outcome.model else { return "errors \(outcome.diagnostics.map(\.message))" }
  model.versions = nil
  guard let lowered = try? lower(model) else { return "version" }
  return "\(lowered.system)\(lowered.questions)\(model.properties.map(\.predicts))"
}

private func report(
  _ outcome: CheckOutcome, path: String, options: VerificationOptions, end: ContinuousClock.Instant?,
  onProgress: (Progress) -> Void
) throws(InternalError) -> CheckReport {
  var report = CheckReport(
    files: outcome.files, path: path, platform: platformName(outcome), diagnostics: outcome.diagnostics, answers: [])
  guard let model = outcome.model else { return report }
  report.platformFiles = platformFiles(of: model)
  let lowered: LoweredModel
  do { lowered = try lower(model) } catch let diagnostic as Diagnostic {
    report.diagnostics.append(diagnostic)
    return report
  } catch { throw InternalError(message: "\(error)") }
  var limits = options.limits
  limits.wallTime = end.map { max($0 - ContinuousClock.now, .zero) }
  let outcome = try Answering(model: model, lowered: lowered, options: options, limits: limits)
    .answers(onProgress: onProgress)
  report.answers = outcome.answers
  report.diagnostics += outcome.mistakes
  if report.answers.isEmpty, outcome.mistakes.isEmpty { report.diagnostics.append(nothingToCheck(in: report.files[0])) }
  return report
}

/// A file with an app beside its platform is the app's.
private func platformFiles(of model: CheckedModel) -> Set<FileID> {
  let (platform, app) = (model.kinds.filter(\.isPlatformCode), model.kinds.filter { !$0.isPlatformCode })
  return Set(platform.map(\.range.file)).subtracting(app.map(\.range.file))
}

/// A spec that says nothing would look as good as one whose every sentence holds.
private func nothingToCheck(in file: SourceFile) -> Diagnostic {
  let start = SourceRange(file: file.id, start: 0, end: 0)
  let help = "write a `property`, or `use` a platform, whose rules are then checked"
  return file.text.isEmpty
    ? Diagnostic(.error, "empty-file", "this file is empty", at: start, help: help)
    : Diagnostic(.error, "nothing-to-check", "there is nothing to check here", at: start, help: help)
}

private func platformName(_ outcome: CheckOutcome) -> String? {
  guard let name = outcome.platformName else { return nil }
  guard let version = outcome.model?.versions?.lowerBound else { return name }
  return "\(name) \(version)"
}

/// One answer for all versions: the worst, said of the first version that has it.
private func combine(_ reports: [(version: Int, report: CheckReport)], platform: String?) -> CheckReport {
  guard var result = reports.first?.report, let last = reports.last?.version else { preconditionFailure("no versions") }
  if let failed = reports.first(where: { $0.report.hasErrors }) { return failed.report }
  let name = platform ?? "version"
  result.platform = "\(name) \(reports[0].version)...\(last)"
  result.answers = []
  for question in questions(of: reports.map(\.report)) {
    // A version without the question has nothing against it.
    let all = reports.compactMap { version, report in question.answer(in: report).map { (version, $0) } }
    let worst = all.max { badness($0.1.verdict) < badness($1.1.verdict) }!
    let first = all.first { badness($0.1.verdict) == badness(worst.1.verdict) }!
    var answer = first.1
    let isEverywhere = all.count == reports.count && all.allSatisfy { badness($0.1.verdict) == badness(worst.1.verdict) }
    if !isEverywhere, case .violated(var story) = first.1.verdict {
      story.premises.insert("on \(name) \(first.0)", at: 0)
      answer.verdict = .violated(story)
    }
    result.answers.append(answer)
  }
  return result
}

/// What is asked, whatever the version: versions differ in what they declare, and in which values can leave their range.
private struct AskedAlike: Hashable {
  let role: Answer.Role
  let title: String
  let identifier: String?
  /// Of those with the same words.
  let occurrence: Int

  func answer(in report: CheckReport) -> Answer? {
    let alike = report.answers.filter { $0.role == role && $0.title == title && $0.identifier == identifier }
    return occurrence < alike.count ? alike[occurrence] : nil
  }
}

/// All that some version is asked, in the order in which they come.
private func questions(of reports: [CheckReport]) -> [AskedAlike] {
  var result: [AskedAlike] = []
  for report in reports {
    var place = 0
    for (index, answer) in report.answers.enumerated() {
      let before = report.answers[..<index].count { $0.role == answer.role && $0.title == answer.title && $0.identifier == answer.identifier }
      let asked = AskedAlike(role: answer.role, title: answer.title, identifier: answer.identifier, occurrence: before)
      if let known = result.firstIndex(of: asked) {
        place = known + 1
      } else {
        result.insert(asked, at: place)
        place += 1
      }
    }
  }
  return result
}

private func badness(_ verdict: Verdict) -> Int {
  switch verdict {
  case .notApplicable: 0
  case .proved, .reached: 1
  case .undecided: 2
  case .vacuous: 3
  case .unreachable, .violated: 4
  }
}
