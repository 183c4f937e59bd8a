import LifecheckSystem
import LifecheckTestSupport
import Testing

/// The rest of a random system that the reference explorer says something about, when all that does not matter is gone.
@Suite struct ShrinkingTests {
  @Test func whatIsLeftIsTheReason() throws {
    let seed = try #require((UInt64(0)..<300).first { length(RandomSystem(seed: $0).problem) == 3 })
    let problem = RandomSystem(seed: seed).problem
    let small = shrunk(problem) { length($0) == 3 }
    #expect(length(small) == 3)
    #expect(text(of: small).count * 2 < text(of: problem).count, "\(text(of: small))")
    // A run of three steps needs some edge that can be taken.
    #expect(small.system.automata.contains { !$0.edges.isEmpty })
  }

  @Test func theTextNamesAllParts() {
    let system = RandomSystem(seed: 3, isWild: true).problem
    let words = text(of: system)
    for automaton in system.system.automata { #expect(words.contains("automaton \(automaton.name)")) }
    for clock in system.system.clocks { #expect(words.contains("clock \(clock.name)")) }
  }

  private func length(_ problem: ReachabilityProblem) -> Int? {
    if problem.system.clocks.count > 2 { return nil }
    if case .reachable(let trace) = ReferenceExplorer(problem.system).reach(problem.goal, limit: 5_000) { return trace.length }
    return nil
  }
}
