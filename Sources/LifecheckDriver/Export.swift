import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckPromela
import LifecheckReports
import LifecheckSystem
import LifecheckSystemText

/// The result of exporting a spec for another tool.
package enum Export: Sendable {
  case text(String)
  /// The report; its diagnostics include the reason for the refusal.
  case refused(CheckReport)
}

package enum ExportFormat: Sendable {
  /// All questions, with time in ticks.
  /// - Parameter mayMissRuns: Also where ticks lose runs; the text then says why.
  case promela(mayMissRuns: Bool)
  /// Horn clauses for one question, counted from 1.
  case smtlib(question: Int)
  /// The timed system with all questions.
  case system
}

/// The timed system of a spec, with what is asked about it.
/// - Parameter version: Of the platform; nil: the one in the spec.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason of ours.
package func export(
  _ format: ExportFormat, path: String, text: [UInt8], loader: SourceLoader, version: Int?, platformParameters: [String]
) throws(InternalError) -> Export {
  let outcome = check(path: path, text: text, loader: loader, version: version, platformParameters: platformParameters)
  var report = CheckReport(
    files: outcome.files, path: path, platform: outcome.platformName, diagnostics: outcome.diagnostics, answers: [])
  guard let model = outcome.model else { return .refused(report) }
  do {
    if version == nil, let versions = outcome.requestedVersions, versions.count > 1 { throw severalVersions(versions) }
    return .text(try exported(ExportedSystem(try lowerUnlessTooLarge(model), model), format, path: path))
  } catch let problem as Diagnostic {
    report.diagnostics.append(problem)
  } catch let problems as Doubts {
    report.diagnostics += problems.diagnostics
  } catch { throw InternalError(message: "\(error)") }
  return .refused(report)
}

private func exported(_ system: ExportedSystem, _ format: ExportFormat, path: String) throws -> String {
  switch format {
  case .promela(let mayMissRuns): return try promela(system, path: path, mayMissRuns: mayMissRuns)
  case .smtlib(let question):
    guard system.questions.indices.contains(question - 1) else { throw noSuchQuestion(system.questions.count) }
    return smtlib(system, question, path: path)
  case .system: return systemText(system, path: path)
  }
}

private func promela(_ exported: ExportedSystem, path: String, mayMissRuns: Bool) throws -> String {
  let promela = Promela(exported.system, exported.questions.map { Promela.Question(comment: $0.text, goal: $0.goal) })
  let doubts = promela.digitization.doubts.map(\.diagnostic)
  if !doubts.isEmpty, !mayMissRuns { throw Doubts(diagnostics: doubts) }
  let silence =
    doubts.isEmpty ? "Without one, it is never reached." : "Without one, it may be reached all the same, since ticks miss runs:"
  let heading = [
    "\(path), for SPIN: spin -DQUESTION=1 -run -DSAFETY -m1000000 FILE",
    "A failed assertion: what question 1 asks about is reached.", silence,
  ]
  return promela.text(heading: heading + doubts.map { "- " + $0.message })
}

private func systemText(_ exported: ExportedSystem, path: String) -> String {
  let questions = exported.questions.map { SystemDocument.Question(title: $0.text, goal: $0.goal) }
  return write(SystemDocument(system: exported.system, questions: questions))
}

private func smtlib(_ exported: ExportedSystem, _ number: Int, path: String) -> String {
  let question = exported.questions[number - 1]
  let heading = [
    "\(path), for solvers of Horn clauses: z3 FILE",
    "unsat: what question \(number) asks about is reached. sat: it is never reached.",
    "question \(number) of \(exported.questions.count): \(question.text)",
  ]
  return HornText(exported.system, goal: question.goal, places: Places(files: exported.files)).text(heading: heading)
}

// MARK: What stands in the way

private struct Doubts: Error { let diagnostics: [Diagnostic] }

private let start = SourceRange(file: FileID(0), start: 0, end: 0)

private func severalVersions(_ versions: ClosedRange<Int>) -> Diagnostic {
  Diagnostic(
    .error, "export-one-version", "an export is about one version of the platform, and this spec is about \(versions.count)",
    at: start, help: "name one of them: `--os \(versions.upperBound)`")
}

private func noSuchQuestion(_ count: Int) -> Diagnostic {
  let has = count == 1 ? "1 question" : "\(count) questions"
  return Diagnostic(.error, "export-no-such-question", "there is no question of this number; this spec has \(has)", at: start)
}

extension Digitization.Doubt {
  fileprivate var diagnostic: Diagnostic {
    let help =
      "`--to smt2` exports time as it is; `--may-miss-runs` writes Promela all the same, but then what SPIN does not find may yet happen"
    switch self {
    case .strict(let clock, let origin):
      return problem(
        "`\(clock)` must be above or below a limit here, not at it, and time in ticks may miss that", at: origin, help: help)
    case .stopwatch(let clock):
      return problem("`\(clock)` stops and goes on later, and time in ticks may miss what takes part of a tick", help: help)
    case .parameter(let name):
      return problem(
        "`\(name)` is not known, and time in ticks misses values between two ticks",
        help: "if it belongs to the platform, fix it: `--platform-param \(name)=4s`. \(help)")
    case .assumption:
      return problem("what the spec assumes depends on time, and time in ticks looks at it only now and then", help: help)
    }
  }

  private func problem(_ message: String, at place: SourceRange? = nil, help: String) -> Diagnostic {
    Diagnostic(.error, "export-misses-runs", message, at: place ?? start, help: help)
  }
}
