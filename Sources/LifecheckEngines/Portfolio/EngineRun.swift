import LifecheckSolver
import LifecheckThreads

/// The work of one engine on some queries, for those who ask where the time went. Nothing depends on it.
package struct EngineRun: Sendable {
  package enum Engine: String, Sendable {
    case wholeExploration = "states of the whole app"
    case guidedExploration = "states behind the steps of a likely run"
    case undisturbed = "states where nothing disturbs code that is under way"
    case boundedModelChecking = "runs, one step longer each time"
    case pairs = "two things at a time"
    case clauses = "clauses, step by step"
    case smallInvariant = "what a proof needs"
    case parts = "parts of the app"
    case kInduction = "induction"
    case reachability = "Z3's Spacer"
    case certification = "check of the proof"
    case kept = "kept from an earlier run"
  }
  package var engine: Engine
  /// The numbers of the queries that were asked together.
  package var queries: [Int]
  /// Of the processor, which other programs do not slow down.
  package var time: Duration
  /// How far it came, and why it ended.
  package var outcome: String
  package init(engine: Engine, queries: [Int], time: Duration, outcome: String) {
    (self.engine, self.queries, self.time, self.outcome) = (engine, queries, time, outcome)
  }
}

extension Board {
  /// Notes a run. If the engine goes on with the same queries, it is one run, and the last outcome is that of all.
  mutating func note(_ run: EngineRun) {
    guard let last = runs.lastIndex(where: { $0.engine == run.engine && $0.queries == run.queries }) else {
      return runs.append(run)
    }
    runs[last].time += run.time
    runs[last].outcome = run.outcome
  }
}

extension Monitor<Board> {
  /// Does some work of an engine, and notes how long it took.
  func timing<Result>(
    _ engine: EngineRun.Engine, _ queries: [Int], outcome: (Result) -> String, _ work: () throws(SolverError) -> Result
  ) throws(SolverError) -> Result {
    let clock = ThreadClock()
    let start = clock.time
    func note(_ outcome: String) {
      let time = clock.time - start
      update { $0.note(EngineRun(engine: engine, queries: queries, time: time, outcome: outcome)) }
    }
    do throws(SolverError) {
      let result = try work()
      note(outcome(result))
      return result
    } catch {
      note("stopped")
      throw error
    }
  }
}
