import LifecheckLanguage

// Callbacks: the platform asks, the app's code answers.

extension Evaluation {
  /// Posts the answers and waits for them; on the same executor they run in line.
  func post(_ callback: CallbackID, _ thing: Int, _ arguments: [Value], from caller: Int, _ moment: inout Moment) throws {
    let executor = try model.callbacks[callback.index].executor.map { try program.executor($0, for: thing) }
    let index = moment.index(of: caller)!
    let isInLine = executor.map { moment.state.activations[index].held.contains($0) } ?? false
    if !isInLine, executor != nil, callsTheDead(caller, moment) { return moment.remove(caller) }
    let id = isInLine ? caller : moment.freeID()
    // Elsewhere it comes when its thread is free for it.
    if isInLine || executor == nil { moment.happen(.callback(callback, thing: thing), by: id) }
    let answers = try answers(callback, thing, arguments, &moment)
    if isInLine {
      if answers.isEmpty { return moment.happen(.callbackReturns(callback, thing: thing)) }
      moment.state.activations[index].stack += [.answered(callback, thing: thing, isInLine: true)] + answers
      return
    }
    moment.state.activations[index].waiting = .answers(id)
    moment.add(
      Activation(
        id: id, isApp: true, origin: .answers(callback, thing: thing), executor: executor, holds: executor == nil,
        isPosted: executor != nil, environment: Environment(this: thing),
        stack: [.answered(callback, thing: thing, isInLine: false)] + answers))
    if let executor { moment.state.queues[executor].append(id) }
  }

  /// The system asks a process that is not there: what it was doing ends.
  func callsTheDead(_ caller: Int, _ moment: Moment) -> Bool {
    !moment.state.isRunning && !moment.state.activations[moment.index(of: caller)!].isInApp
  }

  /// Somebody has asked it to stop, or a flag asks the answers to its callback to.
  func isCancelled(_ activation: Activation, _ state: State) throws -> Bool {
    if activation.isCancelled { return true }
    guard case .answers(let callback, let thing) = activation.origin, let flag = model.callbacks[callback.index].cancelFlag else {
      return false
    }
    return state.slots[try program.slot(thing, flag)] == .bool(true)
  }

  /// A block in place of all answers, in line.
  func begin(_ block: Block, inPlaceOf callback: CallbackID, _ thing: Int, in id: Int, _ moment: inout Moment) {
    moment.happen(.callback(callback, thing: thing), by: id)
    moment.state.activations[moment.index(of: id)!].stack += [
      .answered(callback, thing: thing, isInLine: true), .block(program.code(block), next: 0),
    ]
  }

  /// The answers of the app and of the platform, in any order; the last is given first.
  private func answers(_ callback: CallbackID, _ thing: Int, _ arguments: [Value], _ moment: inout Moment) throws -> [Frame] {
    var left: [Frame] = []
    for handler in model.handlers where handler.callback == callback {
      for owner in program.things(of: handler.owner) {
        var environment = Environment(this: owner)
        guard try self.thing(handler.target, &environment, &moment) == thing else { continue }
        for (parameter, argument) in zip(handler.parameters, arguments) {
          declare(parameter, fitted(argument, model.locals[parameter.index].type, &moment), &environment, &moment)
        }
        left.append(.answer(program.code(handler.body), environment))
      }
    }
    var ordered: [Frame] = []
    while !left.isEmpty { ordered.append(left.remove(at: choices.pick(left.count))) }
    return ordered
  }

  /// The app's handlers for it.
  func answers(to callback: CallbackID, of thing: Int, _ moment: Moment) throws -> [Handler] {
    var moment = moment
    return try model.handlers.filter { handler in
      try handler.callback == callback
        && program.things(of: handler.owner).contains { owner in
          var environment = Environment(this: owner)
          return try self.thing(handler.target, &environment, &moment) == thing
        }
    }
  }

  /// From the beginning to the return.
  func isRunning(_ callback: CallbackID, of thing: Int, _ state: State) -> Bool {
    state.activations.contains { activation in
      !activation.isPosted
        && activation.stack.contains { if case .answered(callback, thing, _) = $0 { true } else { false } }
    }
  }
}
