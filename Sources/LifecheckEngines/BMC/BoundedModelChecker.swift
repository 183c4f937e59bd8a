import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Looks for violations of many queries at once, one step deeper each time.
/// - Source: A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic model checking without BDDs", TACAS 1999.
final class BoundedModelChecker {
  private let encoded: EncodedSystem
  private let goals: [Formula]
  private let unroller: Unroller
  private var solver: Solver { unroller.solver }
  /// Depths below this hold no violation of any open query.
  private(set) var clearedSteps = 0

  enum Finding {
    case violated(query: Int, Trace)
    /// No open query is violated at this depth.
    case cleared
    case stopped(StopReason)

    func outcome(after steps: Int) -> String {
      if case .violated = self { "a run of \(steps) steps" } else { "no run of fewer than \(steps) steps" }
    }
  }

  /// - Parameter goals: over current variables of `encoded`.
  init(_ encoded: EncodedSystem, goals: [Formula]) throws(SolverError) {
    self.encoded = encoded
    self.goals = goals
    unroller = Unroller(encoded.system, in: try Solver())
  }

  var usedEffort: Int { solver.usedEffort }
  var interruptHandle: InterruptHandle { solver.interruptHandle }

  /// Looks at the present depth for a violation of any of the open queries. After `.cleared`, the depth has grown.
  func search(open: [Int], effort: Int? = nil) throws(SolverError) -> Finding {
    while unroller.stateCount <= clearedSteps {
      if unroller.stateCount == 0 { try unroller.begin(initially: true) } else { try unroller.extend() }
    }
    var violations: [Int: Statement] = [:]
    for query in open { violations[query] = try unroller.state(goals[query], at: clearedSteps) }
    let some = try solver.literal(implying: solver.any(open.map { violations[$0]! }))
    let answer = try solver.check(assuming: [some], effort: effort)
    switch answer {
    case .unknown(let reason): return .stopped(reason)
    case .unsatisfiable:
      try solver.assert(solver.not(some))
      clearedSteps += 1
      return .cleared
    case .satisfiable:
      // The lowest, not just any, so that the order of findings does not depend on the model.
      var violated: Int?
      for query in open where violated == nil {
        if try solver.holds(violations[query]!) { violated = query }
      }
      guard let query = violated else { throw .failed("a model violates nothing") }
      try solver.push()
      try solver.assert(violations[query]!)
      let trace = try CanonicalTrace(encoded, unroller, length: clearedSteps).find()
      try solver.pop()
      return .violated(query: query, trace)
    }
  }
}
