extension Term {
  /// The terms that it is directly made of.
  package var parts: [Term] {
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: []
    case .not(let a): [a]
    case .and(let parts), .or(let parts): parts
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b): [a, b]
    case .ifThenElse(let a, let b, let c): [a, b, c]
    }
  }

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

  package var readVariables: Set<VariableIndex> {
    var result: Set<VariableIndex> = []
    visit { if case .variable(let variable) = $0 { result.insert(variable) } }
    return result
  }

  package var readClocks: Set<ClockIndex> {
    var result: Set<ClockIndex> = []
    visit { if case .clock(let clock, _, _) = $0 { result.insert(clock) } }
    return result
  }

  package func reads(_ variable: VariableIndex) -> Bool { contains { $0 == .variable(variable) } }

  /// Whether it asks for the value of a clock.
  package var mentionsClock: Bool { contains { if case .clock = $0 { true } else { false } } }

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

extension Action {
  /// All that it reads.
  package var terms: [Term] {
    switch kind {
    case .assume(let term): [term]
    case .assign(_, let value, let condition): [value, condition]
    case .move(_, _, let condition), .reset(_, let condition): [condition]
    }
  }

  package func reads(_ variable: VariableIndex) -> Bool { terms.contains { $0.reads(variable) } }
}
