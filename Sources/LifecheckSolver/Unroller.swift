internal import CZ3
import LifecheckFormulas
import LifecheckSystem

/// The states and steps of one run, written out in a solver: state 0, step 0, state 1, …
package final class Unroller {
  package let solver: Solver
  private let system: TransitionSystem
  private let assumesDomain: Bool
  /// One per state; also knows the inputs of the step that leaves it, once that step exists.
  private var frames: [Frame] = []
  private var rigid: [Formula: Z3_ast] = [:]

  private struct Frame {
    var state: [Z3_ast]
    var translation: Translation
    var stepTranslation: Translation?
    var inputs: [Formula: Z3_ast] = [:]
  }

  /// - Parameter assumesDomain: Whether the solver is told that later states are in the domain. It follows from the
  ///   transition relation, and helps; who checks a proof must not assume it.
  package init(_ system: TransitionSystem, in solver: Solver, assumesDomain: Bool = true) {
    self.system = system
    self.assumesDomain = assumesDomain
    self.solver = solver
  }

  /// The number of states so far.
  package var stateCount: Int { frames.count }

  /// Adds the next state, without saying anything about it.
  private func addState() throws(SolverError) {
    let frame = frames.count
    var translation = Translation()
    var state: [Z3_ast] = []
    for (index, variable) in system.variables.enumerated() {
      let sort: FormulaBank.Symbol.Sort = variable.isReal ? .real : .bool
      let ast: Z3_ast
      if variable.isRigid {
        if rigid[variable.current] == nil { rigid[variable.current] = try solver.constant("r\(index)", sort) }
        ast = rigid[variable.current]!
      } else {
        ast = try solver.constant("s\(index)@\(frame)", sort)
      }
      translation.define(variable.current, as: ast)
      state.append(ast)
    }
    frames.append(Frame(state: state, translation: translation))
  }

  /// State 0.
  package func begin(initially: Bool) throws(SolverError) {
    try addState()
    if initially { try assert(system.initial, at: 0) }
    if assumesDomain { try assert(system.domain, at: 0) }
  }

  /// A step from the last state to a new one.
  package func extend() throws(SolverError) {
    let frame = frames.count - 1
    try addState()
    var translation = frames[frame].translation
    for (index, input) in system.inputs.enumerated() {
      guard case .symbol(let symbol) = system.bank[input] else { continue }
      let ast = try solver.constant("i\(index)@\(frame)", symbol.sort)
      translation.define(input, as: ast)
      frames[frame].inputs[input] = ast
    }
    for (variable, ast) in zip(system.variables, frames[frame + 1].state) { translation.define(variable.next, as: ast) }
    frames[frame].stepTranslation = translation
    let parts = if case .and(let parts) = system.bank[system.transition] { parts } else { [system.transition] }
    for part in parts { try solver.assert(step(part, at: frame)) }
    if assumesDomain { try assert(system.domain, at: frame + 1) }
  }

  /// A formula over current variables, at a state.
  package func state(_ formula: Formula, of bank: FormulaBank? = nil, at frame: Int) throws(SolverError) -> Statement {
    Statement(
      ast: try frames[frame].translation.translate(formula, of: bank ?? system.bank, in: solver.context))
  }

  /// A formula over current variables, inputs and next variables, at the step that leaves a state.
  package func step(_ formula: Formula, at frame: Int) throws(SolverError) -> Statement {
    Statement(
      ast: try frames[frame].stepTranslation!.translate(formula, of: system.bank, in: solver.context))
  }

  package func assert(_ formula: Formula, at frame: Int) throws(SolverError) {
    try solver.assert(state(formula, at: frame))
  }

  /// The values of all current variables and inputs at a state, in the solver's model.
  package func values(at frame: Int) throws(SolverError) -> [Formula: ModelValue] {
    var result: [Formula: ModelValue] = [:]
    for (variable, ast) in zip(system.variables, frames[frame].state) {
      result[variable.current] = try solver.value(of: ast)
    }
    for input in system.inputs where frames[frame].inputs[input] != nil {
      result[input] = try solver.value(of: frames[frame].inputs[input]!)
    }
    return result
  }

  // MARK: Times

  /// The sum of a real input over the first steps.
  package func total(_ input: Formula, steps: Int) throws(SolverError) -> TimeExpression {
    let terms: [Z3_ast?] = (0..<steps).map { frames[$0].inputs[input] }
    let z3 = solver.context.pointer
    return TimeExpression(
      ast: try solver.context.keep(
        terms.isEmpty ? Z3_mk_int64(z3, 0, solver.context.realSort) : Z3_mk_add(z3, UInt32(terms.count), terms)))
  }

  package func input(_ input: Formula, at frame: Int) -> TimeExpression { TimeExpression(ast: frames[frame].inputs[input]!) }

  package func rigidValue(_ symbol: Formula) -> TimeExpression { TimeExpression(ast: rigid[symbol]!) }
}

/// A real-valued term known to one solver.
package struct TimeExpression {
  let ast: Z3_ast
}

extension Solver {
  package func sum(_ times: [TimeExpression]) throws(SolverError) -> TimeExpression {
    if times.count == 1 { return times[0] }
    let terms: [Z3_ast?] = times.map(\.ast)
    return TimeExpression(ast: try context.keep(Z3_mk_add(context.pointer, UInt32(terms.count), terms)))
  }

  package func compare(_ time: TimeExpression, _ comparison: Comparison, _ bound: RationalTime) throws(SolverError)
    -> Statement
  {
    let z3 = context.pointer
    let text = "\(bound.numerator)/\(bound.denominator)"
    let limit = try context.keep(Z3_mk_numeral(z3, text, context.realSort))
    let ast =
      switch comparison {
      case .less: Z3_mk_lt(z3, time.ast, limit)
      case .lessEqual: Z3_mk_le(z3, time.ast, limit)
      case .equal: Z3_mk_eq(z3, time.ast, limit)
      case .greaterEqual: Z3_mk_ge(z3, time.ast, limit)
      case .greater: Z3_mk_gt(z3, time.ast, limit)
      }
    return Statement(ast: try context.keep(ast))
  }

  package func isWhole(_ time: TimeExpression) throws(SolverError) -> Statement {
    Statement(ast: try context.keep(Z3_mk_is_int(context.pointer, time.ast)))
  }

  package func value(of time: TimeExpression) throws(SolverError) -> RationalTime { try value(of: time.ast).time }
}
