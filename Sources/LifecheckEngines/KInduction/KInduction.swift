import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Which of some goals are excluded by k-induction, taken together.
///
/// All goals are assumed unreached in k states in a row; those that can be reached in the next are dropped, until none is.
/// The remaining goals are proved together, if they are unreached up to depth k - 1.
/// - Source: M. Sheeran, S. Singh, G. Stålmarck, "Checking safety properties using induction and a SAT-solver",
///   FMCAD 2000; the dropping is that of C. Flanagan, K. R. M. Leino, "Houdini", FME 2001.
struct KInduction {
  let encoded: EncodedSystem
  let goals: [Formula]
  /// An invariant that is already proved, over current variables.
  let known: Formula
  let onStart: (InterruptHandle) -> Void

  /// - Precondition: No goal among `candidates` is reached at a depth below `k`.
  func inductionStep(_ k: Int, candidates: [Int], effort: Int) throws(SolverError) -> [Int] {
    let solver = try Solver()
    onStart(solver.interruptHandle)
    let unroller = Unroller(encoded.system, in: solver)
    try unroller.begin(initially: false)
    for depth in 0..<k {
      try unroller.assert(known, at: depth)
      try unroller.extend()
    }
    try unroller.assert(known, at: k)
    var survivors = candidates
    while !survivors.isEmpty {
      var assumptions: [Statement] = []
      for depth in 0..<k {
        for goal in survivors {
          assumptions.append(try solver.literal(implying: solver.not(unroller.state(goals[goal], at: depth))))
        }
      }
      var reached: [Statement] = []
      for goal in survivors { reached.append(try unroller.state(goals[goal], at: k)) }
      assumptions.append(try solver.literal(implying: solver.any(reached)))
      switch try solver.check(assuming: assumptions, effort: effort) {
      case .unsatisfiable: return survivors
      case .unknown: return []
      case .satisfiable:
        var kept: [Int] = []
        for (goal, statement) in zip(survivors, reached) where try !solver.holds(statement) { kept.append(goal) }
        survivors = kept
      }
    }
    return []
  }
}
