/// Whether code may keep its executor while time passes, so that what has been posted there waits for it.
///
/// Follows what runs in line: functions, and the handlers of callbacks on the same executor. A closure that is called may be
/// any, so it is taken to keep it. What an `async` block does, others do.
private struct KeepsWaiting {
  let model: CheckedModel
  let executor: ExecutorID?
  private(set) var functions: Set<FunctionID> = []
  private(set) var callbacks: Set<CallbackID> = []

  mutating func happens(in block: Block) -> Bool {
    for statement in block.statements where happens(in: statement) { return true }
    return false
  }

  private mutating func happens(in statement: Statement) -> Bool {
    switch statement.kind {
    case .wait(let duration, _, _, let letsGo): if !letsGo, takesTime(duration) { return true }
    case .waitUntil, .lock, .callCallback(_, .local, _, _): return true
    case .callCallback(_, .callback(let id), _, _): if happens(in: id) { return true }
    default: break
    }
    for expression in statement.expressions where happens(in: expression) { return true }
    for block in statement.blocks where happens(in: block) { return true }
    return false
  }

  private mutating func happens(in expression: Expression) -> Bool {
    for child in expression.children where happens(in: child) { return true }
    switch expression.kind {
    case .call(_, let id, _, let mode): return happens(in: id, mode)
    case .work(_, let duration, _, let mode): return !mode.isAwait && takesTime(duration)
    case .callClosure, .task(.sync, _, _, _): return true
    case .task(.await, let place, let closure, _): return isHere(place) && happens(in: closure.body)
    default: return false
    }
  }

  /// In line on the same executor; elsewhere, or beside, what the block does keeps nobody waiting here. Where it is not known which executor
  /// that is, it may be another one.
  private func isHere(_ place: Expression?) -> Bool {
    if case .executor(_, let id)? = place?.kind { id == executor } else { false }
  }

  private mutating func happens(in id: FunctionID, _ mode: CallMode) -> Bool {
    let function = model.functions[id.index]
    guard let body = function.body else { return !mode.isAwait && (function.takes.map(takesTime) ?? false) }
    return functions.insert(id).inserted && happens(in: body)
  }

  /// Whatever is not said to be no time at all may be some.
  private func takesTime(_ duration: Expression) -> Bool {
    switch duration.kind {
    case .duration(let milliseconds): milliseconds != 0
    case .definition(_, let id): takesTime(model.definitions[id.index].value)
    case .variable(_, let id) where model.variables[id.index].storage == .constant:
      model.variables[id.index].initial.map(takesTime) ?? true
    case .range(_, let longest): takesTime(longest)
    default: true
    }
  }

  /// On another executor, the call waits for the answers; on the same, they run in line.
  private mutating func happens(in id: CallbackID) -> Bool {
    let place = model.callbacks[id.index].executor
    guard place == nil || place == executor else { return true }
    guard callbacks.insert(id).inserted else { return false }
    for handler in model.handlers where handler.callback == id && happens(in: handler.body) { return true }
    return false
  }
}

extension CheckedModel {
  /// Whether an event may keep its executor while time passes: then it may come in before what waits there only once, until
  /// the next one of these has been served.
  ///
  /// - Parameter executor: Where the event runs.
  package func keepsWaiting(_ event: Event, on executor: ExecutorID?) -> Bool {
    var keeps = KeepsWaiting(model: self, executor: executor)
    return keeps.happens(in: event.body)
  }
}
