import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

extension Work {
  /// Proves what can be proved on small parts of the system.
  /// - Returns: The shortest runs that were found on the way; none is settled.
  func exploreSmallParts() throws(SolverError) -> [(query: Int, run: Trace)] {
    guard encoded.timed.isExplorable else { return [] }
    var local = localExploration()
    var runs: [(query: Int, run: Trace)] = []
    try exploreParts(with: &local, maximumNodes: Self.smallParts, isFirstLook: true) { runs.append(($0, $1)) }
    return runs
  }

  /// Settles what can be settled on parts of the system: first all that is easy, then the rest.
  func exploreParts() throws(SolverError) {
    guard encoded.timed.isExplorable else { return }
    var local = localExploration()
    // In a wide system others may be done sooner than a large part.
    let turns = board.read { $0.isWide } ? [20_000] : [20_000, 100_000]
    for maximumNodes in turns {
      try exploreParts(with: &local, maximumNodes: maximumNodes) { keep($1, for: $0, by: .exploration) }
    }
  }

  /// Discrete states with zones, like those of the turns.
  private static let smallParts = 100
  /// More than have been shown.
  private static let mostLeftOpen = 1

  private func localExploration() -> LocalExploration {
    LocalExploration(
      encoded, goals: queries.map(\.goal), terminal: terminal, options: options,
      mustStop: { [board] in board.read { $0.mustStop } }, onStart: beginPart)
  }

  /// - Parameters:
  ///   - isFirstLook: Whether a query is left for later if a wider one stays open, whose part will be much the same, and all that
  ///     follow if parts show less than they leave open: then the parts of this system are no small ones.
  ///   - onRun: Is told of shortest runs; others are kept on the board.
  private func exploreParts(
    with local: inout LocalExploration, maximumNodes: Int, isFirstLook: Bool = false, onRun: (Int, Trace) -> Void
  ) throws(SolverError) {
    var claims: [Formula] = []
    var proved: [Int] = []
    var shown = 0
    var leftOpen: Set<Int> = []
    for query in widestFirst(board.read({ board in board.open.filter { board.candidates[$0] == nil } })) {
      if board.read({ $0.mustStop }) { return }
      if let wider = queries[query].wider, proved.contains(wider) {
        proved.append(query)
        claims.append(claims[proved.firstIndex(of: wider)!])
        continue
      }
      if isFirstLook, let wider = queries[query].wider, leftOpen.contains(wider) { continue }
      if isFirstLook, leftOpen.count > Self.mostLeftOpen + shown { break }
      let (finding, _) = try board.timing(.parts, [query], outcome: \.1) { () throws(SolverError) in
        let finding = try local.decide(query, queries[query].goal, maximumNodes: maximumNodes)
        return (finding, local.effort.text)
      }
      switch finding {
      case .unreachable(let claim):
        claims.append(claim)
        proved.append(query)
        shown += 1
      case .reached(let trace, true):
        onRun(query, trace)
        shown += 1
      case .reached(let trace, false): keep(trace, for: query, by: .exploration)
      case .open: leftOpen.insert(query)
      }
    }
    try confirm(claims, of: proved, local.encoded)
  }

  /// Keeps a run in case that no shorter one is found.
  func keep(_ trace: Trace, for query: Int, by engine: EngineName) {
    guard isRun(trace, reaching: query) else { return }
    board.update { $0.keep(QueryResult(name: queries[query].name, result: .unsafe(trace), engine: engine), for: query) }
  }

  private func confirm(_ claims: [Formula], of proved: [Int], _ encoded: EncodedSystem) throws(SolverError) {
    if claims.isEmpty { return }
    var encoded = encoded
    let claim = encoded.system.bank.and(claims)
    if try confirm(claim, of: proved, encoded, onStart: beginPart) { return }
    // One that is not confirmed does not spoil the others.
    for (claim, query) in zip(claims, proved) { _ = try confirm(claim, of: [query], encoded, onStart: beginPart) }
  }

  /// In their order, but each after the one that may settle it on the way.
  func widestFirst(_ open: [Int]) -> [Int] {
    var rest = open
    var result: [Int] = []
    while let query = rest.first {
      let next = queries[query].wider.flatMap { rest.contains($0) ? $0 : nil } ?? query
      rest.removeAll { $0 == next }
      result.append(next)
    }
    return result
  }

  func beginPart(_ handle: InterruptHandle) { board.update { $0.beginProof(handle, of: []) } }
}
