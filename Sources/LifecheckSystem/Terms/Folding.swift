extension Term {
  /// The same with each innermost part replaced, and worked out as far as that makes parts known.
  package func folded(leaf: (Term) -> Term) -> Term {
    func fold(_ a: Term) -> Term { a.folded(leaf: leaf) }
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: return leaf(self)
    case .not(let a): return fold(a).negated
    case .and(let parts): return .all(parts.map { fold($0).truth }.withoutRepeats)
    case .or(let parts): return .any(parts.map { fold($0).truth }.withoutRepeats)
    case .compare(let comparison, let a, let b): return .folded(comparison, fold(a), fold(b))
    case .add(let a, let b):
      let (x, y) = (fold(a), fold(b))
      guard case .constant(let m) = x, case .constant(let n) = y else { return .add(x, y) }
      return .constant(m + n)
    case .subtract(let a, let b):
      let (x, y) = (fold(a), fold(b))
      guard case .constant(let m) = x, case .constant(let n) = y else { return .subtract(x, y) }
      return .constant(m - n)
    case .ifThenElse(let condition, let a, let b): return .choose(fold(condition).truth, fold(a), fold(b))
    }
  }

  /// The same with each innermost part replaced. Unlike what is `folded`, sums and repeated parts stay as they are.
  package func replaced(_ leaf: (Term) -> Term) -> Term {
    func go(_ term: Term) -> Term { term.replaced(leaf) }
    return switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: leaf(self)
    case .not(let inner): go(inner).negated
    case .and(let parts): .all(parts.map(go))
    case .or(let parts): .any(parts.map(go))
    case .compare(let comparison, let a, let b): .folded(comparison, go(a), go(b))
    case .add(let a, let b): .add(go(a), go(b))
    case .subtract(let a, let b): .subtract(go(a), go(b))
    case .ifThenElse(let a, let b, let c): .choose(go(a), go(b), go(c))
    }
  }

  /// A constant as a condition: any number but 0 is true.
  fileprivate var truth: Term {
    if case .constant(let value) = self { value == 0 ? .false : .true } else { self }
  }

  /// The first innermost part that is meant.
  package func firstLeaf(where isMeant: (Term) -> Bool) -> Term? {
    var found: Term?
    _ = contains { part in
      guard isMeant(part) else { return false }
      found = part
      return true
    }
    return found
  }
}

extension [Term] {
  fileprivate var withoutRepeats: [Term] {
    guard count > 1 else { return self }
    var seen: Set<Term> = []
    return filter { seen.insert($0).inserted }
  }
}
