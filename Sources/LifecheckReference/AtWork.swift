import LifecheckLanguage

// The work that the app's code is in the middle of, and the things that it still refers to.

extension Evaluation {
  /// Code of the app is at work, not merely asleep.
  func isWorking(_ state: State) -> Bool { state.activations.contains { $0.isInApp && !$0.isAsleep } }

  /// Code of the app is in the middle of something that takes time: awaited, held, or queued for. A block that has only its end before it is
  /// in the middle of nothing.
  func isHalfway(_ state: State) -> Bool {
    state.activations.contains { activation in
      guard activation.isInApp, !activation.isAsleep else { return false }
      return activation.waiting != nil || !activation.holds && activation.hasBegun && !hasNothingLeft(activation)
    }
  }

  /// All statements of a block have been done, and it has let its executor go.
  private func hasNothingLeft(_ activation: Activation) -> Bool {
    guard case .block = activation.origin, activation.failure == nil, activation.stack.count == 2,
      case .body = activation.stack[0], case .block(let code, let next) = activation.stack[1]
    else { return false }
    return next == program.block(code).statements.count
  }

  /// No code of the app is under way, none has overlapped with itself, and no event of its own that it waits for could come.
  func isAtRest(_ state: State) throws -> Bool {
    if state.hasOverlapped || state.activations.contains(where: { $0.isInApp || isOnAppThread($0) }) { return false }
    for event in model.events where !program.isPlatformCode(event.owner) && event.by != "user" && model.isAwaited(event) {
      for thing in program.things(of: event.owner) where try couldCome(event, thing, state) { return false }
    }
    return true
  }

  private func isOnAppThread(_ activation: Activation) -> Bool {
    ([activation.executor].compactMap { $0 } + activation.keeps).contains { !program.isSystem(executor: $0) }
  }

  /// Its condition holds, but for what it says of time.
  private func couldCome(_ event: Event, _ thing: Int, _ state: State) throws -> Bool {
    guard let when = event.when else { return true }
    return try discreteParts(of: when).allSatisfy { try isTrue($0, Environment(this: thing), state) }
  }

  private func discreteParts(of condition: Expression) throws -> [Expression] {
    switch condition.kind {
    case .binary(.and, let a, let b): return try discreteParts(of: a) + discreteParts(of: b)
    case .definition(_, let definition) where mentionsStopwatch(condition):
      guard case .binary(.and, _, _) = model.definitions[definition.index].value.kind else { return [] }
      throw NotCovered(what: "a definition with a stopwatch that tells whether the app is at rest")
    default: return mentionsStopwatch(condition) ? [] : [condition]
    }
  }

  private func mentionsStopwatch(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .stopwatch: true
    case .definition(let base, let definition):
      mentionsStopwatch(model.definitions[definition.index].value) || mentionsStopwatch(base)
    default: expression.children.contains(where: mentionsStopwatch)
    }
  }

  /// No variable, local or closure that counts refers to it, those that it holds itself left out.
  func isForgotten(_ thing: Int, _ state: State) -> Bool {
    var boxes: Set<Int> = []
    func refers(_ value: Value) -> Bool {
      switch value {
      case .thing(thing): true
      case .box(let box): boxes.insert(box).inserted && refers(state.boxes[box])
      case .closure(_, let environment): refers(environment)
      default: false
      }
    }
    func refers(_ environment: Environment) -> Bool {
      environment.this == thing && program.isEntry(thing) || environment.locals.values.contains(where: refers)
    }
    func refers(_ frame: Frame) -> Bool {
      switch frame {
      case .body(let body): refers(body.outside) || body.log.contains(where: refers)
      case .answer(_, let environment): refers(environment)
      default: false
      }
    }
    for slot in program.slots.indices where program.slots[slot].thing != thing {
      if refers(state.slots[slot]) { return false }
    }
    return !state.activations.contains { activation in
      refers(activation.environment) || activation.log.contains(where: refers) || refers(activation.result)
        || (activation.hasRead.map { refers($0.owner) || refers($0.value) } ?? false) || activation.stack.contains(where: refers)
    }
  }
}

extension Activation {
  var isAsleep: Bool {
    if case .time(_, _, _, let work)? = waiting { return work.isSleep }
    return false
  }

  /// It has done something since it was posted.
  var hasBegun: Bool {
    switch origin {
    case .answers: stack.contains { if case .body = $0 { true } else { false } }
    case .event: true
    case .block:
      if case .block(_, 0)? = stack.last, stack.count == 2, environment == bodyEnvironment { false } else { true }
    }
  }

  private var bodyEnvironment: Environment? {
    if case .body(let body)? = stack.first { return body.outside }
    return nil
  }
}
