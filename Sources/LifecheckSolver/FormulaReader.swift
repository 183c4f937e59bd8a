internal import CZ3
import LifecheckFormulas
import LifecheckSystem

/// Reads the solver's terms back as formulas. Fractions are cleared from inequalities, so that whole factors suffice.
struct FormulaReader {
  private let context: Context
  private let symbols: [UInt32: Formula]
  private var truths: [UInt32: Formula] = [:]

  /// - Parameter symbols: What the constants stand for, by AST id.
  init(_ context: Context, symbols: [UInt32: Formula]) {
    self.context = context
    self.symbols = symbols
  }

  /// A linear sum with rational factors; nil stands for the constant part.
  private typealias Sum = [Formula?: RationalTime]

  /// - Returns: nil if a construct has no counterpart.
  mutating func read(_ ast: Z3_ast, into bank: inout FormulaBank) throws(SolverError) -> Formula? {
    let z3 = context.pointer
    let id = Z3_get_ast_id(z3, ast)
    if let known = symbols[id] ?? truths[id] { return known }
    guard Z3_get_ast_kind(z3, ast) == Z3_APP_AST, let app = Z3_to_app(z3, ast) else { return nil }
    let arguments = (0..<Z3_get_app_num_args(z3, app)).map { Z3_get_app_arg(z3, app, $0)! }
    let kind = Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app))
    let result =
      if let comparison = comparison(kind, of: arguments) {
        try compare(arguments, comparison, into: &bank)
      } else {
        try connect(arguments, kind, into: &bank)
      }
    truths[id] = result
    return result
  }

  private func comparison(_ kind: Z3_decl_kind, of sides: [Z3_ast]) -> Comparison? {
    switch kind {
    case Z3_OP_LE: .lessEqual
    case Z3_OP_LT: .less
    case Z3_OP_GE: .greaterEqual
    case Z3_OP_GT: .greater
    case Z3_OP_EQ where isReal(sides[0]): .equal
    default: nil
    }
  }

  private mutating func connect(
    _ arguments: [Z3_ast], _ kind: Z3_decl_kind, into bank: inout FormulaBank
  ) throws(SolverError) -> Formula? {
    var parts: [Formula] = []
    for argument in arguments {
      guard let part = try read(argument, into: &bank) else { return nil }
      parts.append(part)
    }
    return switch kind {
    case Z3_OP_TRUE: bank.true
    case Z3_OP_FALSE: bank.false
    case Z3_OP_NOT: bank.not(parts[0])
    case Z3_OP_AND: bank.and(parts)
    case Z3_OP_OR: bank.or(parts)
    case Z3_OP_IMPLIES: bank.implies(parts[0], parts[1])
    case Z3_OP_EQ, Z3_OP_IFF: bank.iff(parts[0], parts[1])
    case Z3_OP_XOR: bank.not(bank.iff(parts[0], parts[1]))
    case Z3_OP_ITE: bank.ifThenElse(parts[0], parts[1], parts[2])
    default: nil
    }
  }

  private func isReal(_ ast: Z3_ast) -> Bool {
    Z3_get_sort_kind(context.pointer, Z3_get_sort(context.pointer, ast)) == Z3_REAL_SORT
  }

  private func compare(
    _ sides: [Z3_ast], _ comparison: Comparison, into bank: inout FormulaBank
  ) throws(SolverError) -> Formula? {
    guard let left = try sum(sides[0]), let right = try sum(sides[1]) else { return nil }
    var factors = left
    for (key, factor) in right {
      guard let difference = (factors[key] ?? .zero).subtracting(factor) else { return nil }
      factors[key] = difference
    }
    // The common denominator, by which all factors become whole.
    var common = 1
    for factor in factors.values {
      let missing = RationalTime(factor.denominator, over: common).numerator
      guard let product = RationalTime(common).multiplied(by: missing) else { return nil }
      common = product.numerator
    }
    var positive: [Formula] = []
    var negative: [Formula] = []
    for (key, factor) in factors.sorted(by: { ($0.key?.index ?? -1) < ($1.key?.index ?? -1) }) {
      guard let whole = factor.multiplied(by: common)?.numerator, whole != .min else { return nil }
      if whole == 0 { continue }
      let part = key.map { bank.scale(abs(whole), $0) } ?? bank.real(abs(whole))
      if whole > 0 { positive.append(part) } else { negative.append(part) }
    }
    return bank.compare(comparison, bank.add(positive), bank.add(negative))
  }

  /// - Returns: nil if it is no linear sum, or a number has no room.
  private func sum(_ ast: Z3_ast) throws(SolverError) -> Sum? {
    let z3 = context.pointer
    if let symbol = symbols[Z3_get_ast_id(z3, ast)] { return [symbol: RationalTime(1)] }
    if Z3_get_ast_kind(z3, ast) == Z3_NUMERAL_AST { return (try? rational(ast, in: context)).map { [nil: $0] } }
    guard Z3_get_ast_kind(z3, ast) == Z3_APP_AST, let app = Z3_to_app(z3, ast) else { return nil }
    var parts: [Sum] = []
    for index in 0..<Z3_get_app_num_args(z3, app) {
      guard let part = try sum(Z3_get_app_arg(z3, app, index)) else { return nil }
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    switch Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) {
    case Z3_OP_ADD: return added(parts)
    case Z3_OP_SUB:
      let rest = parts.dropFirst().compactMap { scaled($0, by: RationalTime(-1)) }
      return rest.count == parts.count - 1 ? added([first] + rest) : nil
    case Z3_OP_UMINUS: return scaled(first, by: RationalTime(-1))
    case Z3_OP_MUL:
      var factor = RationalTime(1)
      var rest: Sum?
      for part in parts {
        if part.count == 1, let constant = part[nil] {
          guard let product = factor.multiplied(by: constant) else { return nil }
          factor = product
        } else {
          guard rest == nil else { return nil }
          rest = part
        }
      }
      return scaled(rest ?? [nil: RationalTime(1)], by: factor)
    default: return nil
    }
  }

  private func added(_ parts: [Sum]) -> Sum? {
    var sum: Sum = [:]
    for (key, factor) in parts.joined() {
      guard let total = (sum[key] ?? .zero).adding(factor) else { return nil }
      sum[key] = total
    }
    return sum
  }

  private func scaled(_ sum: Sum, by factor: RationalTime) -> Sum? {
    let scaled = sum.compactMapValues { $0.multiplied(by: factor) }
    return scaled.count == sum.count ? scaled : nil
  }
}
