import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem
import LifecheckThreads

/// Decides for each query whether a state where its goal holds can be reached.
///
/// One thread looks for violations in the whole system, ever deeper. Once it has seen as much as small systems have, a
/// second thread looks at parts of the system, which may prove what is still open or violate it, and then tries to prove
/// the rest. Which of them finds a run that is reported does not depend on which is faster. The calling thread keeps the
/// limits; when one is reached, it returns with what is confirmed by then, and waits for nobody.
/// - Parameter asides: What is asked by the way, since it costs little: each is answered by `.safe`, or not at all. The answers
///   come after those to the queries, and are the same on every machine.
/// - Parameter terminal: Once true it stays so, and nothing behind it is of interest: every goal excludes it, or asks for it alone.
/// - Parameter watch: Keeps the limits of all that is done about the same spec.
/// - Parameter exchange: Through which others withdraw queries meanwhile; they count as `.unknown` then.
/// - Throws: `SolverError` when the solver breaks. Limits reached are `.unknown`.
package func decide(
  _ system: TimedSystem, _ queries: [Query], asides: [Query] = [], terminal: Term = .false, within watch: LimitWatch,
  options: EncodingOptions = EncodingOptions(),
  engines: Engines = .all, exchange: Exchange? = nil, onProgress: (Progress) -> Void = { _ in }
) throws(SolverError) -> [QueryResult] {
  let limits = watch.limits
  if let megabytes = limits.megabytes { SolverLibrary.limitMemory(megabytes: megabytes * limits.sharers) }
  let board = (exchange ?? Exchange(queries: queries.count, asides: asides.count)).board
  let laidOut = watch.within {
    var encoded = encode(system, options)
    let goals = queries.map { encoded.formula($0.goal) }
    // Whoever gets a copy knows them then.
    _ = encoded.singleSteps()
    return (encoded, goals)
  }
  if let (encoded, goals) = laidOut, !queries.isEmpty {
    let work = Work(
      queries: queries, asides: asides, encoded: encoded, goals: goals, terminal: terminal, limits: limits, options: options,
      engines: engines, board: board)
    work.goOn(within: watch, onProgress)
  }
  let final = board.update { board in
    board.close()
    return board
  }
  if let failure = final.failure { throw failure }
  let answers = queries.indices.map { query in
    var result = final.result(of: query, named: queries[query].name, limit: watch.reached)
    result.runs = final.runs.filter { $0.queries.contains(query) }
    return result
  }
  return answers
    + asides.indices.map {
      final.asides[$0] ?? QueryResult(name: asides[$0].name, result: .unknown(.effort, clearedSteps: 0), engine: nil)
    }
}

/// The same, where nothing else is done about the system.
package func decide(
  _ system: TimedSystem, _ queries: [Query], asides: [Query] = [], terminal: Term = .false, limits: Limits = Limits(),
  options: EncodingOptions = EncodingOptions(), engines: Engines = .all
) throws(SolverError) -> [QueryResult] {
  try decide(
    system, queries, asides: asides, terminal: terminal, within: LimitWatch(limits), options: options, engines: engines)
}

extension Board {
  /// The result of a query as it is known in the end.
  fileprivate func result(of query: Int, named name: String, limit: ReachedLimit?) -> QueryResult {
    if let result = results[query] { return result }
    if let candidate = candidates[query] { return candidate }
    let reason = undecidedReason(limit)
    return QueryResult(name: name, result: .unknown(reason, clearedSteps: clearedSteps(of: query)), engine: nil)
  }
}

/// Which engines may answer; all do, but for tests that set them against each other.
package struct Engines: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let exploration = Engines(rawValue: 1)
  package static let boundedModelChecking = Engines(rawValue: 2)
  package static let proofs = Engines(rawValue: 4)
  package static let ic3 = Engines(rawValue: 8)
  package static let all: Engines = [.exploration, .boundedModelChecking, .proofs, .ic3]
}

extension Engines {
  fileprivate var includesProvers: Bool { !isDisjoint(with: [.proofs, .ic3]) }
}

