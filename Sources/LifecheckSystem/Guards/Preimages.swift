// Conditions that must hold before the step that makes a goal true.

/// A way in which one edge can make a goal true.
package struct Preimage: Sendable {
  package let edge: EdgeReference
  /// Holds in every state in which the edge does so; it may hold in others too.
  package let condition: Term
}

extension TimedSystem {
  /// For a goal that asks for a flag that edges only ever raise: every way in which one of them does.
  ///
  /// If none of the conditions can be reached, nor can the goal. Other conjuncts of the goal are required before the
  /// edge as well where they only ask that such flags are still down.
  /// - Returns: nil if the goal is of another form.
  package func preimages(of goal: Term) -> [Preimage]? {
    let conjuncts = goal.conjuncts
    guard let flag = conjuncts.lazy.compactMap({ $0.raisedFlag }).first(where: isOnlyRaised) else { return nil }
    let stillDown = conjuncts.filter { $0.loweredFlag.map(isOnlyRaised) ?? false }
    var result: [Preimage] = []
    for (index, automaton) in automata.enumerated() {
      for (number, edge) in automaton.edges.enumerated() {
        for condition in conditions(under: edge, of: AutomatonIndex(index), raising: flag) {
          let reference = EdgeReference(automaton: AutomatonIndex(index), edge: number)
          result += Term.all(stillDown + condition).disjuncts.map { Preimage(edge: reference, condition: $0) }
        }
      }
    }
    return result
  }

  private func isOnlyRaised(_ flag: VariableIndex) -> Bool {
    variables[flag.index].domain == 2 && variables[flag.index].initial == 0
      && automata.lazy.flatMap(\.edges).flatMap(\.body).allSatisfy { action in
        if case .assign(flag, let value, _) = action.kind { value == .true } else { true }
      }
  }

  /// For each place in the edge's body that raises the flag, what must hold before the edge.
  private func conditions(under edge: Edge, of automaton: AutomatonIndex, raising flag: VariableIndex) -> [[Term]] {
    var assumed: [Term] = [.at(automaton, [edge.source])]
    var raising: [Term] = []
    var changed = SystemPart()
    for action in edge.body {
      switch action.kind {
      case .assume(let term): assumed += term.conjuncts.filter { !$0.usesChoices && $0.isUntouched(by: changed) }
      case .assign(flag, _, let condition):
        raising.append(!condition.usesChoices && condition.isUntouched(by: changed) ? condition : .true)
      case .assign, .move, .reset: changed.addChange(by: action)
      }
    }
    return raising.map { assumed + [$0] }
  }
}

extension Term {
  /// The variable that this asks to be 1.
  fileprivate var raisedFlag: VariableIndex? {
    switch self {
    case .variable(let variable), .compare(.equal, .variable(let variable), .constant(1)): variable
    default: nil
    }
  }

  /// The variable that this asks to be 0.
  fileprivate var loweredFlag: VariableIndex? {
    switch self {
    case .not(.variable(let variable)), .compare(.equal, .variable(let variable), .constant(0)): variable
    default: nil
    }
  }
}
