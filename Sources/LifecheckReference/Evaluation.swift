import LifecheckLanguage

/// Says what expressions are worth at a moment, and does what they do without taking time.
struct Evaluation {
  let program: Program
  let choices: Choices
  /// For each sentence the thing that it is about.
  var followed: [Int] = []
  /// The values of parameters, by their slots.
  var parameters: [Int: Value] = [:]
  /// For each stopwatch what it is compared with.
  var thresholds: [[Int]] = []
  /// Delays up to where something can end are tried at once, not only by whole seconds.
  var leaps = false
  var model: CheckedModel { program.model }

  /// A fact, as sentences and conditions ask for it.
  func isTrue(_ fact: Expression, _ environment: Environment, _ state: State) throws -> Bool {
    var moment = Moment(state: state)
    var environment = environment
    return try value(fact, &environment, &moment).isTrue
  }

  func value(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Value {
    switch expression.kind {
    case .bool(let value): return .bool(value)
    case .integer(let number), .duration(let number), .enumCase(_, let number): return .int(number)
    case .none: return .none
    case .version: return .int(model.versions?.lowerBound ?? 0)
    case .root, .selfInstance, .instance, .local, .parameter, .stopwatch, .callback, .executor, .variable, .definition:
      return try named(expression, &environment, &moment)
    case .frozen, .running, .working, .halfway, .atRest, .forgotten, .callbackAnswered, .callbackAwaits, .callbackRunning,
      .executorBusy,
      .jobRunning, .functionRunning, .eventRunning:
      return try moment.read { .bool(try situation(expression, &environment, &$0)) }
    case .call, .callClosure, .cancelJob, .task, .work: return try effect(expression, &environment, &moment)
    case .range(let least, let most):
      let least = try value(least, &environment, &moment).number
      if case .forever = most.kind { return .span(least, nil) }
      return .span(least, try value(most, &environment, &moment).number)
    case .any(let range): return moment.read { _ in anything(expression.type, range) }
    case .not(let inner): return .bool(!(try value(inner, &environment, &moment).isTrue))
    case .binary(let sign, let a, let b): return try binary(sign, a, b, &environment, &moment)
    case .conditional(let test, let then, let otherwise):
      return try value(test, &environment, &moment).isTrue
        ? value(then, &environment, &moment) : value(otherwise, &environment, &moment)
    case .closure(let closure): return try closureValue(closure, &environment, &moment)
    case .new(let kind, _):
      let environment = environment
      return try moment.read { try new(kind, environment, &$0) }
    case .quantified(let quantifier, let local, let kind, let condition):
      return try moment.read { try quantified(quantifier, local, kind, condition, environment, &$0) }
    default: throw NotCovered(what: "expression \(word(expression.kind))")
    }
  }

  /// The value that a name stands for, of a thing or of the code.
  private func named(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Value {
    switch expression.kind {
    case .local(let local):
      guard let known = environment.locals[local.index] else { return try argument(local, of: environment.this, &moment) }
      return moment.read { read(known, $0) }
    case .parameter(let base, let local): return try argument(local, of: thing(base, &environment, &moment), &moment)
    case .stopwatch(let base, let stopwatch):
      let key = Program.StopwatchKey(thing: try thing(base, &environment, &moment), stopwatch: stopwatch)
      guard let index = program.stopwatchIndex[key] else { throw Defect(what: "a stopwatch of no thing") }
      return moment.read { .int($0.state.stopwatches[index]) }
    case .callback(let base, let callback): return .callback(callback, thing: try thing(base, &environment, &moment))
    case .executor: return .executor(try executorIndex(expression, &environment, &moment))
    case .variable(let base, let variable):
      guard let owner = try ifAny(base, &environment, &moment) else { return firstValue(expression.type) }
      return try moment.read { try variableValue(owner, variable, &$0) }
    case .definition(let base, let definition):
      guard let owner = try ifAny(base, &environment, &moment) else { return firstValue(expression.type) }
      var inside = Environment(this: owner)
      return try value(model.definitions[definition.index].value, &inside, &moment)
    default: return .thing(try thing(expression, &environment, &moment))
    }
  }

  /// Facts about what the app is doing, and whether a thing is part of that.
  private func situation(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Bool {
    switch expression.kind {
    case .frozen: return moment.state.isFrozen
    case .running: return moment.state.isRunning
    case .working: return isWorking(moment.state)
    case .halfway: return isHalfway(moment.state)
    case .atRest: return try isAtRest(moment.state)
    case .forgotten(let reference):
      guard case .thing(let thing) = try value(reference, &environment, &moment) else { return false }
      return isForgotten(thing, moment.state)
    case .callbackAnswered(let base, let callback):
      return try !answers(to: callback, of: thing(base, &environment, &moment), moment).isEmpty
    case .callbackAwaits(let base, let callback):
      return try model.awaits(answers(to: callback, of: thing(base, &environment, &moment), moment), to: callback)
    case .callbackRunning(let base, let callback):
      return isRunning(callback, of: try thing(base, &environment, &moment), moment.state)
    case .executorBusy(let base, let executor):
      let index = try program.executor(executor, for: thing(base, &environment, &moment))
      return moment.holder(of: index) != nil
    case .jobRunning(let job): return try value(job, &environment, &moment) != .none
    case .functionRunning(let base, let function):
      return isRunning(Call(function: function, thing: try thing(base, &environment, &moment)), moment.state)
    case .eventRunning(let base, let event):
      let origin = Activation.Origin.event(event, thing: try thing(base, &environment, &moment))
      return moment.state.activations.contains { $0.origin == origin }
    default: throw NotCovered(what: "expression \(word(expression.kind))")
    }
  }

  /// Evaluates an expression that stands there for its value, or for its effect.
  private func effect(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Value {
    switch expression.kind {
    case .call(let base, let function, let arguments, let mode):
      return try call(base, function, arguments, mode, expression, &environment, &moment)
    case .callClosure(let closure, let isOptional, let mode):
      return try callClosure(closure, isOptional, mode, expression, &environment, &moment)
    case .cancelJob(let job):
      if case .job(let id) = try value(job, &environment, &moment), let index = moment.index(of: id) {
        moment.state.activations[index].isCancelled = true
      }
      return .none
    case .task(let mode, let executor, let closure, let call):
      return try task(mode, executor, closure, call, expression, &environment, &moment)
    case .work(_, let takes, let errors, let mode):
      return try moment.readLater(Suspension(kind: .work(takes: takes, errors: errors, mode), expression: expression))
    default: throw NotCovered(what: "expression \(word(expression.kind))")
    }
  }

  private func quantified(
    _ quantifier: QuantifierSyntax, _ local: LocalID, _ kind: KindID, _ condition: Expression?, _ environment: Environment,
    _ moment: inout Moment
  ) throws -> Value {
    let found = try things(of: kind, local: local, where: condition, environment, &moment)
    switch quantifier {
    case .count: return .int(found.count)
    case .some: return .bool(!found.isEmpty)
    case .all:
      let all = try things(of: kind, local: local, where: nil, environment, &moment)
      return .bool(found.count == all.count)
    }
  }

  /// A static parameter of a thing's kind, as it was declared.
  private func argument(_ local: LocalID, of thing: Int, _ moment: inout Moment) throws -> Value {
    guard let argument = program.argument(local, of: thing), let parent = program.things[thing].parent else {
      throw NotCovered(what: "parameter without a value")
    }
    var outside = Environment(this: parent)
    let position = moment.isLaidOut
    moment.isLaidOut = false
    defer { moment.isLaidOut = position }
    return try value(argument, &outside, &moment)
  }

  func read(_ value: Value, _ moment: Moment) -> Value {
    if case .box(let box) = value { return moment.state.boxes[box] }
    return value
  }

  private func variableValue(_ owner: Int, _ id: VariableID, _ moment: inout Moment) throws -> Value {
    let variable = model.variables[id.index]
    if variable.storage == .constant, let initial = variable.initial {
      var inside = Environment(this: owner)
      return try value(initial, &inside, &moment)
    }
    return try moment.state.slots[program.slot(owner, id)]
  }

  /// The thing that an expression names; nil: it is `none`. What is read of `none` is the first value of its type,
  /// and what is written to it is lost.
  func ifAny(_ base: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Int? {
    guard case .reference = base.type else { return try thing(base, &environment, &moment) }
    guard case .thing(let thing) = try value(base, &environment, &moment) else { return nil }
    return try hasEnded(thing, moment.state) ? nil : thing
  }

  /// The thing that an expression names.
  func thing(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Int {
    switch expression.kind {
    case .root(let kind): return program.root(kind)
    case .selfInstance: return environment.this
    case .instance(let base, let instance, let index):
      let number = try index.map { try value($0, &environment, &moment).number } ?? 0
      let owner = try thing(base, &environment, &moment)
      guard let found = program.members[.init(thing: owner, instance: instance, index: number)] else {
        throw NotCovered(what: "index out of range")
      }
      return found
    default:
      guard case .thing(let thing) = try value(expression, &environment, &moment) else {
        throw NotCovered(what: "member of none")
      }
      return thing
    }
  }

  /// Any value of the type.
  func anything(_ type: ValueType, _ range: ClosedRange<Int>?) -> Value {
    switch type {
    case .integer(let all): return .int((range ?? all).lowerBound + choices.pick((range ?? all).count))
    case .enumeration(let id): return .int(choices.pick(model.enumerations[id.index].cases.count))
    case .void: return .none
    default: return .bool(choices.pick(2) == 1)
    }
  }

  private func binary(
    _ sign: BinaryOperator, _ first: Expression, _ second: Expression, _ environment: inout Environment,
    _ moment: inout Moment
  ) throws -> Value {
    let a = try value(first, &environment, &moment)
    if sign == .and, !a.isTrue { return a }
    if sign == .or, a.isTrue { return a }
    if [.and, .or].contains(sign), program.isAppText(environment), model.asksTheSystem(first), model.asksTheSystem(second),
      moment.isLaidOut
    {
      _ = try moment.readLater(Suspension(kind: .nextCall, expression: second))
    }
    let b = try value(second, &environment, &moment)
    switch sign {
    case .and, .or: return b
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    case .less: return .bool(a.number < b.number)
    case .lessEqual: return .bool(a.number <= b.number)
    case .greater: return .bool(a.number > b.number)
    case .greaterEqual: return .bool(a.number >= b.number)
    case .add: return .int(a.number + b.number)
    case .subtract: return .int(a.number - b.number)
    case .multiply: return .int(a.number * b.number)
    }
  }

  func closureValue(
    _ closure: Closure, _ environment: inout Environment, _ moment: inout Moment
  ) throws -> Value {
    // It keeps what it names, and nothing else.
    let names = program.locals(in: closure.body)
    var inside = Environment(this: environment.this, locals: environment.locals.filter { names.contains($0.key) })
    for copy in closure.copies { inside.locals[copy.local.index] = try value(copy.value, &environment, &moment) }
    return .closure(code: program.code(closure.body), inside)
  }

  func executorIndex(_ expression: Expression, _ environment: inout Environment, _ moment: inout Moment) throws -> Int {
    guard case .executor(let base, let executor) = expression.kind else {
      guard case .executor(let index) = try value(expression, &environment, &moment) else { throw Defect(what: "no executor") }
      return index
    }
    return try program.executor(executor, for: thing(base, &environment, &moment))
  }
}

/// The name of an enumeration's case, for messages.
func word(_ value: Any) -> String {
  String(String(describing: value).prefix { $0 != "(" })
}
