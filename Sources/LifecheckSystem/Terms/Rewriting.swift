// The same with parts replaced.

extension Action {
  /// The same with its terms replaced.
  package func mapped(_ term: (Term) -> Term) -> Action {
    switch kind {
    case .assume(let a): Action(.assume(term(a)), origin: origin)
    case .assign(let variable, let value, let condition):
      Action(.assign(variable, term(value), condition: term(condition)), origin: origin)
    case .move(let automaton, let location, let condition):
      Action(.move(automaton, location, condition: term(condition)), origin: origin)
    case .reset(let clock, let condition): Action(.reset(clock, condition: term(condition)), origin: origin)
    }
  }
}

extension Term {
  /// The same with each innermost part, one that has no parts of its own, replaced.
  package func mapped(leaf: (Term) -> Term) -> Term {
    func map(_ a: Term) -> Term { a.mapped(leaf: leaf) }
    return switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: leaf(self)
    case .not(let a): .not(map(a))
    case .and(let parts): .and(parts.map(map))
    case .or(let parts): .or(parts.map(map))
    case .compare(let comparison, let a, let b): .compare(comparison, map(a), map(b))
    case .add(let a, let b): .add(map(a), map(b))
    case .subtract(let a, let b): .subtract(map(a), map(b))
    case .ifThenElse(let a, let b, let c): .ifThenElse(map(a), map(b), map(c))
    }
  }

  package func mapped(bound: (TimeBound) -> TimeBound) -> Term {
    mapped { leaf in
      switch leaf {
      case .clock(let clock, let comparison, let limit): .clock(clock, comparison, bound(limit))
      case .bound(let limit, let comparison): .bound(bound(limit), comparison)
      default: leaf
      }
    }
  }
}
