internal import LifecheckDriver
internal import LifecheckLanguage
internal import LifecheckReports

/// A run that a JSON report tells of, to be replayed on what its spec means now.
public struct RecordedRun: Sendable {
  let answer: RecordedAnswer

  /// Of its spec, as the report names it.
  public var path: String { answer.path }
  /// Of the rule, property or `possible` that it breaks or reaches.
  public var title: String { answer.title }
  /// Of something `possible`; otherwise it breaks something.
  public var isReached: Bool { answer.isReached }
  /// How many steps it has.
  public var stepCount: Int { answer.run.steps.count }
}

/// How a recorded run came out.
public enum ReplayOutcome: Sendable {
  /// It is a run of the spec, gets where it says, and is told as it is.
  /// - Parameter moved: That places in the spec have moved since, in a sentence; nil: they have not.
  case confirmed(moved: String?)
  /// It is none: at which step, and why, in a sentence.
  case refused(String)
  /// The spec has errors.
  case errors(Report)
}

/// The text is no JSON report that lifecheck has written, or its parts contradict each other.
public struct UnreadableReport: Error, Hashable, Sendable {
  /// The mistake, and where it is.
  public let message: String
}

/// The runs of a report in the form `json`, in its order.
/// - Parameter report: UTF-8.
public func recordedRuns(in report: [UInt8]) throws(UnreadableReport) -> [RecordedRun] {
  do throws(RecordingProblem) { return try recordedAnswers(in: report).map(RecordedRun.init) } catch {
    throw UnreadableReport(message: error.message)
  }
}

/// Runs a recorded run again, step by step, by an interpreter that shares nothing with the engines that found it.
/// - Parameters:
///   - run: Of a JSON report.
///   - spec: Need not be as it was; then the outcome says from where on the run no longer fits.
public func replay(_ run: RecordedRun, on spec: Spec) throws(Defect) -> ReplayOutcome {
  do throws(InternalError) {
    let outcome = try LifecheckDriver.replay(
      run.answer, path: spec.path, text: spec.text, loader: SourceLoader(spec.loader))
    switch outcome {
    case .confirmed(let moved): return .confirmed(moved: moved)
    case .refused(let sentence): return .refused(sentence)
    case .errors(let report): return .errors(Report(report))
    }
  } catch { throw Defect(message: error.message) }
}
