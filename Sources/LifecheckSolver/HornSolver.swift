internal import CZ3
import LifecheckFormulas
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
      // Turns off transformations that would drop or merge variables, and with them hide the invariant.
      set("xform.slice", false)
      set("xform.inline_linear", false)
      set("xform.inline_eager", false)
      set("xform.tail_simplifier_pve", false)
      // As in `Solver`.
      set("ctrl_c", false)
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
    let words = try HornWords(system, bad: bad, known: known, in: context)
    Z3_fixedpoint_register_relation(context.pointer, fixedpoint, words.reached)
    try addRules(words)
    let query = try closedQuery(words)
    guard let answer = context.interruptHandle.whileAsking({ Z3_fixedpoint_query(context.pointer, fixedpoint, query) }) else {
      return .unknown(.interrupted)
    }
    switch answer {
    case Z3_L_TRUE: return .unsafe
    case Z3_L_FALSE: return try invariant(of: &system, words)
    default: return .unknown(whyUnknown)
    }
  }

  // MARK: Questions

  /// Adds the rules for reached states: those at the start, and those that a step leads to from reached ones.
  private func addRules(_ words: HornWords) throws(SolverError) {
    let (here, there) = (try words.apply(words.current), try words.apply(words.next))
    try addRule("start", words.current, [words.initial], here)
    try addRule("step", words.current + words.inputs + words.changing, [here, words.known, words.transition], there)
  }

  private func addRule(_ name: String, _ variables: [Z3_ast?], _ body: [Z3_ast?], _ head: Z3_ast) throws(SolverError) {
    let z3 = context.pointer
    let premise = try context.keep(Z3_mk_and(z3, UInt32(body.count), body))
    let rule = try context.keep(Z3_mk_implies(z3, premise, head))
    let bound: [Z3_app?] = variables.map { Z3_to_app(z3, $0) }
    let closed = try context.keep(
      variables.isEmpty ? rule : Z3_mk_forall_const(z3, 0, UInt32(bound.count), bound, 0, nil, rule))
    Z3_fixedpoint_add_rule(z3, fixedpoint, closed, context.symbol(name))
    try context.checkErrors()
  }

  /// Whether something bad is reached.
  private func closedQuery(_ words: HornWords) throws(SolverError) -> Z3_ast {
    let z3 = context.pointer
    let parts: [Z3_ast?] = [try words.apply(words.current), words.known, words.bad]
    let query = try context.keep(Z3_mk_and(z3, UInt32(parts.count), parts))
    let bound: [Z3_app?] = words.current.map { Z3_to_app(z3, $0) }
    return try context.keep(
      bound.isEmpty ? query : Z3_mk_exists_const(z3, 0, UInt32(bound.count), bound, 0, nil, query))
  }

  // MARK: Answers

  private func invariant(of system: inout TransitionSystem, _ words: HornWords) throws(SolverError) -> Answer {
    let z3 = context.pointer
    // The known condition on all states, in terms of variable numbers 0, 1, …
    guard let cover = Z3_fixedpoint_get_cover_delta(z3, fixedpoint, -1, words.reached) else {
      try context.checkErrors()
      return .unknown(.gaveUp("no invariant was given"))
    }
    let body = try context.keep(cover)
    let closed = try context.keep(Z3_substitute_vars(z3, body, UInt32(words.current.count), words.current))
    let symbols = zip(words.current.map { Z3_get_ast_id(z3, $0) }, system.variables.map(\.current))
    var reader = FormulaReader(context, symbols: Dictionary(symbols) { first, _ in first })
    guard let invariant = try reader.read(closed, into: &system.bank) else {
      return .unknown(.gaveUp("the invariant could not be read"))
    }
    return .safe(invariant: invariant)
  }

  private var whyUnknown: StopReason {
    let code = Z3_get_error_code(context.pointer)
    if code == Z3_MEMOUT_FAIL { return .memory }
    let text =
      code == Z3_OK
      ? String(cString: Z3_fixedpoint_get_reason_unknown(context.pointer, fixedpoint))
      : String(cString: Z3_get_error_msg(context.pointer, code))
    if case .unknown(let reason) = context.unknown(text) { return reason }
    return .gaveUp(text)
  }
}

/// A system and what is asked of it in the solver's terms: its unknowns as constants, and the relation that is looked for,
/// which states are reached.
private struct HornWords {
  private let context: Context
  private(set) var current: [Z3_ast?] = []
  private(set) var next: [Z3_ast?] = []
  /// Those of `next` that are not the same as in `current`.
  private(set) var changing: [Z3_ast?] = []
  private(set) var inputs: [Z3_ast?] = []
  let reached: Z3_func_decl
  let initial: Z3_ast
  let transition: Z3_ast
  let bad: Z3_ast
  let known: Z3_ast

  init(_ system: TransitionSystem, bad: Formula, known: Formula, in context: Context) throws(SolverError) {
    self.context = context
    var translation = Translation()
    let sorts: [Z3_sort?] = system.variables.map { $0.isReal ? context.realSort : context.boolSort }
    guard
      let relation = Z3_mk_func_decl(
        context.pointer, context.symbol("reached"), UInt32(sorts.count), sorts, context.boolSort)
    else { throw .failed("no relation was made") }
    reached = relation
    _ = try context.keep(Z3_func_decl_to_ast(context.pointer, relation))
    for (index, variable) in system.variables.enumerated() {
      let now = try context.keep(Z3_mk_const(context.pointer, context.symbol("x\(index)"), sorts[index]))
      translation.define(variable.current, as: now)
      current.append(now)
      if variable.isRigid {
        next.append(now)
      } else {
        let later = try context.keep(Z3_mk_const(context.pointer, context.symbol("y\(index)"), sorts[index]))
        translation.define(variable.next, as: later)
        next.append(later)
        changing.append(later)
      }
    }
    for (index, input) in system.inputs.enumerated() {
      guard case .symbol(let symbol) = system.bank[input] else { continue }
      let sort = symbol.sort == .real ? context.realSort : context.boolSort
      let ast = try context.keep(Z3_mk_const(context.pointer, context.symbol("i\(index)"), sort))
      translation.define(input, as: ast)
      inputs.append(ast)
    }
    initial = try translation.translate(system.initial, of: system.bank, in: context)
    self.known = try translation.translate(known, of: system.bank, in: context)
    transition = try translation.translate(system.transition, of: system.bank, in: context)
    self.bad = try translation.translate(bad, of: system.bank, in: context)
  }

  /// That the state with these values is reached.
  func apply(_ arguments: [Z3_ast?]) throws(SolverError) -> Z3_ast {
    try context.keep(Z3_mk_app(context.pointer, reached, UInt32(arguments.count), arguments))
  }
}
