import LifecheckLanguage

/// A call within a statement that is more than this step: the statement is done again when there is a result.
struct Suspension: Error {
  enum Kind {
    case function(Call, [Value], CallMode)
    case closure(code: Int, Environment, CallMode)
    case hop(TaskMode, executor: Int?, code: Int, Environment, CallMode)
    case work(takes: Expression, errors: [String]?, CallMode)
    /// Between two calls of the system in one condition, where others may come in.
    case nextCall
  }
  let kind: Kind
  let expression: Expression
}

// The steps of an activation.

extension Evaluation {
  /// One step of an activation that can act.
  func act(_ id: Int, _ moment: inout Moment) throws {
    moment.actor = id
    let activation = moment.state.activations[moment.index(of: id)!]
    moment.isInApp = activation.isInApp
    if let frame = try limitThatIsOver(activation, moment) { return try leaveLimit(id, frame: frame, &moment) }
    if case .time(let least, _, _, let work)? = activation.waiting {
      return try endWork(id, work, isOver: least <= 0, &moment)
    }
    takeExecutor(id, &moment)
    if try heedsCancel(id, &moment) { return }
    try settle(id, &moment)
    guard let index = moment.index(of: id) else { return }
    if let failure = moment.state.activations[index].failure {
      moment.state.activations[index].failure = nil
      return try leave(id, .throwing(failure.error), &moment)
    }
    try next(id, &moment)
  }

  /// Where cancels are prompt: as a block begins, and as it goes on after work that has ended well, it is looked whether it has been asked to
  /// stop. That is a step of its own, after which a cancel comes too late.
  private func heedsCancel(_ id: Int, _ moment: inout Moment) throws -> Bool {
    let index = moment.index(of: id)!
    let activation = moment.state.activations[index]
    guard activation.asksFirst || activation.ended != nil else { return false }
    moment.state.activations[index].asksFirst = false
    moment.state.activations[index].ended = nil
    guard try isCancelled(activation, moment.state) else { return true }
    guard let work = activation.ended else {
      moment.remove(id)
      return true
    }
    if !work.swallows { moment.state.activations[index].failure = Failure(error: "cancelled") }
    if work.swallows, let place = work.place { moment.state.activations[index].log[place] = try result(of: work, isFailed: true) }
    return work.swallows
  }

  private func takeExecutor(_ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    guard let executor = moment.state.activations[index].executor, !moment.state.activations[index].holds else { return }
    moment.state.leaveQueue(of: executor, id)
    moment.state.activations[index].holds = true
    let activation = moment.state.activations[index]
    guard activation.isPosted, case .answers(let callback, let thing) = activation.origin else { return }
    moment.state.activations[index].isPosted = false
    moment.happen(.callback(callback, thing: thing), by: id)
  }

  /// The next statement, or the return of a function or of answers.
  func next(_ id: Int, _ moment: inout Moment) throws {
    guard let index = moment.index(of: id), moment.state.activations[index].holds else { return }
    moment.isInApp = moment.state.activations[index].isInApp
    switch moment.state.activations[index].stack.last {
    case .block(let code, let next):
      if try isBlocked(moment.state.activations[index], moment) { return }
      let statement = program.block(code).statements[next]
      let depth = moment.state.activations[index].stack.count
      try execute(statement, code, next, id, &moment)
      if case .within = statement.kind { try beginLimit(id, &moment) }
      if leadsOn(statement, id, from: depth, moment) { try goOnAtOnce(id, &moment) }
    case .body(let body): finishBody(body, id, &moment)
    case .things(let rest, let code, let number):
      try test(rest, code, number, id, &moment)
      try goOnAtOnce(id, &moment)
    case .answered(let callback, let thing, let isInLine):
      moment.happen(.callbackReturns(callback, thing: thing))
      if isInLine {
        moment.state.activations[index].stack.removeLast()
        try settle(id, &moment)
        return try next(id, &moment)
      }
      moment.remove(id)
      try goOnAfterAnswers(id, &moment)
    default: return
    }
    try settle(id, &moment)
  }

