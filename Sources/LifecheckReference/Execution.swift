import LifecheckLanguage

// The steps of an activation.

extension Evaluation {
  /// One step of an activation that can act.
  func act(_ id: Int, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    if let frame = limitThatIsOver(moment.state.activations[index]) { return try leaveLimit(id, frame: frame, &moment) }
    if case .time(_, _, _, let work)? = moment.state.activations[index].waiting { return try endWork(id, work, &moment) }
    takeExecutor(id, &moment)
    guard let index = moment.index(of: id) else { return }
    if let failure = moment.state.activations[index].failure {
      moment.state.activations[index].failure = nil
      return try leave(id, .throwing(failure.error), &moment)
    }
    try next(id, &moment)
  }

  private func takeExecutor(_ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    guard let executor = moment.state.activations[index].executor, !moment.state.activations[index].holds else { return }
    moment.state.queues[executor].removeAll { $0 == id }
    moment.state.activations[index].holds = true
    settle(id, &moment)
  }

  /// The next statement, or the return of answers.
  func next(_ id: Int, _ moment: inout Moment) throws {
    guard let index = moment.index(of: id), let frame = moment.state.activations[index].stack.last else { return }
    switch frame {
    case .block(let code, let next):
      try execute(program.block(code).statements[next], code, next, id, &moment)
    case .answered(let callback, let thing):
      moment.happen(.callbackReturns(callback, thing: thing))
      moment.remove(id)
      try goOnAfterAnswers(id, &moment)
    default: fatalError("settled")
    }
    settle(id, &moment)
  }

  /// Whoever called goes on in the same step.
  private func goOnAfterAnswers(_ answers: Int, _ moment: inout Moment) throws {
    guard let caller = moment.state.activations.first(where: { $0.waiting == .answers(answers) }) else { return }
    moment.state.activations[moment.index(of: caller.id)!].waiting = nil
    settle(caller.id, &moment)
    if limitThatIsOver(caller) == nil { try next(caller.id, &moment) }
  }

  private func execute(
    _ statement: Statement, _ code: Int, _ number: Int, _ id: Int, _ moment: inout Moment
  ) throws {
    let index = moment.index(of: id)!
    func advance() {
      let top = moment.state.activations[index].stack.count - 1
      moment.state.activations[index].stack[top] = .block(code, next: number + 1)
    }
    func push(_ frames: Frame...) { moment.state.activations[index].stack += frames }
    func evaluate(_ expression: Expression) throws -> Value {
      try atHome(id, &moment) { try value(expression, &$0, &$1) }
    }
    switch statement.kind {
    case .conditional(let test, let then, let otherwise):
      let holds = try evaluate(test).isTrue
      advance()
      if holds { push(.block(program.code(then), next: 0)) }
      if !holds, let otherwise { push(.block(program.code(otherwise), next: 0)) }
    case .returns(let result):
      if result != nil { throw NotCovered(what: "result") }
      try leave(id, .returning, &moment)
    case .throwing(let error): try leave(id, .throwing(error), &moment)
    case .doCatch(let block, _):
      advance()
      push(.attempt(code, index: number), .block(program.code(block), next: 0))
    case .wait(let duration, let isWall, _, let isAwait):
      let (least, most) = try span(duration, id, &moment)
      advance()
      wait(id, least, most, isWall: isWall, nil, letsGo: isAwait, &moment)
    case .within(let limit, let block, let otherwise):
      let left = try evaluate(limit).number
      advance()
      push(.limit(left: left, otherwise: otherwise.map(program.code)), .block(program.code(block), next: 0))
    case .atomic(let block):
      advance()
      if case .returned = try atHome(id, &moment, { try run(block, &$0, &$1) }) { try leave(id, .returning, &moment) }
    case .callCallback(let target, .callback(let callback), let arguments):
      if !arguments.isEmpty { throw NotCovered(what: "arguments of a callback") }
      guard case .thing(let thing) = try evaluate(target) else { throw NotCovered(what: "callback of none") }
      advance()
      try post(callback, thing, from: id, &moment)
    case .die(let reason):
      try die(reason, &moment)
      moment.remove(id)
    case .expression(let expression):
      advance()
      try call(expression, id, &moment)
    case .assign(let target, let new) where isReadAndWrite(target, new, by: id, moment):
      guard let read = moment.state.activations[index].hasRead else {
        moment.state.activations[index].hasRead = try evaluate(new)
        return
      }
      moment.state.activations[index].hasRead = nil
      advance()
      try atHome(id, &moment) { try assign(read, to: target, &$0, &$1) }
    default:
      advance()
      try atHome(id, &moment) { try simple(statement, &$0, &$1) }
    }
  }

  /// Does something where the activation's names mean something.
  private func atHome<Result>(
    _ id: Int, _ moment: inout Moment, _ body: (inout Environment, inout Moment) throws -> Result
  ) throws -> Result {
    var environment = moment.state.activations[moment.index(of: id)!].environment
    let result = try body(&environment, &moment)
    if let index = moment.index(of: id) { moment.state.activations[index].environment = environment }
    return result
  }

  /// An assignment of the app's that reads what it sets is two steps.
  private func isReadAndWrite(_ target: Expression, _ new: Expression, by id: Int, _ moment: Moment) -> Bool {
    guard moment.state.activations[moment.index(of: id)!].isApp else { return false }
    guard case .variable(_, let variable) = target.kind else { return false }
    return reads(new, variable)
  }

  private func reads(_ expression: Expression, _ variable: VariableID) -> Bool {
    switch expression.kind {
    case .variable(_, let other): other == variable
    case .not(let inner): reads(inner, variable)
    case .binary(_, let a, let b): reads(a, variable) || reads(b, variable)
    case .conditional(let a, let b, let c): [a, b, c].contains { reads($0, variable) }
    default: false
    }
  }

