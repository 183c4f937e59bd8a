import LifecheckFormulas
import LifecheckSystem

/// Delays and parameters under linear constraints: finds the earliest solution.
package struct LinearTimes {
  private let solver: Solver
  private let delays: [TimeExpression]
  private let parameters: [TimeExpression]
  private let total: TimeExpression
  package var interruptHandle: InterruptHandle { solver.interruptHandle }

  package struct Solution {
    package var delays: [RationalTime]
    package var parameters: [RationalTime]
  }

  package init(bank: FormulaBank, delays: [Formula], parameters: [Formula], facts: [Formula]) throws(SolverError) {
    let solver = try Solver()
    var translation = Translation()
    func expression(_ symbol: Formula, _ name: String) throws(SolverError) -> TimeExpression {
      let ast = try solver.constant(name, .real)
      translation.define(symbol, as: ast)
      return TimeExpression(ast: ast)
    }
    var made: [TimeExpression] = []
    for (index, symbol) in delays.enumerated() { made.append(try expression(symbol, "d\(index)")) }
    var rigid: [TimeExpression] = []
    for (index, symbol) in parameters.enumerated() { rigid.append(try expression(symbol, "p\(index)")) }
    for fact in facts { try solver.assert(Statement(ast: translation.translate(fact, of: bank, in: solver.context))) }
    self.solver = solver
    self.delays = made
    self.parameters = rigid
    total = try solver.sum(made)
  }

  /// The solution with the preferred parameters as far as possible, then the earliest end, then each delay, from the
  /// first to the last, as short as possible; in whole milliseconds where there is such a solution.
  /// - Returns: nil if there is no solution, or the solver was stopped.
  package func earliest(preferred: [Int?]) throws(SolverError) -> Solution? {
    guard try solver.check() == .satisfiable else { return nil }
    for (parameter, value) in zip(parameters, preferred) {
      guard let value else { continue }
      try keepIfPossible(solver.compare(parameter, .equal, RationalTime(value)))
    }
    // A parameter that does not have its preferred value gets the least one that is possible.
    for parameter in parameters { try minimize(parameter) }
    try minimize(total)
    for delay in delays { try minimize(delay) }
    guard try solver.check() == .satisfiable else { return nil }
    var solution = Solution(delays: [], parameters: [])
    for delay in delays { solution.delays.append(try solver.value(of: delay)) }
    for parameter in parameters { solution.parameters.append(try solver.value(of: parameter)) }
    return solution
  }

  private func keepIfPossible(_ statement: Statement) throws(SolverError) {
    if try solver.check(assuming: [statement]) == .satisfiable { try solver.assert(statement) }
  }

  /// Fixes a time at its least whole number of milliseconds.
  private func minimize(_ time: TimeExpression) throws(SolverError) {
    guard try solver.check() == .satisfiable else { return }
    let found = try solver.value(of: time)
    var high = (found.numerator + found.denominator - 1) / found.denominator
    var low = 0
    let mayBeZero = found == .zero ? true : try solver.check(assuming: [solver.compare(time, .equal, .zero)]) == .satisfiable
    if mayBeZero {
      return try solver.assert(solver.compare(time, .equal, .zero))
    }
    while low < high {
      let middle = (low + high) / 2
      if try solver.check(assuming: [solver.compare(time, .lessEqual, RationalTime(middle))]) == .satisfiable {
        high = middle
      } else {
        low = middle + 1
      }
    }
    if try solver.check(assuming: [solver.compare(time, .equal, RationalTime(high))]) == .satisfiable {
      try solver.assert(solver.compare(time, .equal, RationalTime(high)))
    } else {
      try solver.assert(solver.compare(time, .lessEqual, RationalTime(high)))
    }
  }
}