  /// Whether it only decides what comes next: a test, a loop, a call of a function with code.
  private func leadsOn(_ statement: Statement, _ id: Int, from depth: Int, _ moment: Moment) -> Bool {
    switch statement.kind {
    case .conditional, .doCatch, .deferred, .forRange, .forInstances: return true
    case .expression, .assign, .declare:
      guard let index = moment.index(of: id), moment.state.activations[index].stack.count > depth else { return false }
      if case .block(_, next: 0)? = moment.state.activations[index].stack.last { return true }
      return false
    default: return false
    }
  }

  /// In the system's own code, what only leads on is one step with what follows.
  private func goOnAtOnce(_ id: Int, _ moment: inout Moment) throws {
    guard let before = moment.index(of: id), !moment.state.activations[before].isInApp else { return }
    try settle(id, &moment)
    guard let index = moment.index(of: id), !moment.state.activations[index].isInApp,
      moment.state.activations[index].waiting == nil, moment.state.activations[index].failure == nil
    else { return }
    try next(id, &moment)
  }

  /// The first statement of the block is one step with the beginning of the limit.
  private func beginLimit(_ id: Int, _ moment: inout Moment) throws {
    let frames = moment.state.activations[moment.index(of: id)!].stack.count
    try settle(id, &moment)
    guard let index = moment.index(of: id), moment.state.activations[index].stack.count == frames else { return }
    try next(id, &moment)
  }

  /// Whether a loop's block is done for the first of these things.
  private func test(_ rest: [Int], _ code: Int, _ number: Int, _ id: Int, _ moment: inout Moment) throws {
    guard case .forInstances(let local, _, let condition, let block) = program.block(code).statements[number].kind,
      let thing = rest.first
    else { throw Defect(what: "a loop without a statement, or without things") }
    let index = moment.index(of: id)!
    moment.state.activations[index].stack.removeLast()
    moment.state.activations[index].stack.append(.things(Array(rest.dropFirst()), code, index: number))
    guard try !program.isEntry(thing) || isLive(thing, moment.state) else { return }
    moment.state.activations[index].environment.locals[local.index] = .thing(thing)
    guard let condition else { return moment.state.activations[index].stack.append(.block(program.code(block), next: 0)) }
    if try isTrue(condition, moment.state.activations[index].environment, moment.state) {
      moment.state.activations[index].stack.append(.block(program.code(block), next: 0))
    }
  }

  private func execute(
    _ statement: Statement, _ code: Int, _ number: Int, _ id: Int, _ moment: inout Moment
  ) throws {
    moment.log = moment.state.activations[moment.index(of: id)!].log
    moment.position = 0
    moment.isLaidOut = true
    defer { moment.isLaidOut = false }
    do {
      try perform(statement, Place(code: code, number: number), id, &moment)
      // Who has left a function is back in a statement that goes on with its result.
      if !statement.mayLeave, let index = moment.index(of: id) { moment.state.activations[index].log = [] }
    } catch let suspension as Suspension {
      moment.isLaidOut = false
      var isWhole = false
      if case .expression(let whole) = statement.kind { isWhole = whole.range == suspension.expression.range }
      moment.state.activations[moment.index(of: id)!].log = isWhole ? [] : moment.log
      if isWhole { advance(Place(code: code, number: number), id, &moment) }
      try begin(suspension, wantsResult: !isWhole, id, &moment)
    }
  }

  /// Where a statement stands.
  struct Place {
    let code: Int
    let number: Int
  }

  private func advance(_ place: Place, _ id: Int, _ moment: inout Moment) {
    let index = moment.index(of: id)!
    moment.state.activations[index].stack.removeLast()
    moment.state.activations[index].stack.append(.block(place.code, next: place.number + 1))
  }

