import LifecheckChecking
import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Explicit exploration of the whole system: for systems of a few thousand states, it settles everything.
struct WholeExploration {
  private let work: Work
  /// Queries that need the same watches, answered together; each watch of another query would double the states.
  private struct Group {
    var watches: Set<VariableIndex>
    var queries: [Int]
    var explorer: Explorer?
    var isFinished = false
  }
  private var groups: [Group] = []
  /// Is told which solver this thread now uses.
  private let onStart: (InterruptHandle) -> Void
  /// All that may be taken; nil: every edge.
  private var allowed: Set<EdgeReference>?
  private var isUndisturbed = false
  /// The claim that earlier groups have proved, with its encoding, for later ones to start from.
  private var encoded: EncodedSystem
  private var claim: Formula?
  /// Parts are looked at by another thread meanwhile.
  var isBesideParts = false

  /// With more ways than this through the edges of a state, on average, it is not the states that take the time.
  private static let branchesPerNode = 20
  /// More processes than this have too many interleavings to be worth a try.
  private static let maximumAutomata = 60

  init(_ work: Work) {
    self.work = work
    onStart = work.beginSearch
    encoded = work.encoded
    if encoded.timed.automata.count > Self.maximumAutomata || !encoded.timed.isExplorable { return }
    for query in work.board.read({ $0.open }) {
      // A goal that can never hold needs no flags to be followed.
      let watches = work.isContradiction(query) ? [] : work.queries[query].watches
      if let known = groups.firstIndex(where: { $0.watches == watches }) {
        groups[known].queries.append(query)
      } else {
        groups.append(Group(watches: watches, queries: [query]))
      }
    }
    // The largest common part first: the others build on its invariant.
    groups.sort { ($0.watches.count, $0.queries[0]) < ($1.watches.count, $1.queries[0]) }
  }

  /// Looks at some queries together, and at nothing else that is open.
  /// - Parameters:
  ///   - edges: All that runs may take; nil: every edge.
  ///   - isUndisturbed: Only at runs in which nothing begins while code is in the middle of something.
  init(
    _ work: Work, queries: [Int], taking edges: Set<EdgeReference>? = nil, isUndisturbed: Bool = false,
    onStart: @escaping (InterruptHandle) -> Void
  ) {
    self.work = work
    self.onStart = onStart
    self.isUndisturbed = isUndisturbed
    encoded = work.encoded
    allowed = edges
    groups = [Group(watches: queries.reduce(into: []) { $0.formUnion(work.queries[$1].watches) }, queries: queries)]
  }

  /// Goes on to so many nodes, and tells of a run for each query as it comes across one. Few are the shortest.
  mutating func findRuns(atMost nodes: Int, onRun: (_ query: Int, Trace) -> Void) throws(SolverError) {
    let group = groups[0]
    let explorer = group.explorer ?? explorer(for: group, asides: [])
    groups[0].explorer = explorer
    func isDone(_ board: Board) -> Bool { board.mustStop || Self.isExhausted(group, explorer, board) }
    while explorer.nodes.count < nodes, !explorer.isExhausted, !work.board.read(isDone) {
      let known = explorer.nodes.count
      let most = min(nodes, known + Self.nodesPerTurn)
      let reached = Set(group.queries.indices.filter { explorer.reached[$0] != nil })
      explorer.run(maximumNodes: most, maximumBranches: most * Self.branchesPerNode) { [board = work.board] in
        board.read(isDone)
      }
      for goal in group.queries.indices where !reached.contains(goal) && isOpen(group.queries[goal]) {
        guard let node = explorer.reached[goal] else { continue }
        if let run = try trace(of: group.queries[goal], goal, group, explorer, node) { onRun(group.queries[goal], run) }
      }
      // Too many ways through edges.
      if explorer.nodes.count == known { return }
    }
  }
  /// After so many nodes, the runs that were found are told.
  private static let nodesPerTurn = 20_000

  /// The outcome of the exploration of a single group.
  var outcome: String { groups[0].explorer?.outcome ?? "not begun" }

  /// The shortest of the runs that it looks at; nil if none was found.
  func shortestRun(atMost nodes: Int) throws(SolverError) -> Trace? {
    let (group, query) = (groups[0], groups[0].queries[0])
    let explorer = explorer(for: group, asides: [])
    explorer.run(maximumNodes: nodes, maximumBranches: nodes * Self.branchesPerNode, only: 0) { [board = work.board] in
      board.read { $0.mustStop || $0.results[query] != nil }
    }
    guard let node = explorer.reached[0] else { return nil }
    return try trace(of: query, 0, group, explorer, node)
  }

  /// Goes on exploring, for each group up to the limit.
  mutating func run(_ limit: ExplorationLimit) throws(SolverError) {
    let maximumNodes = limit.nodes(of: encoded.timed)
    for index in groups.indices where !groups[index].isFinished && !mustStop {
      try explore(index, maximumNodes)
      // The other groups see all that this one does, and more.
      if !groups[index].isFinished { return }
    }
  }

