internal import LifecheckDriver
internal import LifecheckEngines
internal import LifecheckLanguage
internal import LifecheckPlatforms
internal import LifecheckReports

/// An answer failed its own check, or the solver broke: a defect of lifecheck, never a verdict.
public struct Defect: Error, Sendable {
  /// A description of the defect, in the words of who works on lifecheck.
  public let message: String
}

/// Checks a spec: every rule, property and `possible` of it. The calling thread waits, and others work for it.
///
/// Several checks may be made at the same time. See docs/embedding.md for what happens to your program when the solver crashes or
/// the memory is used up.
/// - Parameters:
///   - spec: What to check.
///   - options: How, and within which limits.
///   - cancellation: Ends the check early; nil: nobody does.
///   - onProgress: Called on the calling thread, now and then; what it does holds the check up.
/// - Throws: `Defect`. What is wrong with the spec, a limit that is reached, and a cancellation are in the report.
public func verify(
  _ spec: Spec, _ options: Options = Options(), cancellation: Cancellation? = nil, onProgress: (Progress) -> Void = { _ in }
) throws(Defect) -> Report {
  let options = VerificationOptions(options)
  let watch = LimitWatch(options.limits)
  func report() throws(Defect) -> Report {
    do throws(InternalError) {
      return Report(
        try LifecheckDriver.verify(
          path: spec.path, text: spec.text, loader: SourceLoader(spec.loader), options: options, within: watch
        ) { onProgress(Progress($0)) })
    } catch { throw Defect(message: error.message) }
  }
  guard let cancellation else { return try report() }
  return try cancellation.interrupting(watch) { () throws(Defect) in try report() }
}

/// Reads a spec and all that it uses, and says what is wrong with it. No question is asked, so the report has no answers.
///
/// Only `options.platformVersions` and `platformParameters` count, and of the versions the first. It knows no limits: a spec of a
/// thousand lines takes some hundredths of a second.
public func check(_ spec: Spec, _ options: Options = Options()) -> Report {
  let outcome = LifecheckLanguage.check(
    path: spec.path, text: spec.text, loader: SourceLoader(spec.loader), version: options.platformVersions?.first,
    platformParameters: options.platformParameters)
  return Report(
    CheckReport(
      files: outcome.files, path: spec.path, platform: outcome.platformName, diagnostics: outcome.diagnostics, answers: []))
}

extension VerificationOptions {
  init(_ options: Options) {
    var limits = LifecheckEngines.Limits(
      wallTime: options.limits.seconds.map { .seconds($0) }, megabytes: options.limits.megabytes,
      maximumSteps: options.limits.steps)
    limits.processorTime = options.limits.processorSeconds.map { .seconds($0) }
    self.init(
      versions: options.platformVersions, platformParameters: options.platformParameters, limits: limits, today: options.today)
    only = options.only
  }
}

extension SourceLoader {
  init(_ loader: SpecLoader) {
    self.init(shipped: shippedText, platformNames: shippedPlatforms.map(\.name)) { name, importer in
      loader.load(name, importer)
        .map { (path: $0.path, text: $0.text) }
        .mapError { failure in
          switch failure {
          case .notFound: .notFound
          case .unreadable(let reason): .unreadable(reason)
          }
        }
    }
  }
}
