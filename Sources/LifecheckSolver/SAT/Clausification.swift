import LifecheckFormulas
import LifecheckSystem

/// Writes formulas of one bank as clauses of a `SATSolver`: each part gets a literal that is true exactly where the part is.
///
/// Comparisons of numbers are unknowns like any other here; what they mean is for others to say.
/// - Source: G. Tseitin, "On the complexity of derivation in propositional calculus", 1968.
package struct Clausification {
  package let solver: SATSolver
  package let yes: Literal
  /// Comparisons that have got a literal, in that order.
  package private(set) var atoms: [Formula] = []
  private var literals: [Literal?] = []

  package init(_ solver: SATSolver) {
    self.solver = solver
    yes = solver.makeVariable()
    solver.addClause([yes])
  }

  /// The literal of a formula that has been written before.
  package func known(_ formula: Formula) -> Literal? { formula.index < literals.count ? literals[formula.index] : nil }

  /// - Precondition: The formula is a Boolean one, and no choice stands inside of a comparison.
  package mutating func literal(_ formula: Formula, in bank: FormulaBank) -> Literal {
    if let known = known(formula) { return known }
    if literals.count < bank.nodes.count { literals += Array(repeating: nil, count: bank.nodes.count - literals.count) }
    var pending = [formula]
    while let next = pending.last {
      if literals[next.index] != nil {
        pending.removeLast()
        continue
      }
      let parts = Self.booleanParts(of: next, in: bank).filter { literals[$0.index] == nil }
      if parts.isEmpty {
        literals[next.index] = write(next, in: bank)
      } else {
        pending += parts
      }
    }
    return literals[formula.index]!
  }

  /// The formulas that a Boolean formula is directly made of; none for symbols and comparisons.
  package static func booleanParts(of formula: Formula, in bank: FormulaBank) -> [Formula] {
    switch bank[formula] {
    case .bool, .real, .symbol, .lessEqual, .less, .equalReal, .add, .scale: []
    case .not, .and, .or, .iff, .ifThenElse: bank.children(of: formula)
    }
  }

  private mutating func write(_ formula: Formula, in bank: FormulaBank) -> Literal {
    switch bank[formula] {
    case .bool(let value): return value ? yes : !yes
    case .symbol: return solver.makeVariable()
    case .lessEqual, .less, .equalReal:
      atoms.append(formula)
      return solver.makeVariable()
    default: return solver.define(bank[formula]) { literals[$0.index]! }
    }
  }
}

extension SATSolver {
  /// The literal of a formula whose parts have got theirs.
  /// - Parameter condition: Where it is false, nothing is said of the literal; nil: it always is what the formula is.
  func define(_ node: FormulaBank.Node, where condition: Literal? = nil, _ known: (Formula) -> Literal) -> Literal {
    let otherwise = condition.map { [!$0] } ?? []
    switch node {
    case .not(let part): return !known(part)
    case .and(let parts): return conjunction(parts.map(known), otherwise)
    case .or(let parts): return !conjunction(parts.map { !known($0) }, otherwise)
    case .iff(let a, let b): return equivalence(known(a), known(b), otherwise)
    case .ifThenElse(let condition, let a, let b): return choice(known(condition), known(a), known(b), otherwise)
    case .bool, .symbol, .lessEqual, .less, .equalReal, .real, .add, .scale: preconditionFailure("it is made of no conditions")
    }
  }

  private func conjunction(_ parts: [Literal], _ otherwise: [Literal]) -> Literal {
    let result = makeVariable(isDecidable: false)
    for part in parts { addClause([!result, part] + otherwise) }
    addClause(parts.map { !$0 } + [result] + otherwise)
    return result
  }

  private func equivalence(_ a: Literal, _ b: Literal, _ otherwise: [Literal]) -> Literal {
    let result = makeVariable(isDecidable: false)
    for clause in [[!result, !a, b], [!result, a, !b], [result, a, b], [result, !a, !b]] { addClause(clause + otherwise) }
    return result
  }

  private func choice(_ condition: Literal, _ a: Literal, _ b: Literal, _ otherwise: [Literal]) -> Literal {
    let result = makeVariable(isDecidable: false)
    for clause in [
      [!condition, !a, result], [!condition, a, !result], [condition, !b, result], [condition, b, !result],
      [!a, !b, result], [a, b, !result],
    ] {
      addClause(clause + otherwise)
    }
    return result
  }
}
