import LifecheckChecking
import LifecheckTestSupport
import Testing

@testable import LifecheckSystem

@Suite struct IdleChoicesTests {
  private let variables = [3, 2, 4].map { StateVariable(name: "v", domain: $0, valueNames: [], initial: nil) }

  private func edge(_ choices: [Int], _ body: [Action.Kind]) -> Edge {
    Edge(
      source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, choices: choices, body: body.map { Action($0) },
      label: EdgeLabel())
  }
  private func choice(_ index: Int) -> Term { .choice(ChoiceIndex(index)) }
  private func variable(_ index: Int) -> Term { .variable(VariableIndex(index)) }

  /// "If it is 2 this, if it is 1 that, else 0", each part unknown: any value, so the assumption can always be met.
  @Test func readingSomethingUnknownIsOneChoice() {
    let read = Term.ifThenElse(
      .equal(choice(0), .constant(2)), choice(1), .ifThenElse(.equal(choice(2), .constant(1)), choice(3), .constant(0)))
    let folded = edge([5, 4, 5, 4], [.assign(VariableIndex(0), .constant(1), condition: .equal(read, .constant(3)))])
      .withoutIdleChoices(in: variables)
    #expect(folded.choices == [2])
    let always = edge([5, 4, 5, 4], [.assume(.compare(.equal, variable(2), read))]).withoutIdleChoices(in: variables)
    #expect(always.choices.isEmpty)
    #expect(always.body == [Action(.assume(.true))])
  }

  @Test func anAssumptionAsksWhetherItCanBeMet() {
    let held = Term.and([.equal(variable(0), .constant(1)), .equal(choice(0), .constant(2))])
    let folded = edge([3, 2], [.assume(.not(held)), .assume(.and([.equal(variable(1), .constant(1)), choice(1)]))])
      .withoutIdleChoices(in: variables)
    #expect(folded.choices.isEmpty)
    #expect(folded.body == [Action(.assume(.true)), Action(.assume(.equal(variable(1), .constant(1))))])
  }

  @Test func whatIsReadTwiceStays() {
    let twice = edge(
      [4], [.assume(.not(.equal(choice(0), variable(2)))), .assign(VariableIndex(2), choice(0), condition: .true)])
    #expect(twice.withoutIdleChoices(in: variables) == twice)
  }

  /// The states behind random edges are the same, from every state.
  @Test func theStatesBehindTheEdgeAreTheSame() throws {
    var smaller = 0
    for seed in 0..<200 {
      var dice = RandomTerms(seed: UInt64(seed), domains: variables.map(\.domain), choices: [2, 3, 2, 4])
      let body: [Action.Kind] = [
        .assume(dice.condition(depth: 4)), .assign(VariableIndex(1), dice.condition(depth: 3), condition: dice.condition(depth: 2)),
        .assume(dice.condition(depth: 4)),
      ]
      let written = edge(dice.choices, body)
      let folded = written.withoutIdleChoices(in: variables)
      if ways(folded) < ways(written) { smaller += 1 }
      #expect(try states(behind: written) == states(behind: folded), "seed \(seed)")
    }
    #expect(smaller > 50)
  }

  private func ways(_ edge: Edge) -> Int { edge.choices.reduce(1, *) }

  private func states(behind edge: Edge) throws -> [[Int]: Set<[Int]>] {
    var system = TimedSystem()
    system.variables = variables
    system.automata = [Automaton(name: "a", locations: [Location(name: "l")], initial: LocationIndex(0), edges: [edge])]
    let interpreter = Interpreter(system, parameters: [])
    var result: [[Int]: Set<[Int]>] = [:]
    for values in combinations(of: variables.map(\.domain)) {
      let state = try interpreter.initialState(variables: values)
      result[values] = Set(
        combinations(of: edge.choices).compactMap {
          try? interpreter.take(EdgeReference(automaton: AutomatonIndex(0), edge: 0), choices: $0, in: state).variables
        })
    }
    return result
  }

  private func combinations(of domains: [Int]) -> [[Int]] {
    domains.reduce([[]]) { all, domain in all.flatMap { some in (0..<domain).map { some + [$0] } } }
  }
}

/// Terms over a few variables and choices, each choice read now and then.
private struct RandomTerms {
  var random: SplitMix64
  let domains: [Int]
  let choices: [Int]

  init(seed: UInt64, domains: [Int], choices: [Int]) {
    random = SplitMix64(seed: seed)
    self.domains = domains
    self.choices = choices
  }

  mutating func condition(depth: Int) -> Term {
    switch random.pick(0...(depth == 0 ? 1 : 5)) {
    case 0: return .compare(random.pick([.equal, .less, .greaterEqual]), number(depth: depth - 1), number(depth: depth - 1))
    case 1: return .equal(number(depth: depth - 1), .constant(random.pick(0...3)))
    case 2: return .and([condition(depth: depth - 1), condition(depth: depth - 1)])
    case 3: return .or([condition(depth: depth - 1), condition(depth: depth - 1)])
    case 4: return .not(condition(depth: depth - 1))
    default: return .ifThenElse(condition(depth: depth - 1), condition(depth: depth - 1), condition(depth: depth - 1))
    }
  }

  private mutating func number(depth: Int) -> Term {
    switch random.pick(0...(depth <= 0 ? 3 : 6)) {
    case 0: return .constant(random.pick(0...3))
    case 1: return .variable(VariableIndex(random.pick(0...domains.count - 1)))
    case 2, 3: return .choice(ChoiceIndex(random.pick(0...choices.count - 1)))
    case 4: return .add(number(depth: depth - 1), number(depth: depth - 1))
    default: return .ifThenElse(condition(depth: depth - 1), number(depth: depth - 1), number(depth: depth - 1))
    }
  }
}
