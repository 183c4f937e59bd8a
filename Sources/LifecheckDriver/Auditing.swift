import LifecheckEngines
import LifecheckSystem

extension Level {
  /// Asks the interpreter whether it can contradict what was proved.
  /// - Throws: when it can. No proof of the spec is then worth reporting.
  func audit() throws(InternalError) {
    var audit = Audit(lowered.system, claims(of: zip(agenda.queries, results).map { ($0.goal, $1.result) }))
    let found = results.compactMap { if case .unsafe(let trace) = $0.result { trace } else { nil } }
    guard let contradiction = audit.contradiction(along: found) else { return }
    throw InternalError(message: "a proof that was found cannot be right: \(contradiction)")
  }
}
