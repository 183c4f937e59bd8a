/// Decides Boolean clauses under assumptions, again and again with more clauses: conflict-driven clause learning.
///
/// Engines that ask tens of thousands of small questions use it; what they conclude is checked by `Solver`, which shares
/// nothing with it. The same calls in the same order give the same answers, models and cores on every machine.
/// - Source: N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003, and "Temporal induction by incremental SAT
///   solving", BMC 2003, for assumptions.
package final class SATSolver {
  package enum Answer: Hashable, Sendable { case satisfiable, unsatisfiable, stopped }
  private var core = SATCore()

  package init() {}

  package var variableCount: Int { core.variableCount }
  /// A measure of the work done so far that is the same on every machine.
  package var conflictCount: Int { core.conflictCount }
  package var propagationCount: Int { core.propagationCount }

  /// A new unknown.
  /// - Parameter isDecidable: False for one whose value follows from others.
  package func makeVariable(isDecidable: Bool = true) -> Literal {
    Literal(variable: core.addVariable(isDecidable: isDecidable))
  }

  /// A new unknown that switches clauses on where it is assumed: those that contain its negation.
  package func makeSwitch() -> Literal { Literal(variable: core.takeRetired() ?? core.addVariable(isDecidable: false)) }

  /// The clauses that a switch switches on are not needed any more. They and the switch make room for others.
  /// - Precondition: The switch occurs in clauses with its negation alone.
  package func retire(_ aSwitch: Literal) { core.retire(aSwitch) }

  /// At least one of these holds.
  package func addClause(_ literals: [Literal]) { core.addClause(literals) }

  /// At least one of these holds.
  /// - Returns: A number by which the clause can be dropped.
  package func addClauseForNow(_ literals: [Literal]) -> UInt32 {
    let number = core.nextNumber()
    core.addClause(literals, number: number)
    return number
  }

  /// The clause is not needed any more, since it follows from others. It makes room for them.
  package func drop(_ number: UInt32) { core.drop(number) }

  package func solve(
    assuming assumptions: [Literal] = [], maximumConflicts: Int = .max, mustStop: () -> Bool = { false }
  ) -> Answer {
    switch core.solve(assumptions, maximumConflicts: maximumConflicts, mustStop: mustStop) {
    case .satisfiable: .satisfiable
    case .unsatisfiable: .unsatisfiable
    case .stopped: .stopped
    }
  }

  /// In the model of the last satisfiable question.
  package func isTrue(_ literal: Literal) -> Bool { core.model[Int(literal.code)] == SATCore.Truth.yes }

  /// Assumptions of the last unsatisfiable question that cannot hold together.
  package var conflictingAssumptions: [Literal] { core.conflicting }
}
