internal import CZ3
import LifecheckFormulas
import LifecheckSystem

/// A statement known to one solver.
package struct Statement: Hashable {
  let ast: Z3_ast
}

/// One incremental solver with a context of its own. It belongs to one thread; only its `interruptHandle` may be used
/// from others.
package final class Solver {
  let context: Context
  private let solver: Z3_solver
  private var model: Z3_model?
  private var nameCount = 0

  package init() throws(SolverError) {
    context = try Context()
    let pointer: Z3_solver? = Z3_mk_simple_solver(context.pointer)
    try context.checkErrors()
    guard let pointer else { throw .failed("no solver was made") }
    solver = pointer
    Z3_solver_inc_ref(context.pointer, solver)
    set { [context] in
      Z3_params_set_uint(context.pointer, $0, context.symbol("random_seed"), 0)
      // Otherwise it installs a handler for SIGINT with every question, which crashes when the signal comes to another thread.
      Z3_params_set_bool(context.pointer, $0, context.symbol("ctrl_c"), false)
      Z3_params_set_uint(context.pointer, $0, context.symbol("arith.solver"), Self.arithmetic)
      Z3_params_set_uint(context.pointer, $0, context.symbol("relevancy"), 0)
    }
  }

  /// Z3's older simplex: on these systems, where most atoms are differences of few clocks, it beat the newer one.
  private static let arithmetic: UInt32 = 2

  deinit {
    if let model { Z3_model_dec_ref(context.pointer, model) }
    Z3_solver_dec_ref(context.pointer, solver)
  }

  package var interruptHandle: InterruptHandle { context.interruptHandle }

  private func set(_ values: (Z3_params) -> Void) {
    let parameters = context.parameters(values)
    Z3_solver_set_params(context.pointer, solver, parameters)
    Z3_params_dec_ref(context.pointer, parameters)
  }

  // MARK: Statements

  func constant(_ name: String, _ sort: FormulaBank.Symbol.Sort) throws(SolverError) -> Z3_ast {
    let z3Sort = sort == .bool ? context.boolSort : context.realSort
    return try context.keep(Z3_mk_const(context.pointer, context.symbol(name), z3Sort))
  }

  package func assert(_ statement: Statement) throws(SolverError) {
    Z3_solver_assert(context.pointer, solver, statement.ast)
    try context.checkErrors()
  }

  /// A new literal that implies `statement`, for use as an assumption.
  package func literal(implying statement: Statement) throws(SolverError) -> Statement {
    nameCount += 1
    let literal = try constant("assume!\(nameCount)", .bool)
    try assert(Statement(ast: context.keep(Z3_mk_implies(context.pointer, literal, statement.ast))))
    return Statement(ast: literal)
  }

  package func not(_ a: Statement) throws(SolverError) -> Statement {
    Statement(ast: try context.keep(Z3_mk_not(context.pointer, a.ast)))
  }

  package func any(_ parts: [Statement]) throws(SolverError) -> Statement {
    Statement(ast: try context.keep(Z3_mk_or(context.pointer, UInt32(parts.count), parts.map(\.ast))))
  }

  package func all(_ parts: [Statement]) throws(SolverError) -> Statement {
    Statement(ast: try context.keep(Z3_mk_and(context.pointer, UInt32(parts.count), parts.map(\.ast))))
  }

  package func atMost(_ count: Int, of parts: [Statement]) throws(SolverError) -> Statement {
    Statement(
      ast: try context.keep(Z3_mk_atmost(context.pointer, UInt32(parts.count), parts.map(\.ast), UInt32(count))))
  }

  package func push() throws(SolverError) {
    Z3_solver_push(context.pointer, solver)
    try context.checkErrors()
  }

  package func pop() throws(SolverError) {
    Z3_solver_pop(context.pointer, solver, 1)
    try context.checkErrors()
  }

  // MARK: Questions

  /// - Parameters:
  ///   - effort: The number of solver steps to stop after.
  ///   - patience: How long to try, at least a millisecond; nil: no limit. Its end is `.unknown(.effort)`.
  package func check(
    assuming assumptions: [Statement] = [], effort: Int? = nil, patience: Duration? = nil
  ) throws(SolverError) -> SolverAnswer {
    set {
      Z3_params_set_uint(context.pointer, $0, context.symbol("rlimit"), UInt32(clamping: effort ?? 0))
      // A parameter stays set: without a limit of its own, a check would inherit that of the one before.
      Z3_params_set_uint(context.pointer, $0, context.symbol("timeout"), patience?.solverMilliseconds ?? .max)
    }
    let asked = context.interruptHandle.whileAsking {
      Z3_solver_check_assumptions(context.pointer, solver, UInt32(assumptions.count), assumptions.map(\.ast))
    }
    guard let result = asked else { return .unknown(.interrupted) }
    switch result {
    case Z3_L_TRUE:
      guard let found = Z3_solver_get_model(context.pointer, solver) else { return .unknown(whyNoModel) }
      Z3_model_inc_ref(context.pointer, found)
      forgetModel()
      model = found
      return .satisfiable
    case Z3_L_FALSE: return .unsatisfiable
    default:
      if Z3_get_error_code(context.pointer) == Z3_MEMOUT_FAIL { return .unknown(.memory) }
      return context.unknown(String(cString: Z3_solver_get_reason_unknown(context.pointer, solver)))
    }
  }

  /// A limit, or an interrupt, may come with the last step of a search, and then leaves an answer without a model.
  private var whyNoModel: StopReason {
    if Z3_get_error_code(context.pointer) == Z3_MEMOUT_FAIL { return .memory }
    return context.interruptHandle.isInterrupted ? .interrupted : .gaveUp("an answer came without a model")
  }

  /// Indexes of assumptions of the last check that cannot hold together.
  /// - Precondition: The last answer was `.unsatisfiable`.
  package func core(of assumptions: [Statement]) -> [Int] {
    guard let vector = Z3_solver_get_unsat_core(context.pointer, solver) else { return Array(assumptions.indices) }
    Z3_ast_vector_inc_ref(context.pointer, vector)
    defer { Z3_ast_vector_dec_ref(context.pointer, vector) }
    let members = (0..<Z3_ast_vector_size(context.pointer, vector)).map {
      Z3_get_ast_id(context.pointer, Z3_ast_vector_get(context.pointer, vector, $0))
    }
    return assumptions.indices.filter { members.contains(Z3_get_ast_id(context.pointer, assumptions[$0].ast)) }
  }

  private func forgetModel() {
    guard let old = model else { return }
    Z3_model_dec_ref(context.pointer, old)
    model = nil
  }

  /// In the model of the last satisfiable check, even if unsatisfiable ones came after it.
  func value(of ast: Z3_ast) throws(SolverError) -> ModelValue {
    try evaluated(ast) { result throws(SolverError) in
      if Z3_get_ast_kind(context.pointer, result) == Z3_NUMERAL_AST { return .real(try rational(result, in: context)) }
      return .bool(Z3_get_bool_value(context.pointer, result) == Z3_L_TRUE)
    }
  }

  /// The same for what is a number, whatever its size.
  func number(of ast: Z3_ast) throws(SolverError) -> ModelNumber {
    try evaluated(ast) { result throws(SolverError) in
      guard let number = ModelNumber(String(cString: Z3_get_numeral_string(context.pointer, result))) else {
        throw .numberTooLarge
      }
      return number
    }
  }

  private func evaluated<Value>(_ ast: Z3_ast, _ read: (Z3_ast) throws(SolverError) -> Value) throws(SolverError) -> Value {
    guard let model else { throw .failed("there is no model") }
    var result: Z3_ast?
    guard Z3_model_eval(context.pointer, model, ast, true, &result), let result else {
      throw .failed("the model gives no value")
    }
    Z3_inc_ref(context.pointer, result)
    defer { Z3_dec_ref(context.pointer, result) }
    return try read(result)
  }

  package func holds(_ statement: Statement) throws(SolverError) -> Bool { try value(of: statement.ast).isTrue }

  /// The solver steps used so far.
  package var usedEffort: Int {
    guard let statistics = Z3_solver_get_statistics(context.pointer, solver) else { return 0 }
    Z3_stats_inc_ref(context.pointer, statistics)
    defer { Z3_stats_dec_ref(context.pointer, statistics) }
    for index in 0..<Z3_stats_size(context.pointer, statistics) {
      if String(cString: Z3_stats_get_key(context.pointer, statistics, index)) == "rlimit count",
        Z3_stats_is_uint(context.pointer, statistics, index)
      {
        return Int(Z3_stats_get_uint_value(context.pointer, statistics, index))
      }
    }
    return 0
  }
}

func rational(_ numeral: Z3_ast, in context: Context) throws(SolverError) -> RationalTime {
  let parts = String(cString: Z3_get_numeral_string(context.pointer, numeral)).split(separator: "/")
  guard let numerator = Int(parts[0]), let denominator = parts.count == 2 ? Int(parts[1]) : 1,
    numerator != .min
  else {
    throw .numberTooLarge
  }
  return RationalTime(numerator, over: denominator)
}
