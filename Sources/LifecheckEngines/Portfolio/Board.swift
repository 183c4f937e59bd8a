import LifecheckSolver
import LifecheckSystem

/// The blackboard on which the engines tell each other which queries are settled, and what to stop for it.
struct Board {
  private(set) var results: [QueryResult?]
  /// Of what was asked by the way, that it is ruled out.
  private(set) var asides: [Int: QueryResult] = [:]
  /// Runs that reach goals, where the shortest may not have been found yet.
  private(set) var candidates: [Int: QueryResult] = [:]
  /// The search for the shortest runs has had its turn: another one is told from now on.
  private(set) var isPastShortest = false
  /// For each query: how many steps every run has that reaches it, at least.
  private var leastSteps: [Int]
  /// The bug finder has looked far enough for proofs to be worth starting.
  private(set) var isReadyForProofs = false
  /// What was settled by then.
  private(set) var resultsOfFirstLook: [QueryResult?]?
  /// All that can be found on parts of the system has been found.
  private(set) var areAllPartsExplored = false
  /// The whole system has too many states already near the start.
  private(set) var isWide = false
  private(set) var isSearching = true
  private(set) var isProving = false
  private(set) var mustStop = false
  /// Nobody else has a better chance to prove what is open.
  var mayProve = true
  /// Nobody is about to prove all that is open, so that long runs are worth looking for.
  var maySearchOn = true
  /// Only proofs count here: a run says no more than that there is none.
  var isForProofs = false
  /// Only the first turn is of use.
  var isBrief = false
  /// Queries that somebody else answers, unless a first look does.
  var leftToOthers: [Int] = []
  /// More is asked than the queries, which the first look may answer.
  var looksByTheWay = false
  /// Somebody else may settle all queries meanwhile.
  var isBesideOthers = false
  /// What they have settled, put off until the first look is over.
  private var settledByOthers: [Int] = []
  /// The hints about the queries from a system that allows more, where there is one.
  var guidance = Guidance()
  /// By query: the edges of a run that reaches it, where only proofs count, so that nobody tells the run.
  private(set) var untold: [Int: [EdgeReference]] = [:]
  /// Clauses have proved all that they can prove here with a moderate effort.
  private(set) var isPastClauses = false
  /// They have drawn some conclusions, or have had a turn on all that is open.
  private(set) var haveClausesHadAMoment = false
  /// By query: how many conclusions clauses have drawn for it, at least, or left to others.
  private var effortOfClauses: [Int: Int] = [:]
  /// They have spent so much on one that it, and the next, may as well have no proof.
  private(set) var areClausesSlow = false
  /// Why the search ended with queries still open.
  private(set) var searchEnd: StopReason?
  private(set) var ranOutOfSteps = false
  private(set) var proofEnd: StopReason?
  private(set) var failure: SolverError?
  /// The answers have been told: what is found later counts for nothing.
  private var isClosed = false
  /// The runs of every engine, in the order in which they began.
  var runs: [EngineRun] = []
  private var searchHandle: InterruptHandle?
  private var proof: (handle: InterruptHandle, queries: [Int])?

  init(count: Int) {
    results = Array(repeating: nil, count: count)
    leastSteps = Array(repeating: 0, count: count)
  }

  var open: [Int] { results.indices.filter { results[$0] == nil } }
  var isDone: Bool { open.isEmpty || isOver || failure != nil }
  /// No thread is at work any more.
  var isOver: Bool { !isSearching && !isProving }

  /// The first answer counts; a second one agrees, since both are confirmed.
  mutating func settle(_ query: Int, _ result: QueryResult) {
    if results[query] != nil || isClosed { return }
    results[query] = result
    if let proof, proof.queries.contains(query), case .unsafe = result.result { proof.handle.interrupt() }
    if open.isEmpty { stop() }
  }

  mutating func settleAside(_ aside: Int, _ result: QueryResult) {
    if !isClosed { asides[aside] = asides[aside] ?? result }
  }

  /// Somebody else answers these, now, or as soon as a first look has been had at all that is asked by the way.
  mutating func withdraw(_ queries: some Collection<Int>) {
    settledByOthers += queries
    if !looksByTheWay || isReadyForProofs { leaveToOthers() }
  }

  /// There is too much to see for an answer to what is asked by the way: nobody who may do without is kept waiting for it.
  mutating func endLookByTheWay() {
    guard isBesideOthers else { return }
    looksByTheWay = false
    leaveToOthers()
  }

  private mutating func leaveToOthers() {
    for query in settledByOthers { withdraw(query) }
    settledByOthers = []
  }

