import LifecheckTestSupport
import Testing

@testable import LifecheckSystem

/// The part of a system that is left when all is gone to which no run comes.
@Suite struct ReachablePartTests {
  private let flag = VariableIndex(0)
  private let other = VariableIndex(1)

  private func edge(_ source: Int, _ target: Int, _ body: [Action.Kind], begins: [Int] = []) -> Edge {
    var edge = Edge(
      source: LocationIndex(source), target: LocationIndex(target), isUrgent: false, body: body.map { Action($0) },
      label: EdgeLabel())
    edge.begins = begins
    return edge
  }

  /// Two flags that are false at first, and automata of three locations.
  private func system(_ automata: [[Edge]]) -> TimedSystem {
    var system = TimedSystem()
    system.variables = ["flag", "other"].map { StateVariable(name: $0, domain: 2, valueNames: ["false", "true"], initial: 0) }
    system.automata = automata.enumerated().map { number, edges in
      let locations = ["a", "b", "c"].map { Location(name: $0) }
      return Automaton(name: "automaton \(number)", locations: locations, initial: LocationIndex(0), edges: edges)
    }
    return system
  }

  @Test func whatWaitsForAFlagThatNobodySetsIsGone() {
    let part = ReachablePart(
      of: system([
        [
          edge(0, 1, [.assume(.variable(flag)), .assign(other, .true, condition: .true)], begins: [7]), edge(1, 2, []),
          edge(0, 2, [.assume(.not(.variable(flag))), .assume(.not(.variable(other)))]),
        ]
      ]))
    let automaton = part.system.automata[0]
    #expect(automaton.locations.map(\.name) == ["a", "c"])
    #expect(automaton.edges == [edge(0, 1, [])])
    #expect(part.locations == [[0, 2]])
    #expect(part.lostPieces == [7])
    #expect(part.system.variables.map(\.domain) == [1, 1])
    func at(_ places: Int...) -> Term { .at(AutomatonIndex(0), places.map { LocationIndex($0) }) }
    #expect([at(1), at(1, 2), at(0, 2)].map(part.restricted) == [.false, at(1), .true])
  }

  /// A helper's result is kept in a variable that is empty again when the step is over.
  @Test func whatIsSetOnTheWayThroughAnEdgeIsNoConstant() {
    let body: [Action.Kind] = [
      .assign(flag, .true, condition: .true), .assign(other, .variable(flag), condition: .true),
      .assign(flag, .false, condition: .true),
    ]
    let whole = system([[edge(0, 1, body), edge(1, 2, [.assume(.variable(other))])]])
    #expect(ReachablePart(of: whole).system == whole)
  }

  @Test func whereOthersMoveAnAutomatonItMayBe() {
    let move = Action.Kind.move(AutomatonIndex(1), LocationIndex(2), condition: .variable(flag))
    let whole = system([
      [edge(0, 1, [.assign(flag, .true, condition: .true)]), edge(1, 2, [move])], [edge(0, 1, []), edge(2, 0, [])],
    ])
    #expect(ReachablePart(of: whole).system.automata == whole.automata)
    let never = system([[edge(1, 2, [move])], [edge(0, 1, []), edge(2, 0, [])]])
    #expect(ReachablePart(of: never).system.automata.map(\.edges) == [[], [edge(0, 1, [])]])
  }

  /// So that no step from a state which no run reaches is another one.
  @Test func conditionsThatOnlyOtherValuesWouldBreakStay() {
    let swap = Action.Kind.assign(flag, .subtract(.constant(1), .variable(flag)), condition: .true)
    var whole = system([[edge(0, 1, [.assume(.compare(.less, .variable(flag), .constant(2)))]), edge(1, 2, [swap])]])
    whole.variables[0].domain = 3
    let part = ReachablePart(of: whole).system
    #expect(part.variables[0].domain == 3)
    #expect(part.automata == whole.automata)
  }

  @Test(arguments: 0..<20)
  func randomSystemsComeToTheSame(block: Int) {
    for seed in UInt64(block * 25)..<UInt64(block * 25 + 25) {
      let random = RandomSystem(seed: seed)
      let part = ReachablePart(of: random.system)
      #expect(part.system.firstProblem == nil, "seed \(seed)")
      let known = ReferenceExplorer(random.system).reach(random.goal)
      let found = ReferenceExplorer(part.system).reach(part.restricted(random.goal))
      #expect(length(known) == length(found), "seed \(seed)")
    }
  }

  @Test func somethingOfManyRandomSystemsIsLeftOut() {
    let smaller = (UInt64(0)..<200).filter { seed in
      let whole = RandomSystem(seed: seed).system
      let part = ReachablePart(of: whole).system
      return part.automata.map(\.edges.count) != whole.automata.map(\.edges.count)
    }
    #expect(smaller.count > 20)
  }

  /// Of the shortest run; nil: there is none.
  private func length(_ answer: ReferenceExplorer.Answer) -> Int? {
    if case .reachable(let trace) = answer { trace.length } else { nil }
  }
}