  private func push(_ frames: [Frame], behind place: Place, _ id: Int, _ moment: inout Moment) {
    advance(place, id, &moment)
    moment.state.activations[moment.index(of: id)!].stack += frames
  }

  private func perform(_ statement: Statement, _ place: Place, _ id: Int, _ moment: inout Moment) throws {
    switch statement.kind {
    case .conditional, .doCatch, .deferred, .forRange, .forInstances, .within, .lock:
      try enter(statement, place, id, &moment)
    case .returns(let result):
      try leave(id, .returning(result.map { try evaluate($0, id, &moment) } ?? .none), &moment)
    case .throwing(let error): try leave(id, .throwing(error), &moment)
    case .wait(let duration, let isWall, let canThrow, let isAwait):
      let (least, most) = try span(duration, id, &moment)
      advance(place, id, &moment)
      let work = Activation.Work(seesCancel: canThrow && isAwait, isSleep: true)
      try wait(id, least, most, isWall: isWall, work, letsGo: isAwait, &moment)
    case .waitUntil: advance(place, id, &moment)
    case .atomic(let block):
      moment.isLaidOut = false
      advance(place, id, &moment)
      let end = try atHome(id, &moment) { try run(block, &$0, &$1) }
      if case .returned(let value) = end { try leave(id, .returning(value), &moment) }
    case .callCallback(let target, let reference, let arguments, let inPlace):
      let (callback, thing) = try atHome(id, &moment) { try callee(target, reference, &$0, &$1) }
      let values = try arguments.map { try evaluate($0, id, &moment) }
      moment.isLaidOut = false
      advance(place, id, &moment)
      if let inPlace {
        begin(inPlace, inPlaceOf: callback, thing, in: id, &moment)
      } else {
        try post(callback, thing, values, from: id, &moment)
      }
    case .die(let reason):
      try die(reason, &moment)
      moment.remove(id)
    case .assign(let target, let new) where isReadAndWrite(target, new, by: id, moment):
      try readAndWrite(target, new, place, id, &moment)
    default:
      try atHome(id, &moment) { try simple(statement, &$0, &$1) }
      advance(place, id, &moment)
    }
  }

  private func evaluate(_ expression: Expression, _ id: Int, _ moment: inout Moment) throws -> Value {
    try atHome(id, &moment) { try value(expression, &$0, &$1) }
  }

  /// Begins what has a block of its own.
  private func enter(_ statement: Statement, _ place: Place, _ id: Int, _ moment: inout Moment) throws {
    switch statement.kind {
    case .conditional(let test, let then, let otherwise):
      let block = try evaluate(test, id, &moment).isTrue ? then : otherwise
      push(block.map { [.block(program.code($0), next: 0)] } ?? [], behind: place, id, &moment)
    case .doCatch(let block, _):
      push([.attempt(place.code, index: place.number), .block(program.code(block), next: 0)], behind: place, id, &moment)
    case .deferred(let block):
      advance(place, id, &moment)
      let index = moment.index(of: id)!
      let top = moment.state.activations[index].stack.count - 1
      moment.state.activations[index].stack.insert(.deferred(program.code(block)), at: top)
    case .forRange(let local, let range, let block):
      let loop = Frame.loop(program.code(block), local: local.index, next: range.lowerBound, end: range.upperBound)
      push([loop], behind: place, id, &moment)
    case .forInstances(_, let kind, _, _):
      push([.things(program.things(of: kind), place.code, index: place.number)], behind: place, id, &moment)
    case .within(let limit, let block, let otherwise):
      let left = try evaluate(limit, id, &moment).number
      let frame = Frame.limit(left: left, otherwise: otherwise.map(program.code))
      push([frame, .block(program.code(block), next: 0)], behind: place, id, &moment)
    case .lock(let lock, let block):
      moment.isLaidOut = false
      let slot = try atHome(id, &moment) { try lockSlot(lock, &$0, &$1) }
      moment.state.slots[slot] = .bool(true)
      push([.locked(slot), .block(program.code(block), next: 0)], behind: place, id, &moment)
    default: throw Defect(what: "a statement without a block")
    }
  }

