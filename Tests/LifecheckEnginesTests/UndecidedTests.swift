import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// What is said where engines had to stop.
@Suite struct UndecidedTests {
  /// Not by `decide`: the limit would hold for the other tests, too, which share this process.
  @Test func theMemoryOfTheWholeProgramCounts() {
    #expect(reached(Limits(megabytes: 1)) == .memory)
    var shared = Limits(megabytes: 1)
    shared.sharers = 1_000_000
    #expect(reached(shared) == nil)
  }

  @Test func theTimeCounts() {
    #expect(reached(Limits(wallTime: .zero)) == .time)
    #expect(reached(Limits(wallTime: .seconds(1_000))) == nil)
  }

  private func reached(_ limits: Limits) -> UndecidedReason? {
    var watch = LimitWatch(limits)
    watch.look()
    return watch.reached
  }

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
