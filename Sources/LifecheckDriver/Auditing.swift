import LifecheckChecking
import LifecheckEngines
import LifecheckSystem
import LifecheckThreads

extension Level {
  func audit(within watch: LimitWatch) throws(InternalError) {
    try LifecheckDriver.audit(lowered.system, agenda.queries + agenda.asides, results, within: watch)
  }
}

/// Asks the interpreter whether it can contradict what was proved.
///
/// It has a thread of its own: formulas may be nested more deeply than the caller's has room for.
/// - Throws: when it can. No proof about the system is then worth reporting.
func audit(
  _ system: TimedSystem, _ queries: [Query], _ results: [QueryResult], within watch: LimitWatch
) throws(InternalError) {
  let outcome = Monitor<Result<Void, InternalError>>(.success(()))
  watch.startThread {
    let found = Result { () throws(InternalError) in try hold(system, queries, results) }
    outcome.update { $0 = found }
  }.join()
  try outcome.read { $0 }.get()
}

private func hold(_ system: TimedSystem, _ queries: [Query], _ results: [QueryResult]) throws(InternalError) {
  var audit = Audit(system, claims(of: zip(queries, results).map { ($0.goal, $1.result) }))
  let found = results.compactMap { if case .unsafe(let trace) = $0.result { trace } else { nil } }
  guard let contradiction = audit.contradiction(along: found) else { return }
  throw InternalError(message: "a proof that was found cannot be right: \(contradiction)")
}
