import LifecheckLanguage

// Calls that are more than one step: the app's functions, closures, hops to other executors, and work that takes time.

extension Evaluation {
  func begin(_ suspension: Suspension, wantsResult: Bool, _ id: Int, _ moment: inout Moment) throws {
    switch suspension.kind {
    case .function(let call, let arguments, let mode):
      let function = model.functions[call.function.index]
      var inside = parameters(of: call, arguments, &moment)
      if let body = function.body {
        enter(program.code(body), inside, call, mode, wantsResult, id, &moment)
      } else {
        let time = try function.takes.map { try span($0, &inside, &moment) } ?? (0, 0)
        try beginWork(
          time, errors: function.mayFail, ignoresCancel: function.ignoresCancel, call, mode, wantsResult, id, &moment)
      }
      moment.happen(.calls(call.function, thing: call.thing))
    case .closure(let code, let inside, let mode): enter(code, inside, nil, mode, wantsResult, id, &moment)
    case .hop(let mode, let executor, let code, let inside, let call):
      if let executor, !program.isSystem(executor: executor), !program.startsProcess(program.block(code)),
        callsTheDead(id, moment)
      {
        return moment.remove(id)
      }
      hop(mode, to: executor, isAppText: program.isAppText(inside), id, &moment)
      enter(code, inside, nil, call, wantsResult, id, &moment)
    case .work(let takes, let errors, let mode):
      try beginWork(span(takes, id, &moment), errors: errors, nil, mode, wantsResult, id, &moment)
    case .nextCall: moment.state.activations[moment.index(of: id)!].log.append(.none)
    }
  }

  /// What the code of a function finds when it begins: its thing, and what it was given.
  func parameters(of call: Call, _ arguments: [Value], _ moment: inout Moment) -> Environment {
    var inside = Environment(this: call.thing)
    for (parameter, argument) in zip(model.functions[call.function.index].parameters, arguments) {
      let fitting = fitted(argument, model.locals[parameter.index].type, &moment)
      declare(parameter, fitting, &inside, &moment)
    }
    return inside
  }

  private func enter(
    _ code: Int, _ inside: Environment, _ call: Call?, _ mode: CallMode, _ wantsResult: Bool, _ id: Int,
    _ moment: inout Moment
  ) {
    let index = moment.index(of: id)!
    let body = Body(
      call: call, isApp: program.isAppText(inside), outside: moment.state.activations[index].environment,
      log: moment.state.activations[index].log,
      swallows: mode.isTryOptional, wantsResult: wantsResult)
    moment.state.activations[index].stack += [.body(body), .block(code, next: 0)]
    moment.state.activations[index].environment = inside
    moment.state.activations[index].log = []
    moment.state.activations[index].result = .none
  }

  /// A function, closure or handler returns what it has given.
  func finishBody(_ body: Body, _ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    if let call = body.call { moment.happen(.returns(call.function, thing: call.thing)) }
    moment.state.activations[index].stack.removeLast()
    var result = moment.state.activations[index].result
    moment.state.activations[index].environment = body.outside
    moment.state.activations[index].log = body.log
    moment.state.activations[index].result = .none
    if let call = body.call {
      result = fitted(result, model.functions[call.function.index].result, &moment)
    }
    if body.wantsResult { moment.state.activations[index].log.append(result) }
  }

  // MARK: Executors

  private func hop(_ mode: TaskMode, to executor: Int?, isAppText: Bool, _ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    let back = moment.state.activations[index].executor
    let keeps = mode == .sync
    if let executor, executor == back, !(keeps && isAppText) { return }
    if keeps, let back { moment.state.activations[index].keeps.append(back) }
    moment.state.activations[index].stack.append(.hop(back: back, keeps: keeps))
    moment.state.activations[index].executor = executor
    moment.state.activations[index].holds = executor == nil
    if let executor { moment.state.queues[executor].append(id) }
  }

  /// Back to the executor before, for which it queues unless it has kept it.
  func hopBack(to back: Int?, keeps: Bool, _ activation: inout Activation, _ state: inout State) {
    if let executor = activation.executor { state.queues[executor].removeAll { $0 == activation.id } }
    activation.executor = back
    if keeps, back != nil { activation.keeps.removeLast() }
    activation.holds = keeps || back == nil
    if !activation.holds, let back { state.queues[back].append(activation.id) }
  }

