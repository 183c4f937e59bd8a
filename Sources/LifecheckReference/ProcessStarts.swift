import LifecheckLanguage

extension Program {
  /// Whether a block starts the app's process, itself or by what it calls. Elsewhere the system has nothing to do on a thread of the app's
  /// while there is no process, and ends there.
  func startsProcess(_ block: Block, calledFrom outer: Set<FunctionID> = []) -> Bool {
    block.statements.contains { statement in
      if case .start = statement.kind { return true }
      return statement.blocks.contains { startsProcess($0, calledFrom: outer) }
        || statement.expressions.contains { startsProcess($0, calledFrom: outer) }
    }
  }

  private func startsProcess(_ expression: Expression, calledFrom outer: Set<FunctionID>) -> Bool {
    switch expression.kind {
    case .call(_, let function, _, _):
      if let body = model.functions[function.index].body, !outer.contains(function),
        startsProcess(body, calledFrom: outer.union([function]))
      {
        return true
      }
    case .task(let mode, _, let closure, _): if mode != .async, startsProcess(closure.body, calledFrom: outer) { return true }
    default: break
    }
    return expression.children.contains { startsProcess($0, calledFrom: outer) }
  }
}