  /// After the first steps there are so many states already that going on promises little.
  var isWide: Bool { groups.contains { ($0.explorer?.depth).map { $0 < Self.deep } ?? false } }
  private static let deep = 10

  /// So few states are left to be looked at that all will have been seen soon.
  var isNearlyDone: Bool { hasUnexpanded { $0 * Self.few < $1 } }
  private static let few = 16

  /// So many states are left to be looked at that an end, if there is one, is far away.
  var isGrowing: Bool { hasUnexpanded { $0 * Self.many > $1 } }
  private static let many = 4

  private func hasUnexpanded(_ isSo: (_ unexpanded: Int, _ all: Int) -> Bool) -> Bool {
    groups.contains { $0.explorer.map { isSo($0.unexpanded, $0.nodes.count) } ?? false }
  }

  private var mustStop: Bool { work.board.read { $0.mustStop } }

  private mutating func explore(_ index: Int, _ maximumNodes: Int) throws(SolverError) {
    let group = groups[index]
    let explorer = group.explorer ?? explorer(for: group, asides: asksAsides(index) ? work.asides : [])
    groups[index].explorer = explorer
    try work.board.timing(.wholeExploration, group.queries, outcome: { explorer.outcome }) { () throws(SolverError) in
      explorer.run(maximumNodes: maximumNodes, maximumBranches: maximumNodes * Self.branchesPerNode) { [board = work.board] in
        board.read { $0.mustStop || Self.isExhausted(group, explorer, $0) }
      }
    }
    if let depth = explorer.depth {
      let unreached = group.queries.indices.filter { explorer.reached[$0] == nil }.map { group.queries[$0] }
      work.board.update { $0.clear(unreached, upTo: depth) }
    }
    for (goal, query) in group.queries.enumerated() where isOpen(query) {
      if let node = explorer.reached[goal] { try settle(query, goal, group, explorer, node) }
    }
    guard explorer.isComplete || work.board.read({ Self.isExhausted(group, explorer, $0) }) else { return }
    groups[index].isFinished = true
    groups[index].explorer = nil
    if mustStop || !explorer.isComplete { return }
    let asides = work.asides.indices.filter { asksAsides(index) && explorer.reached[group.queries.count + $0] == nil }
    let unreached = group.queries.indices.filter { explorer.reached[$0] == nil }.map { group.queries[$0] }
    try rule(out: unreached, of: group.queries, asides: asides, explorer, group.watches)
  }

  /// Each query of the group is reached, or settled by somebody.
  private static func isExhausted(_ group: Group, _ explorer: Explorer, _ board: Board) -> Bool {
    group.queries.indices.allSatisfy { explorer.reached[$0] != nil || board.results[group.queries[$0]] != nil }
  }

  /// Not where others may settle all that is asked at any moment, so that this ends before it has seen everything.
  private func asksAsides(_ index: Int) -> Bool { index == 0 && !isBesideParts && work.board.read { $0.looksByTheWay } }

  private func isOpen(_ query: Int) -> Bool { work.board.read { $0.results[query] == nil } }

  /// With the parameters as they allow most.
  private func explorer(for group: Group, asides: [Query]) -> Explorer {
    let goals = group.queries.map { work.queries[$0].goal } + asides.map(\.goal)
    let parameters = MonotonousParameters(encoded.timed, goals: goals)
    return explorer(of: parameters.fixed(in: encoded.timed), goals.map { parameters.fixed(in: $0) }, for: group)
  }

  private func explorer(of system: TimedSystem, _ goals: [Term], for group: Group) -> Explorer {
    let all = work.queries.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.watches) }
    return Explorer(
      system, goals: goals, terminal: work.terminal, ignored: all.subtracting(group.watches), allowed: allowed,
      isUndisturbed: isUndisturbed)
  }

  /// The run that the path stands for, with parameters as the report prefers them where they can be.
  private func trace(
    of query: Int, _ goal: Int, _ group: Group, _ explorer: Explorer, _ node: Int
  ) throws(SolverError) -> Trace? {
    let goals = group.queries.map { work.queries[$0].goal }
    if MonotonousParameters(encoded.timed, goals: goals).areNone {
      var concretization = Concretization(explorer, goal: explorer.program.goals[goal])
      return try concretization.trace(to: node, onStart: onStart)
    }
    let original = self.explorer(of: encoded.timed, [work.queries[query].goal], for: group)
    guard let end = original.repeating(explorer.path(to: node), of: explorer, reaching: original.program.goals[0]) else {
      return nil
    }
    var concretization = Concretization(original, goal: original.program.goals[0])
    return try concretization.trace(to: end, onStart: onStart)
  }

  private func settle(
    _ query: Int, _ goal: Int, _ group: Group, _ explorer: Explorer, _ node: Int
  ) throws(SolverError) {
    guard let trace = try trace(of: query, goal, group, explorer, node) else { return }
    work.awaitOthers(query)
    work.settle(query, trace)
  }

  private mutating func rule(
    out unreached: [Int], of group: [Int], asides: [Int], _ explorer: Explorer, _ watches: Set<VariableIndex>
  ) throws(SolverError) {
    let open = unreached.filter(isOpen)
    if open.isEmpty { return }
    let also = asides.map { (number: $0, goal: encoded.formula(work.asides[$0].goal)) }
    if !also.isEmpty, try rule(out: open, of: group, also, explorer, watches) { return }
    _ = try rule(out: open, of: group, [], explorer, watches)
  }

  /// - Returns: Whether a claim was found, and confirmed.
  private mutating func rule(
    out open: [Int], of group: [Int], _ asides: [(number: Int, goal: Formula)], _ explorer: Explorer,
    _ watches: Set<VariableIndex>
  ) throws(SolverError) -> Bool {
    let terminal = explorer.reachesTerminal ? work.terminal : .false
    var synthesis = InvariantSynthesis(
      explorer, encoded: encoded, terminal: terminal, known: claim, watches: Set(watches.map(\.index)), onStart: onStart)
    let goals = open.map { work.goals[$0] } + asides.map(\.goal)
    let found = try work.board.timing(
      .wholeExploration, group, outcome: { explorer.outcome + ($0 == nil ? ", no invariant found" : "") }
    ) { () throws(SolverError) in
      try synthesis.claim(excluding: goals, maximumClauses: 5000)
    }
    encoded = synthesis.encoded
    guard let found, try work.confirm(found, of: open, asides: asides, encoded, onStart: onStart) else { return false }
    claim = found
    return true
  }
}

