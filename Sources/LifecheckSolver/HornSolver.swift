internal import CZ3
import LifecheckSystem

/// Asks Spacer, Z3's property-directed reachability engine, for an inductive invariant.
/// - Source: A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-based model checking for recursive programs", CAV 2014.
package final class HornSolver {
  package enum Answer: Hashable, Sendable {
    /// Over the current variables of the system, in the bank that was passed in.
    case safe(invariant: Formula)
    case unsafe
    case unknown(StopReason)
  }
  private let context: Context
  private let fixedpoint: Z3_fixedpoint

  package init() throws(SolverError) {
    context = try Context()
    guard let pointer = Z3_mk_fixedpoint(context.pointer) else { throw .failed("no fixedpoint was made") }
    fixedpoint = pointer
    Z3_fixedpoint_inc_ref(context.pointer, fixedpoint)
  }

  deinit { Z3_fixedpoint_dec_ref(context.pointer, fixedpoint) }

  package var interruptHandle: InterruptHandle { context.interruptHandle }

  private func configure(patience: Duration) throws(SolverError) {
    let z3 = context.pointer
    let parameters = context.parameters { parameters in
      func set(_ name: String, _ value: Bool) { Z3_params_set_bool(z3, parameters, context.symbol(name), value) }
      Z3_params_set_symbol(z3, parameters, context.symbol("engine"), context.symbol("spacer"))
      // What would drop or merge variables, and with them hide the invariant.
      set("xform.slice", false)
      set("xform.inline_linear", false)
      set("xform.inline_eager", false)
      set("xform.tail_simplifier_pve", false)
      Z3_params_set_uint(z3, parameters, context.symbol("spacer.random_seed"), 0)
      Z3_params_set_uint(z3, parameters, context.symbol("timeout"), patience.solverMilliseconds)
    }
    Z3_fixedpoint_set_params(z3, fixedpoint, parameters)
    Z3_params_dec_ref(z3, parameters)
    try context.checkErrors()
  }

  /// - Parameters:
  ///   - bad: over current variables of `system`, in its bank.
  ///   - known: an invariant that is already proved.
  ///   - patience: how long to try. Its end is `.unknown(.effort)`.
  package func solve(
    _ system: inout TransitionSystem, bad: Formula, known: Formula, patience: Duration
  ) throws(SolverError) -> Answer {
    try configure(patience: patience)
    let z3 = context.pointer
    var translation = Translation()
    var current: [Z3_ast?] = []
    var next: [Z3_ast?] = []
    var inputs: [Z3_ast?] = []
    var sorts: [Z3_sort?] = []
    for (index, variable) in system.variables.enumerated() {
      let sort = variable.isReal ? context.realSort : context.boolSort
      let now = try context.keep(Z3_mk_const(z3, context.symbol("x\(index)"), sort))
      translation.define(variable.current, as: now)
      var later = now
      if !variable.isRigid {
        later = try context.keep(Z3_mk_const(z3, context.symbol("y\(index)"), sort))
        translation.define(variable.next, as: later)
      }
      current.append(now)
      next.append(later)
      sorts.append(sort)
    }
    for (index, input) in system.inputs.enumerated() {
      guard case .symbol(let symbol) = system.bank[input] else { continue }
      let sort = symbol.sort == .real ? context.realSort : context.boolSort
      let ast = try context.keep(Z3_mk_const(z3, context.symbol("i\(index)"), sort))
      translation.define(input, as: ast)
      inputs.append(ast)
    }
    let reached = Z3_mk_func_decl(z3, context.symbol("reached"), UInt32(sorts.count), sorts, context.boolSort)
    try context.checkErrors()
    Z3_fixedpoint_register_relation(z3, fixedpoint, reached)

    func apply(_ arguments: [Z3_ast?]) throws(SolverError) -> Z3_ast {
      try context.keep(Z3_mk_app(z3, reached, UInt32(arguments.count), arguments))
    }
    func addRule(_ name: String, _ variables: [Z3_ast?], _ body: [Z3_ast?], _ head: Z3_ast) throws(SolverError) {
      let premise = try context.keep(Z3_mk_and(z3, UInt32(body.count), body))
      let rule = try context.keep(Z3_mk_implies(z3, premise, head))
      let bound: [Z3_app?] = variables.map { Z3_to_app(z3, $0) }
      let closed = try context.keep(
        variables.isEmpty ? rule : Z3_mk_forall_const(z3, 0, UInt32(bound.count), bound, 0, nil, rule))
      Z3_fixedpoint_add_rule(z3, fixedpoint, closed, context.symbol(name))
      try context.checkErrors()
    }
    let knownAst = try translation.translate(known, of: system.bank, in: context)
    let initial = try translation.translate(system.initial, of: system.bank, in: context)
    try addRule("start", current, [initial], apply(current))
    let changing = zip(system.variables, next).filter { !$0.0.isRigid }.map(\.1)
    let transition = try translation.translate(system.transition, of: system.bank, in: context)
    let here = try apply(current)
    let there = try apply(next)
    try addRule("step", current + inputs + changing, [here, knownAst, transition], there)
    let badAst = try translation.translate(bad, of: system.bank, in: context)
    let query = try context.keep(Z3_mk_and(z3, 3, [here, knownAst, badAst]))
    let bound: [Z3_app?] = current.map { Z3_to_app(z3, $0) }
    let closedQuery = try context.keep(
      current.isEmpty ? query : Z3_mk_exists_const(z3, 0, UInt32(bound.count), bound, 0, nil, query))

    guard let answer = context.interruptHandle.whileAsking({ Z3_fixedpoint_query(z3, fixedpoint, closedQuery) }) else {
      return .unknown(.interrupted)
    }
    switch answer {
    case Z3_L_TRUE: return .unsafe
    case Z3_L_FALSE:
      // What is known of all states, in the words of variable numbers 0, 1, …
      guard let cover = Z3_fixedpoint_get_cover_delta(z3, fixedpoint, -1, reached) else {
        try context.checkErrors()
        return .unknown(.gaveUp("no invariant was given"))
      }
      let body = try context.keep(cover)
      let closed = try context.keep(Z3_substitute_vars(z3, body, UInt32(current.count), current))
      var reader = FormulaReader(
        context,
        symbols: Dictionary(
          zip(current.map { Z3_get_ast_id(z3, $0) }, system.variables.map(\.current))
        ) { first, _ in first })
      guard let invariant = try reader.read(closed, into: &system.bank) else {
        return .unknown(.gaveUp("the invariant could not be read"))
      }
      return .safe(invariant: invariant)
    default:
      let code = Z3_get_error_code(z3)
      if code == Z3_MEMOUT_FAIL { return .unknown(.memory) }
      let text =
        code == Z3_OK
        ? String(cString: Z3_fixedpoint_get_reason_unknown(z3, fixedpoint))
        : String(cString: Z3_get_error_msg(z3, code))
      if case .unknown(let reason) = context.unknown(text) { return .unknown(reason) }
      return .unknown(.gaveUp(text))
    }
  }
}
