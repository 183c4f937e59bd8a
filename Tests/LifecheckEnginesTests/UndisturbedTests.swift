import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// Runs in which nothing begins while code is in the middle of something.
@Suite struct UndisturbedTests {
  private let count = VariableIndex(0)

  /// One sets the count to 1 and to 2 at once, and goes back; another looks at it whenever it likes.
  private func system() -> TimedSystem {
    var system = TimedSystem()
    _ = system.addVariable("count", domain: 3)
    let seen = system.addVariable("seen", domain: 3)
    func set(_ value: Int) -> Action.Kind { .assign(count, .constant(value), condition: .true) }
    system.automata = [
      Automaton(
        name: "writer", locations: [Location(name: "idle"), Location(name: "middle")], initial: LocationIndex(0),
        edges: [edge(0, 1, [set(1)]), edge(1, 0, isUrgent: true, [set(2)])]),
      Automaton(
        name: "reader", locations: [Location(name: "idle")], initial: LocationIndex(0),
        edges: [edge(0, 0, [.assign(seen, .variable(count), condition: .true)])]),
    ]
    return system
  }

  private func reached(isUndisturbed: Bool) -> [Bool] {
    let goals = (1...2).map { Term.compare(.equal, .variable(VariableIndex(1)), .constant($0)) }
    let explorer = Explorer(system(), goals: goals, isUndisturbed: isUndisturbed)
    explorer.run(maximumNodes: 100) { false }
    #expect(explorer.isExhausted && explorer.isComplete == !isUndisturbed)
    return explorer.reached.map { $0 != nil }
  }

  @Test func whatIsSeenInTheMiddleIsLeftOut() {
    #expect(reached(isUndisturbed: true) == [false, true])
    #expect(reached(isUndisturbed: false) == [true, true])
  }

  /// An edge that leaves more open than all edges together may cost is given up in the middle.
  @Test func waysThroughOneEdgeAreCounted() {
    var system = TimedSystem()
    let variables = (0..<12).map { system.addVariable("v\($0)") }
    let choices = variables.indices.map { ChoiceIndex($0) }
    var wide = edge(0, 0, zip(variables, choices).map { .assign($0, .choice($1), condition: .true) })
    wide.choices = choices.map { _ in 2 }
    system.automata = [Automaton(name: "a", locations: [Location(name: "only")], initial: LocationIndex(0), edges: [wide])]
    let explorer = Explorer(system, goals: [])
    explorer.giveUp(afterBranches: 100)
    explorer.run(maximumNodes: 10_000) { false }
    #expect(explorer.branches <= 100 && !explorer.isComplete && explorer.nodes.count <= 101)
  }
}
