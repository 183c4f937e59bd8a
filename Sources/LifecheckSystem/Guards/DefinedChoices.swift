// Which choices of an edge are free, and which only stand for a value that an assumption names.

/// `assume(choice + offset == value)`
package struct ChoiceDefinition {
  package var choice: ChoiceIndex
  package var offset: Int
  package var value: Term
}

extension Term {
  package var choiceDefinition: ChoiceDefinition? {
    switch self {
    case .compare(.equal, .choice(let choice), let value): ChoiceDefinition(choice: choice, offset: 0, value: value)
    case .compare(.equal, .add(.choice(let choice), .constant(let offset)), let value):
      ChoiceDefinition(choice: choice, offset: offset, value: value)
    default: nil
    }
  }
}

extension Edge {
  /// Choices whose first occurrence is an assumption that says what they are, with room for every value of it.
  package var definedChoices: Set<ChoiceIndex> {
    var seen: Set<ChoiceIndex> = []
    var defined: Set<ChoiceIndex> = []
    for action in body {
      if case .assume(let term) = action.kind, let definition = term.choiceDefinition,
        !seen.contains(definition.choice), !definition.value.choices.contains(definition.choice)
      {
        defined.insert(definition.choice)
      }
      seen.formUnion(action.choices)
    }
    return defined
  }

  /// The free choices on whose values it depends whether the edge can be taken.
  package var choicesThatDecide: Set<ChoiceIndex> {
    var result: Set<ChoiceIndex> = []
    var behindVariable: [VariableIndex: Set<ChoiceIndex>] = [:]
    var behindChoice: [ChoiceIndex: Set<ChoiceIndex>] = [:]
    let defined = definedChoices
    var undefined = defined
    func behind(_ term: Term) -> Set<ChoiceIndex> {
      var found: Set<ChoiceIndex> = []
      for choice in term.choices { found.formUnion(behindChoice[choice] ?? [choice]) }
      for variable in term.readVariables { found.formUnion(behindVariable[variable] ?? []) }
      return found
    }
    for action in body {
      switch action.kind {
      case .assume(let term):
        if let definition = term.choiceDefinition, undefined.remove(definition.choice) != nil {
          behindChoice[definition.choice] = behind(definition.value)
        } else {
          result.formUnion(behind(term))
        }
      case .assign(let variable, let value, let condition):
        behindVariable[variable, default: []].formUnion(behind(value).union(behind(condition)))
      case .move(_, _, let condition), .reset(_, let condition):
        // Dependence on places or clocks is rare enough to be taken as a whole.
        result.formUnion(behind(condition))
      }
    }
    return result
  }
}

extension Action {
  fileprivate var choices: [ChoiceIndex] { terms.flatMap(\.choices) }
}

extension Term {
  /// The choices that occur, in order of appearance.
  fileprivate var choices: [ChoiceIndex] {
    switch self {
    case .choice(let choice): [choice]
    case .constant, .variable, .at, .clock, .bound: []
    case .not(let a): a.choices
    case .and(let parts), .or(let parts): parts.flatMap(\.choices)
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b): a.choices + b.choices
    case .ifThenElse(let a, let b, let c): a.choices + b.choices + c.choices
    }
  }
}
