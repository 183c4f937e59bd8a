extension Term {
  /// Calls `body` on this term and all its parts.
  package func visit(_ body: (Term) -> Void) {
    body(self)
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: break
    case .not(let a): a.visit(body)
    case .and(let parts), .or(let parts): parts.forEach { $0.visit(body) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      a.visit(body)
      b.visit(body)
    case .ifThenElse(let a, let b, let c):
      a.visit(body)
      b.visit(body)
      c.visit(body)
    }
  }

  /// Whether this term or some part of it is meant.
  package func contains(_ isMeant: (Term) -> Bool) -> Bool {
    if isMeant(self) { return true }
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: return false
    case .not(let inner): return inner.contains(isMeant)
    case .and(let parts), .or(let parts): return parts.contains { $0.contains(isMeant) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      return a.contains(isMeant) || b.contains(isMeant)
    case .ifThenElse(let a, let b, let c): return [a, b, c].contains { $0.contains(isMeant) }
    }
  }

  package var usesChoices: Bool { contains { if case .choice = $0 { true } else { false } } }

  package func mentions(_ clock: ClockIndex) -> Bool { contains { if case .clock(clock, _, _) = $0 { true } else { false } } }

  /// Whether its value may change as time passes.
  package var mentionsTime: Bool {
    contains {
      switch $0 {
      case .clock, .bound: true
      default: false
      }
    }
  }
}
