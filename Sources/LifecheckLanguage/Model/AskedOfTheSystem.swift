// In real code each name of the platform's stands for a call: `isProtectedDataAvailable`, `SecItemCopyMatching`. Between two of them the
// system goes its own way (APP-52 of the facts), also within one condition.

extension CheckedModel {
  /// Whether the expression reads something that the platform keeps, and that may change in a run.
  package func asksTheSystem(_ expression: Expression) -> Bool {
    let isAsked =
      switch expression.kind {
      case .variable(_, let variable):
        isPlatforms(variables[variable.index].owner) && ![.constant, .rigid].contains(variables[variable.index].storage)
      case .definition(_, let definition): asksTheSystem(definitions[definition.index].value)
      case .call(_, let function, _, _): isPlatforms(functions[function.index].owner)
      default: false
      }
    return isAsked || expression.children.contains(where: asksTheSystem)
  }

  /// Whether an `and` or `or` of the app's in it asks the system on both of its sides, one after the other. What a `some`, `all` or
  /// `count` looks at is one question.
  package func asksTheSystemTwice(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .quantified: return false
    case .definition(_, let id) where !isPlatforms(definitions[id.index].owner):
      return asksTheSystemTwice(definitions[id.index].value)
    case .binary(.and, let a, let b), .binary(.or, let a, let b):
      return asksTheSystem(a) && asksTheSystem(b) || asksTheSystemTwice(a) || asksTheSystemTwice(b)
    default: return expression.children.contains(where: asksTheSystemTwice)
    }
  }

  private func isPlatforms(_ kind: KindID) -> Bool { kinds[kind.index].isPlatformCode }
}

extension Expression {
  /// Whether it is a block that may come to its own code before a variable names it.
  package var startsJob: Bool { if case .task(.async, _, _, _) = kind { true } else { false } }
}
