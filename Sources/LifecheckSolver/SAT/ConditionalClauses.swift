import LifecheckFormulas
import LifecheckSystem

/// Formulas as clauses that say nothing unless a switch is on.
///
/// A relation of hundreds of steps has thousands of parts of formulas, of which the step that is taken needs a few. What
/// belongs to another step is not even looked at once the switch is off: its parts stay open, and their clauses are watched
/// by literals that nobody assigns.
package struct ConditionalClauses {
  package let condition: Literal
  private var literals: [Formula: Literal] = [:]

  package init(where condition: Literal) { self.condition = condition }

  /// The literal of a formula that has been written here before.
  package func known(_ formula: Formula) -> Literal? { literals[formula] }

  /// A literal that is what the formula is wherever the switch is on.
  /// - Parameter common: Has what is written for all: symbols, comparisons, and whatever it knows already.
  package mutating func literal(_ formula: Formula, in bank: FormulaBank, _ common: inout Clausification) -> Literal {
    var pending = [formula]
    while let next = pending.last {
      if known(next, common) != nil {
        pending.removeLast()
        continue
      }
      let all = Clausification.booleanParts(of: next, in: bank)
      let parts = all.filter { known($0, common) == nil }
      if !parts.isEmpty {
        pending += parts
      } else if all.isEmpty {
        _ = common.literal(next, in: bank)
      } else {
        literals[next] = common.solver.define(bank[next], where: condition) { known($0, common)! }
      }
    }
    return known(formula, common)!
  }

  private func known(_ formula: Formula, _ common: Clausification) -> Literal? { common.known(formula) ?? literals[formula] }

  /// Where the switch is on, and what else is assumed, the formula holds, or does not.
  ///
  /// Direct consequences are added at once, so that a switch can be seen to be off without it being tried.
  package mutating func require(
    _ formula: Formula, _ value: Bool = true, if assumptions: [Literal] = [], in bank: FormulaBank, _ common: inout Clausification
  ) {
    let prefix = [!condition] + assumptions.map { !$0 }
    func literal(_ part: Formula, _ value: Bool) -> Literal {
      let literal = known(part, common)!
      return value ? literal : !literal
    }
    let whole = self.literal(formula, in: bank, &common)
    let solver = common.solver
    solver.addClause(prefix + [value ? whole : !whole])
    if common.known(formula) != nil { return }
    switch (bank[formula], value) {
    case (.not(let part), _): require(part, !value, if: assumptions, in: bank, &common)
    case (.and(let parts), true): for part in parts { require(part, if: assumptions, in: bank, &common) }
    case (.or(let parts), false): for part in parts { require(part, false, if: assumptions, in: bank, &common) }
    case (.and(let parts), false), (.or(let parts), true): solver.addClause(prefix + parts.map { literal($0, value) })
    case (.ifThenElse(let test, let a, let b), _):
      solver.addClause(prefix + [literal(test, false), literal(a, value)])
      solver.addClause(prefix + [literal(test, true), literal(b, value)])
    default: break
    }
  }
}
