import LifecheckSystem

/// The values that the body of an edge reads, in terms of the state before the edge, while the body is gone through.
struct EdgeGuard {
  private var values: [VariableIndex: Term] = [:]
  private var moves: [AutomatonIndex: [(condition: Term, location: LocationIndex)]] = [:]
  private var resets: [ClockIndex: [Term]] = [:]
  /// nil: choices are left as they are.
  private let choices: [Int]?

  init(choices: [Int]? = nil) { self.choices = choices }

  /// In states in which the variables have these values.
  init(knowing values: [VariableIndex: Int]) {
    self.values = values.mapValues(Term.constant)
    choices = nil
  }

  /// After the action, which is not an assumption.
  mutating func execute(_ kind: Action.Kind) {
    switch kind {
    case .assume: break
    case .assign(let variable, let value, let condition):
      values[variable] = .choose(before(condition), before(value), values[variable] ?? .variable(variable))
    case .move(let automaton, let location, let condition):
      moves[automaton, default: []].append((before(condition), location))
    case .reset(let clock, let condition): resets[clock, default: []].append(before(condition))
    }
  }

  /// The term as it reads in the state before the edge.
  func before(_ term: Term) -> Term {
    switch term {
    case .constant, .bound: return term
    case .variable(let variable): return values[variable] ?? term
    case .choice(let choice): return choices.map { .constant($0[choice.index]) } ?? term
    case .at(let automaton, let places):
      return (moves[automaton] ?? []).reduce(term) { .choose($1.condition, places.contains($1.location) ? .true : .false, $0) }
    case .clock(let clock, let comparison, let bound):
      guard let resets = resets[clock] else { return term }
      // 0 ⋈ bound
      return .choose(.any(resets), .bound(bound.scaled(by: -1), comparison), term)
    case .not(let inner): return before(inner).negated
    case .and(let parts): return .all(parts.map(before))
    case .or(let parts): return .any(parts.map(before))
    case .compare(let comparison, let a, let b): return .folded(comparison, before(a), before(b))
    case .add(let a, let b): return .add(before(a), before(b))
    case .subtract(let a, let b): return .subtract(before(a), before(b))
    case .ifThenElse(let condition, let a, let b): return .choose(before(condition), before(a), before(b))
    }
  }
}

extension Edge {
  /// Whether the edge can be taken from its source, for some choices.
  var isEnabled: Term {
    var combinations: [[Int]] = [[]]
    let decisive = choicesThatDecide.union(definedChoices)
    for (index, size) in choices.enumerated() {
      let values = decisive.contains(ChoiceIndex(index)) ? Array(0..<size) : [0]
      combinations = combinations.flatMap { head in values.map { head + [$0] } }
    }
    return .any(combinations.map { condition(EdgeGuard(choices: $0)) })
  }

  /// That all assumptions hold.
  private func condition(_ guardTerm: EdgeGuard) -> Term {
    var state = guardTerm
    var parts: [Term] = []
    for action in body {
      if case .assume(let term) = action.kind { parts.append(state.before(term)) } else { state.execute(action.kind) }
    }
    return .all(parts)
  }

  /// The body without the assumptions that can be asked beforehand, and these: nothing before them is chosen.
  var split: (guardTerm: Term, rest: [Action.Kind]) {
    var state = EdgeGuard()
    var guards: [Term] = []
    var rest: [Action.Kind] = []
    for action in body {
      if case .assume(let term) = action.kind, case let before = state.before(term), !before.hasChoices {
        guards.append(before)
      } else {
        state.execute(action.kind)
        rest.append(action.kind)
      }
    }
    return (.all(guards), rest)
  }
}

extension Term {
  fileprivate var hasChoices: Bool {
    var found = false
    visit { if case .choice = $0 { found = true } }
    return found
  }
}
