import LifecheckLanguage

// Blocks that end, and that are left before their end.

extension Evaluation {
  /// Takes away what is at its end: blocks, limits, bodies. An activation without anything left to do ends.
  func settle(_ id: Int, _ moment: inout Moment) throws {
    while let index = moment.index(of: id) {
      var activation = moment.state.activations[index]
      if activation.waiting != nil || !activation.holds || activation.failure != nil { return }
      guard let frame = activation.stack.popLast() else { return moment.remove(id) }
      switch frame {
      case .block(let code, let next):
        if next < program.block(code).statements.count { return }
        for local in program.block(code).ownLocals { activation.environment.locals[local] = nil }
      case .body(let body):
        if let call = body.call, !program.isPlatformCode(model.functions[call.function.index].owner) { return }
        finishBody(body, id, &moment)
        continue
      case .limit, .attempt, .finished: break
      case .limitOver(let otherwise):
        if let otherwise { activation.stack.append(.block(otherwise, next: 0)) }
      case .deferred(let code): activation.stack += [.finished, .block(code, next: 0)]
      case .loop(let code, let local, let next, let end):
        activation.environment.locals[local] = next < end ? .int(next) : nil
        if next < end { activation.stack += [.loop(code, local: local, next: next + 1, end: end), .block(code, next: 0)] }
      case .things(let rest, let code, let number):
        if !rest.isEmpty { return }
        if case .forInstances(let local, _, _, _) = program.block(code).statements[number].kind {
          activation.environment.locals[local.index] = nil
        }
      case .answer(let code, let environment):
        let body = Body(isApp: program.isAppText(environment), outside: activation.environment)
        activation.stack += [.body(body), .block(code, next: 0)]
        activation.environment = environment
      case .locked(let slot): moment.state.slots[slot] = .bool(false)
      case .hop(let back, let keeps): hopBack(to: back, keeps: keeps, &activation, &moment.state)
      case .leaving(let reason):
        moment.state.activations[index] = activation
        return try leave(id, reason, &moment)
      case .answered: return
      }
      moment.state.activations[index] = activation
    }
  }

  /// Leaves to the end of the body, to the `catch` for the error, or out of the limit. What is owed comes first.
  func leave(_ id: Int, _ reason: Reason, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    var activation = moment.state.activations[index]
    unwinding: while activation.stack.count > reason.depth, let frame = activation.stack.popLast() {
      switch (frame, reason) {
      case (.body, .returning(let value)):
        activation.stack.append(frame)
        activation.result = value
        break unwinding
      case (.body(let body), _):
        activation.environment = body.outside
        activation.log = body.log
        guard case .throwing = reason else { continue }
        fail(body, &activation, &moment)
        if body.swallows { break unwinding }
      case (.attempt(let code, let number), .throwing(let error)):
        guard let clause = clause(code, number, for: error) else { continue }
        activation.stack.append(.block(program.code(clause.body), next: 0))
        activation.log = []
        break unwinding
      case (.deferred, .limit(let depth)) where isPlatformLimit(depth, activation) && isInApp(activation.stack[...]): continue
      case (.deferred(let code), _):
        activation.stack += [.leaving(reason), .block(code, next: 0)]
        activation.log = []
        break unwinding
      case (.block(let code, _), _):
        for local in program.block(code).ownLocals { activation.environment.locals[local] = nil }
      case (.locked(let slot), _): moment.state.slots[slot] = .bool(false)
      case (.hop(let back, let keeps), _): hopBack(to: back, keeps: keeps, &activation, &moment.state)
      case (.answered, .throwing), (.answer, .throwing):
        // A failure ends the handler that does not catch it, and nothing else.
        activation.stack.append(frame)
        break unwinding
      default: break
      }
    }
    moment.state.activations[index] = activation
    try settle(id, &moment)
  }

  /// An error leaves the body, and ends there if it is `try?`.
  private func fail(_ body: Body, _ activation: inout Activation, _ moment: inout Moment) {
    if let call = body.call {
      moment.state.inside.append(call)
      moment.happen(.fails(call.function, thing: call.thing))
      moment.state.inside.removeLast()
    }
    guard body.swallows, body.wantsResult else { return }
    let type = body.call.map { model.functions[$0.function.index].result }
    activation.log.append(type.map(firstValue) ?? .none)
  }