/// The work of the two worker threads, and their supervision.
struct Work: Sendable {
  let queries: [Query]
  /// Answered where exploration of the whole sees everything early.
  let asides: [Query]
  let encoded: EncodedSystem
  let goals: [Formula]
  let terminal: Term
  let limits: Limits
  let options: EncodingOptions
  let engines: Engines
  let board: Monitor<Board>

  /// Until all is answered, or a limit is reached.
  fileprivate func goOn(within watch: LimitWatch, _ onProgress: (Progress) -> Void) {
    var threads = [watch.startThread { search() }]
    var supervisor = Supervisor(board: board, watch: watch, mayStartProver: engines.includesProvers)
    var reported: Progress?
    while true {
      let (event, progress) = supervisor.wait()
      switch event {
      case .isOver: return threads.forEach { $0.join() }
      case .isLate: return threads.forEach { $0.leave() }
      case .startsProver: threads.append(watch.startThread { prove() })
      case .none: break
      }
      if progress != reported {
        reported = progress
        onProgress(progress)
      }
    }
  }

  // MARK: Violations

  /// How far each engine goes before the next one has its turn, in an order that suits small systems first. All of it is
  /// counted in steps, so that the same engine finds the same run on every machine.
  private enum Turns {
    /// Discrete states with zones that tell how wide a system is: the smallest have no more, and are seen in no time.
    static let first = ExplorationLimit(nodes: 6_000, millionBounds: 8)
    /// The size of small systems.
    static let few = ExplorationLimit(nodes: 40_000, millionBounds: 8)
    /// Where only proofs count, clauses come first. What a moment of them leaves open may have few enough states after all.
    static let besideClauses = ExplorationLimit(nodes: 100_000, millionBounds: 24)
    /// For each of their turns, how far to go once it is over.
    static let betweenClauses = [
      (after: ClauseProver.efforts.soon[0], ExplorationLimit(nodes: 400_000, millionBounds: 72)),
      (after: ClauseProver.efforts.soon[1], ExplorationLimit(nodes: 1_000_000, millionBounds: 150)),
    ]
    /// Where a system has more, the bounded search is sooner done.
    static let many = ExplorationLimit(nodes: 400_000, millionBounds: 72)
    /// Beyond it, exploration is not worth its memory.
    static let most = ExplorationLimit(nodes: 1_200_000, millionBounds: 300)
    /// Solver steps of the bounded search, a few seconds, before exploration goes on. That fills hundreds of megabytes, and in
    /// a wide system it rarely sees the end.
    static let effort = 24_000_000
    /// The same where others may prove what is open meanwhile.
    static let effortBesideProofs = 12_000_000
    /// The same where some run is known of each query, and a shorter one would only be nicer.
    static let effortWithRun = 3_000_000
  }

  func search() {
    do {
      let end = try searchInTurns()
      board.update { $0.mustStop ? $0.endSearch(.interrupted) : $0.endSearch(end.reason, ranOutOfSteps: end.ranOutOfSteps) }
    } catch .outOfMemory {
      board.update { $0.endSearch(.memory) }
    } catch .numberTooLarge {
      board.update { $0.endSearch(.numberTooLarge) }
    } catch {
      board.update {
        if $0.mustStop {
          $0.endSearch(.interrupted)
        } else {
          $0.fail(error)
          $0.endSearch(nil)
        }
      }
    }
  }

  private typealias End = (reason: StopReason?, ranOutOfSteps: Bool)

  private var isOver: Bool { board.read { $0.open.isEmpty || $0.mustStop } }

