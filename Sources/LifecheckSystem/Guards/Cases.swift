// Facts by cases: what they are joined of is true or false, each on its own.

extension Term {
  /// The parts that are joined by `not`, `and` and `or`.
  var leaves: [Term] {
    switch self {
    case .not(let inner): inner.leaves
    case .and(let parts), .or(let parts): parts.flatMap(\.leaves)
    case .constant: []
    case .variable, .choice, .at, .clock, .bound, .compare, .add, .subtract, .ifThenElse: [self]
    }
  }

  /// The fact in the cases where one of its leaves is true, or false.
  func given(_ leaf: Term, is value: Bool) -> Term {
    if self == leaf { return value ? .true : .false }
    return switch self {
    case .not(let inner): inner.given(leaf, is: value).negated
    case .and(let parts): .all(parts.map { $0.given(leaf, is: value) })
    case .or(let parts): .any(parts.map { $0.given(leaf, is: value) })
    case .compare where value && isExcluded(by: leaf): .false
    default: self
    }
  }

  /// Whether there is a case in which it holds. Leaves are taken to be independent, but that a variable has one value; where there are too
  /// many cases to look at, it is taken to hold in one.
  package func mayHold(where isTwoValued: (VariableIndex) -> Bool) -> Bool {
    var search = SearchForCase()
    return search.isFound(comparingByCases.inOneForm(isTwoValued))
  }

  /// That a flag is up is written in several ways.
  private func inOneForm(_ isTwoValued: (VariableIndex) -> Bool) -> Term {
    switch self {
    case .not(let inner): return inner.inOneForm(isTwoValued).negated
    case .and(let parts): return .all(parts.map { $0.inOneForm(isTwoValued) })
    case .or(let parts): return .any(parts.map { $0.inOneForm(isTwoValued) })
    case .variable: return Term.equal(self, .constant(0)).negated
    case .compare(.equal, .variable(let variable), .constant(1)) where isTwoValued(variable):
      return Term.equal(.variable(variable), .constant(0)).negated
    default: return self
    }
  }

  /// They ask the same variable for different values.
  private func isExcluded(by other: Term) -> Bool {
    guard case .compare(.equal, .variable(let variable), .constant(let value)) = self,
      case .compare(.equal, .variable(variable), .constant(let otherValue)) = other
    else { return false }
    return value != otherValue
  }

  /// The same without `if … then … else`: each value is compared where it is the value.
  private var comparingByCases: Term {
    switch self {
    case .not(let inner): inner.comparingByCases.negated
    case .and(let parts): .all(parts.map(\.comparingByCases))
    case .or(let parts): .any(parts.map(\.comparingByCases))
    case .compare(let comparison, .ifThenElse(let condition, let a, let b), let other):
      Term.ifThenElse(condition, .folded(comparison, a, other), .folded(comparison, b, other)).comparingByCases
    case .compare(let comparison, let other, .ifThenElse(let condition, let a, let b)):
      Term.ifThenElse(condition, .folded(comparison, other, a), .folded(comparison, other, b)).comparingByCases
    case .ifThenElse(let condition, let a, let b):
      .any([
        .all([condition.comparingByCases, a.comparingByCases]), .all([condition.comparingByCases.negated, b.comparingByCases]),
      ])
    default: self
    }
  }
}

private struct SearchForCase {
  private var casesLeft = 1_000

  mutating func isFound(_ fact: Term) -> Bool {
    if let forced = fact.forcedLeaf { return isFound(fact.given(forced.leaf, is: forced.value)) }
    guard let leaf = fact.leaves.first else { return fact != .false }
    casesLeft -= 1
    return casesLeft < 0 || [true, false].contains { isFound(fact.given(leaf, is: $0)) }
  }
}

extension Term {
  /// A leaf that has only one value in all cases in which this holds.
  fileprivate var forcedLeaf: (leaf: Term, value: Bool)? {
    for part in conjuncts {
      if part.isLeaf { return (part, true) }
      if case .not(let inner) = part, inner.isLeaf { return (inner, false) }
    }
    return nil
  }

  private var isLeaf: Bool {
    switch self {
    case .constant, .not, .and, .or: false
    default: true
    }
  }
}
