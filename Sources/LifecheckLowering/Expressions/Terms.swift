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
    func go(_ term: Term) -> Term {
      switch term {
      case .constant, .bound: term
      case .clock(let index, let comparison, let bound): clock(index, comparison, bound)
      case .variable(let index): variable(index)
      case .choice(let index): choice(index)
      case .at(let automaton, let locations): at(automaton, locations)
      case .not(let inner): go(inner).negated
      case .and(let parts): .all(parts.map(go))
      case .or(let parts): .any(parts.map(go))
      case .compare(let comparison, let a, let b): .folded(comparison, go(a), go(b))
      case .add(let a, let b): .add(go(a), go(b))
      case .subtract(let a, let b): .subtract(go(a), go(b))
      case .ifThenElse(let a, let b, let c): .choose(go(a), go(b), go(c))
      }
    }
    return go(self)
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
