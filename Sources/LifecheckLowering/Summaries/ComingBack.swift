import LifecheckLanguage

// Things of a pool that are over, and set to be there again: whoever still refers to one may do so.

extension CheckedModel {
  /// Whether code may set the variable that tells that a thing is there, other than in the step that makes the thing.
  func mayComeBack(_ life: VariableID) -> Bool {
    let makers = functions.filter { kinds[$0.owner.index].isPlatformCode }.compactMap(\.body).filter(\.isOneStep)
    return allBodies.contains { body in
      let made = makers.contains { $0.range == body.range } ? body.made : []
      return body.sets(life, ofOthersThan: made)
    }
  }
}

extension Block {
  /// A platform's code that nothing interrupts.
  fileprivate var isOneStep: Bool {
    var waits = false
    var walk = ModelWalk()
    walk.onStatement = { statement in
      switch statement.kind {
      case .declare, .assign, .expression, .conditional, .returns, .emit, .reset, .atomic: break
      default: waits = true
      }
    }
    walk.onExpression = { expression in
      switch expression.kind {
      case .call, .callClosure, .work, .task: waits = true
      default: break
      }
    }
    walk.walk(self)
    return !waits
  }

  /// The locals that are declared for what is made.
  fileprivate var made: Set<LocalID> {
    var result: Set<LocalID> = []
    var walk = ModelWalk()
    walk.onStatement = { statement in
      if case .declare(let local, let value?) = statement.kind, case .new = value.kind { result.insert(local) }
    }
    walk.walk(self)
    return result
  }

  fileprivate func sets(_ life: VariableID, ofOthersThan made: Set<LocalID>) -> Bool {
    var found = false
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard case .assign(let target, let value) = statement.kind, case .variable(let base, life) = target.kind else { return }
      if case .bool(false) = value.kind { return }
      if case .local(let local) = base.kind, made.contains(local) { return }
      found = true
    }
    walk.walk(self)
    return found
  }
}
