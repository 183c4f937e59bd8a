import LifecheckDiagnostics
import LifecheckLanguage

// Things of a pool that are over, and set to be there again: whoever still refers to one may do so.

extension CheckedModel {
  /// Whether code may set the variable that tells that a thing is there, other than in the step that makes the thing.
  func mayComeBack(_ life: VariableID) -> Bool {
    let atMaking = Set(blocksOfOneStep.flatMap { $0.setsWhatItMakes(life) })
    return allBodies.contains { body in body.sets(life).contains { !atMaking.contains($0.range) } }
  }

  /// A platform's functions that wait for nothing, and `atomic` blocks.
  private var blocksOfOneStep: [Block] {
    var blocks = functions.filter { kinds[$0.owner.index].isPlatformCode }.compactMap(\.body)
    var walk = ModelWalk()
    walk.onStatement = { if case .atomic(let body) = $0.kind { blocks.append(body) } }
    for body in allBodies { walk.walk(body) }
    return blocks.filter(\.isOneStep)
  }
}

extension Block {
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

  /// The statements that set the variable, other than to false.
  fileprivate func sets(_ life: VariableID) -> [(base: Expression, range: SourceRange)] {
    var found: [(Expression, SourceRange)] = []
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard case .assign(let target, let value) = statement.kind, case .variable(let base, life) = target.kind else { return }
      if case .bool(false) = value.kind { return }
      found.append((base, statement.range))
    }
    walk.walk(self)
    return found
  }

  /// The places where it sets the variable of a thing that it has just made itself.
  fileprivate func setsWhatItMakes(_ life: VariableID) -> [SourceRange] {
    let made = names
    return sets(life).compactMap { set in set.base.name.map(made.contains) == true ? set.range : nil }
  }

  /// The names that stand for what the block makes, or for nothing.
  private var names: Set<Name> {
    var made: Set<Name> = []
    var others: Set<Name> = []
    func note(_ name: Name, _ value: Expression) {
      switch value.kind {
      case .new: made.insert(name)
      case .none: break
      default: others.insert(name)
      }
    }
    var walk = ModelWalk()
    walk.onStatement = { statement in
      switch statement.kind {
      case .declare(let local, let value?): note(.local(local), value)
      case .assign(let target, let value): if let name = target.name { note(name, value) }
      default: break
      }
    }
    walk.walk(self)
    return made.subtracting(others)
  }
}

private enum Name: Hashable {
  case local(LocalID)
  /// Of the thing whose code it is, or of the app.
  case variable(VariableID)
}

extension Expression {
  fileprivate var name: Name? {
    switch kind {
    case .local(let local): return .local(local)
    case .variable(let base, let id):
      switch base.kind {
      case .selfInstance, .root: return .variable(id)
      default: return nil
      }
    default: return nil
    }
  }
}
