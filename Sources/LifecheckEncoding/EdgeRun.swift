import LifecheckFormulas
import LifecheckSystem

/// The body of one edge, run symbolically under the assumption that the edge is taken.
struct EdgeRun {
  var environment: Environment
  /// The conditions that must hold for the edge to be taken.
  var assumptions: [Formula] = []
  var assigned: Set<VariableIndex> = []
  var moved: Set<AutomatonIndex> = []
  var resets: [ClockIndex: [Formula]] = [:]

  /// Choices that stand for a value of this moment, and have not got it yet.
  private var undefined: Set<ChoiceIndex>

  /// For each choice, how many values it has.
  private let sizes: [Int]

  init(environment: Environment, _ edge: Edge) {
    self.environment = environment
    undefined = edge.definedChoices
    sizes = edge.choices
  }

  mutating func execute(_ edge: Edge, of automaton: AutomatonIndex, _ timed: TimedSystem, in bank: inout FormulaBank) {
    for action in edge.body { execute(action, timed, in: &bank) }
    environment.locations[automaton.index] = .constant(edge.target.index, in: bank)
    moved.insert(automaton)
  }

  private mutating func execute(_ action: Action, _ timed: TimedSystem, in bank: inout FormulaBank) {
    switch action.kind {
    case .assume(let term):
      if let definition = term.choiceDefinition, undefined.remove(definition.choice) != nil {
        return define(definition, in: &bank)
      }
      assumptions.append(environment.truth(term, in: &bank))
      environment.learn(term, in: bank)
    case .assign(let variable, let term, let condition):
      let isAssigned = environment.truth(condition, in: &bank)
      let domain = timed.variables[variable.index].domain
      let value = environment.value(term, in: &bank)
      let isInside = value.holds(in: &bank) { 0..<domain ~= $0 }
      assumptions.append(bank.implies(isAssigned, isInside))
      let inside = value.restricted(to: { 0..<domain ~= $0 }, in: bank)
      environment.variables[variable.index] = .ifThenElse(
        isAssigned, inside, environment.variables[variable.index], in: &bank)
      assigned.insert(variable)
    case .move(let automaton, let location, let condition):
      environment.locations[automaton.index] = .ifThenElse(
        environment.truth(condition, in: &bank), .constant(location.index, in: bank),
        environment.locations[automaton.index], in: &bank)
      moved.insert(automaton)
    case .reset(let clock, let condition):
      let isReset = environment.truth(condition, in: &bank)
      environment.clocks[clock.index].isReset = bank.or(environment.clocks[clock.index].isReset, isReset)
      resets[clock, default: []].append(isReset)
    }
  }
}

extension EdgeRun {
  /// The choice is what the term is: no unknown is needed for it.
  private mutating func define(_ definition: ChoiceDefinition, in bank: inout FormulaBank) {
    let value = environment.value(definition.value, in: &bank)
    let shifted = SymbolicValue(
      cases: value.cases.map { SymbolicValue.Case(value: $0.value - definition.offset, guardFormula: $0.guardFormula) })
    // A choice has only so many values: where the value is none of them, the edge cannot be taken.
    let possible = 0..<sizes[definition.choice.index]
    assumptions.append(shifted.holds(in: &bank) { possible ~= $0 })
    environment.choices[definition.choice.index] = shifted.restricted(to: { possible ~= $0 }, in: bank)
  }
}

extension Environment {
  /// Whether the edge can be taken, for some values of its choices.
  func isEnabled(_ edge: Edge, of automaton: AutomatonIndex, _ timed: TimedSystem, in bank: inout FormulaBank) -> Formula {
    var combinations: [[Int]] = [[]]
    let decisive = edge.choicesThatDecide
    for (index, size) in edge.choices.enumerated() {
      let values = decisive.contains(ChoiceIndex(index)) ? Array(0..<size) : [0]
      combinations = combinations.flatMap { prefix in values.map { prefix + [$0] } }
    }
    let alternatives = combinations.map { combination in
      var run = EdgeRun(environment: self, edge)
      run.environment.choices = combination.map { .constant($0, in: bank) }
      run.execute(edge, of: automaton, timed, in: &bank)
      return bank.and(run.assumptions)
    }
    return bank.or(alternatives)
  }

  /// The value of a clock once time has passed.
  func value(of clock: ClockIndex, after delay: Formula, _ timed: TimedSystem, in bank: inout FormulaBank) -> Formula {
    let base = clocks[clock.index].base
    let runs = truth(timed.clocks[clock.index].rate, in: &bank)
    return bank.ifThenElse(runs, bank.add([base, delay]), base)
  }
}
