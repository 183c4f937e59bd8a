/// A symbolic transition system: all an engine needs to know.
package struct TransitionSystem: Sendable {
  package struct StateVariable: Sendable {
    /// The symbols of the value before and after a step; the same symbol if it is rigid.
    package var current: Formula
    package var next: Formula
    package var isReal: Bool
    /// Never changes.
    package var isRigid: Bool
    package init(current: Formula, next: Formula, isReal: Bool, isRigid: Bool) {
      self.current = current
      self.next = next
      self.isReal = isReal
      self.isRigid = isRigid
    }
  }
  package var bank: FormulaBank
  package var variables: [StateVariable]
  /// Free in every step.
  package var inputs: [Formula]
  /// Over current variables.
  package var initial: Formula
  /// Over current variables, inputs and next variables.
  package var transition: Formula
  /// Over current variables: holds in every reachable state by construction (domain limits). A part of every invariant,
  /// re-checked like the rest.
  package var domain: Formula
  package init(
    bank: FormulaBank, variables: [StateVariable], inputs: [Formula], initial: Formula, transition: Formula,
    domain: Formula
  ) {
    self.bank = bank
    self.variables = variables
    self.inputs = inputs
    self.initial = initial
    self.transition = transition
    self.domain = domain
  }
}