  /// Two steps: what is read is kept until it is written.
  private func readAndWrite(_ target: Expression, _ new: Expression, _ place: Place, _ id: Int, _ moment: inout Moment) throws {
    guard let read = moment.state.activations[moment.index(of: id)!].hasRead else {
      let owner = try atHome(id, &moment) { try self.owner(of: target, &$0, &$1) }
      let value = try evaluate(new, id, &moment)
      // Asked anew: a block that the value has started may stand before this activation now.
      moment.state.activations[moment.index(of: id)!].hasRead = Activation.Read(owner: owner, value: value)
      return
    }
    moment.state.activations[moment.index(of: id)!].hasRead = nil
    advance(place, id, &moment)
    moment.isLaidOut = false
    try atHome(id, &moment) { try assign(read.value, to: target, of: read.owner, &$0, &$1) }
  }

  private func callee(
    _ target: Expression, _ reference: CallbackRef, _ environment: inout Environment, _ moment: inout Moment
  ) throws -> (CallbackID, Int) {
    switch reference {
    case .callback(let callback): return (callback, try thing(target, &environment, &moment))
    case .local(let local):
      guard case .callback(let callback, let thing)? = environment.locals[local.index] else {
        throw Defect(what: "a callback that is none")
      }
      return (callback, thing)
    }
  }

  /// The variable that says whether somebody has the lock: it itself, or `held` of a thing.
  func lockSlot(_ lock: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Int {
    if case .variable(let base, let variable) = lock.kind, case .bool = lock.type {
      return try program.slot(thing(base, &environment, &moment), variable)
    }
    let thing = try thing(lock, &environment, &moment)
    let kind = program.things[thing].kind
    guard let held = model.variables.firstIndex(where: { $0.owner == kind && $0.name == "held" }) else {
      throw NotCovered(what: "lock of something else")
    }
    return try program.slot(thing, VariableID(held))
  }

  /// Does something where the activation's names mean something.
  func atHome<Result>(
    _ id: Int, _ moment: inout Moment, _ body: (inout Environment, inout Moment) throws -> Result
  ) throws -> Result {
    var environment = moment.state.activations[moment.index(of: id)!].environment
    let result = try body(&environment, &moment)
    if let index = moment.index(of: id) { moment.state.activations[index].environment = environment }
    return result
  }

  /// An assignment of the app's that reads what it sets is two steps, and so is one that keeps the job that it starts.
  private func isReadAndWrite(_ target: Expression, _ new: Expression, by id: Int, _ moment: Moment) -> Bool {
    let activation = moment.state.activations[moment.index(of: id)!]
    guard activation.isInApp else { return false }
    let keepsJob = program.isAppText(activation.environment) && new.startsJob
    switch target.kind {
    case .variable(_, let variable):
      return keepsJob || reads(new) { if case .variable(_, variable) = $0 { true } else { false } }
    case .local(let local) where model.locals[local.index].isCaptured:
      return keepsJob || reads(new) { if case .local(local) = $0 { true } else { false } }
    default: return false
    }
  }

  private func reads(_ expression: Expression, _ isTarget: (ExpressionKind) -> Bool) -> Bool {
    switch expression.kind {
    case .definition(_, let definition): reads(model.definitions[definition.index].value, isTarget)
    case .not(let inner): reads(inner, isTarget)
    case .binary(_, let a, let b): reads(a, isTarget) || reads(b, isTarget)
    case .conditional(let a, let b, let c): [a, b, c].contains { reads($0, isTarget) }
    default: isTarget(expression.kind)
    }
  }
}

extension Statement {
  /// Its last step may be the last one of the function, too.
  fileprivate var mayLeave: Bool {
    switch kind {
    case .returns, .throwing, .atomic: true
    default: false
    }
  }
}
