import LifecheckSolver
import LifecheckSystem

extension Work {
  /// Where exploration gives up. Beyond it, symbolic search does better.
  private static var maximumNodes: Int { 400_000 }
  /// More processes than this have too many interleavings to be worth a try.
  private static var maximumAutomata: Int { 60 }

  /// Settles what explicit exploration can settle: for systems of a few thousand states, everything.
  func explore() throws(SolverError) {
    if encoded.timed.automata.count > Self.maximumAutomata || !encoded.timed.isExplorable { return }
    var proved = Proved(encoded: encoded, claim: nil)
    for (watches, group) in groups() where !board.update({ $0.mustStop }) {
      try explore(group, watches: watches, &proved)
    }
  }

  /// What earlier groups have proved, for later ones to start from.
  private struct Proved {
    var encoded: EncodedSystem
    var claim: Formula?
  }

  /// Queries that need the same watches are answered together; each watch of another query would double the states.
  private func groups() -> [(watches: Set<VariableIndex>, queries: [Int])] {
    var result: [(watches: Set<VariableIndex>, queries: [Int])] = []
    for query in board.update({ $0.open }) {
      if let known = result.firstIndex(where: { $0.watches == queries[query].watches }) {
        result[known].queries.append(query)
      } else {
        result.append((queries[query].watches, [query]))
      }
    }
    // The largest common part first: the others build on its invariant.
    return result.sorted { ($0.watches.count, $0.queries[0]) < ($1.watches.count, $1.queries[0]) }
  }

  private func explore(_ group: [Int], watches: Set<VariableIndex>, _ proved: inout Proved) throws(SolverError) {
    let all = queries.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.watches) }
    let explorer = Explorer(
      encoded.timed, goals: group.map { queries[$0].goal }, terminal: terminal, ignored: all.subtracting(watches))
    let board = board
    explorer.run(maximumNodes: Self.maximumNodes) { board.update { $0.mustStop } }
    for (goal, query) in group.enumerated() {
      guard let node = explorer.reached[goal] else { continue }
      try settle(query, goal, explorer, node)
    }
    guard explorer.isComplete else { return }
    try rule(out: group.indices.filter { explorer.reached[$0] == nil }.map { group[$0] }, explorer, watches, &proved)
  }

  private func settle(_ query: Int, _ goal: Int, _ explorer: Explorer, _ node: Int) throws(SolverError) {
    var concretization = Concretization(explorer, goal: explorer.program.goals[goal])
    let trace = try concretization.trace(to: node) { [board] handle in board.update { $0.beginSearch(handle) } }
    guard let trace else { return }
    // A path that only seems possible is left to the symbolic engines.
    let interpreter = Interpreter(encoded.timed, parameters: trace.parameters)
    guard (try? interpreter.replay(trace, reaching: queries[query].goal)) != nil else { return }
    board.update { $0.settle(query, QueryResult(name: queries[query].name, result: .unsafe(trace), engine: .exploration)) }
  }

  private func rule(
    out unreached: [Int], _ explorer: Explorer, _ watches: Set<VariableIndex>, _ proved: inout Proved
  ) throws(SolverError) {
    if unreached.isEmpty { return }
    // Where no run ends in a terminal state, that is a part of the claim.
    let terminal = explorer.states.indices.contains(where: explorer.isTerminal) ? terminal : .false
    var synthesis = InvariantSynthesis(
      explorer, encoded: proved.encoded, terminal: terminal, known: proved.claim, watches: Set(watches.map(\.index))
    ) { [board] handle in board.update { $0.beginSearch(handle) } }
    let found = try synthesis.claim(excluding: unreached.map { goals[$0] }, maximumClauses: 5000)
    proved.encoded = synthesis.encoded
    guard let claim = found else { return }
    let goal = proved.encoded.system.bank.or(unreached.map { goals[$0] })
    let together = Certificate(encoded: proved.encoded, goal: goal, claim: claim, k: 1, engine: .exploration)
    guard try certify(together, onStart: { [board] handle in board.update { $0.beginSearch(handle) } }) == .confirmed else { return }
    proved.claim = claim
    for query in unreached {
      let certificate = Certificate(encoded: proved.encoded, goal: goals[query], claim: claim, k: 1, engine: .exploration)
      board.update {
        $0.settle(query, QueryResult(name: queries[query].name, result: .safe(certificate), engine: .exploration))
      }
    }
  }
}

extension TimedSystem {
  /// Whether its values fit the compact form of explored states.
  fileprivate var isExplorable: Bool {
    parameters.allSatisfy { $0.range.upperBound <= Int(Zone.largestConstant) } && variables.allSatisfy { $0.domain < 1 << 15 }
      && automata.allSatisfy { $0.locations.count < 1 << 15 } && assumption == .true && initial == .true
  }
}
