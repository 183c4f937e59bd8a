import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// IC3 on all queries that are open, one after the other, each with an engine of its own: what is guessed for one query, and the
/// comparisons of times that it takes, would only be dragged along by the others. What is proved for one is known to the others.
/// An engine goes on in its next turn.
struct ClauseProver {
  private let work: Work
  /// By query.
  private var engines: [Int: IC3] = [:]
  /// In the order in which it was proved, and whether by engines that do not look behind terminal states.
  private var proved: [(facts: ProvedFacts, isBounded: Bool)] = []
  /// Facts about pairs of values, which hold behind terminal states too.
  private var pairs: ProvedFacts?
  private var knowsPairs = false
  /// By whether nothing behind terminal states is looked at.
  private var smallInvariants: [Bool: SmallInvariants] = [:]
  /// By query: how many of those its engine has been told.
  private var toldFacts: [Int: Int] = [:]
  /// To which nothing behind a terminal state matters; nil: not known yet.
  private var bounded: Set<Int>?
  /// Queries that some run reaches, which others will find.
  private var reached: Set<Int> = []
  /// Why the last attempt gave up, if it did.
  private(set) var lastStop: StopReason?

  /// How many conclusions to draw for each query, turn by turn; some ten millions take a second. One question that takes for
  /// ever must not keep the others from their turn, nor the parts of the system from theirs, which come before or after the
  /// long one. Most proofs of apps with two features take 20 to 100 millions.
  static let efforts = (soon: [2_000_000, 20_000_000], long: 60_000_000, longest: [200_000_000, 600_000_000])

  /// For one query; few proofs that a first look does not find take less. Runs are looked for from then on.
  private static let effortOfSlow = 10_000_000

  /// For all queries together: a moment.
  private static let effortOfMoment = 1_500_000

  /// The same, after which others need not wait any longer.
  private static let effortAlone = 150_000_000
  private var usedEffort = 0

  init(_ work: Work) { self.work = work }

  private var open: [Int] {
    work.board.read { board in
      board.mustStop ? [] : board.open.filter { !reached.contains($0) && board.candidates[$0] == nil }
    }
  }

  /// - Parameters:
  ///   - effort: For each query: how many conclusions to draw.
  ///   - isBrief: Whether a query is left for later where times would have to be looked at very closely.
  ///   - waitsForWider: Whether a query is left for later as long as a wider one is open: then it has no run that clauses would
  ///     find sooner, and its proof alone would be of no use.
  mutating func run(effort: Int, isBrief: Bool = false, waitsForWider: Bool = true) throws(SolverError) {
    guard work.engines.contains(.ic3) else { return }
    let effort = min(effort, work.limits.effort ?? effort)
    let bounded = self.bounded ?? Self.boundedQueries(of: work)
    self.bounded = bounded
    // Where what is wider is reached, a proof would be of no use, but a run is still to be found.
    for query in work.widestFirst(open) where open.contains(query) {
      if waitsForWider, let wider = work.queries[query].wider, open.contains(wider) {
        noteTurn(of: query, effort)
        continue
      }
      try learnPairs()
      var engine = try takeEngine(query, isBounded: bounded.contains(query))
      tell(&engine, on: query, isBounded: bounded.contains(query))
      try run(&engine, on: query, effort: effort, isBrief: isBrief)
      engines[query] = isOpen(query) ? engine : nil
    }
    work.board.update { $0.noteMomentOfClauses() }
  }

  private mutating func tell(_ engine: inout IC3, on query: Int, isBounded: Bool) {
    for (facts, isOfBounded) in proved[toldFacts[query, default: 0]...] where isOfBounded == isBounded { engine.adopt(facts) }
    toldFacts[query] = proved.count
  }

  /// Once for all queries.
  private mutating func learnPairs() throws(SolverError) {
    if knowsPairs { return }
    knowsPairs = true
    pairs = try work.board.timing(.pairs, open, outcome: { $0?.outcome ?? "given up" }) { [work] () throws(SolverError) in
      PairInduction.facts(work.encoded) { work.board.read(\.mustStop) }
    }
  }

  private func isOpen(_ query: Int) -> Bool { work.board.read { $0.results[query] == nil } }

