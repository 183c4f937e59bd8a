import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// The parts of an invariant that some goals need, so that a certificate says no more than it must.
///
/// Engines prove many goals at once, with one invariant. What a single goal needs of it is found from the goal backwards:
/// the parts that exclude it, the parts that keep these, and so on. The result is closed, so it is an invariant too.
struct EssentialParts {
  private let solver: Solver
  private let scope: SymbolScope
  private let parts: [Formula]
  /// A part is asserted by assuming its literal.
  private let literals: [Statement]
  /// nil: there is no hurry.
  private let timeLeft: () -> Duration?

  /// - Returns: nil if there is no time for it.
  init?(
    _ parts: [Formula], of encoded: EncodedSystem, inputs: [Formula], timeLeft: @escaping () -> Duration?
  ) throws(SolverError) {
    solver = try Solver()
    scope = try SymbolScope(encoded.system.variables.map(\.current) + inputs, of: encoded.system.bank, in: solver)
    self.parts = parts
    self.timeLeft = timeLeft
    var literals: [Statement] = []
    for part in parts {
      if timeLeft() == .zero { return nil }
      literals.append(try solver.literal(implying: scope.statement(part, of: encoded.system.bank)))
    }
    self.literals = literals
  }

  /// - Returns: nil if the solver does not say which they are, or not in time.
  func find(
    for goals: [Formula], steps: SingleSteps, bank: inout FormulaBank
  ) throws(SolverError) -> [Formula]? {
    guard var essential = try core(excluding: bank.or(goals), of: bank, known: []) else { return nil }
    var pending = essential.sorted(by: >)
    let never = bank.false
    // One at a time, so that what is known already is tried before anything new.
    while let part = pending.popLast() {
      let losing = steps.losing([parts[part]], unless: never, in: &bank)
      guard let needed = try core(excluding: losing, of: bank, known: essential) else { return nil }
      pending += needed.subtracting(essential).sorted(by: >)
      essential.formUnion(needed)
    }
    return essential.sorted().map { parts[$0] }
  }

  /// Indexes of parts that together exclude `formula`: those that are known, if they do.
  private func core(
    excluding formula: Formula, of bank: FormulaBank, known: Set<Int>
  ) throws(SolverError) -> Set<Int>? {
    let question = try solver.literal(implying: scope.statement(formula, of: bank))
    for choice in [known.sorted(), Array(parts.indices)] {
      let left = timeLeft()
      if left == .zero { return nil }
      guard try solver.check(assuming: choice.map { literals[$0] } + [question], patience: left) == .unsatisfiable else {
        continue
      }
      return Set(solver.core(of: choice.map { literals[$0] }).map { choice[$0] })
    }
    return nil
  }
}
