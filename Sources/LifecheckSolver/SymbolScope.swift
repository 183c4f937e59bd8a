internal import CZ3
import LifecheckFormulas
import LifecheckSystem

/// Unknowns of a bank written out in a solver, and formulas over them.
package final class SymbolScope {
  package let solver: Solver
  private var translation = Translation()
  private var constants: [(symbol: Formula, sort: FormulaBank.Symbol.Sort, ast: Z3_ast)] = []

  /// - Parameter symbols: Symbols of `bank`, each once.
  package init(_ symbols: [Formula], of bank: FormulaBank, in solver: Solver) throws(SolverError) {
    self.solver = solver
    for (index, formula) in symbols.enumerated() {
      guard case .symbol(let symbol) = bank[formula] else { preconditionFailure("not a symbol") }
      let constant = try solver.constant("x\(index)", symbol.sort)
      translation.define(formula, as: constant)
      constants.append((formula, symbol.sort, constant))
    }
  }

  /// - Parameter bank: The bank of the symbols, which may have grown since.
  package func statement(_ formula: Formula, of bank: FormulaBank) throws(SolverError) -> Statement {
    Statement(ast: try translation.translate(formula, of: bank, in: solver.context))
  }

  package func assert(_ formula: Formula, of bank: FormulaBank) throws(SolverError) {
    try solver.assert(statement(formula, of: bank))
  }

  /// The values of the Boolean symbols in the solver's model.
  package func truths() throws(SolverError) -> [Formula: ModelValue] {
    var result: [Formula: ModelValue] = [:]
    for (symbol, sort, constant) in constants where sort == .bool { result[symbol] = try solver.value(of: constant) }
    return result
  }

  /// The values of the numeric symbols in the solver's model.
  package func numbers() throws(SolverError) -> [Formula: ModelNumber] {
    var result: [Formula: ModelNumber] = [:]
    for (symbol, sort, constant) in constants where sort == .real { result[symbol] = try solver.number(of: constant) }
    return result
  }
}