/// How far to explore, counted so that it is the same on every machine.
struct ExplorationLimit {
  /// Discrete states with zones.
  var nodes: Int
  /// Bounds of the zones, in millions: the work on each grows with the square of the number of clocks.
  var millionBounds: Int

  func nodes(of system: TimedSystem) -> Int {
    let size = 1 + system.clocks.count + system.parameters.count
    return min(nodes, millionBounds * 1_000_000 / (size * size))
  }
}

extension Work {
  /// Tells the others which solver to interrupt.
  func beginSearch(_ handle: InterruptHandle) { board.update { $0.beginSearch(handle) } }

  /// Once the search for the shortest runs has had its turn, one that parts of the system or clauses have shown is reported,
  /// whoever is first. Until then nobody is waited for, nor where no run is reported.
  func awaitOthers(_ query: Int) {
    func isDone(_ board: Board) -> Bool {
      if board.mustStop || board.results[query] != nil || !board.isPastShortest || board.isForProofs { return true }
      if !board.areAllPartsExplored { return false }
      return !engines.contains(.ic3) || board.wasTriedByClauses(query, for: ClauseProver.efforts.soon.last!)
    }
    while !board.wait(atMost: .milliseconds(250), until: isDone, { isDone($0) }) {}
  }

  /// False for a run that only seems possible; it is left to other engines.
  func isRun(_ trace: Trace, reaching query: Int) -> Bool {
    let interpreter = Interpreter(encoded.timed, parameters: trace.parameters)
    return (try? interpreter.replay(trace, reaching: queries[query].goal)) != nil
  }

  func settle(_ query: Int, _ trace: Trace) {
    guard isRun(trace, reaching: query) else { return }
    board.update { $0.settle(query, QueryResult(name: queries[query].name, result: .unsafe(trace), engine: .exploration)) }
    // Where a run is found, nobody asks what a wider goal's shortest would be.
    if let wider = queries[query].wider, board.update({ $0.results[wider] == nil }) { settle(wider, trace) }
  }

  /// Settles the queries as safe, once the claim has been checked in a fresh solver.
  func confirm(
    _ claim: Formula, of queries: [Int], asides: [(number: Int, goal: Formula)] = [], _ encoded: EncodedSystem,
    by engine: EngineName = .exploration, onStart: (InterruptHandle) -> Void
  ) throws(SolverError) -> Bool {
    var encoded = encoded
    let goal = encoded.system.bank.or(queries.map { goals[$0] } + asides.map(\.goal))
    let together = Certificate(encoded: encoded, goal: goal, claim: claim, k: 1, engine: engine)
    let finding = try board.timing(.certification, queries, outcome: \.outcome) { () throws(SolverError) in
      try certify(together, onStart: onStart)
    }
    guard finding == .confirmed else { return false }
    for (number, goal) in asides {
      let certificate = Certificate(encoded: encoded, goal: goal, claim: claim, k: 1, engine: engine)
      let result = QueryResult(name: self.asides[number].name, result: .safe(certificate), engine: engine)
      board.update { $0.settleAside(number, result) }
    }
    for query in queries {
      let certificate = Certificate(encoded: encoded, goal: goals[query], claim: claim, k: 1, engine: engine)
      let result = QueryResult(name: self.queries[query].name, result: .safe(certificate), engine: engine)
      board.update { $0.settle(query, result) }
    }
    return true
  }
}

extension TimedSystem {
  /// Whether its values fit the compact form of explored states.
  var isExplorable: Bool {
    parameters.allSatisfy { $0.range.upperBound <= Int(Zone.largestConstant) } && variables.allSatisfy { $0.domain < 1 << 15 }
      && automata.allSatisfy { $0.locations.count < 1 << 15 } && assumption == .true && initial == .true
  }
}
