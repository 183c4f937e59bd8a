import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// How the check of a certificate came out.
package enum Certification: Hashable, Sendable {
  case confirmed
  /// The claim is wrong, and this part of the argument fails.
  case refuted(Obligation)
  case stopped(StopReason)

  var outcome: String {
    switch self {
    case .confirmed: "confirmed"
    case .refuted(let obligation): "not confirmed: \(obligation.rawValue)"
    case .stopped(let reason): reason.outcome
    }
  }

  package enum Obligation: String, Hashable, Sendable { case start, step, goal }
}

/// Checks a certificate in a fresh solver, from nothing but the timed system: what the engine that found it learned or
/// assumed on its way is not used.
package func certify(
  _ certificate: Certificate, effort: Int? = nil, onStart: (InterruptHandle) -> Void = { _ in }
) throws(SolverError) -> Certification {
  if certificate.k == 1 {
    var check = InductionCheck(certificate.encoded)
    let questions = check.questions(certificate.claim, excluding: certificate.goal)
    return try answer(questions, about: certificate, effort: effort, onStart: onStart)
  }
  return try answer(kInductionQuestions(certificate), about: certificate, effort: effort, onStart: onStart)
}

/// - Parameter questions: What must have no model for the certificate to hold.
private func answer(
  _ questions: [Question], about certificate: Certificate, effort: Int?, onStart: (InterruptHandle) -> Void
) throws(SolverError) -> Certification {
  let solver = try Solver()
  onStart(solver.interruptHandle)
  for (obligation, question) in questions {
    try solver.push()
    try question(solver)
    switch try solver.check(effort: effort) {
    case .unsatisfiable: try solver.pop()
    case .satisfiable:
      Refutations.note(certificate, obligation)
      return .refuted(obligation)
    case .unknown(let reason): return .stopped(reason)
    }
  }
  return .confirmed
}

private typealias Question = (Certification.Obligation, (Solver) throws(SolverError) -> Void)

/// Checks inductive invariants by the definition of the timed system alone: one holds at the start, no delay and no single edge leads
/// out of it, and it excludes the goal.
///
/// The single steps, which take longest to work out, are the same for all claims about one encoding.
package struct InductionCheck {
  private var encoded: EncodedSystem
  private let steps: SingleSteps

  package init(_ encoded: EncodedSystem) {
    var encoded = encoded
    steps = encoded.singleSteps()
    self.encoded = encoded
  }

  /// - Parameter certificate: Of the same system, encoded in the same way, with k = 1.
  /// - Returns: nil if its formulas are not about states.
  package mutating func certify(_ certificate: Certificate, effort: Int) throws(SolverError) -> Certification? {
    guard let claim = encoded.copy(certificate.claim, from: certificate.encoded),
      let goal = encoded.copy(certificate.goal, from: certificate.encoded)
    else { return nil }
    return try answer(questions(claim, excluding: goal), about: certificate, effort: effort) { _ in }
  }

  fileprivate mutating func questions(_ claimed: Formula, excluding goal: Formula) -> [Question] {
    // Conditions that follow from the definition are a part of every claim, and proved with it.
    let parts = encoded.system.bank.conjuncts(of: claimed) + [encoded.system.domain] + steps.keptInvariants
    let claim = encoded.system.bank.and(parts)
    let start = encoded.system.bank.and(encoded.system.initial, encoded.system.bank.not(claim))
    let reached = encoded.system.bank.and(claim, goal)
    let never = encoded.system.bank.false
    let step = encoded.system.bank.and(claim, steps.losing(parts, unless: never, in: &encoded.system.bank))
    let symbols = encoded.system.variables.map(\.current) + steps.inputs
    let bank = encoded.system.bank
    return [(.goal, reached), (.start, start), (.step, step)].map { obligation, formula in
      (
        obligation,
        { solver throws(SolverError) in
          try SymbolScope(symbols, of: bank, in: solver).assert(formula, of: bank)
        }
      )
    }
  }
}

/// A claim that needs k states in a row is checked on the steps of the encoding, as it was found.
private func kInductionQuestions(_ certificate: Certificate) -> [Question] {
  var system = certificate.encoded.system
  // Limits of the domain are a part of every claim, and proved with it.
  let claim = system.bank.and(certificate.claim, system.domain)
  let goalAndClaim = system.bank.and(claim, certificate.goal)
  let notClaim = system.bank.not(claim)
  func unrolled(_ initially: Bool, _ solver: Solver) throws(SolverError) -> Unroller {
    let unroller = Unroller(system, in: solver, assumesDomain: false)
    try unroller.begin(initially: initially)
    return unroller
  }
  var questions: [Question] = [
    (.goal, { solver throws(SolverError) in try unrolled(false, solver).assert(goalAndClaim, at: 0) })
  ]
  for depth in 0..<certificate.k {
    questions.append(
      (
        .start,
        { solver throws(SolverError) in
          let unroller = try unrolled(true, solver)
          for _ in 0..<depth { try unroller.extend() }
          try unroller.assert(notClaim, at: depth)
        }
      ))
  }
  questions.append(
    (
      .step,
      { solver throws(SolverError) in
        let unroller = try unrolled(false, solver)
        for depth in 0..<certificate.k {
          try unroller.assert(claim, at: depth)
          try unroller.extend()
        }
        try unroller.assert(notClaim, at: certificate.k)
      }
    ))
  return questions
}
