import LifecheckFormulas
import LifecheckSystem

/// The symbolic state at one point of a step: what the variables are after the delay and the automata so far.
struct Environment {
  struct ClockValue: Hashable {
    /// The value unless it was reset: a real formula.
    var base: Formula
    /// Where it was reset since `base` was taken, so that it is 0.
    var isReset: Formula
  }
  var variables: [SymbolicValue]
  var locations: [SymbolicValue]
  var clocks: [ClockValue]
  /// Choices of the edge that is being run.
  var choices: [SymbolicValue] = []
  /// Symbols of the rigid parameters.
  let parameters: [Formula]
}

extension Environment {
  // MARK: Terms

  func truth(_ term: Term, in bank: inout FormulaBank) -> Formula {
    switch term {
    case .constant, .variable, .choice, .add, .subtract:
      return value(term, in: &bank).holds(in: &bank) { $0 != 0 }
    case .at(let automaton, let places):
      return locations[automaton.index].holds(in: &bank) { places.contains(LocationIndex($0)) }
    case .clock(let clock, let comparison, let bound):
      return compare(clocks[clock.index], comparison, bound, in: &bank)
    case .bound(let bound, let comparison):
      return bank.compare(comparison, formula(bound, in: &bank), bank.zero)
    case .not(let inner):
      return bank.not(truth(inner, in: &bank))
    case .and(let parts):
      return bank.and(parts.map { truth($0, in: &bank) })
    case .or(let parts):
      return bank.or(parts.map { truth($0, in: &bank) })
    case .compare(let comparison, let a, let b):
      return compare(value(a, in: &bank), comparison, value(b, in: &bank), in: &bank)
    case .ifThenElse(let condition, let a, let b):
      return bank.ifThenElse(truth(condition, in: &bank), truth(a, in: &bank), truth(b, in: &bank))
    }
  }

  func value(_ term: Term, in bank: inout FormulaBank) -> SymbolicValue {
    switch term {
    case .constant(let value): return .constant(value, in: bank)
    case .variable(let variable): return variables[variable.index]
    case .choice(let choice): return choices[choice.index]
    case .add(let a, let b):
      return .combine(value(a, in: &bank), value(b, in: &bank), in: &bank, +)
    case .subtract(let a, let b):
      return .combine(value(a, in: &bank), value(b, in: &bank), in: &bank, -)
    case .ifThenElse(let condition, let a, let b):
      return .ifThenElse(truth(condition, in: &bank), value(a, in: &bank), value(b, in: &bank), in: &bank)
    case .at, .clock, .bound, .not, .and, .or, .compare:
      return .truth(truth(term, in: &bank), in: &bank)
    }
  }

  private func compare(
    _ a: SymbolicValue, _ comparison: Comparison, _ b: SymbolicValue, in bank: inout FormulaBank
  ) -> Formula {
    if b.cases.count == 1 { return a.holds(in: &bank) { comparison.holds($0, b.cases[0].value) } }
    if a.cases.count == 1 { return b.holds(in: &bank) { comparison.holds(a.cases[0].value, $0) } }
    var parts: [Formula] = []
    for left in a.cases {
      let right = b.holds(in: &bank) { comparison.holds(left.value, $0) }
      parts.append(bank.and(left.guardFormula, right))
    }
    return bank.or(parts)
  }

  private func compare(
    _ clock: ClockValue, _ comparison: Comparison, _ bound: TimeBound, in bank: inout FormulaBank
  ) -> Formula {
    let limit = formula(bound, in: &bank)
    let afterReset = bank.compare(comparison, bank.zero, limit)
    return bank.ifThenElse(clock.isReset, afterReset, compareBase(clock.base, comparison, limit, in: &bank))
  }

  /// Comparisons move inside of a choice between reals, so that atoms stay linear inequalities.
  private func compareBase(
    _ base: Formula, _ comparison: Comparison, _ limit: Formula, in bank: inout FormulaBank
  ) -> Formula {
    if case .ifThenElse(let condition, let a, let b) = bank[base] {
      return bank.ifThenElse(
        condition, bank.compare(comparison, a, limit), bank.compare(comparison, b, limit))
    }
    return bank.compare(comparison, base, limit)
  }

  func formula(_ bound: TimeBound, in bank: inout FormulaBank) -> Formula {
    bank.add([bank.real(bound.constant)] + bound.summands.map { bank.scale($0.factor, parameters[$0.parameter.index]) })
  }

  // MARK: What an assumption teaches

  /// Narrows values that `term` fixes, given that it holds. What follows reads simpler values; nothing is assigned.
  mutating func learn(_ term: Term, in bank: FormulaBank) {
    switch term {
    case .and(let parts): parts.forEach { learn($0, in: bank) }
    case .variable(let variable): narrow(variable, in: bank) { $0 != 0 }
    case .not(.variable(let variable)): narrow(variable, in: bank) { $0 == 0 }
    case .compare(let comparison, .variable(let variable), .constant(let value)):
      narrow(variable, in: bank) { comparison.holds($0, value) }
    case .not(.compare(let comparison, .variable(let variable), .constant(let value))):
      narrow(variable, in: bank) { !comparison.holds($0, value) }
    case .at(let automaton, let places):
      let narrowed = locations[automaton.index].restricted(to: { places.contains(LocationIndex($0)) }, in: bank)
      if !narrowed.cases.isEmpty { locations[automaton.index] = narrowed }
    default: break
    }
  }

  private mutating func narrow(_ variable: VariableIndex, in bank: FormulaBank, to test: (Int) -> Bool) {
    let narrowed = variables[variable.index].restricted(to: test, in: bank)
    if !narrowed.cases.isEmpty { variables[variable.index] = narrowed }
  }
}