  /// Nobody waits for an answer any more.
  mutating func withdraw(_ query: Int) {
    if results[query] != nil { return }
    results[query] = QueryResult(name: "", result: .unknown(.solver("it was withdrawn"), clearedSteps: 0), engine: nil)
    if let proof, !proof.queries.isEmpty, proof.queries.allSatisfy({ results[$0] != nil }) { proof.handle.interrupt() }
    if open.isEmpty { stop() }
  }

  /// Withdraws a query that a run reaches, where there is nothing to be proved.
  mutating func withdraw(_ query: Int, reachedBy edges: [EdgeReference]) {
    untold[query] = edges
    withdraw(query)
  }

  /// Keeps a run in case that no shorter one is found.
  mutating func keep(_ candidate: QueryResult, for query: Int) {
    guard case .unsafe(let trace) = candidate.result else { return }
    if let known = candidates[query], case .unsafe(let other) = known.result, other.length <= trace.length { return }
    candidates[query] = candidate
    if isPastShortest { settle(query, candidate) }
  }

  mutating func endShortest() {
    isPastShortest = true
    open.forEach { settleAsKnown($0) }
  }

  /// The run that is kept is told.
  mutating func settleAsKnown(_ query: Int) {
    if let candidate = candidates[query] { settle(query, candidate) }
  }

  mutating func stop() {
    mustStop = true
    searchHandle?.interrupt()
    proof?.handle.interrupt()
  }

  mutating func fail(_ error: SolverError) {
    if failure == nil { failure = error }
    stop()
  }

  /// Ends it all, for those who are still at work as well.
  mutating func close() {
    isClosed = true
    stop()
  }

  // MARK: The bug finder

  mutating func beginSearch(_ handle: InterruptHandle) {
    searchHandle = handle
    if mustStop { handle.interrupt() }
  }
  /// No run of fewer steps reaches any of the queries. What one step is differs between engines, but each takes at least one
  /// step of the system.
  mutating func clear(_ queries: [Int], upTo steps: Int) {
    for query in queries { leastSteps[query] = max(leastSteps[query], steps) }
  }
  func clearedSteps(of query: Int) -> Int { leastSteps[query] }
  /// For all that is still open.
  var clearedSteps: Int { open.map { leastSteps[$0] }.min() ?? 0 }

  mutating func readyForProofs(isWide: Bool) {
    endFirstLook()
    self.isWide = isWide
  }
  /// Nothing more is looked for.
  mutating func withdrawAll() { open.forEach { withdraw($0) } }
  private mutating func endFirstLook() {
    isReadyForProofs = true
    resultsOfFirstLook = resultsOfFirstLook ?? results
    settledByOthers += leftToOthers
    leaveToOthers()
  }
  mutating func endSearch(_ reason: StopReason?, ranOutOfSteps: Bool = false) {
    isSearching = false
    endFirstLook()
    searchEnd = reason
    self.ranOutOfSteps = ranOutOfSteps
  }

  // MARK: The prover

  mutating func endParts() { areAllPartsExplored = true }
  mutating func endClauses() { isPastClauses = true }
  mutating func noteMomentOfClauses() { haveClausesHadAMoment = true }
  mutating func noteSlowClauses() { areClausesSlow = true }
  mutating func endClauses(of query: Int, after effort: Int) {
    effortOfClauses[query] = max(effort, effortOfClauses[query, default: 0])
  }
  func wasTriedByClauses(_ query: Int, for effort: Int) -> Bool { isPastClauses || effortOfClauses[query, default: 0] >= effort }
  mutating func startProving() { isProving = true }
  /// Says which solver the prover now uses, on which queries.
  mutating func beginProof(_ handle: InterruptHandle, of queries: [Int]) {
    proof = (handle, queries)
    if mustStop || queries.contains(where: { results[$0] != nil }) { handle.interrupt() }
  }
  mutating func endProving(_ reason: StopReason?) {
    isProving = false
    // Nobody is to wait for what a thread that has failed would have shown.
    isPastClauses = true
    proof = nil
    proofEnd = reason
  }

  /// - Parameter limit: What ran out while engines were at work.
  func undecidedReason(_ limit: ReachedLimit?) -> UndecidedReason {
    // The limit that was set on purpose, and that is reached at the same place on every machine, is named first.
    if ranOutOfSteps { return .steps }
    if let limit { return .limit(limit) }
    for reason in [searchEnd, proofEnd] {
      switch reason {
      case .memory: return .limit(.memory)
      case .effort: return .effort
      case .numberTooLarge: return .numberTooLarge
      case .gaveUp(let words): return .solver(words)
      default: continue
      }
    }
    return .solver("no engine has an answer")
  }
}
