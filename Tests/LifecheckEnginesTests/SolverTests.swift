import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Counts up to two by one, and stays there.
private func counter() -> EncodedSystem {
  var system = TimedSystem()
  let count = system.addVariable("count", domain: 4)
  let add = [
    Action(.assume(.compare(.less, .variable(count), .constant(2)))),
    Action(.assign(count, .add(.variable(count), .constant(1)), condition: .true)),
  ]
  system.automata = [
    Automaton(
      name: "a", locations: [Location(name: "only")], initial: LocationIndex(0),
      edges: [
        Edge(source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, body: add, label: EdgeLabel())
      ])
  ]
  return encode(system)
}

extension EncodedSystem {
  fileprivate mutating func isAt(_ value: Int) -> Formula {
    formula(.compare(.equal, .variable(VariableIndex(0)), .constant(value)))
  }
}

@Suite struct UnrollerTests {
  /// The values that the counter has in some state after so many steps.
  private func values(after steps: Int, initially: Bool = true) throws -> [Int] {
    var encoded = counter()
    let isAt = (0..<4).map { encoded.isAt($0) }
    let solver = try Solver()
    let unroller = Unroller(encoded.system, in: solver)
    try unroller.begin(initially: initially)
    for _ in 0..<steps { try unroller.extend() }
    #expect(unroller.stateCount == steps + 1)
    return try (0..<4).filter { value in
      let literal = try solver.literal(implying: unroller.state(isAt[value], at: steps))
      return try solver.check(assuming: [literal]) == .satisfiable
    }
  }

  @Test func theFirstStateIsTheStart() throws { #expect(try values(after: 0) == [0]) }

  /// An automaton may pass.
  @Test func oneStepTakesAtMostOneEdgeOfAnAutomaton() throws { #expect(try values(after: 1) == [0, 1]) }

  @Test func stepsFollowOneAnother() throws {
    #expect(try values(after: 2) == [0, 1, 2])
    #expect(try values(after: 3) == [0, 1, 2])
  }

  @Test func withoutTheStartAnyStateIsFirst() throws { #expect(try values(after: 0, initially: false) == [0, 1, 2, 3]) }
}

@Suite struct HornSolverTests {
  private func answer(_ value: Int) throws -> (HornSolver.Answer, EncodedSystem, Formula) {
    var encoded = counter()
    let bad = encoded.isAt(value)
    let answer = try HornSolver().solve(
      &encoded.system, bad: bad, known: encoded.system.bank.true, patience: .seconds(60))
    return (answer, encoded, bad)
  }

  @Test func whatIsReachedIsUnsafe() throws {
    #expect(try answer(2).0 == .unsafe)
  }

  /// The invariant is over current symbols, holds at the start, and excludes what is bad.
  @Test func whatIsNotReachedHasAnInvariant() throws {
    var (found, encoded, bad) = try answer(3)
    guard case .safe(let invariant) = found else {
      Issue.record("no proof: \(found)")
      return
    }
    let current = encoded.system.variables.map(\.current)
    #expect(encoded.system.bank.symbols(in: invariant).isSubset(of: current))
    #expect(!(try canHold(encoded.system.bank.and(invariant, bad), encoded)))
    #expect(!(try canHold(encoded.system.bank.and(encoded.system.initial, encoded.system.bank.not(invariant)), encoded)))
  }

  private func canHold(_ formula: Formula, _ encoded: EncodedSystem) throws -> Bool {
    let solver = try Solver()
    let scope = try SymbolScope(encoded.system.variables.map(\.current), of: encoded.system.bank, in: solver)
    try scope.assert(encoded.system.domain, of: encoded.system.bank)
    try scope.assert(formula, of: encoded.system.bank)
    return try solver.check() == .satisfiable
  }
}