  private func searchInTurns() throws(SolverError) -> End {
    var exploration = engines.contains(.exploration) ? WholeExploration(self) : nil
    try exploration?.run(Turns.first)
    let isWide = exploration?.isWide ?? false
    if isWide || exploration?.isGrowing ?? true { board.update { $0.endLookByTheWay() } }
    if isOver { return (nil, false) }
    try settleEasily()
    // Tens of thousands of states take no longer than the parts for a few questions. Clauses do, where only proofs count: most systems
    // with one of each that are not done after a first look are not done after that either.
    if !isWide, !isOver, !(board.read { $0.isForProofs }) { try exploration?.run(Turns.few) }
    board.update { $0.endLookByTheWay() }
    if isOver { return (nil, false) }
    let runs = try exploreEasily()
    // A run that the whole system shows is told rather than one that a part shows.
    for (query, run) in runs where board.read({ $0.results[query] == nil }) { settle(query, run) }
    if isOver { return (nil, false) }
    exploration?.isBesideParts = true
    board.update { $0.readyForProofs(isWide: isWide) }
    // Parts are looked at by the prover's thread, if there is one.
    if !engines.includesProvers { try exploreAllParts() }
    awaitLeaveToSearchOn()
    if engines.contains(.ic3), board.read({ $0.isForProofs }) { return try leaveToClauses(&exploration, isWide: isWide) }
    return try searchForShortest(&exploration, isWide: isWide)
  }

  /// The shortest runs are of no use there; to look for them would take the processor from what finds proofs.
  private func leaveToClauses(_ exploration: inout WholeExploration?, isWide: Bool) throws(SolverError) -> End {
    board.update { $0.endShortest() }
    if isWide { return (nil, false) }
    awaitMomentOfClauses()
    if !isOver { try exploration?.run(Turns.besideClauses) }
    for (effort, limit) in Turns.betweenClauses {
      // Where states promise little, until clauses have had all their turns.
      let isGrowing = exploration?.isGrowing ?? false
      if !(exploration?.isNearlyDone ?? false) { awaitClauses(of: isGrowing ? .max : effort) }
      if isOver { break }
      try exploration?.run(limit)
    }
    return (nil, false)
  }

  private func searchForShortest(_ exploration: inout WholeExploration?, isWide: Bool) throws(SolverError) -> End {
    var followed = Followed()
    try followGuidance(&followed, waitingFor: \.awaited)
    if isOver { return (nil, false) }
    let checker = engines.contains(.boundedModelChecking) ? try BoundedModelChecker(encoded, goals: goals) : nil
    if board.read({ board in board.open.allSatisfy { board.candidates[$0] != nil } }) {
      if let checker, let end = try search(checker, effort: Turns.effortWithRun) { return end }
      board.update { $0.endShortest() }
    }
    if isWide { try followUndisturbed(&followed, within: Self.undisturbedSoon) }
    if let checker, isWide, !isOver, let end = try search(checker, effort: Turns.effortBesideProofs) { return end }
    try followGuidance(&followed, waitingFor: \.possible)
    if !isOver { try followUndisturbed(&followed, within: Self.undisturbed) }
    if isWide { board.update { $0.endShortest() } }
    if !isOver { try exploration?.run(Turns.many) }
    board.update { $0.endShortest() }
    if !isOver, exploration?.isNearlyDone ?? false { try exploration?.run(Turns.most) }
    if !isOver { try followUndisturbed(&followed, within: Self.undisturbedAtMost) }
    if let checker, !isWide, !isOver {
      if let end = try search(checker, effort: Turns.effort) { return end }
      try exploration?.run(Turns.most)
    }
    guard let checker, !isOver else { return (nil, false) }
    return try search(checker, effort: nil) ?? (.effort, false)
  }

  /// Settles queries that need no states: contradictions, and those that induction proves.
  private func settleEasily() throws(SolverError) {
    try ruleOutContradictions()
    if engines.contains(.proofs) {
      var prover = Prover(self)
      try prover.induct(1)
    }
  }

  /// Settles queries that a small part of the system proves, which need no states of the whole.
  /// - Returns: Shortest runs that parts have shown on the way.
  private func exploreEasily() throws(SolverError) -> [(query: Int, run: Trace)] {
    guard engines.contains(.exploration) else { return [] }
    do { return try exploreSmallParts() } catch .numberTooLarge { return [] }
  }

  /// Goals that no state can satisfy need no search.
  private func ruleOutContradictions() throws(SolverError) {
    let impossible = board.read { $0.open }.filter(isContradiction)
    if impossible.isEmpty { return }
    _ = try confirm(encoded.system.bank.true, of: impossible, encoded, by: .kInduction, onStart: beginSearch)
  }

