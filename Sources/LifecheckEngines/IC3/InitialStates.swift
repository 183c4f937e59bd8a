import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Which cubes have states in which a run may begin.
struct InitialStates {
  private let solver = SATSolver()
  private var clauses: Clausification
  private let clocks: [Formula: Formula]
  private var literals: [Literal] = []
  /// By part: what it always is at the start; nil if that differs.
  private var fixed: [Bool?] = []
  private let theory: TimeTheory
  /// How many comparisons of parameters have been settled with each other (`settleNewComparisons`).
  private var settledCount = 0

  init(_ relation: inout StepRelation, _ theory: TimeTheory) throws(SolverError) {
    var clocks: [Formula: Formula] = [:]
    for (symbol, meaning) in relation.encoded.meanings {
      if case .clock = meaning { clocks[symbol] = relation.encoded.system.bank.zero }
    }
    self.clocks = clocks
    self.theory = theory
    clauses = Clausification(solver)
    let initial = relation.replacing(clocks, in: relation.encoded.system.initial)
    solver.addClause([clauses.literal(initial, in: relation.encoded.system.bank)])
    try update(&relation)
  }

  /// Takes notice of new parts.
  mutating func update(_ relation: inout StepRelation) throws(SolverError) {
    for part in relation.parts.dropFirst(literals.count) {
      let formula = relation.replacing(clocks, in: part)
      let literal = clauses.literal(formula, in: relation.encoded.system.bank)
      literals.append(literal)
      try settleNewComparisons(relation.encoded.system.bank)
      let canBeFalse = solver.solve(assuming: [!literal]) != .unsatisfiable
      let canBeTrue = solver.solve(assuming: [literal]) != .unsatisfiable
      fixed.append(canBeFalse && canBeTrue ? nil : canBeTrue)
    }
  }

  /// With all clocks at zero, only parameters are left to compare. Which of the comparisons cannot be, for the ranges of the
  /// parameters, and which two of them not together, is written down.
  private mutating func settleNewComparisons(_ bank: FormulaBank) throws(SolverError) {
    let comparisons = clauses.atoms
    for (number, comparison) in comparisons.enumerated().dropFirst(settledCount) {
      for value in [true, false] {
        try settle([(comparison, value)], bank)
        for other in comparisons.prefix(number) {
          for otherValue in [true, false] { try settle([(comparison, value), (other, otherValue)], bank) }
        }
      }
    }
    settledCount = comparisons.count
  }

  private func settle(_ comparisons: [(formula: Formula, value: Bool)], _ bank: FormulaBank) throws(SolverError) {
    if let lesson = try theory.lesson(from: comparisons, in: bank, clauses) { solver.addClause(lesson) }
  }

  /// The value that a part always has at the start; nil if it differs.
  func value(ofPart part: Int) -> Bool? { fixed[part] }

  func intersects(_ cube: Cube) -> Bool {
    if cube.literals.contains(where: isAgainst) { return false }
    let assumptions = cube.literals.map { $0.isNegated ? !literals[$0.variable] : literals[$0.variable] }
    return solver.solve(assuming: assumptions) != .unsatisfiable
  }

  /// A smaller part of `cube` that has `part` and no initial state.
  /// - Precondition: `cube` has none.
  func separating(_ part: Cube, from cube: Cube) -> Cube {
    if !intersects(part) { return part }
    if let literal = cube.literals.first(where: isAgainst) { return Cube(part.literals + [literal]) }
    return cube
  }

  /// No run begins with this.
  private func isAgainst(_ literal: Literal) -> Bool { fixed[literal.variable].map { $0 == literal.isNegated } ?? false }
}
