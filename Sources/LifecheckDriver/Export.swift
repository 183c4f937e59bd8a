import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// What becomes of a spec that is to be given to another tool.
package enum Export: Sendable {
  case text(String)
  /// What stands in the way, among the report's diagnostics.
  case refused(CheckReport)
}

/// The timed system of a spec and all its questions, for SPIN.
/// - Parameters:
///   - version: Of the platform; nil: the one in the spec.
///   - mayMissRuns: Export also what time in ticks does not show entirely, and say so in the text.
package func exportToPromela(
  path: String, text: [UInt8], loader: SourceLoader, version: Int?, platformParameters: [String], mayMissRuns: Bool
) throws(InternalError) -> Export {
  let outcome = check(path: path, text: text, loader: loader, version: version, platformParameters: platformParameters)
  var report = CheckReport(files: outcome.files, path: path, platform: outcome.platformName, diagnostics: outcome.diagnostics, answers: [])
  let start = SourceRange(file: FileID(0), start: 0, end: 0)
  guard let model = outcome.model else { return .refused(report) }
  if version == nil, let versions = outcome.requestedVersions, versions.count > 1 {
    report.diagnostics.append(severalVersions(versions, at: start))
    return .refused(report)
  }
  let lowered: LoweredModel
  do { lowered = try lower(model) } catch let diagnostic as Diagnostic {
    report.diagnostics.append(diagnostic)
    return .refused(report)
  } catch { throw InternalError(message: "\(error)") }
  let exported = promela(of: lowered, model)
  let doubts = exported.digitization.doubts
  if !doubts.isEmpty, !mayMissRuns {
    report.diagnostics += doubts.map { $0.diagnostic(at: start) }
    return .refused(report)
  }
  var heading = ["\(path), for SPIN: spin -DQUESTION=1 -run -DSAFETY -m1000000 FILE", "A failed assertion: the state that is asked about is reached."]
  heading.append(doubts.isEmpty ? "Without one: it is never reached." : "Without one it may be reached all the same, since ticks miss runs:")
  heading += doubts.map { "- " + $0.diagnostic(at: start).message }
  return .text(exported.text(heading: heading))
}

private func severalVersions(_ versions: ClosedRange<Int>, at place: SourceRange) -> Diagnostic {
  Diagnostic(
    .error, "export-one-version", "an export is about one version of the platform, and this spec is about \(versions.count)",
    at: place, help: "name one of them: `--os \(versions.upperBound)`")
}

private func promela(of lowered: LoweredModel, _ model: CheckedModel) -> Promela {
  var questions: [Promela.Question] = []
  for question in lowered.questions where question.notApplicable == nil {
    let title = if case .property(let index) = question.subject { model.properties[index].title } else { "every value stays in its range" }
    let obligations = Obligations(lowered: lowered, question: question)
    questions.append(Promela.Question(comment: title, goal: obligations.exact))
    if let loose = obligations.loose {
      questions.append(Promela.Question(comment: "\(title): the same with further copies, which are followed loosely", goal: loose))
    }
    if let trigger = obligations.trigger {
      questions.append(Promela.Question(comment: "\(title): what it speaks of happens", goal: trigger))
    }
  }
  if !lowered.exhaustion.isEmpty {
    questions.append(Promela.Question(comment: "more is needed at once of something than is followed", goal: lowered.isComplete.negated))
  }
  for index in lowered.timeLocks.indices {
    questions.append(Promela.Question(comment: "time cannot go on for an event that must happen", goal: lowered.timeLockGoal(index)))
  }
  return Promela(lowered.system, questions)
}

extension Digitization.Doubt {
  fileprivate func diagnostic(at start: SourceRange) -> Diagnostic {
    let help = "`--may-miss-runs` exports it all the same: what SPIN finds then can happen, but what it does not find may happen, too"
    func problem(_ message: String, _ place: SourceRange? = nil, help: String = help) -> Diagnostic {
      Diagnostic(.error, "export-misses-runs", message, at: place ?? start, help: help)
    }
    switch self {
    case .strict(let clock, let origin):
      return problem("`\(clock)` is to be above or below a limit here, not at it, and time in ticks may miss that", origin)
    case .stopwatch(let clock): return problem("`\(clock)` stops and goes on later, and time in ticks may miss what takes part of a tick")
    case .parameter(let name):
      return problem(
        "`\(name)` is not known, and time in ticks misses values between two ticks",
        help: "fix it for this export, as with `--platform-param \(name)=4s` if it belongs to the platform; or \(help)")
    case .assumption: return problem("what the spec assumes depends on time, and time in ticks looks at it only now and then")
    }
  }
}
