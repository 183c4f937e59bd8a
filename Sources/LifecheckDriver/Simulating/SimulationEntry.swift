import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckReports
import LifecheckSystem

/// The result of loading a spec for a run by hand: a session, or a refusal.
package enum SimulationEntry: Sendable {
  case session(SimulationSession)
  /// The report; its diagnostics include the reason for the refusal.
  case refused(CheckReport)
}

/// - Parameters:
///   - version: Of the platform; nil: the one in the spec.
///   - today: The date, as 2026-11-21: an `allow` holds until its day.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason of ours.
package func simulate(
  path: String, text: [UInt8], loader: SourceLoader, version: Int?, platformParameters: [String], today: String?,
  usesColor: Bool, width: Int?
) throws(InternalError) -> SimulationEntry {
  let outcome = check(path: path, text: text, loader: loader, version: version, platformParameters: platformParameters)
  if version == nil, let versions = outcome.requestedVersions, versions.count > 1, outcome.model != nil {
    return .refused(report(outcome, path: path, with: severalVersions(versions)))
  }
  let (report, program) = try lowered(outcome, path: path)
  guard let (model, lowered) = program else { return .refused(report) }
  let name = report.platform.map { "\(path) on \($0)" } ?? path
  do throws(SimulationMistake) {
    let spec = SimulatedSpec(model: model, lowered: lowered, name: name, today: today)
    return .session(try SimulationSession(spec, usesColor: usesColor, width: width))
  } catch {
    return .refused(
      LifecheckDriver.report(outcome, path: path, with: Diagnostic(.error, "simulate-no-start", error.sentence, at: start)))
  }
}

private func report(_ outcome: CheckOutcome, path: String, with problem: Diagnostic) -> CheckReport {
  CheckReport(
    files: outcome.files, path: path, platform: outcome.platformName, diagnostics: outcome.diagnostics + [problem], answers: [])
}

private let start = SourceRange(file: FileID(0), start: 0, end: 0)

private func severalVersions(_ versions: ClosedRange<Int>) -> Diagnostic {
  Diagnostic(
    .error, "simulate-one-version", "a run is on one version of the platform, and this spec is about \(versions.count)",
    at: start, help: "name one of them: `--os \(versions.upperBound)`")
}