  // MARK: Calls

  /// A statement that is a call: work begins, a function of the app's is entered, anything else is done at once.
  private func call(_ expression: Expression, _ id: Int, _ moment: inout Moment) throws {
    guard case .call(let base, let function, let arguments, let mode) = expression.kind else {
      _ = try atHome(id, &moment) { try value(expression, &$0, &$1) }
      return
    }
    let declared = model.functions[function.index]
    let thing = try atHome(id, &moment) { try self.thing(base, &$0, &$1) }
    if let body = declared.body {
      if program.isPlatformCode(declared.owner) {
        _ = try atHome(id, &moment) { try value(expression, &$0, &$1) }
        return
      }
      if !declared.parameters.isEmpty { throw NotCovered(what: "parameters") }
      return enter(function, thing, body, id, &moment)
    }
    if !arguments.isEmpty { throw NotCovered(what: "arguments of work") }
    moment.happen(.calls(function, thing: thing))
    let (least, most) = try declared.takes.map { try span($0, id, &moment) } ?? (0, 0)
    let work = Activation.Work(
      function: function, thing: thing, canFail: declared.mayFail != nil, throwsOn: !mode.isTryOptional)
    if declared.mayFail.map({ !$0.isEmpty }) == true { throw NotCovered(what: "named failures") }
    wait(id, least, most, isWall: false, work, letsGo: mode.isAwait, &moment)
  }

  private func enter(_ function: FunctionID, _ thing: Int, _ body: Block, _ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    moment.happen(.calls(function, thing: thing))
    let outside = moment.state.activations[index].environment
    moment.state.activations[index].stack += [
      .body(function, thing: thing, outside: outside), .block(program.code(body), next: 0),
    ]
    moment.state.activations[index].environment = Environment(this: thing)
  }

  // MARK: Waiting

  private func span(_ expression: Expression, _ id: Int, _ moment: inout Moment) throws -> (Int, Int?) {
    try atHome(id, &moment) { environment, moment in
      guard case .range(let low, let high) = expression.kind else {
        let exact = try value(expression, &environment, &moment).number
        return (exact, exact)
      }
      let least = try value(low, &environment, &moment).number
      if case .forever = high.kind { return (least, nil) }
      return (least, try value(high, &environment, &moment).number)
    }
  }

  private func wait(
    _ id: Int, _ least: Int, _ most: Int?, isWall: Bool, _ work: Activation.Work?, letsGo: Bool, _ moment: inout Moment
  ) {
    let index = moment.index(of: id)!
    let isWall = isWall || !moment.state.activations[index].isApp
    moment.state.activations[index].waiting = .time(least: least, most: most, isWall: isWall, work)
    if letsGo, moment.state.activations[index].executor != nil { moment.state.activations[index].holds = false }
  }

  /// The work is over. Who has let its executor go queues for it.
  private func endWork(_ id: Int, _ work: Activation.Work?, _ moment: inout Moment) throws {
    let index = moment.index(of: id)!
    moment.state.activations[index].waiting = nil
    let fails = work?.canFail == true && choices.pick(2) == 1
    if let work {
      moment.happen(fails ? .fails(work.function, thing: work.thing) : .returns(work.function, thing: work.thing))
    }
    if fails, work?.throwsOn == true { moment.state.activations[index].failure = Failure(error: nil) }
    if moment.state.activations[index].holds {
      guard let failure = moment.state.activations[index].failure else { return settle(id, &moment) }
      moment.state.activations[index].failure = nil
      return try leave(id, .throwing(failure.error), &moment)
    }
    moment.state.queues[moment.state.activations[index].executor!].append(id)
  }

  // MARK: Callbacks

  private func post(_ callback: CallbackID, _ thing: Int, from caller: Int, _ moment: inout Moment) throws {
    guard let place = model.callbacks[callback.index].executor else { throw NotCovered(what: "callback on no thread") }
    let owner = program.things.indices.first { program.executorIndex[.init(thing: $0, executor: place)] != nil }!
    let executor = program.executorIndex[.init(thing: owner, executor: place)]!
    let callerIndex = moment.index(of: caller)!
    if moment.state.activations[callerIndex].executor == executor { throw NotCovered(what: "call in line") }
    let id = moment.freeID()
    moment.happen(.callback(callback, thing: thing))
    let app = try appThing()
    let environment = Environment(this: app)
    var stack: [Frame] = [.answered(callback, thing: thing)]
    for handler in try answers(callback) {
      stack += [.body(nil, thing: app, outside: environment), .block(program.code(handler.body), next: 0)]
    }
    moment.state.activations[callerIndex].waiting = .answers(id)
    var activation = Activation(
      id: id, isApp: true, origin: .answers(callback, thing: thing), executor: executor, holds: false,
      environment: environment, stack: stack, waiting: nil)
    settle(&activation)
    moment.add(activation)
    moment.state.queues[executor].append(id)
  }

  /// The app's answers, in any order; the last is done first.
  private func answers(_ callback: CallbackID) throws -> [Handler] {
    var left = model.handlers.filter { $0.callback == callback }
    if left.contains(where: { !model.kinds[$0.owner.index].isRoot || !$0.parameters.isEmpty }) {
      throw NotCovered(what: "handler of a thing")
    }
    var ordered: [Handler] = []
    while !left.isEmpty { ordered.append(left.remove(at: choices.pick(left.count))) }
    return ordered
  }

  private func appThing() throws -> Int {
    guard let app = model.app else { throw NotCovered(what: "no app") }
    return program.root(app)
  }
}