  private mutating func run(_ engine: inout IC3, on query: Int, effort: Int, isBrief: Bool) throws(SolverError) {
    let before = engine.usedEffort
    let finding = try prove(query, with: &engine, effort: effort, isBrief: isBrief)
    usedEffort += engine.usedEffort - before
    switch finding {
    case .unreachable(let claim):
      proved.append((engine.facts(behind: claim), bounded!.contains(query)))
      let small = try smallClaim(of: engine, on: query)
      try confirm(small?.claim ?? claim, of: query, small?.encoded ?? engine.encoded)
    case .reached(let steps):
      reached.insert(query)
      if work.board.read({ $0.isForProofs }) {
        // There is no proof, and nothing else counts.
        work.board.update { $0.withdraw(query, reachedBy: steps.compactMap(\.edge)) }
      } else {
        try keepRun(like: steps, of: query)
      }
    case .stopped(let reason): lastStop = reason
    }
    noteTurn(of: query, effort)
  }

  private mutating func smallClaim(of engine: IC3, on query: Int) throws(SolverError) -> (claim: Formula, encoded: EncodedSystem)?
  {
    let isBounded = bounded!.contains(query)
    if smallInvariants[isBounded] == nil { smallInvariants[isBounded] = SmallInvariants(try makeEngine(isBounded: isBounded)) }
    var invariants = smallInvariants.removeValue(forKey: isBounded)!
    defer { smallInvariants[isBounded] = invariants }
    return try work.board.timing(.smallInvariant, [query], outcome: { $0 == nil ? "none" : "found" }) {
      [work] () throws(SolverError) in
      try invariants.claim(of: engine, excluding: work.goals[query]) { work.board.read(\.mustStop) }
    }
  }

  private func noteTurn(of query: Int, _ effort: Int) {
    work.board.update { $0.endClauses(of: query, after: effort) }
    if usedEffort >= Self.effortAlone { work.board.update { $0.endClauses() } }
  }

  /// The run itself is seldom short; the shortest that takes no other edges is as good as any, and soon found.
  private func keepRun(like steps: [SingleStep], of query: Int) throws(SolverError) {
    guard work.encoded.timed.isExplorable else { return }
    let exploration = WholeExploration(work, queries: [query], taking: Set(steps.compactMap(\.edge)), onStart: work.beginPart)
    let trace = try work.board.timing(
      .wholeExploration, [query], outcome: { $0 == nil ? "none like that of clauses" : "one like that of clauses" }
    ) { () throws(SolverError) in try exploration.shortestRun(atMost: Self.nodesForRun) }
    if let trace { work.keep(trace, for: query, by: .ic3) }
  }
  private static let nodesForRun = 100_000

  private func prove(
    _ query: Int, with engine: inout IC3, effort: Int, isBrief: Bool
  ) throws(SolverError) -> IC3.Finding {
    let before = usedEffort - engine.usedEffort
    return try work.board.timing(.clauses, [query], outcome: \.outcome) { () throws(SolverError) in
      try engine.prove(
        work.goals[query], meaning: work.queries[query].goal, effort: effort, isBrief: isBrief
      ) { [board = work.board] in
        board.read { $0.mustStop || $0.results[query] != nil }
      } onEffort: { [board = work.board] in
        if before + $0 >= Self.effortOfMoment, board.read({ !$0.haveClausesHadAMoment }) {
          board.update { $0.noteMomentOfClauses() }
        }
        if $0 >= Self.effortOfSlow, board.read({ !$0.areClausesSlow }) { board.update { $0.noteSlowClauses() } }
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

  /// - Parameter isBounded: It does not look behind terminal states.
  private mutating func takeEngine(_ query: Int, isBounded: Bool) throws(SolverError) -> IC3 {
    if let engine = engines.removeValue(forKey: query) { return engine }
    var engine = try makeEngine(isBounded: isBounded)
    if let pairs { engine.adopt(pairs) }
    return engine
  }

  private func makeEngine(isBounded: Bool) throws(SolverError) -> IC3 {
    let terminal = isBounded ? work.terminal : .false
    return try IC3(work.encoded, known: work.encoded.system.bank.true, terminal: terminal, onStart: work.beginPart)
  }

  /// Settles the query as safe, once the claim has been checked in a fresh solver.
  /// - Throws: If the claim is wrong: it is then the engine that is, and no answer of its can be trusted.
  private mutating func confirm(_ claim: Formula, of query: Int, _ encoded: EncodedSystem) throws(SolverError) {
    let certificate = Certificate(encoded: encoded, goal: work.goals[query], claim: claim, k: 1, engine: .ic3)
    let finding = try work.board.timing(.certification, [query], outcome: \.outcome) { () throws(SolverError) in
      try certify(certificate, onStart: work.beginPart)
    }
    switch finding {
    case .confirmed:
      let result = QueryResult(name: work.queries[query].name, result: .safe(certificate), engine: .ic3)
      work.board.update { $0.settle(query, result) }
    case .stopped(let reason): lastStop = reason
    case .refuted(let obligation): throw .failed("what clauses were to prove is refuted: \(obligation.rawValue)")
    }
  }
}
