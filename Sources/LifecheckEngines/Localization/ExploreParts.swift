import LifecheckSolver
import LifecheckSystem

extension Work {
  /// Settles what can be settled on small parts of the system: first all that is easy, then the rest.
  func exploreParts() throws(SolverError) {
    guard encoded.timed.isExplorable else { return }
    var local = LocalExploration(
      encoded, goals: queries.map(\.goal), terminal: terminal, options: options,
      mustStop: { [board] in board.update { $0.mustStop } }, onStart: beginPart)
    // In a wide system others may be done sooner than a large part.
    let turns = board.update { $0.isWide } ? [2_000, 20_000] : [2_000, 20_000, 100_000]
    for maximumNodes in turns { try exploreParts(with: &local, maximumNodes: maximumNodes) }
  }

  private func exploreParts(with local: inout LocalExploration, maximumNodes: Int) throws(SolverError) {
    var claims: [Formula] = []
    var proved: [Int] = []
    for query in widestFirst(board.update({ board in board.open.filter { board.candidates[$0] == nil } })) {
      if board.update({ $0.mustStop }) { return }
      if let wider = queries[query].wider, proved.contains(wider) {
        proved.append(query)
        claims.append(claims[proved.firstIndex(of: wider)!])
        continue
      }
      switch try local.decide(query, queries[query].goal, maximumNodes: maximumNodes) {
      case .unreachable(let claim):
        claims.append(claim)
        proved.append(query)
      case .reached(let trace, true): settle(query, trace)
      case .reached(let trace, false): if isRun(trace, reaching: query) { board.update { $0.keep(trace, for: query) } }
      case .open: break
      }
    }
    if claims.isEmpty { return }
    var encoded = local.encoded
    let claim = encoded.system.bank.and(claims)
    if try confirm(claim, of: proved, encoded, onStart: beginPart) { return }
    // One that is not confirmed does not spoil the others.
    for (claim, query) in zip(claims, proved) { _ = try confirm(claim, of: [query], encoded, onStart: beginPart) }
  }

  /// In their order, but each after the one that may settle it on the way.
  private func widestFirst(_ open: [Int]) -> [Int] {
    var rest = open
    var result: [Int] = []
    while let query = rest.first {
      let next = queries[query].wider.flatMap { rest.contains($0) ? $0 : nil } ?? query
      rest.removeAll { $0 == next }
      result.append(next)
    }
    return result
  }

  private func beginPart(_ handle: InterruptHandle) { board.update { $0.beginProof(handle, of: []) } }
}
