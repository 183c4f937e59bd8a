import LifecheckDiagnostics

// A callback that is a plain method cannot wait: the system goes on as soon as it returns. In its answers an `await` would keep
// the system waiting, which it does not. (Of a callback of the app's own, the app's code waits for the end.)

extension Checker {
  func checkAnswersThatWait() {
    for handler in model.handlers where isPlain(model.callbacks[handler.callback.index]) {
      for wait in waits(in: handler.body, []) { reportWait(wait, in: handler) }
    }
  }

  private func isPlain(_ callback: Callback) -> Bool { !callback.isAsync && isPlatformCode(callback.owner) }

  /// Where code lets its thread go: at `range`, by what it has called at `inside`.
  private struct LettingGo {
    var range: SourceRange
    var inside: SourceRange?
    /// The range is that of a call, behind its `await`.
    var isCall = false
  }

  /// - Parameter functions: What has been called on the way here.
  private func waits(in block: Block, _ functions: Set<FunctionID>) -> [LettingGo] {
    block.statements.flatMap { statement -> [LettingGo] in
      if case .wait(_, _, _, isAwait: true) = statement.kind { return [LettingGo(range: statement.range)] }
      return statement.expressions.flatMap { waits(in: $0, functions) } + statement.blocks.flatMap { waits(in: $0, functions) }
    }
  }

  private func waits(in expression: Expression, _ functions: Set<FunctionID>) -> [LettingGo] {
    switch expression.kind {
    case .task(.await, _, _, _): return [LettingGo(range: expression.range)]
    case .task(.sync, _, let closure, _): return waits(in: closure.body, functions)
    case .work(_, _, _, let mode) where mode.isAwait: return [LettingGo(range: expression.range, isCall: true)]
    case .call(_, let id, _, let mode):
      if mode.isAwait { return [LettingGo(range: expression.range, isCall: true)] }
      let inside = expression.children.flatMap { waits(in: $0, functions) }
      guard let body = model.functions[id.index].body, !functions.contains(id) else { return inside }
      let called = waits(in: body, functions.union([id])).prefix(1)
      return inside + called.map { LettingGo(range: expression.range, inside: $0.inside ?? $0.range) }
    default: return expression.children.flatMap { waits(in: $0, functions) }
    }
  }

  private func reportWait(_ wait: LettingGo, in handler: Handler) {
    let callback = model.callbacks[handler.callback.index]
    let code = (wait.isCall ? "await " : "") + text(of: wait.range)
    report(
      WaitingProblem(
        callback: callback.name, executor: callback.executor.flatMap(plainName),
        code: code.contains("\n") ? "…" : code, range: wait.range, inside: wait.inside, declared: callback.range))
  }

  /// How an app calls the executor; nil: it is a part of some thing.
  private func plainName(of executor: ExecutorID) -> String? {
    let executor = model.executors[executor.index]
    return kind(executor.owner).isRoot ? executor.name : nil
  }

  private func text(of range: SourceRange) -> String { model.files[range.file.index].text(of: range) }
}

/// An answer waits although its callback cannot.
private struct WaitingProblem: Problem {
  let callback: String
  let executor: String?
  let code: String
  let range: SourceRange
  let inside: SourceRange?
  let declared: SourceRange

  var diagnostic: Diagnostic {
    let place = executor.map { " on \($0)" } ?? ""
    let diagnostic = Diagnostic(
      .error, "await-in-callback", "`\(callback)` is a plain method, which cannot wait: the system goes on as soon as it returns",
      at: range, help: "start it, and return: `async\(place) { \(code) }`, with all that must come after it in the same block")
    return inside.map { diagnostic.label("it waits here", at: $0) } ?? diagnostic
  }
}
