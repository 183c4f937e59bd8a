import LifecheckSystem

/// When to stop looking. Solver steps are the same on every machine, time of the processor nearly so; time on the clock is the
/// last resort.
package struct Limits: Hashable, Sendable {
  package var wallTime: Duration?
  /// Of the processor, on all threads together: other programs do not use it up.
  package var processorTime: Duration?
  /// Memory for each decision that is made in this program at a time: of the solver, of exploration and of all the rest.
  package var megabytes: Int?
  /// Symbolic steps to search for violations. Proofs are not bounded by it.
  package var maximumSteps: Int?
  /// How many decisions are made in this program at a time. Memory is counted for the whole program, so the limit is that of
  /// all of them together.
  package var sharers = 1
  /// Solver steps of each engine.
  package var effort: Int?
  package init(wallTime: Duration? = nil, megabytes: Int? = nil, maximumSteps: Int? = nil, effort: Int? = nil) {
    self.wallTime = wallTime
    self.megabytes = megabytes
    self.maximumSteps = maximumSteps
    self.effort = effort
  }
}

package struct QueryResult: Sendable {
  package var name: String
  package var result: SafetyResult
  package var engine: EngineName?
  /// The work of the engines on the query; not the same from one time to the next.
  package var runs: [EngineRun] = []
  package init(name: String, result: SafetyResult, engine: EngineName?) {
    self.name = name
    self.result = result
    self.engine = engine
  }
}

package enum SafetyResult: Sendable {
  /// The goal can never be reached; confirmed.
  case safe(Certificate)
  case unsafe(Trace)
  /// Not reached in fewer than `clearedSteps` steps.
  case unknown(UndecidedReason, clearedSteps: Int)
}

/// The limit that ends a check before everything is decided.
package enum ReachedLimit: Hashable, Sendable {
  case time
  case processorTime
  case memory
  /// Somebody did not want to wait.
  case interruption
}

package enum UndecidedReason: Hashable, Sendable {
  case limit(ReachedLimit)
  case steps
  case effort
  case numberTooLarge
  /// For a reason of the solver's own, in its words.
  case solver(String)
}

/// The progress of a check: how much has been settled so far.
package struct Progress: Hashable, Sendable {
  package var settled: Int
  package var total: Int
  package var clearedSteps: Int
  /// All that small systems have has been seen.
  package var isPastFirstLook = false
  /// Clauses have proved all that they can prove with a moderate effort.
  package var isPastClauses = false
  /// Clauses have spent a second or so on one query.
  package var areClausesSlow = false
  package init(settled: Int, total: Int, clearedSteps: Int) {
    self.settled = settled
    self.total = total
    self.clearedSteps = clearedSteps
  }
}