  func isContradiction(_ query: Int) -> Bool { goals[query] == encoded.system.bank.false }

  private func exploreAllParts() throws(SolverError) {
    defer { board.update { $0.endParts() } }
    if engines.contains(.exploration) { try exploreParts() }
  }

  /// - Returns: nil if the solver steps of this turn are used up.
  private func search(_ checker: BoundedModelChecker, effort: Int?) throws(SolverError) -> End? {
    beginSearch(checker.interruptHandle)
    while true {
      let open = board.read { $0.open }
      if open.isEmpty { return (nil, false) }
      if let maximum = limits.maximumSteps, checker.clearedSteps > maximum { return (nil, true) }
      let used = checker.usedEffort
      if let limit = limits.effort, used >= limit { return (.effort, false) }
      if let effort, used >= effort { return nil }
      let left = [limits.effort, effort].compactMap { $0 }.min().map { $0 - used }
      let finding = try board.timing(.boundedModelChecking, open, outcome: { $0.outcome(after: checker.clearedSteps) }) {
        () throws(SolverError) in try checker.search(open: open, effort: left)
      }
      switch finding {
      case .violated(let query, let trace):
        awaitOthers(query)
        let result = QueryResult(name: queries[query].name, result: .unsafe(trace), engine: .boundedModelChecking)
        board.update { $0.settle(query, result) }
      case .cleared: board.update { $0.clear(open, upTo: checker.clearedSteps) }
      case .stopped(.effort): return limits.effort.map { checker.usedEffort >= $0 } ?? false ? (.effort, false) : nil
      case .stopped(let reason): return (reason, false)
      }
    }
  }

  // MARK: Proofs

  private func proveBySolver() throws(SolverError) -> StopReason? {
    guard engines.contains(.proofs) else { return nil }
    var prover = Prover(self)
    return try prover.run()
  }

  /// Clauses and parts take turns.
  /// - Returns: Why the last attempt with clauses ended.
  private func proveByClauses() throws(SolverError) -> StopReason? {
    var clauses = ClauseProver(self)
    let (mayBegin, isForProofs) = board.read { ($0.mayProve, $0.isForProofs) }
    if mayBegin { try proveSoon(&clauses) }
    if isForProofs {
      try proveLong(&clauses)
      board.update { $0.endClauses() }
    }
    // The processor is theirs until then.
    awaitLeaveToProve()
    if !mayBegin { try proveSoon(&clauses) }
    try exploreAllParts()
    try proveLong(&clauses)
    for effort in ClauseProver.efforts.longest { try clauses.run(effort: effort, waitsForWider: false) }
    return clauses.lastStop
  }

  /// One question about times that takes half a minute must not keep the others from their proofs.
  private func proveLong(_ clauses: inout ClauseProver) throws(SolverError) {
    let half = ClauseProver.efforts.long / 2
    try clauses.run(effort: half, isBrief: true)
    try clauses.run(effort: half)
  }

  private func proveSoon(_ clauses: inout ClauseProver) throws(SolverError) {
    for effort in ClauseProver.efforts.soon {
      try clauses.run(effort: effort, isBrief: true)
      if board.read(\.isBrief) { return board.update { $0.withdrawAll() } }
    }
    // Where proofs count, the others wait for the long turn as well, as long as it does not take for ever.
    if engines.contains(.ic3), !board.read({ $0.isForProofs }) { board.update { $0.endClauses() } }
  }

  func prove() {
    do {
      let stop = try proveByClauses()
      let reason = try proveBySolver() ?? stop
      board.update { $0.endProving(reason) }
    } catch .outOfMemory {
      board.update { $0.endProving(.memory) }
    } catch .numberTooLarge {
      board.update { $0.endProving(.numberTooLarge) }
    } catch {
      board.update {
        if $0.mustStop {
          $0.endProving(.interrupted)
        } else {
          $0.fail(error)
          $0.endProving(nil)
        }
      }
    }
  }
}
