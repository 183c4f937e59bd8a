internal import CZ3
import LifecheckFormulas
import LifecheckSystem

/// Makes the solver's terms for the formulas of one bank, each only once, under one meaning of the symbols.
struct Translation {
  private var known: [Z3_ast?] = []

  mutating func define(_ symbol: Formula, as ast: Z3_ast) { self[symbol] = ast }

  private subscript(formula: Formula) -> Z3_ast? {
    get { formula.index < known.count ? known[formula.index] : nil }
    set {
      if formula.index >= known.count { known += Array(repeating: nil, count: formula.index + 1 - known.count) }
      known[formula.index] = newValue
    }
  }

  /// - Precondition: All symbols in `formula` are defined.
  mutating func translate(_ formula: Formula, of bank: FormulaBank, in context: Context) throws(SolverError) -> Z3_ast {
    if let ast = self[formula] { return ast }
    for part in bank.reachable(from: [formula], unless: { self[$0] != nil }) {
      self[part] = try context.keep(make(bank[part], in: context))
    }
    return self[formula]!
  }

  private func make(_ node: FormulaBank.Node, in context: Context) -> Z3_ast? {
    let z3 = context.pointer
    func ast(_ formula: Formula) -> Z3_ast? { self[formula]! }
    switch node {
    case .bool(let value): return value ? Z3_mk_true(z3) : Z3_mk_false(z3)
    case .real(let value): return Z3_mk_int64(z3, Int64(value), context.realSort)
    case .symbol: preconditionFailure("an undefined symbol")
    case .not(let a): return Z3_mk_not(z3, ast(a))
    case .and(let parts): return Z3_mk_and(z3, UInt32(parts.count), parts.map(ast))
    case .or(let parts): return Z3_mk_or(z3, UInt32(parts.count), parts.map(ast))
    case .iff(let a, let b): return Z3_mk_iff(z3, ast(a), ast(b))
    case .ifThenElse(let a, let b, let c): return Z3_mk_ite(z3, ast(a), ast(b), ast(c))
    case .lessEqual(let a, let b): return Z3_mk_le(z3, ast(a), ast(b))
    case .less(let a, let b): return Z3_mk_lt(z3, ast(a), ast(b))
    case .equalReal(let a, let b): return Z3_mk_eq(z3, ast(a), ast(b))
    case .add(let parts): return Z3_mk_add(z3, UInt32(parts.count), parts.map(ast))
    case .scale(let factor, let a):
      return Z3_mk_mul(z3, 2, [Z3_mk_int64(z3, Int64(factor), context.realSort), ast(a)])
    }
  }
}
