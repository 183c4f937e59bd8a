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
    let others = namesOfOthers
    let made = statements.compactMap { statement in statement.nameOfMade.map { (name: $0, range: statement.range) } }
    return sets(life).filter { set in
      // What is made under a condition may not be: then the name still stands for what was there before.
      set.base.name.map { name in
        !others.contains(name) && made.contains { $0.name == name && $0.range.end <= set.range.start }
      } == true
    }.map(\.range)
  }

  /// The names that stand, somewhere in the block, for what it has neither made nor set to nothing.
  private var namesOfOthers: Set<Name> {
    var result: Set<Name> = []
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard let (name, value) = statement.named else { return }
      switch value.kind {
      case .new, .none: break
      default: result.insert(name)
      }
    }
    walk.walk(self)
    return result
  }
}

extension Statement {
  /// The name that it gives a value.
  fileprivate var named: (name: Name, value: Expression)? {
    switch kind {
    case .declare(let local, let value?): (.local(local), value)
    case .assign(let target, let value): target.name.map { ($0, value) }
    default: nil
    }
  }

  fileprivate var nameOfMade: Name? {
    guard let (name, value) = named, case .new = value.kind else { return nil }
    return name
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
