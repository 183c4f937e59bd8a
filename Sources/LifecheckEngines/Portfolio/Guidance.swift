import LifecheckSolver
import LifecheckSystem

/// How a run may go, by the edges of this system that look like the steps of a run of another one.
package struct Guide: Sendable {
  /// For each step of that run, the edges that look like it.
  let steps: [Set<EdgeReference>]
  /// The edges that may come between the steps; then, if these lead to no run, more of them.
  let between: [Set<EdgeReference>]
  package init(steps: [Set<EdgeReference>], between: [Set<EdgeReference>]) {
    self.steps = steps
    self.between = between
  }

  /// In any order.
  var edges: Set<EdgeReference> { steps.reduce(between.first ?? []) { $0.union($1) } }
}

/// What a decision about a system that allows more, and is smaller, has shown of the queries of this one: a run there is seldom a
/// run here, but it tells by which edges to look for one.
/// - Source: E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, "Counterexample-guided abstraction refinement for symbolic model
///   checking", JACM 50 (2003): a counterexample of the abstraction is what is looked for in the system itself.
struct Guidance {
  /// By query.
  private(set) var guides: [Int: Guide] = [:]
  /// The queries of which the other decision has not said yet whether it knows how they are reached.
  private(set) var awaited: Set<Int>
  /// Of which it may still say so, though it has tried for a while.
  private(set) var possible: Set<Int>

  init(awaited: Set<Int> = []) {
    self.awaited = awaited
    possible = awaited
  }

  /// The first word counts.
  mutating func guide(_ query: Int, by guide: Guide) {
    if possible.contains(query) { guides[query] = guide }
    end(query)
  }

  mutating func noteTried(_ query: Int) { awaited.remove(query) }

  mutating func end(_ query: Int) {
    awaited.remove(query)
    possible.remove(query)
  }
}

extension Exchange {
  package func guide(_ query: Int, by guide: Guide) { board.update { $0.guidance.guide(query, by: guide) } }

  /// The other decision has tried for a while, and goes on with something else first.
  package func noteTriedElsewhere(_ query: Int) { board.update { $0.guidance.noteTried(query) } }

  /// No guidance will come any more.
  package func endGuidance(of query: Int) { board.update { $0.guidance.end(query) } }

  /// Whether guidance may still come.
  package func mayBeGuided(_ query: Int) -> Bool { board.read { $0.guidance.possible.contains(query) } }

  /// How a query is reached; nil if nothing is known of that.
  package func edgesReaching(_ query: Int) -> [EdgeReference]? {
    board.read { board in
      if case .unsafe(let run)? = board.results[query]?.result { return run.steps.compactMap(\.edge) }
      return board.untold[query]
    }
  }

  /// Nobody is at work any more.
  package var isOver: Bool { board.read(\.isOver) }

  /// Whether clauses have tried a query with a moderate effort.
  package func hasTriedByClauses(_ query: Int) -> Bool { board.read { $0.isPastClauses || $0.triedByClauses.contains(query) } }
}

extension Work {
  /// Looks for runs by the edges that another decision has shown.
  /// - Parameter pending: The queries to wait for.
  func followGuidance(_ followed: inout Set<Int>, waitingFor pending: KeyPath<Guidance, Set<Int>>) throws(SolverError) {
    while let (query, guide) = nextGuide(except: followed, waitingFor: pending) {
      followed.insert(query)
      let run = try board.timing(.guidedExploration, [query], outcome: { $0.map { "a run of \($0.length) steps" } ?? "none" }) {
        () throws(SolverError) in try self.run(like: guide, reaching: query)
      }
      if let run { keep(run, for: query, by: .exploration) }
    }
  }

  private func nextGuide(
    except followed: Set<Int>, waitingFor pending: KeyPath<Guidance, Set<Int>>
  ) -> (query: Int, guide: Guide)? {
    func next(_ board: Board) -> (query: Int, guide: Guide)? {
      for query in board.open where !followed.contains(query) && board.candidates[query] == nil {
        if let guide = board.guidance.guides[query] { return (query, guide) }
      }
      return nil
    }
    func isOver(_ board: Board) -> Bool {
      board.mustStop || next(board) != nil || board.guidance[keyPath: pending].isDisjoint(with: board.open)
    }
    while true {
      let (isOver, found) = board.wait(atMost: .milliseconds(250), until: isOver) { (isOver($0), $0.mustStop ? nil : next($0)) }
      if isOver { return found }
    }
  }

  /// The edges are few, so that with more states than these they lead nowhere.
  private static let nodesInAnyOrder = 30_000
  private static let nodesInOrder = 100_000

  /// The shortest by the same edges in any order; if it is not soon found, by the edges of a run that takes them in the same order.
  private func run(like guide: Guide, reaching query: Int) throws(SolverError) -> Trace? {
    if let run = try run(taking: guide.edges, reaching: query, atMost: Self.nodesInAnyOrder) { return run }
    let others = queries.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.watches) }.subtracting(queries[query].watches)
    for free in guide.between {
      let ordered = OrderedRuns(of: encoded.timed, taking: guide.steps, between: free)
      let edges = ordered.edges(
        reaching: queries[query].goal, terminal: terminal, ignored: others, atMost: Self.nodesInOrder
      ) { [board] in board.read { $0.mustStop || $0.results[query] != nil } }
      if let edges { return try run(taking: edges, reaching: query, atMost: Self.nodesInOrder) }
    }
    return nil
  }

  private func run(taking edges: Set<EdgeReference>, reaching query: Int, atMost nodes: Int) throws(SolverError) -> Trace? {
    try WholeExploration(self, query: query, taking: edges, onStart: beginSearch).shortestRun(atMost: nodes)
  }
}
