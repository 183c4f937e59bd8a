import LifecheckFormulas
import LifecheckSystem

/// The effects of one automaton's edges on the state, equal updates together: the many edges on which a process dies set the same
/// values, and are one case here.
struct Turn {
  struct Updates {
    /// In order of appearance, so that the same system always gives the same formulas.
    var cases: [(value: SymbolicValue, isTaken: [Formula])] = []
    mutating func add(_ value: SymbolicValue, _ isTaken: Formula) {
      if let index = cases.firstIndex(where: { $0.value == value }) {
        cases[index].isTaken.append(isTaken)
      } else {
        cases.append((value, [isTaken]))
      }
    }
    func applied(to old: SymbolicValue, in bank: inout FormulaBank) -> SymbolicValue {
      let groups = cases.map { (value: $0.value, isTaken: bank.or($0.isTaken)) }
      let stays = bank.not(bank.or(groups.map(\.isTaken)))
      var parts = old.cases.map { ($0.value, bank.and(stays, $0.guardFormula)) }
      for group in groups {
        parts += group.value.cases.map { ($0.value, bank.and(group.isTaken, $0.guardFormula)) }
      }
      return SymbolicValue(gathering: parts, in: &bank)
    }
  }
  var variables: [VariableIndex: Updates] = [:]
  var locations: [AutomatonIndex: Updates] = [:]
  var resets: [ClockIndex: [Formula]] = [:]

  mutating func add(_ run: EdgeRun, isTaken: Formula, in bank: inout FormulaBank) {
    for variable in run.assigned.sorted() {
      variables[variable, default: Updates()].add(run.environment.variables[variable.index], isTaken)
    }
    for automaton in run.moved.sorted() {
      locations[automaton, default: Updates()].add(run.environment.locations[automaton.index], isTaken)
    }
    for clock in run.resets.keys.sorted() {
      let isReset = bank.and(isTaken, bank.or(run.resets[clock]!))
      resets[clock, default: []].append(isReset)
    }
  }

  func apply(to environment: inout Environment, in bank: inout FormulaBank) {
    for variable in variables.keys.sorted() {
      environment.variables[variable.index] = variables[variable]!.applied(
        to: environment.variables[variable.index], in: &bank)
    }
    for automaton in locations.keys.sorted() {
      environment.locations[automaton.index] = locations[automaton]!.applied(
        to: environment.locations[automaton.index], in: &bank)
    }
    for clock in resets.keys.sorted() {
      environment.clocks[clock.index].isReset = bank.or(
        [environment.clocks[clock.index].isReset] + resets[clock]!)
    }
  }
}
