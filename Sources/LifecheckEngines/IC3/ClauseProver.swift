import LifecheckSolver
import LifecheckSystem

/// IC3 on all queries that are open, one after the other; what it learns from one serves the others, and its next turn.
struct ClauseProver {
  private let work: Work
  /// One for the queries that exclude terminal states, and does not look behind them; one for the others.
  private var engines: [Bool: IC3] = [:]
  /// To which nothing behind a terminal state matters; nil: not known yet.
  private var bounded: Set<Int>?
  /// Queries that some run reaches, which others will find.
  private var reached: Set<Int> = []
  /// Why the last attempt gave up, if it did.
  private(set) var lastStop: StopReason?

  /// How many conclusions to draw for each query, before and between looks at parts of the system; some ten millions take a
  /// second.
  static let efforts = (first: 2_000_000, second: 20_000_000, last: 300_000_000)
  /// Conclusions after which a proof is confirmed at once; small ones are confirmed together, which takes less time.
  private static let worthConfirming = 500_000

  init(_ work: Work) { self.work = work }

  private var open: [Int] {
    work.board.read { board in
      board.mustStop ? [] : board.open.filter { !isReached($0) && board.candidates[$0] == nil }
    }
  }

  /// A proof counts only with one of what is wider.
  private func isReached(_ query: Int) -> Bool {
    reached.contains(query) || work.queries[query].wider.map(reached.contains) ?? false
  }

  /// - Parameter effort: For each query: how many conclusions to draw.
  mutating func run(effort: Int) throws(SolverError) {
    guard work.engines.contains(.ic3) else { return }
    let effort = min(effort, work.limits.effort ?? effort)
    let bounded = self.bounded ?? Self.boundedQueries(of: work)
    self.bounded = bounded
    for isBounded in [true, false] {
      let queries = work.widestFirst(open.filter { bounded.contains($0) == isBounded })
      if queries.isEmpty { continue }
      var engine = try takeEngine(isBounded: isBounded)
      try run(&engine, on: queries, effort: effort)
      engines[isBounded] = engine
    }
  }

  private mutating func run(_ engine: inout IC3, on queries: [Int], effort: Int) throws(SolverError) {
    var proved: [Int] = []
    var confirmedEffort = engine.usedEffort
    var latest: Formula?
    for query in queries where open.contains(query) {
      switch try prove(query, with: &engine, effort: effort) {
      case .unreachable(let claim):
        (latest, proved) = (claim, proved + [query])
        if engine.usedEffort - confirmedEffort > Self.worthConfirming {
          try confirm(claim, of: proved, engine.encoded)
          (proved, confirmedEffort) = ([], engine.usedEffort)
        }
      case .reached(let steps):
        reached.insert(query)
        try keepRun(like: steps, of: query)
      case .stopped(let reason): lastStop = reason
      }
      if effort >= Self.efforts.second { work.board.update { $0.endClauses(of: query) } }
    }
    if let latest, !proved.isEmpty { try confirm(latest, of: proved, engine.encoded) }
  }

  /// The run itself is seldom short; the shortest that takes no other edges is as good as any, and soon found.
  private func keepRun(like steps: [SingleStep], of query: Int) throws(SolverError) {
    if work.board.read({ $0.isForProofs }) || !work.encoded.timed.isExplorable { return }
    let exploration = WholeExploration(work, query: query, taking: Set(steps.compactMap(\.edge)))
    let trace = try work.board.timing(.wholeExploration, [query], outcome: { $0 == nil ? "none like that of clauses" : "one like that of clauses" }) {
      () throws(SolverError) in try exploration.shortestRun(atMost: Self.nodesForRun)
    }
    if let trace { work.keep(trace, for: query, by: .ic3) }
  }
  private static let nodesForRun = 100_000

  private func prove(_ query: Int, with engine: inout IC3, effort: Int) throws(SolverError) -> IC3.Finding {
    try work.board.timing(.clauses, [query], outcome: \.outcome) { () throws(SolverError) in
      try engine.prove(work.goals[query], effort: effort) { [board = work.board] in
        board.read { $0.mustStop || $0.results[query] != nil }
      }
    }
  }

  /// The queries to which nothing behind a terminal state matters. It does to one that asks for such a state.
  private static func boundedQueries(of work: Work) -> Set<Int> {
    var encoded = work.encoded
    let terminal = encoded.formula(work.terminal)
    let solver = SATSolver()
    var clauses = Clausification(solver)
    var choices = ChoicesOfTimes()
    func literal(_ formula: Formula) -> Literal {
      let written = choices.lifted(formula, in: &encoded.system.bank)
      return clauses.literal(written, in: encoded.system.bank)
    }
    let common = [literal(terminal), literal(encoded.system.domain)]
    return Set(work.goals.indices.filter { solver.solve(assuming: common + [literal(work.goals[$0])]) == .unsatisfiable })
  }

  private mutating func takeEngine(isBounded: Bool) throws(SolverError) -> IC3 {
    if let engine = engines.removeValue(forKey: isBounded) { return engine }
    let terminal = isBounded ? work.terminal : .false
    return try IC3(work.encoded, known: work.encoded.system.bank.true, terminal: terminal, onStart: work.beginPart)
  }

  /// Settles the queries as safe, once the claim has been checked in a fresh solver.
  /// - Throws: If the claim is wrong: it is then the engine that is, and no answer of its can be trusted.
  private mutating func confirm(_ claim: Formula, of queries: [Int], _ encoded: EncodedSystem) throws(SolverError) {
    var encoded = encoded
    func certificate(_ goal: Formula) -> Certificate {
      Certificate(encoded: encoded, goal: goal, claim: claim, k: 1, engine: .ic3)
    }
    let together = encoded.system.bank.or(queries.map { work.goals[$0] })
    let finding = try work.board.timing(.certification, queries, outcome: \.outcome) { () throws(SolverError) in
      try certify(certificate(together), onStart: work.beginPart)
    }
    switch finding {
    case .confirmed:
      for query in queries {
        let result = SafetyResult.safe(certificate(work.goals[query]))
        work.board.update { $0.settle(query, QueryResult(name: work.queries[query].name, result: result, engine: .ic3)) }
      }
    case .stopped(let reason): lastStop = reason
    case .refuted(let obligation): throw .failed("what clauses were to prove is refuted: \(obligation.rawValue)")
    }
  }
}
