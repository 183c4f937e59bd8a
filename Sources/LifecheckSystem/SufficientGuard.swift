extension Edge {
  /// Holds only where the edge can be taken. Where that shows only behind changes that the edge itself makes, or where there are
  /// too many choices to try, it does not hold although the edge may be enabled.
  package var sufficientGuard: Term {
    var changed = SystemPart()
    var assumed: [Term] = []
    for action in body {
      if case .assume(let term) = action.kind {
        guard term.isUntouched(by: changed) else { return .false }
        assumed.append(term)
      }
      changed.addChange(by: action)
    }
    return forSomeChoices(.all(assumed))
  }

  private static let mostCombinations = 64

  /// Whether some values of the edge's choices make the condition true.
  private func forSomeChoices(_ condition: Term) -> Term {
    let used = choices.indices.filter { slot in condition.contains { $0 == .choice(ChoiceIndex(slot)) } }
    guard used.reduce(1, { $0 * choices[$1] }) <= Self.mostCombinations else { return .false }
    return used.reduce(condition) { condition, slot in
      .any((0..<choices[slot]).map { value in condition.mapped { $0 == .choice(ChoiceIndex(slot)) ? .constant(value) : $0 } })
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
}
