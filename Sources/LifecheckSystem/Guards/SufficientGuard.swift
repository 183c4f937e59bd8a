extension TimedSystem {
  /// Holds only where the edge can be taken. Where that shows only behind changes that the edge itself makes, or where there are
  /// too many choices to try, it does not hold although the edge may be enabled.
  ///
  /// An assumption that only gives a choice its value (`Edge.definedChoices`) can be met by that value, whatever it is, so it
  /// asks for nothing, as long as the choice has room for it.
  package func sufficientGuard(of edge: Edge) -> Term {
    var reader = GuardReader(system: self, edge: edge)
    for action in edge.body {
      if case .assume(let term) = action.kind, !reader.note(term) { return .false }
      reader.changed.addChange(by: action)
    }
    return edge.forSomeChoices(.all(reader.assumed))
  }

  /// Holds only where time cannot pass while the automaton is at the location, since one of its urgent edges can be taken.
  package func sufficientUrgency(of automaton: AutomatonIndex, at location: LocationIndex) -> Term {
    let edges = automata[automaton.index].edges.filter { $0.source == location && $0.isUrgent }
    return Term.any(edges.map(sufficientGuard)).folded { leaf in
      guard case .at(automaton, let places) = leaf else { return leaf }
      return places.contains(location) ? .true : .false
    }
  }
}

/// The assumptions of an edge, as conditions on the state before it.
private struct GuardReader {
  let system: TimedSystem
  let edge: Edge
  var changed = SystemPart()
  var assumed: [Term] = []
  private var undefined: Set<ChoiceIndex>
  /// For each choice that is defined already, what it is, in terms of the state before the edge; nil: not known.
  private var values: [ChoiceIndex: Term?] = [:]

  init(system: TimedSystem, edge: Edge) {
    self.system = system
    self.edge = edge
    undefined = edge.definedChoices
  }

  /// - Returns: Whether the assumption could be put in terms of the state before the edge.
  mutating func note(_ term: Term) -> Bool {
    if let definition = term.choiceDefinition, undefined.remove(definition.choice) != nil { return define(definition) }
    guard let before = before(term) else { return false }
    assumed.append(before)
    return true
  }

  private mutating func define(_ definition: ChoiceDefinition) -> Bool {
    let value = before(definition.value)
    values[definition.choice] = .some(value.map { .difference($0, definition.offset) })
    let first = definition.offset
    let last = definition.offset + edge.choices[definition.choice.index] - 1
    let range = system.range(of: definition.value, choices: edge.choices)
    if first <= range.lowerBound, range.upperBound <= last { return true }
    guard let value else { return false }
    assumed.append(.all([.compare(.greaterEqual, value, .constant(first)), .compare(.lessEqual, value, .constant(last))]))
    return true
  }

  /// The same in terms of the state before the edge; nil if an action before this one may have changed it.
  private func before(_ term: Term) -> Term? {
    guard term.isUntouched(by: changed) else { return nil }
    let isKnown = !term.contains { if case .choice(let choice) = $0, case .some(nil) = values[choice] { true } else { false } }
    guard isKnown else { return nil }
    return term.mapped { leaf in
      if case .choice(let choice) = leaf, case .some(let value?) = values[choice] { value } else { leaf }
    }
  }
}

extension Edge {
  private static let mostCombinations = 64

  /// Whether some values of the edge's choices make the condition true.
  fileprivate func forSomeChoices(_ condition: Term) -> Term {
    let used = choices.indices.filter { slot in condition.contains { $0 == .choice(ChoiceIndex(slot)) } }
    guard used.reduce(1, { $0 * choices[$1] }) <= Self.mostCombinations else { return .false }
    return used.reduce(condition) { condition, slot in
      .any((0..<choices[slot]).map { value in condition.mapped { $0 == .choice(ChoiceIndex(slot)) ? .constant(value) : $0 } })
    }
  }
}

extension TimedSystem {
  /// Between which values the term is, as far as the domains of what it mentions tell.
  fileprivate func range(of term: Term, choices: [Int]) -> ClosedRange<Int> {
    switch term {
    case .constant(let value): return value...value
    case .variable(let variable): return 0...(variables[variable.index].domain - 1)
    case .choice(let choice): return 0...(choices[choice.index] - 1)
    case .at, .clock, .bound, .not, .and, .or, .compare: return 0...1
    case .add(let a, let b):
      let (x, y) = (range(of: a, choices: choices), range(of: b, choices: choices))
      return (x.lowerBound + y.lowerBound)...(x.upperBound + y.upperBound)
    case .subtract(let a, let b):
      let (x, y) = (range(of: a, choices: choices), range(of: b, choices: choices))
      return (x.lowerBound - y.upperBound)...(x.upperBound - y.lowerBound)
    case .ifThenElse(_, let a, let b):
      let (x, y) = (range(of: a, choices: choices), range(of: b, choices: choices))
      return min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
    }
  }
}

extension Term {
  /// Whether this means the same before an edge as in its body, behind changes of these things.
  func isUntouched(by changed: SystemPart) -> Bool {
    var mentioned = SystemPart()
    mentioned.add(self)
    mentioned.formIntersection(changed)
    return mentioned.count == 0
  }

  fileprivate static func difference(_ a: Term, _ b: Int) -> Term { b == 0 ? a : .subtract(a, .constant(b)) }
}
