import LifecheckSolver
import LifecheckSystem

/// How the check of a certificate came out.
package enum Certification: Hashable, Sendable {
  case confirmed
  /// The claim is wrong, and this part of the argument fails.
  case refuted(Obligation)
  case stopped(StopReason)

  package enum Obligation: String, Hashable, Sendable { case start, step, goal }
}

/// Checks a certificate in a fresh solver, from nothing but the transition system: what the engine that found it
/// learned or assumed on its way is not used.
package func certify(
  _ certificate: Certificate, effort: Int? = nil, onStart: (InterruptHandle) -> Void = { _ in }
) throws(SolverError) -> Certification {
  var system = certificate.encoded.system
  // Limits of the domain are a part of every claim, and proved with it.
  let claim = system.bank.and(certificate.claim, system.domain)
  let goalAndClaim = system.bank.and(claim, certificate.goal)
  let notClaim = system.bank.not(claim)

  func run(from initially: Bool, _ question: (Unroller) throws(SolverError) -> Bool) throws(SolverError) -> StopReason?? {
    let solver = try Solver()
    onStart(solver.interruptHandle)
    let unroller = Unroller(system, in: solver, assumesDomain: false)
    try unroller.begin(initially: initially)
    _ = try question(unroller)
    switch try solver.check(effort: effort) {
    case .unsatisfiable: return .none
    case .satisfiable: return .some(.none)
    case .unknown(let reason): return .some(reason)
    }
  }
  func outcome(_ answer: StopReason??, _ obligation: Certification.Obligation) -> Certification? {
    switch answer {
    case .none: nil
    case .some(.none): .refuted(obligation)
    case .some(.some(let reason)): .stopped(reason)
    }
  }

  // The claim excludes the goal.
  let excluding = try run(from: false) { unroller throws(SolverError) in
    try unroller.assert(goalAndClaim, at: 0)
    return true
  }
  if let failure = outcome(excluding, .goal) { return failure }
  // It holds at the first k states.
  for depth in 0..<certificate.k {
    let start = try run(from: true) { unroller throws(SolverError) in
      for _ in 0..<depth { try unroller.extend() }
      try unroller.assert(notClaim, at: depth)
      return true
    }
    if let failure = outcome(start, .start) { return failure }
  }
  // After k states where it holds, it holds again.
  let step = try run(from: false) { unroller throws(SolverError) in
    for depth in 0..<certificate.k {
      try unroller.assert(claim, at: depth)
      try unroller.extend()
    }
    try unroller.assert(notClaim, at: certificate.k)
    return true
  }
  return outcome(step, .step) ?? .confirmed
}
