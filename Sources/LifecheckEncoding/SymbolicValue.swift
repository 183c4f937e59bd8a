import LifecheckFormulas

/// A whole number that depends on unknowns: each possible value with the condition under which it is taken.
///
/// The conditions exclude each other and cover all states of the domain. So comparison, addition and choice work the
/// same way for Booleans, enumerations, counters and locations, whatever bits they are coded in.
struct SymbolicValue: Hashable {
  struct Case: Hashable {
    var value: Int
    var guardFormula: Formula
  }
  /// Sorted by value; no condition is the constant false.
  private(set) var cases: [Case]

  init(cases: [Case]) { self.cases = cases }

  static func constant(_ value: Int, in bank: FormulaBank) -> SymbolicValue {
    SymbolicValue(cases: [Case(value: value, guardFormula: bank.true)])
  }

  static func truth(_ formula: Formula, in bank: inout FormulaBank) -> SymbolicValue {
    SymbolicValue(gathering: [(0, bank.not(formula)), (1, formula)], in: &bank)
  }

  /// Unites the conditions of equal values.
  init(gathering parts: [(Int, Formula)], in bank: inout FormulaBank) {
    var guards: [Int: [Formula]] = [:]
    for (value, formula) in parts where formula != bank.false { guards[value, default: []].append(formula) }
    let values = guards.keys.sorted()
    cases = values.map { Case(value: $0, guardFormula: bank.or(guards[$0]!)) }
    // Two values: one condition is the other's complement. Said so, the solver sees one formula instead of two.
    if cases.count == 2 { cases[0].guardFormula = bank.not(cases[1].guardFormula) }
    if cases.count == 1 { cases[0].guardFormula = bank.true }
  }

  func guardFormula(of value: Int, in bank: FormulaBank) -> Formula {
    cases.first { $0.value == value }?.guardFormula ?? bank.false
  }

  func holds(in bank: inout FormulaBank, where test: (Int) -> Bool) -> Formula {
    // The shorter side: `not any of the others` when most values pass.
    let passing = cases.filter { test($0.value) }
    if passing.count == cases.count { return bank.true }
    if passing.count * 2 <= cases.count { return bank.or(passing.map(\.guardFormula)) }
    return bank.not(bank.or(cases.filter { !test($0.value) }.map(\.guardFormula)))
  }

  /// Only the values that pass, given that one of them is taken.
  func restricted(to test: (Int) -> Bool, in bank: FormulaBank) -> SymbolicValue {
    let passing = cases.filter { test($0.value) }
    return passing.count == 1 ? .constant(passing[0].value, in: bank) : SymbolicValue(cases: passing)
  }

  static func combine(
    _ a: SymbolicValue, _ b: SymbolicValue, in bank: inout FormulaBank, _ operation: (Int, Int) -> Int
  ) -> SymbolicValue {
    var parts: [(Int, Formula)] = []
    for left in a.cases {
      for right in b.cases {
        parts.append((operation(left.value, right.value), bank.and(left.guardFormula, right.guardFormula)))
      }
    }
    return SymbolicValue(gathering: parts, in: &bank)
  }

  static func ifThenElse(
    _ condition: Formula, _ a: SymbolicValue, _ b: SymbolicValue, in bank: inout FormulaBank
  ) -> SymbolicValue {
    if a == b || condition == bank.true { return a }
    if condition == bank.false { return b }
    let values = Set(a.cases.map(\.value)).union(b.cases.map(\.value)).sorted()
    let parts = values.map {
      ($0, bank.ifThenElse(condition, a.guardFormula(of: $0, in: bank), b.guardFormula(of: $0, in: bank)))
    }
    return SymbolicValue(gathering: parts, in: &bank)
  }
}
