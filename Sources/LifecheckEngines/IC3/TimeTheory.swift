import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Which comparisons of times can hold together.
///
/// Clauses know nothing of numbers: where a model of them asks for the impossible, what is impossible about it becomes one more
/// clause. It holds in every state, so it is never learned twice.
/// - Source: L. de Moura, H. Rueß, "Lemmas on Demand for Satisfiability Solvers", SAT 2002.
final class TimeTheory {
  private let solver: Solver
  private let scope: SymbolScope
  private var statements: [Formula: (yes: Statement, no: Statement)] = [:]
  /// The sets of comparisons that were found to be possible: steps are looked at again and again.
  private var consistent: Set<[Formula]> = []
  private static let mostRemembered = 20_000

  /// - Parameter inputs: Of the steps; only those that are times are needed.
  init(_ encoded: EncodedSystem, inputs: [Formula]) throws(SolverError) {
    let bank = encoded.system.bank
    func isTime(_ symbol: Formula) -> Bool {
      if case .symbol(let known) = bank[symbol] { known.sort == .real } else { false }
    }
    solver = try Solver()
    scope = try SymbolScope((encoded.system.variables.map(\.current) + inputs).filter(isTime), of: bank, in: solver)
    for limit in bank.conjuncts(of: encoded.system.domain) where bank.symbols(in: limit).allSatisfy(isTime) {
      try scope.assert(limit, of: bank)
    }
  }

  var interruptHandle: InterruptHandle { solver.interruptHandle }

  /// The numbers of some comparisons that cannot all be as they are said to be; nil if all can.
  private func conflict(
    among comparisons: [(formula: Formula, value: Bool)], in bank: FormulaBank
  ) throws(SolverError) -> [Int]? {
    let key = comparisons.map { Formula($0.formula.index << 1 | ($0.value ? 1 : 0)) }.sorted()
    if consistent.contains(key) { return nil }
    var assumptions: [Statement] = []
    for (formula, value) in comparisons {
      let statements = try statements(for: formula, in: bank)
      assumptions.append(value ? statements.yes : statements.no)
    }
    guard try solver.check(assuming: assumptions) == .unsatisfiable else {
      if consistent.count >= Self.mostRemembered { consistent.removeAll() }
      consistent.insert(key)
      return nil
    }
    return try smaller(solver.core(of: assumptions), of: assumptions)
  }

  /// The conflict among some comparisons, as a clause; nil if they can all be as they are said to be.
  func lesson(
    from comparisons: [(formula: Formula, value: Bool)], in bank: FormulaBank, _ clauses: Clausification
  ) throws(SolverError) -> [Literal]? {
    try conflict(among: comparisons, in: bank)?.map { number in
      let literal = clauses.known(comparisons[number].formula)!
      return comparisons[number].value ? !literal : literal
    }
  }

  private func statements(for formula: Formula, in bank: FormulaBank) throws(SolverError) -> (yes: Statement, no: Statement) {
    if let known = statements[formula] { return known }
    let statement = try scope.statement(formula, of: bank)
    let made = (yes: try solver.literal(implying: statement), no: try solver.literal(implying: solver.not(statement)))
    statements[formula] = made
    return made
  }

  /// Without what is not needed.
  private func smaller(_ core: [Int], of assumptions: [Statement]) throws(SolverError) -> [Int] {
    var core = core
    for candidate in core where core.count > 1 {
      let rest = core.filter { $0 != candidate }
      if try solver.check(assuming: rest.map { assumptions[$0] }) == .unsatisfiable { core = rest }
    }
    return core
  }
}
