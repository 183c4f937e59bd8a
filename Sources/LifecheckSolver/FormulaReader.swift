internal import CZ3
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
    var result: Formula?
    switch kind {
    case Z3_OP_LE, Z3_OP_LT, Z3_OP_GE, Z3_OP_GT:
      let comparison: Comparison =
        switch kind {
        case Z3_OP_LE: .lessEqual
        case Z3_OP_LT: .less
        case Z3_OP_GE: .greaterEqual
        default: .greater
        }
      result = try compare(arguments, comparison, into: &bank)
    case Z3_OP_EQ where isReal(arguments[0]):
      result = try compare(arguments, .equal, into: &bank)
    case Z3_OP_TRUE: result = bank.true
    case Z3_OP_FALSE: result = bank.false
    default:
      var parts: [Formula] = []
      for argument in arguments {
        guard let part = try read(argument, into: &bank) else { return nil }
        parts.append(part)
      }
      switch kind {
      case Z3_OP_NOT: result = bank.not(parts[0])
      case Z3_OP_AND: result = bank.and(parts)
      case Z3_OP_OR: result = bank.or(parts)
      case Z3_OP_IMPLIES: result = bank.implies(parts[0], parts[1])
      case Z3_OP_EQ, Z3_OP_IFF: result = bank.iff(parts[0], parts[1])
      case Z3_OP_XOR: result = bank.not(bank.iff(parts[0], parts[1]))
      case Z3_OP_ITE: result = bank.ifThenElse(parts[0], parts[1], parts[2])
      default: return nil
      }
    }
    truths[id] = result
    return result
  }

  private func isReal(_ ast: Z3_ast) -> Bool {
    Z3_get_sort_kind(context.pointer, Z3_get_sort(context.pointer, ast)) == Z3_REAL_SORT
  }

  private func compare(
    _ sides: [Z3_ast], _ comparison: Comparison, into bank: inout FormulaBank
  ) throws(SolverError) -> Formula? {
    guard let left = try sum(sides[0]), let right = try sum(sides[1]) else { return nil }
    var factors = left
    for (key, factor) in right { factors[key] = (factors[key] ?? .zero) + (-1) * factor }
    let common = factors.values.reduce(1) { lcm($0, $1.denominator) }
    var positive: [Formula] = []
    var negative: [Formula] = []
    for (key, factor) in factors.sorted(by: { ($0.key?.index ?? -1) < ($1.key?.index ?? -1) }) {
      let whole = factor.numerator * (common / factor.denominator)
      if whole == 0 { continue }
      let part = key.map { bank.scale(abs(whole), $0) } ?? bank.real(abs(whole))
      if whole > 0 { positive.append(part) } else { negative.append(part) }
    }
    return bank.compare(comparison, bank.add(positive), bank.add(negative))
  }

  private func lcm(_ a: Int, _ b: Int) -> Int {
    func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
    return a / gcd(a, b) * b
  }

  private func sum(_ ast: Z3_ast) throws(SolverError) -> Sum? {
    let z3 = context.pointer
    if let symbol = symbols[Z3_get_ast_id(z3, ast)] { return [symbol: RationalTime(1)] }
    if Z3_get_ast_kind(z3, ast) == Z3_NUMERAL_AST { return [nil: try rational(ast, in: context)] }
    guard Z3_get_ast_kind(z3, ast) == Z3_APP_AST, let app = Z3_to_app(z3, ast) else { return nil }
    var parts: [Sum] = []
    for index in 0..<Z3_get_app_num_args(z3, app) {
      guard let part = try sum(Z3_get_app_arg(z3, app, index)) else { return nil }
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    switch Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) {
    case Z3_OP_ADD: return parts.dropFirst().reduce(first) { $0.merging($1, uniquingKeysWith: +) }
    case Z3_OP_SUB:
      return parts.dropFirst().reduce(first) { $0.merging($1.mapValues { (-1) * $0 }, uniquingKeysWith: +) }
    case Z3_OP_UMINUS: return first.mapValues { (-1) * $0 }
    case Z3_OP_MUL:
      var factor = RationalTime(1)
      var rest: Sum = [nil: RationalTime(1)]
      for part in parts {
        if part.count == 1, let constant = part[nil] { factor = product(factor, constant) } else { rest = part }
      }
      return rest.mapValues { product(factor, $0) }
    default: return nil
    }
  }

  private func product(_ a: RationalTime, _ b: RationalTime) -> RationalTime {
    RationalTime(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }
}
