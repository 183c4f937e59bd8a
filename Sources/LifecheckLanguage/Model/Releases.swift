/// Whether an activation may let its executor go on the way: at a wait, or while it queues elsewhere.
///
/// Follows what runs in line: functions, and the handlers of callbacks on the same executor. A closure that is called may
/// be any, so it is taken to let go. What a closure or an `async` block does, others do, or do later.
package struct Releases {
  let model: CheckedModel
  let executor: ExecutorID?
  /// Whether a closure that is called without `await` is taken to let go.
  let countsClosures: Bool
  private(set) var functions: Set<FunctionID> = []
  private(set) var callbacks: Set<CallbackID> = []

  package init(model: CheckedModel, executor: ExecutorID?, countsClosures: Bool = true) {
    (self.model, self.executor, self.countsClosures) = (model, executor, countsClosures)
  }

  package mutating func happens(in block: Block) -> Bool {
    var reached = Reached(countsClosures: countsClosures)
    var walk = ModelWalk()
    walk.entersClosures = false
    walk.onStatement = { reached.note($0) }
    walk.onExpression = { reached.note($0) }
    walk.walk(block)
    return reached.releases || reached.functions.contains { happens(in: $0) } || reached.callbacks.contains { happens(in: $0) }
  }

  private mutating func happens(in id: FunctionID) -> Bool {
    let function = model.functions[id.index]
    if function.isAsync { return true }
    guard functions.insert(id).inserted, let body = function.body else { return false }
    return happens(in: body)
  }

  /// nil: one that the code has been given.
  private mutating func happens(in reference: CallbackID?) -> Bool {
    guard let id = reference else { return model.callbacks.indices.contains { happens(in: CallbackID($0)) } }
    let runsOn = model.callbacks[id.index].executor
    guard runsOn == nil || runsOn == executor, callbacks.insert(id).inserted else { return false }
    return model.handlers.contains { $0.callback == id && happens(in: $0.body) }
  }

  private struct Reached {
    let countsClosures: Bool
    var releases = false
    var functions: [FunctionID] = []
    var callbacks: [CallbackID?] = []

    mutating func note(_ statement: Statement) {
      switch statement.kind {
      case .wait(_, _, _, let letsGo): releases = releases || letsGo
      case .callCallback(_, .callback(let id), _, _): callbacks.append(id)
      case .callCallback(_, .local, _, _): callbacks.append(nil)
      default: break
      }
    }

    mutating func note(_ expression: Expression) {
      switch expression.kind {
      case .call(_, let id, _, let mode):
        functions.append(id)
        if mode.isAwait { releases = true }
      case .work(_, _, _, let mode): if mode.isAwait { releases = true }
      case .callClosure(_, _, let mode): if countsClosures || mode.isAwait { releases = true }
      case .task(.await, _, _, _): releases = true
      default: break
      }
    }
  }
}

extension CheckedModel {
  /// `c.awaits`: whether an answer to the callback may let its executor go before it returns.
  ///
  /// A closure that it calls may be any that is written out somewhere.
  package func awaits(_ answers: [Handler], to callback: CallbackID) -> Bool {
    var releases = Releases(model: self, executor: callbacks[callback.index].executor, countsClosures: closuresRelease)
    return answers.contains { releases.happens(in: $0.body) }
  }

  private var closuresRelease: Bool {
    var releases = Releases(model: self, executor: nil, countsClosures: false)
    var found = false
    var walk = ModelWalk()
    walk.onExpression = { if case .closure(let closure) = $0.kind, releases.happens(in: closure.body) { found = true } }
    for body in allBodies { walk.walk(body) }
    return found
  }

  /// All code that runs.
  package var allBodies: [Block] {
    functions.compactMap(\.body) + handlers.map(\.body) + events.map(\.body) + kinds.flatMap(\.onDies).map(\.body)
  }
}
