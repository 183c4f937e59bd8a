import LifecheckLanguage

// Blocks that end, and that are left before their end.

extension Evaluation {
  enum Reason {
    case returning
    case throwing(String?)
  }

  /// Takes away what is at its end: blocks, limits, bodies. An activation without anything left to do ends.
  func settle(_ id: Int, _ moment: inout Moment) {
    guard let index = moment.index(of: id) else { return }
    let activation = moment.state.activations[index]
    if activation.waiting != nil || !activation.holds || activation.failure != nil { return }
    settle(&moment.state.activations[index])
    if moment.state.activations[index].stack.isEmpty { moment.remove(id) }
  }

  func settle(_ activation: inout Activation) {
    while let frame = activation.stack.last {
      switch frame {
      case .block(let code, let next):
        if next < program.block(code).statements.count { return }
      case .body(_, _, let outside): activation.environment = outside
      case .limit, .attempt: break
      case .answered: return
      }
      activation.stack.removeLast()
    }
  }

  /// Leaves to the end of the body, or to the `catch` for the error.
  func leave(_ id: Int, _ reason: Reason, _ moment: inout Moment) throws {
    guard let index = moment.index(of: id) else { return }
    var activation = moment.state.activations[index]
    unwinding: while let frame = activation.stack.popLast() {
      switch (frame, reason) {
      case (.body(_, _, let outside), _):
        activation.environment = outside
        if case .returning = reason { break unwinding }
      case (.attempt(let code, let number), .throwing(let error)):
        if let clause = clause(code, number, for: error) {
          activation.stack.append(.block(program.code(clause.body), next: 0))
          break unwinding
        }
      default: break
      }
    }
    moment.state.activations[index] = activation
    settle(id, &moment)
  }

  private func clause(_ code: Int, _ number: Int, for error: String?) -> CatchClause? {
    guard case .doCatch(_, let clauses) = program.block(code).statements[number].kind else { return nil }
    return clauses.first { $0.error == nil || $0.error == error }
  }

  // MARK: Limits

  /// The outermost limit that has no time left.
  func limitThatIsOver(_ activation: Activation) -> Int? {
    activation.stack.firstIndex {
      if case .limit(let left, _) = $0 { return left < 0 }
      return false
    }
  }

  /// The block is left for the `else`. Who has let its executor go queues for it; who queues already keeps its place.
  func leaveLimit(_ id: Int, frame: Int, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    var activation = moment.state.activations[index]
    guard case .limit(_, let otherwise) = activation.stack[frame] else { fatalError("a limit") }
    for case .body(_, _, let outside) in activation.stack[frame...].reversed() { activation.environment = outside }
    activation.stack.removeSubrange(frame...)
    if let otherwise { activation.stack.append(.block(otherwise, next: 0)) }
    activation.waiting = nil
    activation.hasRead = nil
    activation.failure = nil
    moment.state.activations[index] = activation
    if let executor = activation.executor, !activation.holds, !moment.state.queues[executor].contains(id) {
      moment.state.queues[executor].append(id)
    }
    settle(id, &moment)
  }
}
