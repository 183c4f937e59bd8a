import LifecheckChecking
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem
import Testing

/// Small clauses that a table of all truth values can check.
private struct RandomClauses {
  var generator: SplitMix64
  let count: Int

  mutating func literal() -> Literal {
    Literal(variable: Int(generator.next() % UInt64(count)), isNegated: generator.next() % 2 == 0)
  }
  mutating func clause(_ size: Int) -> [Literal] { (0..<size).map { _ in literal() } }

  func isSatisfiable(_ clauses: [[Literal]]) -> Bool {
    (0..<1 << count).contains { values in
      clauses.allSatisfy { $0.contains { (values >> $0.variable & 1 == 1) != $0.isNegated } }
    }
  }
}

@Suite struct SATSolverTests {
  @Test func answersModelsAndCoresAreThoseOfATable() {
    var answers: Set<SATSolver.Answer> = []
    for seed in UInt64(0)..<150 {
      var random = RandomClauses(generator: SplitMix64(seed: seed), count: 8)
      let solver = SATSolver()
      for _ in 0..<random.count { _ = solver.makeVariable() }
      var clauses: [[Literal]] = []
      // One solver is asked again and again, with more clauses each time.
      for _ in 0..<12 {
        for _ in 0..<4 { clauses.append(random.clause(3)) }
        clauses.suffix(4).forEach(solver.addClause)
        let assumptions = random.clause(Int(seed % 5))
        let answer = solver.solve(assuming: assumptions)
        answers.insert(answer)
        #expect((answer == .satisfiable) == random.isSatisfiable(clauses + assumptions.map { [$0] }), "seed \(seed)")
        if answer == .satisfiable {
          #expect((clauses + assumptions.map { [$0] }).allSatisfy { $0.contains(where: solver.isTrue) }, "seed \(seed)")
        } else {
          let core = solver.conflictingAssumptions
          #expect(Set(core).isSubset(of: assumptions), "seed \(seed)")
          #expect(!random.isSatisfiable(clauses + core.map { [$0] }), "seed \(seed)")
        }
      }
    }
    #expect(answers == [.satisfiable, .unsatisfiable])
  }

  /// More pigeons than holes: hard enough for clauses to be learned, forgotten and moved.
  @Test func pigeonsDoNotFit() {
    let (pigeons, holes) = (8, 7)
    let solver = SATSolver()
    let isIn = (0..<pigeons).map { _ in (0..<holes).map { _ in solver.makeVariable() } }
    let mustFit = solver.makeVariable()
    for pigeon in isIn { solver.addClause(pigeon + [!mustFit]) }
    for hole in 0..<holes {
      for a in 0..<pigeons { for b in 0..<a { solver.addClause([!isIn[a][hole], !isIn[b][hole]]) } }
    }
    #expect(solver.solve(assuming: [mustFit], maximumConflicts: 10) == .stopped)
    #expect(solver.solve(assuming: [mustFit]) == .unsatisfiable)
    #expect(solver.conflictingAssumptions == [mustFit])
    #expect(solver.solve() == .satisfiable)
  }

  @Test func aFormulaIsTrueWhereItsLiteralIs() throws {
    var bank = FormulaBank()
    let symbols = (0..<3).map { bank.symbol("s\($0)", .bool) }
    let choice = bank.ifThenElse(symbols[0], bank.not(symbols[1]), symbols[2])
    let formula = bank.or(bank.iff(symbols[1], symbols[2]), bank.and(choice, symbols[0]))
    let solver = SATSolver()
    var clauses = Clausification(solver)
    let literal = clauses.literal(formula, in: bank)
    for values in 0..<8 {
      let truths = Dictionary(uniqueKeysWithValues: symbols.enumerated().map { ($1, values >> $0 & 1 == 1) })
      let expected = try bank.evaluate([formula]) { .bool(truths[$0]!) }[0].isTrue
      let assumptions = symbols.map { truths[$0]! ? clauses.literal($0, in: bank) : !clauses.literal($0, in: bank) }
      #expect((solver.solve(assuming: assumptions + [literal]) == .satisfiable) == expected)
      #expect((solver.solve(assuming: assumptions + [!literal]) == .satisfiable) == !expected)
    }
  }
}
