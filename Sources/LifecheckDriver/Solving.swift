import LifecheckChecking
import LifecheckDiagnostics
import LifecheckEngines
import LifecheckSystem
import LifecheckSystemText

/// The outcome of one question about a timed system.
package struct SolvedQuestion: Sendable {
  package enum Outcome: Sendable {
    /// A run of least length, replayed, with the states that it goes through: the first one, and one after each step.
    case reachable(Trace, [State])
    /// Proved, and the proof checked in a fresh solver.
    case unreachable
    case undecided(UndecidedReason, clearedSteps: Int)
  }
  package let title: String
  package let outcome: Outcome
}

/// Decides the questions of a system that does not come from a spec, with the same engines and the same confirmation.
/// - Throws: `InternalError` when an answer fails its own re-check, or the solver breaks.
package func solve(_ document: SystemDocument, limits: Limits) throws(InternalError) -> [SolvedQuestion] {
  let queries = document.questions.map { Query(name: $0.title, goal: $0.goal, watches: $0.watches) }
  let results: [QueryResult]
  do { results = try decide(document.system, queries, limits: limits) } catch {
    throw InternalError(message: "the solver failed: \(error)")
  }
  try audit(document.system, queries, results, within: LimitWatch(limits))
  var solved: [SolvedQuestion] = []
  for (query, result) in zip(queries, results) {
    solved.append(SolvedQuestion(title: query.name, outcome: try outcome(of: result.result, query, in: document.system)))
  }
  return solved
}

private func outcome(
  of result: SafetyResult, _ query: Query, in system: TimedSystem
) throws(InternalError) -> SolvedQuestion.Outcome {
  switch result {
  case .safe: return .unreachable
  case .unknown(let reason, let cleared): return .undecided(reason, clearedSteps: cleared)
  case .unsafe(let trace):
    do { return .reachable(trace, try Interpreter(system, parameters: trace.parameters).replay(trace, reaching: query.goal)) } catch {
      throw InternalError(message: "a run that was found cannot be replayed: \(error)")
    }
  }
}
