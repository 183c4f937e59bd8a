import LifecheckSolver
import LifecheckSystem

/// Which parts of a state make some formulas what they are in a model: enough to make them so whatever the rest is.
///
/// This is the lifting of a predecessor, by walking over formulas with the values of the model instead of asking the solver
/// again; the walk takes what it has taken already where it has a choice.
/// - Source: N. Eén, A. Mishchenko, R. Brayton, "Efficient Implementation of Property Directed Reachability", FMCAD 2011,
///   section III.B, which simulates with three values; J. Roth and others' backward justification is the same idea.
struct Justification {
  private let bank: FormulaBank
  private let clauses: Clausification
  private var seen: Set<Formula> = []
  /// Symbols and comparisons, each with its value.
  private(set) var leaves: [(formula: Formula, value: Bool)] = []

  init(_ bank: FormulaBank, _ clauses: Clausification) {
    self.bank = bank
    self.clauses = clauses
  }

  private func isTrue(_ formula: Formula) -> Bool { clauses.solver.isTrue(clauses.known(formula)!) }

  /// - Parameter formula: Without choices of times, and written as clauses before.
  mutating func justify(_ formula: Formula) {
    var pending = [formula]
    while let next = pending.popLast() {
      if !seen.insert(next).inserted { continue }
      switch bank[next] {
      case .bool: continue
      case .symbol, .lessEqual, .less, .equalReal: leaves.append((next, isTrue(next)))
      case .and(let parts): pending += reasons(parts, isTrue(next), for: false)
      case .or(let parts): pending += reasons(parts, isTrue(next), for: true)
      case .ifThenElse(let condition, let a, let b): pending += [condition, isTrue(condition) ? a : b]
      default: pending += Clausification.booleanParts(of: next, in: bank)
      }
    }
  }

  /// One part with the deciding value is enough; without it, all are needed.
  private func reasons(_ parts: [Formula], _ value: Bool, for deciding: Bool) -> [Formula] {
    if value != deciding { return parts }
    let candidates = parts.filter { isTrue($0) == deciding }
    return [candidates.first(where: seen.contains) ?? candidates.first!]
  }
}
