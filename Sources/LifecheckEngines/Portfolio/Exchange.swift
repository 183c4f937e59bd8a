import LifecheckSystem
import LifecheckThreads

/// How two decisions that are made at the same time, on systems of which one allows more than the other, tell each other
/// what need not be asked any more.
package struct Exchange: Sendable {
  let board: Monitor<Board>

  /// - Parameters:
  ///   - count: How many queries the decision is about.
  ///   - asides: How much is asked by the way.
  ///   - mayProve: Whether its provers of the whole may work from the start, and its search for runs go on beyond what small
  ///     systems have.
  ///   - isForProofs: Whether what it proves counts, and the runs that it finds are only in the way of proofs.
  ///   - isBrief: Whether only the first turn is of use: others have a better chance with what that leaves open.
  ///   - leftToOthers: Queries that are withdrawn once all that small systems have has been seen. Up to there the engines do what they
  ///     would do anyway, so that the same is found by the way.
  ///   - guided: Queries of which the other decision may show how they are reached.
  package init(
    queries count: Int, asides: Int = 0, mayProve: Bool = true, isForProofs: Bool = false, isBrief: Bool = false,
    leftToOthers: [Int] = [], guided: Set<Int> = []
  ) {
    var board = Board(count: count)
    board.mayProve = mayProve
    board.maySearchOn = mayProve
    board.isForProofs = isForProofs
    board.isBrief = isBrief
    board.leftToOthers = leftToOthers
    board.looksByTheWay = asides > 0
    board.isBesideOthers = !mayProve
    board.guidance = Guidance(awaited: guided)
    self.board = Monitor(board)
  }

  /// The results so far; nil for queries that are open.
  package var results: [QueryResult?] { board.read { $0.results } }

  /// Some run is known, of which a shorter one is still looked for maybe.
  package func knowsRun(reaching query: Int) -> Bool { board.read { $0.candidates[query] != nil } }

  /// What the first look has settled, which is the same on every machine unless a limit was reached before; nil before it is over.
  package var resultsOfFirstLook: [QueryResult?]? { board.read { $0.resultsOfFirstLook } }

  /// Nobody needs these answers any more. What is settled stays as it is. Where something is asked by the way, the first look goes on
  /// to its end all the same: whether that is answered must not depend on who is faster.
  package func withdraw(_ queries: some Collection<Int>) {
    if queries.isEmpty { return }
    board.update { $0.withdraw(queries) }
  }

  package func letProve() { board.update { $0.mayProve = true } }
  package func letSearchOn() { board.update { $0.maySearchOn = true } }
}

extension Work {
  /// Waits where others have a better chance to prove what is open, until they have had their turn.
  func awaitLeaveToProve() { waitUntil { $0.mayProve } }

  /// Waits where others may prove all that is open, so that there are no runs to be found: until they have had their turn, or one
  /// of them is known not to have a proof.
  func awaitLeaveToSearchOn() { waitUntil { $0.maySearchOn || $0.mayProve } }

  /// Waits until clauses have not done at once what is open.
  func awaitMomentOfClauses() { waitUntil { $0.haveClausesHadAMoment || $0.isPastClauses } }

  /// Waits until clauses have had a turn of so many conclusions on all that is open, or all their turns.
  func awaitClauses(of effort: Int) {
    waitUntil { board in board.open.allSatisfy { board.wasTriedByClauses($0, for: effort) } }
  }

  private func waitUntil(_ isAllowed: (Board) -> Bool) {
    func isOver(_ board: Board) -> Bool { isAllowed(board) || board.mustStop || board.open.isEmpty }
    while !board.wait(atMost: .milliseconds(250), until: isOver, { isOver($0) }) {}
  }
}
