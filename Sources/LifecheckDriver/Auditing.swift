import LifecheckChecking
import LifecheckEngines
import LifecheckSystem

extension Level {
  func audit() throws(InternalError) {
    try LifecheckDriver.audit(lowered.system, agenda.queries + agenda.asides, results)
  }
}

/// Asks the interpreter whether it can contradict what was proved.
/// - Throws: when it can. No proof about the system is then worth reporting.
func audit(_ system: TimedSystem, _ queries: [Query], _ results: [QueryResult]) throws(InternalError) {
  var audit = Audit(system, claims(of: zip(queries, results).map { ($0.goal, $1.result) }))
  let found = results.compactMap { if case .unsafe(let trace) = $0.result { trace } else { nil } }
  guard let contradiction = audit.contradiction(along: found) else { return }
  throw InternalError(message: "a proof that was found cannot be right: \(contradiction)")
}
