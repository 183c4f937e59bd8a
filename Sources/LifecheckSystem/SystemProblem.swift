/// The defects that make a timed system invalid: every producer's result must be free of them.
package enum SystemProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// An index that no table has.
  case unknownIndex(what: String, index: Int)
  case unknownLocation(Int, automaton: String)
  case emptyDomain(variable: String)
  case firstValueOutsideDomain(variable: String)
  case namesWithoutValues(variable: String)
  case emptyRange(parameter: String)
  case assignedRigid(variable: String)
  /// Only other automata are moved.
  case movedItself(automaton: String)
  /// Choices exist within an edge's body alone.
  case choiceOutsideEdge
  /// Invariants' and clocks' conditions speak of no clock.
  case clockInCondition
  /// Before the run there are variables and parameters alone.
  case clockOrLocationAtStart
  /// A delay looks at urgent edges only where it starts (`locationsWithLateUrgency`).
  case lateUrgency(Int, automaton: String)

  package var description: String {
    switch self {
    case .unknownIndex(let what, let index): "there is no \(what) \(index)"
    case .unknownLocation(let index, let automaton): "`\(automaton)` has no location \(index)"
    case .emptyDomain(let variable): "`\(variable)` has no value"
    case .firstValueOutsideDomain(let variable): "the first value of `\(variable)` is outside its range"
    case .namesWithoutValues(let variable): "`\(variable)` has more names of values than values"
    case .emptyRange(let parameter): "the range of `\(parameter)` begins below 0"
    case .assignedRigid(let variable): "`\(variable)` is rigid, and an edge sets it"
    case .movedItself(let automaton): "an edge of `\(automaton)` moves its own automaton"
    case .choiceOutsideEdge: "a choice stands where no edge makes one"
    case .clockInCondition: "a clock's rate, or the condition of an `until`, speaks of a clock"
    case .clockOrLocationAtStart: "what holds initially speaks of a clock or a location"
    case .lateUrgency(let location, let automaton):
      "time alone may enable an urgent edge out of location \(location) of `\(automaton)`; let an `until` end the waiting there"
    }
  }
}

extension TimedSystem {
  /// The first thing that is wrong, in the order of the tables; nil: this is a timed system.
  package var firstProblem: SystemProblem? {
    do throws(SystemProblem) {
      try SystemValidation(system: self).run()
      return nil
    } catch { return error }
  }

  /// The same of a goal over states.
  package func firstProblem(inGoal goal: Term) -> SystemProblem? {
    do throws(SystemProblem) {
      try SystemValidation(system: self).check(goal)
      return nil
    } catch { return error }
  }
}

private struct SystemValidation {
  let system: TimedSystem

  func run() throws(SystemProblem) {
    for variable in system.variables { try check(variable) }
    for parameter in system.parameters where parameter.range.lowerBound < 0 { throw .emptyRange(parameter: parameter.name) }
    for clock in system.clocks { try check(clock.rate, mayNameClocks: false) }
    try check(system.initial, mayNameClocks: false)
    if system.initial.contains({ if case .at = $0 { true } else { false } }) { throw .clockOrLocationAtStart }
    try check(system.assumption)
    for index in system.automata.indices { try checkAutomaton(index) }
    guard let late = system.locationsWithLateUrgency.first else { return }
    throw .lateUrgency(late.location.index, automaton: system.automata[late.automaton.index].name)
  }

  private func check(_ variable: StateVariable) throws(SystemProblem) {
    if variable.domain < 1 { throw .emptyDomain(variable: variable.name) }
    if let initial = variable.initial, !(0..<variable.domain).contains(initial) {
      throw .firstValueOutsideDomain(variable: variable.name)
    }
    if variable.valueNames.count > variable.domain { throw .namesWithoutValues(variable: variable.name) }
  }

  private func checkAutomaton(_ index: Int) throws(SystemProblem) {
    let automaton = system.automata[index]
    try check(automaton.initial, of: index)
    for location in automaton.locations {
      for invariant in location.invariants {
        try check(invariant.condition, mayNameClocks: false)
        try checkIndex(invariant.clock.index, in: system.clocks, "clock")
        try check(invariant.bound)
      }
    }
    for edge in automaton.edges {
      try check(edge.source, of: index)
      try check(edge.target, of: index)
      for action in edge.body { try check(action.kind, in: edge, of: index) }
    }
  }

  private func check(_ action: Action.Kind, in edge: Edge, of automaton: Int) throws(SystemProblem) {
    let choices = edge.choices.count
    switch action {
    case .assume(let term): try check(term, choices: choices)
    case .assign(let variable, let value, let condition):
      try checkIndex(variable.index, in: system.variables, "variable")
      if system.variables[variable.index].isRigid { throw .assignedRigid(variable: system.variables[variable.index].name) }
      try check(value, choices: choices)
      try check(condition, choices: choices)
    case .move(let moved, let location, let condition):
      try checkIndex(moved.index, in: system.automata, "automaton")
      if moved.index == automaton { throw .movedItself(automaton: system.automata[automaton].name) }
      try check(location, of: moved.index)
      try check(condition, choices: choices)
    case .reset(let clock, let condition):
      try checkIndex(clock.index, in: system.clocks, "clock")
      try check(condition, choices: choices)
    }
  }

  // MARK: Terms

  func check(_ term: Term, choices: Int = 0, mayNameClocks: Bool = true) throws(SystemProblem) {
    switch term {
    case .constant: break
    case .variable(let variable): try checkIndex(variable.index, in: system.variables, "variable")
    case .choice(let choice): if !(0..<choices).contains(choice.index) { throw .choiceOutsideEdge }
    case .at(let automaton, let places):
      try checkIndex(automaton.index, in: system.automata, "automaton")
      for place in places { try check(place, of: automaton.index) }
    case .clock(let clock, _, let bound):
      if !mayNameClocks { throw .clockInCondition }
      try checkIndex(clock.index, in: system.clocks, "clock")
      try check(bound)
    case .bound(let bound, _): try check(bound)
    default: for part in term.parts { try check(part, choices: choices, mayNameClocks: mayNameClocks) }
    }
  }

  private func check(_ bound: TimeBound) throws(SystemProblem) {
    for summand in bound.summands { try checkIndex(summand.parameter.index, in: system.parameters, "parameter") }
  }

  private func check(_ location: LocationIndex, of automaton: Int) throws(SystemProblem) {
    let automaton = system.automata[automaton]
    if !automaton.locations.indices.contains(location.index) { throw .unknownLocation(location.index, automaton: automaton.name) }
  }

  private func checkIndex<Element>(_ index: Int, in table: [Element], _ what: String) throws(SystemProblem) {
    if !table.indices.contains(index) { throw .unknownIndex(what: what, index: index) }
  }
}
