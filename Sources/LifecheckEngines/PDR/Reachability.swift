import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Proves goals unreachable, all of them with one invariant.
struct Reachability {
  var encoded: EncodedSystem
  let goals: [Formula]
  /// An invariant that is already proved, over current variables.
  let known: Formula
  let onStart: (InterruptHandle) -> Void

  enum Finding {
    /// Over current variables of `encoded` as it now is; includes `known`.
    case invariant(Formula)
    /// Some goal can be reached.
    case reachable
    case stopped(StopReason)

    var outcome: String {
      switch self {
      case .invariant: "an invariant"
      case .reachable: "a run exists"
      case .stopped(let reason): reason.outcome
      }
    }
  }

  mutating func prove(_ candidates: [Int], patience: Duration) throws(SolverError) -> Finding {
    let bad = encoded.system.bank.or(candidates.map { goals[$0] })
    let solver = try HornSolver()
    onStart(solver.interruptHandle)
    switch try solver.solve(&encoded.system, bad: bad, known: known, patience: patience) {
    case .safe(let invariant):
      // Where no run begins, Spacer leaves the relation out of the question, and knows nothing of it in the end.
      if invariant == encoded.system.bank.true, try !mayBegin() { return .invariant(encoded.system.bank.false) }
      return .invariant(encoded.system.bank.and(invariant, known))
    case .unsafe: return .reachable
    case .unknown(let reason): return .stopped(reason)
    }
  }

  private func mayBegin() throws(SolverError) -> Bool {
    let solver = try Solver()
    onStart(solver.interruptHandle)
    let symbols = encoded.system.variables.map(\.current)
    let scope = try SymbolScope(symbols, of: encoded.system.bank, in: solver)
    for condition in [encoded.system.initial, encoded.system.domain] { try scope.assert(condition, of: encoded.system.bank) }
    return try solver.check() != .unsatisfiable
  }
}
