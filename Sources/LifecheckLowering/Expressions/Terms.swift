import LifecheckSystem

extension Term {
  /// Whether its value may change while a unit runs.
  var dependsOnState: Bool {
    contains {
      switch $0 {
      case .variable, .at, .clock: true
      default: false
      }
    }
  }

  /// The same with variables, locations, clocks and choices replaced, and what is then constant worked out.
  func mapped(
    variable: (VariableIndex) -> Term = { .variable($0) },
    at: (AutomatonIndex, [LocationIndex]) -> Term = { .at($0, $1) },
    clock: (ClockIndex, Comparison, TimeBound) -> Term = { .clock($0, $1, $2) },
    choice: (ChoiceIndex) -> Term = { .choice($0) }
  ) -> Term {
    replaced { leaf in
      switch leaf {
      case .clock(let index, let comparison, let bound): clock(index, comparison, bound)
      case .variable(let index): variable(index)
      case .choice(let index): choice(index)
      case .at(let automaton, let locations): at(automaton, locations)
      default: leaf
      }
    }
  }

  /// The terms between its outermost `and`s, as they were written; none for `true`. Unlike `conjuncts`, it does not look
  /// below a negation.
  var writtenConjuncts: [Term] {
    switch self {
    case .true: []
    case .and(let parts): parts
    default: [self]
    }
  }
}
