import LifecheckLanguage

// Code that takes no time, done within one step: `atomic`, functions of the platform's, `on dies`.

extension Evaluation {
  /// How a block was left: at its end, or by a `return`.
  enum End {
    case normal
    case returned(Value)
  }

  func run(_ block: Block, _ environment: inout Environment, _ moment: inout Moment) throws -> End {
    defer { for local in block.ownLocals { environment.locals[local] = nil } }
    for statement in block.statements {
      if case .returned(let value) = try run(statement, &environment, &moment) { return .returned(value) }
    }
    return .normal
  }

  private func run(_ statement: Statement, _ environment: inout Environment, _ moment: inout Moment) throws -> End {
    switch statement.kind {
    case .conditional(let test, let then, let otherwise):
      if try value(test, &environment, &moment).isTrue { return try run(then, &environment, &moment) }
      return try otherwise.map { try run($0, &environment, &moment) } ?? .normal
    case .returns(let result):
      return .returned(try result.map { try value($0, &environment, &moment) } ?? .none)
    case .atomic(let block): return try run(block, &environment, &moment)
    case .forRange(let local, let range, let block):
      for number in range {
        environment.locals[local.index] = .int(number)
        if case .returned(let value) = try run(block, &environment, &moment) { return .returned(value) }
      }
      return .normal
    case .forInstances(let local, let kind, let condition, let block):
      for thing in try things(of: kind, local: local, where: condition, environment, &moment) {
        environment.locals[local.index] = .thing(thing)
        if case .returned(let value) = try run(block, &environment, &moment) { return .returned(value) }
      }
      return .normal
    default:
      try simple(statement, &environment, &moment)
      return .normal
    }
  }

  /// A statement without blocks that takes no time.
  func simple(_ statement: Statement, _ environment: inout Environment, _ moment: inout Moment) throws {
    switch statement.kind {
    case .declare(let local, let first):
      let type = model.locals[local.index].type
      let given = try first.map { try value($0, &environment, &moment) } ?? firstValue(type)
      declare(local, fitted(given, type, &moment), &environment, &moment)
    case .assign(let target, let expression):
      let owner = try self.owner(of: target, &environment, &moment)
      let new = try value(expression, &environment, &moment)
      try assign(new, to: target, of: owner, &environment, &moment)
    case .expression(let expression): _ = try value(expression, &environment, &moment)
    case .reset(let target, let stopwatch):
      let key = Program.StopwatchKey(thing: try thing(target, &environment, &moment), stopwatch: stopwatch)
      guard let index = program.stopwatchIndex[key] else { throw Defect(what: "a stopwatch of no thing") }
      moment.state.stopwatches[index] = 0
    case .emit(let target, let signal):
      if case .none = target.kind { throw NotCovered(what: "signal of no thing") }
      guard let thing = try ifAny(target, &environment, &moment) else { return }
      moment.happen(.signal(signal, thing: thing))
    case .freeze: moment.state.isFrozen = true
    case .thaw: moment.state.isFrozen = false
    case .start: try startLife(&moment)
    default: throw NotCovered(what: "statement \(word(statement.kind))")
    }
  }

  /// A local that a closure uses has a box; each declaration makes a new one.
  func declare(_ local: LocalID, _ value: Value, _ environment: inout Environment, _ moment: inout Moment) {
    guard model.locals[local.index].isCaptured else {
      environment.locals[local.index] = value
      return
    }
    moment.state.boxes.append(value)
    environment.locals[local.index] = .box(moment.state.boxes.count - 1)
  }

  /// Whose variable an assignment sets, which is looked at before the value is; none: a local's, or nobody's.
  func owner(of target: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Value {
    guard case .variable(let base, _) = target.kind else { return .none }
    return try ifAny(base, &environment, &moment).map { .thing($0) } ?? .none
  }

  func assign(
    _ new: Value, to target: Expression, of owner: Value, _ environment: inout Environment, _ moment: inout Moment
  ) throws {
    guard fits(new, target.type) else { return moment.happen(.outOfRange) }
    switch target.kind {
    case .variable(let base, let variable):
      guard case .thing(let owner) = owner, !program.isOver(owner) else { return }
      // By its own name a thing is there until its code is done.
      if case .reference = base.type, try hasEnded(owner, moment.state) { return }
      try moment.state.slots[program.slot(owner, variable)] = new
    case .local(let local):
      if case .box(let box)? = environment.locals[local.index] {
        moment.state.boxes[box] = new
      } else {
        environment.locals[local.index] = new
      }
    default: throw NotCovered(what: "assignment to \(word(target.kind))")
    }
  }

  private func fits(_ value: Value, _ type: ValueType) -> Bool {
    guard case .integer(let range) = type, case .int(let number) = value else { return true }
    return range.contains(number)
  }

  /// A parameter, a result or a local's first value: what does not fit becomes the lowest one.
  func fitted(_ value: Value, _ type: ValueType, _ moment: inout Moment) -> Value {
    if fits(value, type) { return value }
    moment.happen(.outOfRange)
    return firstValue(type)
  }

  func firstValue(_ type: ValueType) -> Value {
    switch type {
    case .bool: .bool(false)
    case .integer(let range): .int(range.lowerBound)
    case .enumeration: .int(0)
    default: .none
    }
  }

  /// A function that takes no time: all of it, in this step.
  func callAtOnce(_ call: Call, _ arguments: [Value], _ moment: inout Moment) throws -> Value {
    let function = model.functions[call.function.index]
    guard let body = function.body else { throw NotCovered(what: "work within a step") }
    var inside = parameters(of: call, arguments, &moment)
    moment.state.inside.append(call)
    moment.happen(.calls(call.function, thing: call.thing))
    var result = Value.none
    if case .returned(let value) = try run(body, &inside, &moment) { result = value }
    moment.happen(.returns(call.function, thing: call.thing))
    moment.state.inside.removeLast()
    return fitted(result, function.result, &moment)
  }
}
