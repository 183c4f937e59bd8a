internal import LifecheckDriver
internal import LifecheckLanguage

/// A model for another tool (docs/export.md).
public enum ModelForm: Hashable, Sendable {
  /// For SPIN, with all questions; time goes in ticks.
  /// - Parameter mayMissRuns: Also where ticks lose runs. The text then says why.
  case promela(mayMissRuns: Bool)
  /// Horn clauses for one question, counted from 1, for Z3 and others of its kind.
  case smtlib(question: Int)
  /// The timed system that a spec means, as text, with all questions.
  case system
}

/// The spec has errors, or cannot be given to that tool.
public struct Refusal: Error, Sendable {
  /// The report; its problems include the reason for the refusal.
  public let report: Report
}

/// Writes a spec as a model for another tool. It knows no limits of time.
/// - Parameters:
///   - spec: What to write.
///   - form: For which tool.
///   - version: Of the platform; nil: the one in the spec, which must be one alone.
///   - platformParameters: As in `Options`.
/// - Throws: `Refusal` for what is wrong with the spec, `Defect` for what is wrong with lifecheck.
public func export(
  _ spec: Spec, to form: ModelForm, version: Int? = nil, platformParameters: [String] = []
) throws -> String {
  let export: Export
  do throws(InternalError) {
    export = try LifecheckDriver.export(
      ExportFormat(form), path: spec.path, text: spec.text, loader: SourceLoader(spec.loader), version: version,
      platformParameters: platformParameters)
  } catch { throw Defect(message: error.message) }
  switch export {
  case .text(let text): return text
  case .refused(let report): throw Refusal(report: Report(report))
  }
}

extension ExportFormat {
  fileprivate init(_ form: ModelForm) {
    switch form {
    case .promela(let mayMissRuns): self = .promela(mayMissRuns: mayMissRuns)
    case .smtlib(let question): self = .smtlib(question: question)
    case .system: self = .system
    }
  }
}
