import LifecheckLanguage

// Calls as expressions.

extension Evaluation {
  func call(
    _ base: Expression, _ id: FunctionID, _ arguments: [Expression], _ mode: CallMode, _ expression: Expression,
    _ environment: inout Environment, _ moment: inout Moment
  ) throws -> Value {
    guard let thing = try receiver(base, &environment, &moment) else { return firstValue(model.functions[id.index].result) }
    let call = Call(function: id, thing: thing)
    let values = try arguments.indices.map { place in
      // A default means what it names for the thing whose function it is.
      let isDefault = model.functions[id.index].defaults[place]?.range == arguments[place].range
      guard isDefault else { return try value(arguments[place], &environment, &moment) }
      var inside = Environment(this: call.thing)
      return try value(arguments[place], &inside, &moment)
    }
    let isSystem = program.isPlatformCode(model.functions[id.index].owner)
    if !moment.isLaidOut || isSystem && program.takesNoTime(id) {
      return try moment.read { try callAtOnce(call, values, &$0) }
    }
    return try moment.readLater(Suspension(kind: .function(call, values, mode), expression: expression))
  }

  /// The thing whose function is called; nil: it is `none`, and nothing is called.
  private func receiver(_ base: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Int? {
    guard case .reference = base.type else { return try thing(base, &environment, &moment) }
    // It is the same when the statement goes on after the call.
    guard case .thing(let thing) = try moment.read({ try value(base, &environment, &$0) }) else { return nil }
    return thing
  }

  func callClosure(
    _ closure: Expression, _ isOptional: Bool, _ mode: CallMode, _ expression: Expression,
    _ environment: inout Environment, _ moment: inout Moment
  ) throws -> Value {
    guard case .closure(let code, let inside) = try value(closure, &environment, &moment) else {
      if !isOptional { moment.happen(.outOfRange) }
      return .none
    }
    return try moment.readLater(Suspension(kind: .closure(code: code, inside, mode), expression: expression))
  }

  /// A block is posted and goes on beside, or the code goes there itself.
  func task(
    _ mode: TaskMode, _ executor: Expression?, _ closure: Closure, _ call: CallMode, _ expression: Expression,
    _ environment: inout Environment, _ moment: inout Moment
  ) throws -> Value {
    let place = try executor.map { try executorIndex($0, &environment, &moment) }
    guard case .closure(let code, let inside) = try closureValue(closure, &environment, &moment) else { return .none }
    guard mode == .async else {
      return try moment.readLater(
        Suspension(kind: .hop(mode, executor: place, code: code, inside, call), expression: expression))
    }
    return moment.read { moment in
      let id = moment.freeID()
      moment.add(
        Activation(
          id: id, isApp: moment.isInApp, origin: .block(code: code, thing: inside.this), executor: place, holds: place == nil,
          environment: inside,
          stack: [.body(Body(isApp: program.isAppText(inside), outside: inside)), .block(code, next: 0)],
          asksFirst: moment.isInApp && model.cancelsPromptly))
      if let place { moment.state.queues[place].append(id) }
      return .job(id)
    }
  }

  /// From its call to its return.
  func isRunning(_ call: Call, _ state: State) -> Bool {
    state.inside.contains(call)
      || state.activations.contains { activation in
        if case .time(_, _, _, let work)? = activation.waiting, work.call == call { return true }
        return activation.stack.contains { if case .body(let body) = $0 { body.call == call } else { false } }
      }
  }
}

extension Moment {
  /// Something that a statement reads or does at once: the first time. When it is done again, it is the same.
  mutating func read(_ make: (inout Moment) throws -> Value) rethrows -> Value {
    guard isLaidOut else { return try make(&self) }
    if position == log.count {
      isLaidOut = false
      defer { isLaidOut = true }
      log.append(try make(&self))
    }
    position += 1
    return log[position - 1]
  }

  /// The result of something that takes more than this step, if it is there.
  mutating func readLater(_ suspension: Suspension) throws -> Value {
    guard isLaidOut else { throw NotCovered(what: "more than a step within a step") }
    guard position < log.count else { throw suspension }
    position += 1
    return log[position - 1]
  }
}
