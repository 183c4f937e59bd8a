import LifecheckSolver
import LifecheckSystem

extension Work {
  /// Where exploration gives up. Beyond it, symbolic search does better.
  private static var maximumNodes: Int { 120_000 }
  /// More processes than this have too many interleavings to be worth a try.
  private static var maximumAutomata: Int { 60 }

  /// Settles what explicit exploration can settle: for systems of a few thousand states, everything.
  func explore() throws(SolverError) {
    if encoded.timed.automata.count > Self.maximumAutomata { return }
    let explorer = Explorer(encoded.timed, goals: queries.map(\.goal), terminal: terminal)
    let board = board
    explorer.run(maximumNodes: Self.maximumNodes) { board.update { $0.mustStop } }
    for query in board.update({ $0.open }) {
      guard let node = explorer.reached[query] else { continue }
      try settle(query, explorer, node)
    }
    guard explorer.isComplete else { return }
    try rule(out: board.update { $0.open }.filter { explorer.reached[$0] == nil }, explorer)
  }

  private func settle(_ query: Int, _ explorer: Explorer, _ node: Int) throws(SolverError) {
    var concretization = Concretization(explorer, goal: explorer.program.goals[query])
    let trace = try concretization.trace(to: node) { [board] handle in board.update { $0.beginSearch(handle) } }
    guard let trace else { return }
    // A path that only seems possible is left to the symbolic engines.
    let interpreter = Interpreter(encoded.timed, parameters: trace.parameters)
    guard (try? interpreter.replay(trace, reaching: queries[query].goal)) != nil else { return }
    board.update { $0.settle(query, QueryResult(name: queries[query].name, result: .unsafe(trace), engine: .exploration)) }
  }

  private func rule(out unreached: [Int], _ explorer: Explorer) throws(SolverError) {
    if unreached.isEmpty { return }
    // Where no run ends in a terminal state, that is a part of the claim.
    let terminal = explorer.states.indices.contains(where: explorer.isTerminal) ? terminal : .false
    var synthesis = InvariantSynthesis(explorer, encoded: encoded, terminal: terminal) { [board] handle in
      board.update { $0.beginSearch(handle) }
    }
    guard let claim = try synthesis.claim(excluding: unreached.map { goals[$0] }, maximumClauses: 5000) else { return }
    var encoded = synthesis.encoded
    let goal = encoded.system.bank.or(unreached.map { goals[$0] })
    let together = Certificate(encoded: encoded, goal: goal, claim: claim, k: 1, engine: .exploration)
    guard try certify(together, onStart: { [board] handle in board.update { $0.beginSearch(handle) } }) == .confirmed else { return }
    for query in unreached {
      let certificate = Certificate(encoded: encoded, goal: goals[query], claim: claim, k: 1, engine: .exploration)
      board.update {
        $0.settle(query, QueryResult(name: queries[query].name, result: .safe(certificate), engine: .exploration))
      }
    }
  }
}
