// The condition that must hold before an edge: the counterpart of `sufficientGuard`.

extension Edge {
  /// Holds in every state in which the edge of this automaton can be taken; it may hold in others too. It says nothing of time.
  package func necessaryGuard(of automaton: AutomatonIndex) -> Term {
    let needed = needed(from: automaton, for: .true, ForwardWalk(largest: 60))
    return .all(needed.filter { !$0.usesChoices } + [forSomeChoices(.all(needed.filter(\.usesChoices)))])
  }

  /// The same for a goal that must hold behind the edge, and looked at more closely. It holds for some values of the edge's choices, and of
  /// further ones, which stand for conditions that are too large to be worth knowing.
  package func necessaryGuard(of automaton: AutomatonIndex, for goal: Term) -> Term {
    .all(needed(from: automaton, for: goal, ForwardWalk(largest: 1000, nextChoice: choices.count)))
  }

  private func needed(from automaton: AutomatonIndex, for goal: Term, _ start: ForwardWalk) -> [Term] {
    var walk = start
    for action in body { walk.take(action) }
    walk.take(Action(.move(automaton, target, condition: .true)))
    return [.at(automaton, [source])] + walk.assumed + goal.conjuncts.compactMap { walk.before($0) }
  }

  private static let mostCombinations = 16

  /// True where there are too many values to look at.
  private func forSomeChoices(_ condition: Term) -> Term {
    let used = choices.indices.filter { slot in condition.contains { $0 == .choice(ChoiceIndex(slot)) } }
    guard used.reduce(1, { $0 * choices[$1] }) <= Self.mostCombinations else { return .true }
    return used.reduce(condition) { condition, slot in
      .any((0..<choices[slot]).map { value in condition.replaced { $0 == .choice(ChoiceIndex(slot)) ? .constant(value) : $0 } })
    }
  }
}

/// The assumptions of an edge's body, in terms of the state before the edge.
private struct ForwardWalk {
  private(set) var assumed: [Term] = []
  /// The new values of changed variables, as they were computed; nil: too large to be worth knowing.
  private var values: [VariableIndex: Term?] = [:]
  /// Moves so far, each with where it leads, and when; nil: that is not known.
  private var moves: [AutomatonIndex: [(target: LocationIndex, condition: Term?)]] = [:]
  /// Choices that must be equal to something.
  private var choices: [ChoiceIndex: Term] = [:]

  private let largest: Int
  /// What stands for a condition that is not known; nil: nothing does.
  private var nextChoice: Int?

  init(largest: Int, nextChoice: Int? = nil) { (self.largest, self.nextChoice) = (largest, nextChoice) }

  mutating func take(_ action: Action) {
    switch action.kind {
    case .assume(let term): for part in term.conjuncts { assume(part) }
    case .assign(let variable, let value, let condition): assign(variable, value, condition)
    case .move(let automaton, let target, let condition):
      moves[automaton, default: []].append((target, before(condition)))
    case .reset: break
    }
  }

  private mutating func assume(_ term: Term) {
    switch term {
    case .compare(.equal, .choice(let choice), let value) where choices[choice] == nil: choices[choice] = before(value)
    case .compare(.equal, .add(.choice(let choice), .constant(let offset)), let value) where choices[choice] == nil:
      choices[choice] = before(value).map { .subtract($0, .constant(offset)) }
    default:
      if let term = before(term) { assumed.append(term) }
    }
  }

  private mutating func assign(_ variable: VariableIndex, _ value: Term, _ condition: Term) {
    let old = values[variable] ?? .variable(variable)
    guard let old, let new = before(value) else {
      values[variable] = .some(nil)
      return
    }
    let chosen = before(condition).map { Term.choose($0, new, old) }.flatMap(ifWorthKnowing)
    values[variable] = .some(chosen ?? unknownCondition().flatMap { ifWorthKnowing(.choose($0, new, old)) })
  }

  private func ifWorthKnowing(_ term: Term) -> Term? { term.isLarger(than: largest) ? nil : term }

  private mutating func unknownCondition() -> Term? {
    guard let choice = nextChoice else { return nil }
    nextChoice = choice + 1
    return .equal(.choice(ChoiceIndex(choice)), .true)
  }

  /// The term as it was before the edge; nil: that is not known, or it speaks of time.
  func before(_ term: Term) -> Term? {
    if term.mentionsTime { return nil }
    var isKnown = true
    let result = term.replaced { leaf in
      switch leaf {
      case .variable(let variable):
        guard let value = values[variable] else { return leaf }
        isKnown = isKnown && value != nil
        return value ?? .false
      case .choice(let choice): return choices[choice] ?? leaf
      case .at(let automaton, let places):
        return (moves[automaton] ?? []).reduce(leaf) { old, move in
          guard let condition = move.condition else {
            isKnown = false
            return old
          }
          return .choose(condition, places.contains(move.target) ? .true : .false, old)
        }
      default: return leaf
      }
    }
    return isKnown && !result.isLarger(than: 4 * largest) ? result : nil
  }
}

extension Term {
  fileprivate func isLarger(than limit: Int) -> Bool {
    var size = 0
    visit { _ in size += 1 }
    return size > limit
  }
}
