import LifecheckDiagnostics
import LifecheckLanguage

extension CheckedModel {
  /// Where the variables are declared that code of the app changes, by itself or by what it calls of the platform, unlike those that only
  /// the system changes.
  var declarationsChangedByTheApp: Set<SourceRange> {
    func isOfApp(_ owner: KindID) -> Bool { !kinds[owner.index].isPlatformCode }
    var waiting = functions.filter { !$0.isSystem }.compactMap(\.body)
    waiting += handlers.filter { isOfApp($0.owner) }.map(\.body) + events.filter { isOfApp($0.owner) }.map(\.body)
    var (found, changed) = (Set<FunctionID>(), Set<SourceRange>())
    while let next = waiting.popLast() {
      let facts = facts(of: next)
      changed.formUnion(facts.changed.map { variables[$0.index].range })
      let new = facts.called.filter { found.insert($0).inserted }
      waiting += new.compactMap { functions[$0.index].body }
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
