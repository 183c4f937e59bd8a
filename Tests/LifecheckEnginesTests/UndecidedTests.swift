import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// The answers where engines had to stop.
@Suite struct UndecidedTests {
  @Test func whatOneEngineHasLookedAtIsNotForgottenByAnother() {
    var board = Board(count: 3)
    board.clear([0, 1], upTo: 5)
    board.clear([1, 2], upTo: 3)
    #expect((0..<3).map { board.clearedSteps(of: $0) } == [5, 5, 3])
    #expect(board.clearedSteps == 3)
  }

  @Test func explorationKnowsHowDeepItHasLooked() throws {
    let problem = BenchmarkFamilies.tasks(4, leaks: false)
    let explorer = Explorer(problem.system, goals: problem.queries.map(\.goal), terminal: .false, ignored: [])
    explorer.run(maximumNodes: 10) { false }
    let depth = try #require(explorer.depth)
    explorer.run(maximumNodes: 2_000) { false }
    #expect(try !explorer.isComplete && depth >= 1 && #require(explorer.depth) > depth)
  }

  /// Nothing is said of runs that nobody has looked at.
  @Test func tooManyStatesAtTheStartAreNoDepth() {
    var system = TimedSystem()
    system.variables = [StateVariable(name: "any", domain: 5_000, valueNames: [], initial: nil)]
    let explorer = Explorer(system, goals: [.equal(.variable(VariableIndex(0)), .constant(4_999))], terminal: .false, ignored: [])
    explorer.run(maximumNodes: 10) { false }
    #expect(!explorer.isComplete && explorer.depth == nil)
  }
}
