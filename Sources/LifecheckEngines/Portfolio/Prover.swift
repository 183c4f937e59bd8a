import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Tries to prove all that is open: together first, since one invariant often serves many queries; one by one, each on
/// the part of the system that it needs, where that takes too long.
struct Prover {
  private let work: Work
  private var encoded: EncodedSystem
  /// An invariant of the whole system that is already confirmed.
  private var known: Formula
  /// Queries that can be reached; the search will find how.
  private var reachable: Set<Int> = []
  private var lastStop: StopReason?

  private static let inductionEffort = 500_000
  /// For one attempt of the first round; each later round has four times as long. Spacer counts no steps by which it
  /// could be stopped (measured with 4.8.12), so only time can move on from an attempt that leads nowhere. Which
  /// invariant is found may depend on it; no answer does.
  private static let firstPatience: Duration = .milliseconds(1_000)
  /// Attempts are given up after a round this long when solver steps are limited.
  private static let lastPatience: Duration = .seconds(60)

  init(_ work: Work) {
    self.work = work
    encoded = work.encoded
    known = encoded.system.bank.true
  }

  private var open: [Int] {
    work.board.read { board in board.open.filter { !reachable.contains($0) && board.candidates[$0] == nil } }
  }
  private var mustStop: Bool { work.board.read { $0.mustStop } }

  /// - Returns: Why the last attempt ended, if queries are left.
  mutating func run() throws(SolverError) -> StopReason? {
    try induct(2)
    var patience = Self.firstPatience
    while !open.isEmpty && !mustStop {
      let candidates = open
      let isSettled = try proveTogether(candidates, patience: patience)
      if !isSettled {
        for query in candidates where open.contains(query) && !mustStop {
          if try proveOnSlice(query, patience: patience) { continue }
          if candidates.count > 1 { _ = try proveTogether([query], patience: patience) }
        }
        if case .gaveUp = lastStop { return lastStop }
        if lastStop == .memory { return lastStop }
        if work.limits.effort != nil, patience > Self.lastPatience { return lastStop }
        patience = patience * 4
      }
    }
    return lastStop
  }

  private func begin(_ queries: [Int]) -> (InterruptHandle) -> Void {
    { [board = work.board] handle in board.update { $0.beginProof(handle, of: queries) } }
  }

  // MARK: Engines

  mutating func induct(_ k: Int) throws(SolverError) {
    let candidates = open
    if candidates.isEmpty || mustStop { return }
    let engine = KInduction(encoded: encoded, goals: work.goals, known: known, onStart: begin(candidates))
    let survivors = try work.board.timing(
      .kInduction, candidates, outcome: { "\($0.count) of \(candidates.count) hold with \(k)" }
    ) { () throws(SolverError) in
      try engine.inductionStep(k, candidates: candidates, effort: Self.inductionEffort)
    }
    if survivors.isEmpty { return }
    let goal = encoded.system.bank.or(survivors.map { work.goals[$0] })
    // The step was allowed to use what is known, so that is a part of the claim.
    try confirm(survivors, claim: encoded.system.bank.and(known, encoded.system.bank.not(goal)), k: k, engine: .kInduction)
  }

  /// - Returns: Whether nothing more can be learned from trying the same queries again.
  private mutating func proveTogether(_ candidates: [Int], patience: Duration) throws(SolverError) -> Bool {
    var engine = Reachability(encoded: encoded, goals: work.goals, known: known, onStart: begin(candidates))
    let finding = try work.board.timing(.reachability, candidates, outcome: \.outcome) { () throws(SolverError) in
      try engine.prove(candidates, patience: patience)
    }
    encoded = engine.encoded
    switch finding {
    case .invariant(let invariant):
      try confirm(candidates, claim: invariant, k: 1, engine: .reachability)
      return !candidates.contains(where: open.contains)
    case .reachable:
      guard candidates.count == 1 else { return false }
      reachable.insert(candidates[0])
      return true
    case .stopped(let reason):
      // A query among them was found to be reachable: the rest deserves another try together.
      if reason == .interrupted && !mustStop { return true }
      lastStop = reason
      return false
    }
  }

  /// - Returns: Whether the query is settled.
  private mutating func proveOnSlice(_ query: Int, patience: Duration) throws(SolverError) -> Bool {
    guard let slice = Slice(encoded.timed, for: work.queries[query].goal) else { return false }
    var part = encode(slice.system, work.options)
    let goal = part.formula(slice.goal)
    var engine = Reachability(encoded: part, goals: [goal], known: part.system.bank.true, onStart: begin([query]))
    let finding = try work.board.timing(.reachability, [query], outcome: \.outcome) { () throws(SolverError) in
      try engine.prove([0], patience: patience)
    }
    switch finding {
    case .invariant(let invariant):
      guard let claim = encoded.copy(invariant, from: engine.encoded, rename: slice.original) else { return false }
      try confirm([query], claim: claim, k: 1, engine: .reachability)
      return !open.contains(query)
    case .reachable: return false
    case .stopped(let reason):
      lastStop = reason
      return false
    }
  }

  // MARK: Confirmation

  /// Settles the queries as safe, once the claim has been checked in a fresh solver.
  private mutating func confirm(
    _ queries: [Int], claim: Formula, k: Int, engine: EngineName
  ) throws(SolverError) {
    let goal = encoded.system.bank.or(queries.map { work.goals[$0] })
    let together = Certificate(encoded: encoded, goal: goal, claim: claim, k: k, engine: engine)
    let finding = try work.board.timing(.certification, queries, outcome: \.outcome) { () throws(SolverError) in
      try certify(together, onStart: begin(queries))
    }
    switch finding {
    case .confirmed:
      if k == 1 { known = encoded.system.bank.and(known, claim) }
      for query in queries {
        let certificate = Certificate(encoded: encoded, goal: work.goals[query], claim: claim, k: k, engine: engine)
        let result = QueryResult(name: work.queries[query].name, result: .safe(certificate), engine: engine)
        work.board.update { $0.settle(query, result) }
      }
    case .refuted(let obligation):
      lastStop = .gaveUp("a proof was not confirmed: \(obligation.rawValue)")
    case .stopped(let reason):
      lastStop = reason
    }
  }
}
