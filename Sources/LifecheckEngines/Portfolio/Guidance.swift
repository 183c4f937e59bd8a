import LifecheckSolver
import LifecheckSystem

/// The hints of a decision about a system that allows more, and is smaller, for the queries of this one: a run there is seldom a
/// run here, but it tells by which edges to look for one.
/// - Source: E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, "Counterexample-guided abstraction refinement for symbolic model
///   checking", JACM 50 (2003): a counterexample of the abstraction is what is looked for in the system itself.
struct Guidance {
  /// By query: the edges that are worth taking first.
  private(set) var edges: [Int: Set<EdgeReference>] = [:]
  /// The queries of which the other decision has not said yet whether it knows how they are reached.
  private(set) var awaited: Set<Int>
  /// Of which it may still say so, though it has tried for a while.
  private(set) var possible: Set<Int>

  init(awaited: Set<Int> = []) {
    self.awaited = awaited
    possible = awaited
  }

  /// The first word counts.
  mutating func guide(_ query: Int, by edges: Set<EdgeReference>) {
    if possible.contains(query) { self.edges[query] = edges }
    end(query)
  }

  mutating func noteTried(_ query: Int) { awaited.remove(query) }
  /// Whether the other decision has tried for a while, and may still say something.
  func isTried(_ query: Int) -> Bool { possible.contains(query) && !awaited.contains(query) }

  mutating func end(_ query: Int) {
    awaited.remove(query)
    possible.remove(query)
  }
}

extension Exchange {
  /// A run of the other system reaches the query; these edges look like those that it takes.
  package func guide(_ query: Int, by edges: Set<EdgeReference>) { board.update { $0.guidance.guide(query, by: edges) } }

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

  /// Whether clauses take long, so that a query that is open may as well have no proof.
  package var areClausesSlow: Bool { board.read { $0.isPastClauses || $0.areClausesSlow } }
}

extension Work {
  /// Looks for runs where another decision has shown that there is no proof, or has found none in a while.
  /// - Parameter pending: The queries to wait for.
  func followGuidance(_ followed: inout Followed, waitingFor pending: KeyPath<Guidance, Set<Int>>) throws(SolverError) {
    while let (query, edges) = nextGuided(except: followed, waitingFor: pending) {
      if let edges, followed.byEdges.insert(query).inserted {
        if let run = try run(reaching: query, taking: edges, within: Self.guided) { keep(run, for: query, by: .exploration) }
      }
      try followUndisturbed(&followed, within: Self.undisturbed)
      if followed.alone.insert(query).inserted {
        if let run = try run(reaching: query, within: Self.alone) {
          settle(query, run)
        } else if followed.known.contains(query) {
          board.update { $0.settleAsKnown(query) }
        }
      }
    }
  }

  /// Looks for runs of all that is open, at once, in which nothing begins while code is in the middle of something.
  func followUndisturbed(_ followed: inout Followed, within limit: ExplorationLimit) throws(SolverError) {
    let open = board.read { board in board.open.filter { board.candidates[$0] == nil } }
    if open.isEmpty || !engines.contains(.exploration) || !encoded.timed.isExplorable { return }
    var exploration = followed.undisturbed ?? WholeExploration(self, queries: open, isUndisturbed: true, onStart: beginSearch)
    var found: Set<Int> = []
    try board.timing(.undisturbed, open, outcome: { exploration.outcome + ", with runs for \(found.count)" }) {
      () throws(SolverError) in
      try exploration.findRuns(atMost: limit.nodes(of: encoded.timed)) { query, run in
        keep(run, for: query, by: .exploration)
        found.insert(query)
      }
    }
    followed.known.formUnion(found)
    followed.undisturbed = exploration
  }

  /// The queries for which runs have been looked for.
  struct Followed {
    /// With the edges that the other decision has named.
    var byEdges: Set<Int> = []
    /// With all edges.
    var alone: Set<Int> = []
    /// Of which some run is known that nothing disturbs, and that may not be the shortest.
    fileprivate(set) var known: Set<Int> = []
    fileprivate var undisturbed: WholeExploration?
  }

  /// The edges are few, so that with more states than these they lead nowhere.
  private static let guided = ExplorationLimit(nodes: 30_000, millionBounds: 12)
  /// Flags that other queries look at are left out, so that more runs are alike than where all are asked at once.
  private static let alone = ExplorationLimit(nodes: 120_000, millionBounds: 72)
  /// Takes a second for all queries.
  static let undisturbed = ExplorationLimit(nodes: 100_000, millionBounds: 72)
  /// Two or three seconds, where a bounded search would see little.
  static let undisturbedSoon = ExplorationLimit(nodes: 200_000, millionBounds: 140)
  /// Some seconds, before runs are looked for one step longer each time.
  static let undisturbedAtMost = ExplorationLimit(nodes: 600_000, millionBounds: 400)

  /// - Parameter edges: nil: all.
  private func run(
    reaching query: Int, taking edges: Set<EdgeReference>? = nil, within limit: ExplorationLimit
  ) throws(SolverError) -> Trace? {
    let exploration = WholeExploration(self, queries: [query], taking: edges, onStart: beginSearch)
    let engine = edges == nil ? EngineRun.Engine.wholeExploration : .guidedExploration
    return try board.timing(
      engine, [query], outcome: { $0.map { "a run of \($0.steps.count) steps" } ?? "none in so many states" }
    ) {
      () throws(SolverError) in try exploration.shortestRun(atMost: limit.nodes(of: encoded.timed))
    }
  }

  private func nextGuided(
    except followed: Followed, waitingFor pending: KeyPath<Guidance, Set<Int>>
  ) -> (query: Int, edges: Set<EdgeReference>?)? {
    func next(_ board: Board) -> (query: Int, edges: Set<EdgeReference>?)? {
      let open = board.open.filter { board.candidates[$0] == nil }
      for query in open where !followed.byEdges.contains(query) {
        if let edges = board.guidance.edges[query] { return (query, edges) }
      }
      func isWorthALook(_ query: Int) -> Bool {
        if followed.alone.contains(query) { return false }
        return followed.known.contains(query) || (board.candidates[query] == nil && board.guidance.isTried(query))
      }
      return board.open.first(where: isWorthALook).map { ($0, nil) }
    }
    func isOver(_ board: Board) -> Bool {
      board.mustStop || next(board) != nil || board.guidance[keyPath: pending].isDisjoint(with: board.open)
    }
    while true {
      let (isOver, found) = board.wait(atMost: .milliseconds(250), until: isOver) { (isOver($0), $0.mustStop ? nil : next($0)) }
      if isOver { return found }
    }
  }
}