  private func clause(_ code: Int, _ number: Int, for error: String?) -> CatchClause? {
    guard case .doCatch(_, let clauses) = program.block(code).statements[number].kind else { return nil }
    return clauses.first { $0.error == nil || $0.error == error }
  }

  // MARK: Limits

  /// The outermost limit that has no time left, and that can be left here: a limit in the platform's code does not end the
  /// app's code between two statements, only where it waits.
  func limitThatIsOver(_ activation: Activation, _ moment: Moment) throws -> Int? {
    for (index, frame) in activation.stack.enumerated() {
      guard case .limit(let left, _) = frame, left < 0 else { continue }
      // Code that is owed runs to its end. A limit of the platform's does not wait for that of the app.
      let isPlatform = isPlatformLimit(index, activation)
      let waits = activation.stack.indices[index...].contains {
        isOwed(activation.stack[$0]) && !(isPlatform && isInApp(activation.stack[..<$0]))
      }
      if waits { continue }
      if try !isAppBetweenStatements(behind: index, activation, moment) { return index }
    }
    return nil
  }

  private func isOwed(_ frame: Frame) -> Bool {
    switch frame {
    case .finished, .leaving: true
    default: false
    }
  }

  /// What the app dies of where the limit is the system's, and its `else` begins with that.
  private func deathAtLimit(_ limit: Int, _ activation: Activation) -> String? {
    guard case .limit(_, let otherwise?) = activation.stack[limit], isPlatformLimit(limit, activation),
      case .die(let reason)? = program.block(otherwise).statements.first?.kind
    else { return nil }
    return reason
  }

  private func isAppBody(_ frame: Frame) -> Bool { if case .body(let body) = frame { body.isApp } else { false } }

  private func isInApp(_ frames: ArraySlice<Frame>) -> Bool {
    frames.last { if case .body = $0 { true } else { false } }.map(isAppBody) ?? false
  }

  private func isPlatformLimit(_ limit: Int, _ activation: Activation) -> Bool { !isInApp(activation.stack[..<limit]) }

  private func isAppBetweenStatements(behind limit: Int, _ activation: Activation, _ moment: Moment) throws -> Bool {
    guard isPlatformLimit(limit, activation), activation.stack[limit...].contains(where: isAppBody) else { return false }
    return try activation.waiting == nil && activation.holds && !isBlocked(activation, moment)
  }

  /// It waits for a condition, or for a lock.
  func isBlocked(_ activation: Activation, _ moment: Moment) throws -> Bool {
    guard case .block(let code, let next)? = activation.stack.last, next < program.block(code).statements.count else {
      return false
    }
    switch program.block(code).statements[next].kind {
    case .waitUntil(let condition): return try !isTrue(condition, activation.environment, moment.state)
    case .lock(let lock, _):
      var (environment, moment) = (activation.environment, moment)
      return try moment.state.slots[lockSlot(lock, &environment, &moment)].isTrue
    default: return false
    }
  }

  /// The block is left for the `else`. Where the system ends the app for it, that is all. Who has let its executor go queues for it; who
  /// queues already keeps its place.
  func leaveLimit(_ id: Int, frame: Int, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    guard case .limit(_, let otherwise) = moment.state.activations[index].stack[frame] else {
      throw Defect(what: "a limit where none is")
    }
    if let reason = deathAtLimit(frame, moment.state.activations[index]) {
      moment.isInApp = false
      try die(reason, &moment)
      return moment.remove(id)
    }
    moment.state.activations[index].stack[frame] = .limitOver(otherwise: otherwise)
    moment.state.activations[index].waiting = nil
    moment.state.activations[index].hasRead = nil
    moment.state.activations[index].failure = nil
    moment.state.activations[index].log = []
    let queues = moment.state.queues.indices.filter { moment.state.queues[$0].contains(id) }
    if let executor = moment.state.activations[index].executor, !moment.state.activations[index].holds, !queues.contains(executor) {
      moment.state.queues[executor].append(id)
    }
    try leave(id, .limit(frame + 1), &moment)
    for queue in queues where !moment.state.queues[queue].contains(id) { moment.state.leaveQueue(of: queue, id) }
  }
}

extension Reason {
  /// So many frames stay whatever happens.
  fileprivate var depth: Int {
    if case .limit(let depth) = self { return depth }
    return 0
  }
}
