import LifecheckFormulas
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
  /// The clauses that are written for the step that is taken.
  private let own: ConditionalClauses?
  /// By the number of the formula.
  private var seen: BitSet
  /// Symbols and comparisons, each with its value.
  private(set) var leaves: [(formula: Formula, value: Bool)] = []

  init(_ bank: FormulaBank, _ clauses: Clausification, _ own: ConditionalClauses? = nil) {
    self.bank = bank
    self.clauses = clauses
    self.own = own
    seen = BitSet(count: bank.nodes.count)
  }

  private func isTrue(_ formula: Formula) -> Bool { clauses.solver.isTrue((clauses.known(formula) ?? own?.known(formula))!) }

  /// - Parameter formula: Without choices of times, and written as clauses before.
  mutating func justify(_ formula: Formula) {
    var pending = [formula]
    while let next = pending.popLast() {
      if seen.contains(next.index) { continue }
      seen.insert(next.index)
      switch bank[next] {
      case .bool: continue
      case .symbol, .lessEqual, .less, .equalReal: leaves.append((next, isTrue(next)))
      case .and(let parts): takeReasons(parts, isTrue(next), for: false, &pending)
      case .or(let parts): takeReasons(parts, isTrue(next), for: true, &pending)
      case .ifThenElse(let condition, let a, let b): pending += [condition, isTrue(condition) ? a : b]
      default: pending += Clausification.booleanParts(of: next, in: bank)
      }
    }
  }

  /// One part with the deciding value is enough; without it, all are needed.
  private func takeReasons(_ parts: [Formula], _ value: Bool, for deciding: Bool, _ pending: inout [Formula]) {
    if value != deciding {
      pending += parts
      return
    }
    var first: Formula?
    for part in parts where isTrue(part) == deciding {
      if seen.contains(part.index) { return }
      if first == nil { first = part }
    }
    pending.append(first!)
  }
}