  // MARK: Waiting

  private func beginWork(
    _ time: (least: Int, most: Int?), errors: [String]?, ignoresCancel: Bool = false, _ call: Call?, _ mode: CallMode,
    _ wantsResult: Bool, _ id: Int, _ moment: inout Moment
  ) throws {
    let names = errors.map { $0.isEmpty ? [nil] : $0.map(Optional.some) }
    let work = Activation.Work(
      call: call, errors: names, swallows: mode.isTryOptional,
      seesCancel: mode.isAwait && (mode.isTry || mode.isTryOptional) && !ignoresCancel,
      wantsResult: wantsResult)
    try wait(id, time.least, time.most, isWall: false, work, letsGo: mode.isAwait, &moment)
  }

  func span(_ expression: Expression, _ id: Int, _ moment: inout Moment) throws -> (Int, Int?) {
    try atHome(id, &moment) { environment, moment in try span(expression, &environment, &moment) }
  }

  private func span(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> (Int, Int?) {
    let value = try value(expression, &environment, &moment)
    if case .span(let least, let most) = value { return (least, most) }
    return (value.number, value.number)
  }

  func wait(
    _ id: Int, _ least: Int, _ most: Int?, isWall: Bool, _ work: Activation.Work, letsGo: Bool, _ moment: inout Moment
  ) throws {
    let index = moment.index(of: id)!
    let isWall = isWall || !moment.state.activations[index].isInApp
    // Who has been asked to stop before sees it here, even if there is nothing to wait for.
    let least = try work.seesCancel && isCancelled(moment.state.activations[index], moment.state) ? max(least, 1) : least
    moment.state.activations[index].waiting = .time(least: least, most: most, isWall: isWall, work)
    if letsGo, moment.state.activations[index].executor != nil { moment.state.activations[index].holds = false }
  }

  /// The work is over, or a cancel is seen. Who has let its executor go queues for it.
  func endWork(_ id: Int, _ work: Activation.Work, isOver: Bool, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    var activation = moment.state.activations[index]
    activation.waiting = nil
    let isCancelSeen = try work.seesCancel && isCancelled(activation, moment.state)
    let mayEnd = isOver && !(isCancelSeen && (work.isSleep || model.cancelsPromptly))
    var ways: [Failure?] = mayEnd ? [nil] + (work.errors ?? []).map { Failure(error: $0) } : []
    if isCancelSeen { ways.append(Failure(error: "cancelled")) }
    let way = choices.pick(ways.count)
    if let call = work.call, !(isCancelSeen && way == ways.count - 1) {
      moment.happen(
        ways[way] == nil ? .returns(call.function, thing: call.thing) : .fails(call.function, thing: call.thing))
    }
    activation.failure = work.swallows ? nil : ways[way]
    if work.wantsResult, activation.failure == nil { activation.log.append(try result(of: work, isFailed: ways[way] != nil)) }
    if model.cancelsPromptly, work.seesCancel, ways[way] == nil, !activation.holds {
      activation.ended = work
      activation.ended?.place = work.wantsResult ? activation.log.count - 1 : nil
    }
    moment.state.activations[index] = activation
    if !activation.holds { return moment.state.queues[activation.executor!].append(id) }
    guard let failure = activation.failure else { return try settle(id, &moment) }
    moment.state.activations[index].failure = nil
    try leave(id, .throwing(failure.error), &moment)
  }

  /// The world's work gives anything.
  func result(of work: Activation.Work, isFailed: Bool) throws -> Value {
    guard let call = work.call else { return .none }
    let type = model.functions[call.function.index].result
    if isFailed { return firstValue(type) }
    if case .void = type { return .none }
    return anything(type, nil)
  }

  // MARK: Callbacks

  /// Whoever called goes on in the same step.
  func goOnAfterAnswers(_ answers: Int, _ moment: inout Moment) throws {
    guard let caller = moment.state.activations.first(where: { $0.waiting == .answers(answers) }) else { return }
    moment.actor = caller.id
    moment.state.activations[moment.index(of: caller.id)!].waiting = nil
    try settle(caller.id, &moment)
    if try limitThatIsOver(caller, moment) == nil { try next(caller.id, &moment) }
  }
}
