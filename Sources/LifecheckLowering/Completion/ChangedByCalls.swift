import LifecheckDiagnostics
import LifecheckLanguage

extension CheckedModel {
  /// Where the variables are declared that code of the app changes by what it calls of the platform: neither those of the app itself, nor
  /// those that only the system changes.
  var declarationsChangedByCalls: Set<SourceRange> {
    var waiting = functions.indices.filter { !functions[$0].isSystem && kinds[functions[$0].owner.index].isPlatformCode }
    var (found, changed) = (Set(waiting), Set<SourceRange>())
    while let next = waiting.popLast() {
      guard let body = functions[next].body else { continue }
      let facts = facts(of: body)
      changed.formUnion(facts.changed.map { variables[$0.index].range })
      for function in facts.called where found.insert(function.index).inserted { waiting.append(function.index) }
    }
    return changed
  }

  private func facts(of body: Block) -> (changed: Set<VariableID>, called: Set<FunctionID>) {
    var (changed, called) = (Set<VariableID>(), Set<FunctionID>())
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard case .assign(let target, _) = statement.kind, case .variable(_, let variable) = target.kind else { return }
      changed.insert(variable)
    }
    walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { called.insert(function) } }
    walk.walk(body)
    return (changed, called)
  }
}
