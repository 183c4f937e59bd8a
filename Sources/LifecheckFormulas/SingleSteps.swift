import LifecheckSystem

/// One step of the definition of `TimedSystem`: time passes, or a single edge is taken.
///
/// A claim that holds at the start and after each of these holds for ever; nothing else is needed for a proof. A question about a
/// single step is far smaller than one about a symbolic step, in which all automata may act.
package struct SingleStep: Sendable {
  /// Over current symbols and inputs.
  package let condition: Formula
  /// The edge that is taken; nil: time passes.
  package let edge: EdgeReference?
  /// The new values of symbols, over current symbols and inputs; the others stay as they are.
  package let changes: [Formula: Formula]
  package init(condition: Formula, edge: EdgeReference?, changes: [Formula: Formula]) {
    self.condition = condition
    self.edge = edge
    self.changes = changes
  }
}

package struct SingleSteps: Sendable {
  package var steps: [SingleStep]
  /// Free in every step.
  package let inputMeanings: [(symbol: Formula, meaning: InputMeaning)]
  package var inputs: [Formula] { inputMeanings.map(\.symbol) }
  /// Conditions that no delay leaves, by the definition of invariants; to be proved like everything else.
  package let keptInvariants: [Formula]
  package init(
    steps: [SingleStep], inputMeanings: [(symbol: Formula, meaning: InputMeaning)], keptInvariants: [Formula]
  ) {
    self.steps = steps
    self.inputMeanings = inputMeanings
    self.keptInvariants = keptInvariants
  }
}

extension SingleSteps {
  /// The ways to lose one of these conditions in a single step, over current symbols and inputs.
  /// - Parameter unless: What is true after a step that need not keep them.
  package func losing(_ conditions: [Formula], unless: Formula, in bank: inout FormulaBank) -> Formula {
    var replacing = Replacing(in: conditions + [unless], of: bank)
    var ways: [Formula] = []
    for step in steps {
      let after = replacing.replacing(step.changes, in: &bank)
      if after.allSatisfy({ $0 == nil }) { continue }
      let kept = after.dropLast().compactMap(\.self)
      let isExempt = after.last.flatMap(\.self) ?? unless
      ways.append(bank.and([step.condition, bank.not(isExempt), bank.not(bank.and(kept))]))
    }
    return bank.or(ways)
  }
}
