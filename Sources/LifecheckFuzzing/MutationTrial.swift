import LifecheckChecking
import LifecheckEngines
import LifecheckSystem
import LifecheckTestSupport

/// The outcome of one mistake of the encoder on one system.
package enum MutationOutcome: Sendable, Hashable {
  /// There was no place for the mistake, or no answer to compare with.
  case notTried
  /// The verdict is right all the same, or there is none.
  case right
  /// A run that is none; whether the replay refused it.
  case wrongRun(isCaught: Bool)
  /// A proof of what is not so; whether the audit contradicted it, and whether its runs and its single steps alone did.
  case wrongProof(byAudit: Bool, byRuns: Bool, bySteps: Bool)

  package var isWrong: Bool {
    switch self {
    case .notTried, .right: false
    case .wrongRun, .wrongProof: true
    }
  }
  package var isWrongProof: Bool { if case .wrongProof = self { true } else { false } }
  /// A wrong verdict that would have been reported.
  package var isMissed: Bool {
    switch self {
    case .notTried, .right: false
    case .wrongRun(let isCaught), .wrongProof(let isCaught, _, _): !isCaught
    }
  }
}

/// Lets the engines answer for a system that was encoded with a mistake, and confirms the answer on the right one.
///
/// The check of the proof in a fresh solver is a part of `decide`: it sees the mistaken encoding, and finds nothing.
///
/// - Parameter engines: Exploration alone needs no limit of time, so that its answers are the same on every machine.
package func trial(_ mutation: SystemMutation, seed: UInt64, isWild: Bool, engines: Engines = .all) -> MutationOutcome {
  let problem = RandomSystem(seed: seed, isWild: isWild).problem
  let questions = Questions(
    system: problem.system, queries: [Query(name: "goal", goal: problem.goal)],
    limits: Limits(wallTime: engines == .exploration ? nil : .milliseconds(300), maximumSteps: 8), engines: engines)
  return questions?.trial(mutation, seed: seed) ?? .notTried
}

/// The queries about a system, and the right answers.
struct Questions {
  let system: TimedSystem
  let queries: [Query]
  let limits: Limits
  let engines: Engines
  let truth: [SafetyResult]

  /// nil when the solver breaks.
  init?(system: TimedSystem, queries: [Query], limits: Limits, engines: Engines = .all) {
    guard let truth = try? decide(system, queries, limits: limits, engines: engines) else { return nil }
    self.system = system
    self.queries = queries
    self.limits = limits
    self.engines = engines
    self.truth = truth.map(\.result)
  }
}

extension Questions {
  /// The first wrong answer that the mistake leads to in one of some places.
  func trial(_ mutation: SystemMutation, seed: UInt64) -> MutationOutcome {
    var dice = SplitMix64(seed: seed ^ 0xBAD)
    var outcome = MutationOutcome.notTried
    if truth.allSatisfy(\.isUnknown) { return outcome }
    for _ in 0..<4 {
      let next = trial(mutation, &dice)
      if next.isWrong { return next }
      if next != .notTried { outcome = next }
    }
    return outcome
  }

  /// A wrong answer to any of the queries counts, and the audit hears of all claims together.
  private func trial(_ mutation: SystemMutation, _ dice: inout SplitMix64) -> MutationOutcome {
    guard let mistaken = mutation.apply(to: system, &dice),
      let answers = try? decide(mistaken, queries, limits: limits, engines: engines)
    else { return .notTried }
    var outcome = MutationOutcome.notTried
    for (query, (right, answer)) in zip(queries, zip(truth, answers.map(\.result))) {
      switch (right, answer) {
      case (.unknown, _): continue
      case (.safe, .unsafe(let trace)):
        let replay = try? Interpreter(system, parameters: trace.parameters).replay(trace, reaching: query.goal)
        return .wrongRun(isCaught: replay == nil)
      case (.unsafe, .safe): return audited(answers.map(\.result))
      default: outcome = .right
      }
    }
    return outcome
  }

  /// As the product does it: with the runs that were found for other queries, if they are runs.
  private func audited(_ answers: [SafetyResult]) -> MutationOutcome {
    let found = answers.compactMap { if case .unsafe(let trace) = $0 { trace } else { nil } }
    func isContradicted(_ effort: AuditEffort, _ found: [Trace] = []) -> Bool {
      var audit = Audit(system, claims(of: zip(queries, answers).map { ($0.goal, $1) }))
      return audit.contradiction(along: found, effort) != nil
    }
    let all = AuditEffort.standard(for: system)
    let (runsOnly, stepsOnly) = (all.without(samples: true), all.without(samples: false))
    return .wrongProof(
      byAudit: isContradicted(all, found), byRuns: isContradicted(runsOnly), bySteps: isContradicted(stepsOnly))
  }
}

extension AuditEffort {
  /// Only the runs; or only the single steps, from the states of a start that is as good as none.
  fileprivate func without(samples: Bool) -> AuditEffort {
    samples
      ? AuditEffort(steps: steps, patience: patience, samples: 0)
      : AuditEffort(steps: 2, patience: patience, samples: self.samples)
  }
}

extension SafetyResult {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
