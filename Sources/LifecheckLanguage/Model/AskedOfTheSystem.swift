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
      default: false
      }
    return isAsked || expression.children.contains(where: asksTheSystem)
  }

  /// Whether an `and` or `or` of the app's in it asks the system on both of its sides, one after the other.
  package func asksTheSystemTwice(_ expression: Expression) -> Bool {
    let isTwice =
      switch expression.kind {
      case .binary(let operation, let a, let b): [.and, .or].contains(operation) && asksTheSystem(a) && asksTheSystem(b)
      case .definition(_, let id): !isPlatforms(definitions[id.index].owner) && asksTheSystemTwice(definitions[id.index].value)
      default: false
      }
    return isTwice || expression.children.contains(where: asksTheSystemTwice)
  }

  private func isPlatforms(_ kind: KindID) -> Bool { kinds[kind.index].isPlatformCode }
}
