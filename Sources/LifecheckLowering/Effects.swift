import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Calls in code that may wait: what takes no time is part of the unit, the rest is laid out in place.

extension Flow {
  /// The value of an expression, its effects laid out; what takes no time stays in the unit under construction.
  func compute(_ expression: Expression) throws -> Value {
    switch expression.kind {
    case .call(let base, let id, let arguments, let mode):
      if lowerer.isOneStep(id), arguments.allSatisfy(isStraightArgument) {
        return try straight { try lowerer.call(expression, &$0) }
      }
      return try guarded(mode) { try self.inline(base, id, arguments, mode, at: expression.range) }
    case .callClosure(let callee, let isOptional, let mode):
      return try guarded(mode) {
        try self.callClosure(callee, isOptional: isOptional, at: expression.range)
        return .void
      }
    case .work(let name, let takes, let mayFail, let mode):
      return try guarded(mode) {
        try self.work(name, takes, mayFail, mode, self.environment, at: expression.range)
        return .void
      }
    case .task(.async, _, _, _), .cancelJob, .new:
      return try straight { try lowerer.call(expression, &$0) }
    case .task(let mode, let executor, let closure, let callMode):
      return try guarded(callMode) {
        try self.hop(to: self.executorKey(executor), holding: mode == .sync, closure.body, at: expression.range)
        return .void
      }
    default: return try lowerer.evaluate(expression, environment)
    }
  }

  private func isStraightArgument(_ argument: Expression) -> Bool {
    if case .call(_, let id, let arguments, let mode) = argument.kind {
      return !mode.isAwait && lowerer.isOneStep(id) && arguments.allSatisfy(isStraightArgument)
    }
    return true
  }

  func computeFact(_ expression: Expression) throws -> Term {
    switch expression.kind {
    case .not(let inner): return try computeFact(inner).negated
    case .binary(.and, let a, let b): return .all([try computeFact(a), try computeFact(b)])
    case .binary(.or, let a, let b): return .any([try computeFact(a), try computeFact(b)])
    case .call, .callClosure, .task, .work:
      if case .term(let term) = try compute(expression) { return term }
      throw LoweringFailure("not-a-value", "this has no value that code could test", at: expression.range)
    default: return try lowerer.fact(expression, environment)
    }
  }

  /// Effects of a statement that is only an expression.
  func effect(_ expression: Expression, at range: SourceRange) throws {
    _ = try compute(expression)
    guard cursor != nil else { return }
    let hasUnit = !lowerer.unit.items.isEmpty
    if hasUnit { commit(line: line(range)) }
  }

  /// `try?` swallows a failure right here.
  private func guarded(_ mode: CallMode, _ body: () throws -> Value) throws -> Value {
    guard mode.isTryOptional else { return try body() }
    let end = makeLocation("", stable: false)
    scopes.append(.catching([(nil, end)]))
    let value = try body()
    scopes.removeLast()
    jump(to: end)
    cursor = end
    return value
  }

  func executorKey(_ executor: Expression?) throws -> ExecutorKey? {
    guard let executor else { return nil }
    guard case .executor(let node, let id) = try lowerer.evaluate(executor, environment) else {
      throw LoweringFailure("not-a-queue", "a queue or thread is needed here", at: executor.range)
    }
    return ExecutorKey(node: node, executor: id)
  }

  // MARK: Functions

  private func inline(
    _ base: Expression, _ id: FunctionID, _ arguments: [Expression], _ mode: CallMode, at range: SourceRange
  ) throws -> Value {
    let function = lowerer.model.functions[id.index]
    let outer = (environment, inside)
    let receiver = try keep(lowerer.evaluate(base, environment), type: base.type, name: "self")
    let callee = try parameters(of: function, receiver, arguments)
    let kind = lowerer.kind(of: base, outer.0)
    lowerer.happen(.calls(id), receiver, kind, when: .true, at: range)
    // In the caller's words; what the body does is told step by step.
    commit(line: function.body == nil ? nil : line(range))
    inside.append(.functionRunning(id))
    defer { (environment, inside) = outer }
    let failing = { [lowerer] in lowerer.happen(.fails(id), receiver, kind, when: .true, at: range) }
    guard let body = function.body else {
      try work(function.name, function.takes, function.mayFail, mode, callee, at: range, onFailure: failing)
      if cursor != nil { lowerer.happen(.returns(id), receiver, kind, when: .true, at: range) }
      return .void
    }
    let exit = makeLocation("", stable: false)
    let slot = function.result == .void ? nil : makeOwn("result of \(function.name)", function.result, hidden: true)
    environment = callee
    scopes.append(.function(exit: exit, result: slot, failing: failing))
    try run(body)
    scopes.removeLast()
    jump(to: exit)
    cursor = isReached(exit) ? exit : nil
    if cursor != nil { lowerer.happen(.returns(id), receiver, kind, when: .true, at: range) }
    return slot.map { .term(shifted(.variable($0), function.result)) } ?? .void
  }

  private func shifted(_ term: Term, _ type: ValueType) -> Term {
    let lower = lowerer.valueRange(of: type).lowerBound
    return lower == 0 ? term : .add(term, .constant(lower))
  }

  func isReached(_ location: Int) -> Bool {
    lowerer.processes[process].edges.contains { $0.target == location }
  }

  private func parameters(of function: Function, _ receiver: Value, _ arguments: [Expression]) throws -> Environment {
    var callee = Environment(selfValue: receiver, selfKind: function.owner)
    if case .node(let node) = receiver { callee = lowerer.environment(of: node) }
    for (index, parameter) in function.parameters.enumerated() {
      let type = lowerer.model.locals[parameter.index].type
      let name = lowerer.model.locals[parameter.index].name
      if index < arguments.count {
        let value = try closed(compute(arguments[index]))
        callee.locals[parameter] = binding(try keep(value, type: type, name: name), type)
      } else if let initial = function.defaults[index] {
        callee.locals[parameter] = .value(try lowerer.evaluate(initial, callee))
      }
    }
    return callee
  }

  /// A closure literal takes its copies when it is made.
  private func closed(_ value: Value) throws -> Value {
    guard case .closure(let closure) = value else { return value }
    var made = closure
    try straight { state in
      made = try lowerer.withCopies(closure.closure, Straight(environment: closure.environment, alive: .true, origin: state.origin))
    }
    var environment = made.environment
    for (local, binding) in made.environment.locals {
      guard case .value(.term(let term)) = binding, term.usesChoices else { continue }
      environment.locals[local] = self.binding(
        try keep(.term(term), type: lowerer.model.locals[local.index].type, name: lowerer.model.locals[local.index].name),
        lowerer.model.locals[local.index].type)
    }
    return .closure(StaticClosure(closure: made.closure, environment: environment))
  }

  /// Keeps a value that may change over the waits to come in a variable of the activation.
  private func keep(_ value: Value, type: ValueType, name: String) throws -> Value {
    guard case .term(let term) = value, !term.isConstant else { return value }
    let own = makeOwn(name, type, hidden: true)
    let lower = lowerer.valueRange(of: type).lowerBound
    lowerer.emit(.assign(own, Term.subtract(term, .constant(lower)).simplified, condition: .true))
    return .term(shifted(.variable(own), type))
  }

  private func binding(_ value: Value, _ type: ValueType) -> Binding {
    if case .term(.variable(let index)) = value, index.index >= 0 { return .storage(index) }
    return .value(value)
  }

  /// The world's own work.
  private func work(
    _ name: String, _ takes: Expression?, _ mayFail: [String]?, _ mode: CallMode, _ callee: Environment, at range: SourceRange,
    onFailure: @escaping () -> Void = {}
  ) throws {
    let (lower, upper) = try takes.map { try lowerer.durationRange($0, callee) } ?? (TimeBound(0), TimeBound(0))
    try wait(
      Wait(
        lower: lower, upper: upper, releases: mode.isAwait, canCancel: mode.isTry || mode.isTryOptional, name: name, mayFail: mayFail,
        onFailure: onFailure, origin: range))
  }

  // MARK: Closures

  private func callClosure(_ callee: Expression, isOptional: Bool, at range: SourceRange) throws {
    let value = try lowerer.evaluate(callee, environment)
    switch value {
    case .closure(let closure): try enter(closure.closure, closure.environment)
    case .callback(let node, let id): try call(node: node, id, arguments: [], at: range)
    case .storedClosure(let variables): try dispatch(variables, isOptional: isOptional, at: range)
    case .term(.constant(0)), .void:
      if !isOptional { lowerer.recordFault("`\(lowerer.sourceText(range))` calls nothing", at: range, when: .true) }
    default: throw LoweringFailure("not-a-closure", "this cannot be called", at: range)
    }
  }

  private func enter(_ closure: Closure, _ inner: Environment) throws {
    let outer = environment
    let exit = makeLocation("", stable: false)
    environment = inner
    scopes.append(.function(exit: exit, result: nil))
    if !lowerer.unit.items.isEmpty { commit() }
    try run(closure.body)
    scopes.removeLast()
    jump(to: exit)
    cursor = isReached(exit) ? exit : nil
    environment = outer
  }

  /// One way for each closure that was ever stored there.
  private func dispatch(
    _ variables: [(condition: Term, variable: ClosureVariableKey)], isOptional: Bool, at range: SourceRange
  ) throws {
    if !lowerer.unit.items.isEmpty { commit() }
    let start = cursor!
    let end = makeLocation("", stable: false)
    var isEmpty: [Term] = []
    for (condition, variable) in variables {
      let storage = lowerer.closureStorage[variable]!
      isEmpty.append(.any([condition.negated, .equal(.variable(storage.tag), .constant(0))]))
      for (number, name) in (lowerer.known.closures[variable] ?? []).enumerated() {
        guard let stored = lowerer.knownClosures[name] else { continue }
        cursor = start
        lowerer.emit(.assume(.all([condition, .equal(.variable(storage.tag), .constant(number + 1))])), range)
        let inner = try keepCaptures(stored, storage.captures[number], at: range)
        commit()
        try enter(stored.closure.closure, inner)
        jump(to: end)
      }
    }
    cursor = start
    lowerer.emit(.assume(.all(isEmpty)), range)
    if !isOptional { lowerer.recordFault("`\(lowerer.sourceText(range))` calls nothing", at: range, when: .true) }
    commit()
    jump(to: end)
    cursor = end
  }

  /// The captured values, copied into this activation so that overwriting the closure does not disturb the call.
  private func keepCaptures(_ stored: StoredClosure, _ slots: [VariableIndex], at range: SourceRange) throws -> Environment {
    let own = slots.map { slot in
      let copy = lowerer.makeVariable(
        StateVariable(
          name: lowerer.variables[slot.index].name, domain: lowerer.variables[slot.index].domain, valueNames: [], initial: 0,
          isHidden: true),
        VariableRole(
          storage: isApp ? .memory : .system, refersTo: lowerer.roles[slot.index].refersTo, boxPool: lowerer.roles[slot.index].boxPool,
          isJob: lowerer.roles[slot.index].isJob))
      lowerer.processes[process].ownVariables.append(copy)
      lowerer.emit(.assign(copy, .variable(slot), condition: .true), range)
      return copy
    }
    return lowerer.environment(of: stored, slots: own)
  }

  // MARK: Callbacks

  func callCallback(
    _ target: Expression, _ reference: CallbackRef, _ arguments: [Expression], at range: SourceRange
  ) throws {
    let values = try arguments.map { try compute($0) }
    switch reference {
    case .callback(let id):
      try call(node: try lowerer.node(target, environment), id, arguments: values, at: range)
    case .local(let local):
      guard case .callback(let node, let id) = try lowerer.read(local, environment, at: range) else {
        throw LoweringFailure("not-a-callback", "a callback is needed here", at: range)
      }
      try call(node: node, id, arguments: values, at: range)
    }
  }

  /// Posts the callback's handlers and waits for their return; on the same executor they run in line.
  func call(node: Int, _ id: CallbackID, arguments: [Value], at range: SourceRange) throws {
    let callback = lowerer.model.callbacks[id.index]
    let target = lowerer.executorKey(of: callback, node: node)
    if target == nil || target == executor || alsoHeld.contains(target!) {
      return try runHandlers(node: node, id, arguments: arguments, at: range)
    }
    try endIfDead(at: range)
    lowerer.happen(.callback(id), .node(node), nil, when: .true, at: range)
    if lowerer.handlers[Lowerer.CallbackKey(node: node, callback: id)] == nil {
      try callUnanswered(target!, id, node: node, at: range)
    } else {
      try callProcess(node: node, id, arguments, target: target!, at: range)
    }
    lowerer.happen(.callbackReturns(id), .node(node), nil, when: .true, at: range)
  }

  /// A call into a process that has died ends the caller (its `defer`s belong to the system and are empty).
  private func endIfDead(at range: SourceRange) throws {
    guard !isApp else { return }
    let unit = lowerer.unit
    let start = cursor!
    lowerer.emit(.assume(.equal(.variable(lowerer.running), .false)), range)
    commit(to: Process.idle)
    cursor = start
    lowerer.unit = unit
    lowerer.emit(.assume(.equal(.variable(lowerer.running), .true)), range)
  }

  private func callLine(_ id: CallbackID, node: Int, at range: SourceRange) -> EdgeLabel.Line {
    let callback = lowerer.model.callbacks[id.index]
    return EdgeLabel.Line(
      text: callback.says ?? "`\(lowerer.qualified(callback.name, of: node))` is called", origin: range)
  }

  /// Nobody answers, but the executor must be free for a moment all the same.
  private func callUnanswered(_ target: ExecutorKey, _ id: CallbackID, node: Int, at range: SourceRange) throws {
    let start = cursor!
    let unit = lowerer.unit
    let end = makeLocation("", stable: false)
    let line = callLine(id, node: node, at: range)
    // Free at once: the call comes and goes.
    lowerer.emit(.assume(.all([lowerer.term(.busy(target)).negated, lowerer.term(.anyQueued(target)).negated])))
    commit(to: end, line: line, mobility: .glued)
    cursor = start
    lowerer.unit = unit
    // Further copies of a block may hold another queue than the main one unseen.
    if target == lowerer.mainThread { lowerer.emit(.assume(.any([lowerer.term(.busy(target)), lowerer.term(.anyQueued(target))]))) }
    lowerer.post(process: process, on: target, when: .true)
    let (outer, held) = (executor, alsoHeld)
    // The caller's own executor waits with it.
    if let outer { alsoHeld.append(outer) }
    let queued = makeQueued(target, origin: range)
    lowerer.processes[process].locations[queued].waitsForApp = true
    commit(to: queued, line: line, mobility: .visible)
    alsoHeld = held
    lowerer.emit(.assume(lowerer.term(.busy(target)).negated))
    lowerer.emit(.assume(lowerer.term(.behindOthers(automaton: process, target)).negated))
    lowerer.unit.items.append(.dequeue(process: process, target))
    executor = outer
    commit(to: end, mobility: .local)
    cursor = end
  }

  private func callProcess(
    node: Int, _ id: CallbackID, _ arguments: [Value], target: ExecutorKey, at range: SourceRange
  ) throws {
    let handler = lowerer.callbackProcess(node: node, id)
    lowerer.callers[handler.process, default: []].insert(process)
    for (slot, value) in zip(handler.parameters, arguments) {
      guard case .term(let term) = value.asTerm(lowerer) else { continue }
      lowerer.emit(.assign(slot, term, condition: .true), range)
    }
    if scopes.contains(where: { if case .timeout(let index) = $0 { lowerer.processes[process].timeouts[index].letsGoOn } else { false } }) {
      lowerer.leftAlone.insert(handler.process)
    }
    lowerer.post(process: handler.process, on: target, when: .true)
    lowerer.emit(.move(AutomatonIndex(handler.process), LocationIndex(1), condition: .true), range)
    let waiting = makeLocation("waiting for \(lowerer.model.callbacks[id.index].name)", stable: true, origin: range)
    lowerer.processes[process].locations[waiting].waitsForApp = true
    lowerer.processes[process].locations[waiting].isWork = false
    commit(to: waiting, line: callLine(id, node: node, at: range), mobility: .visible)
    lowerer.callWaits[handler.process, default: []].insert(Lowerer.CallWait(process: process, location: waiting))
    lowerer.emit(.assume(.at(AutomatonIndex(handler.process), [LocationIndex(handler.returned)])), range)
    lowerer.emit(.move(AutomatonIndex(handler.process), LocationIndex(Process.idle), condition: .true), range)
    // The callback's own variables end with it.
    lowerer.unit.items.append(.endOf(process: handler.process))
    // The return and what follows it in the caller are one step.
    commit(mobility: .glued)
  }

  /// The end of a callback's process: its caller takes it back, or it ends alone where nobody waits any more.
  func returnToCaller(_ returned: Int) {
    commit(to: returned, mobility: .local)
    lowerer.unit.items.append(.unlessAwaited)
    commit(to: Process.idle, mobility: .visible)
    cursor = nil
  }

  /// The handlers' code in this very activation.
  private func runHandlers(node: Int, _ id: CallbackID, arguments: [Value], at range: SourceRange) throws {
    lowerer.happen(.callback(id), .node(node), nil, when: .true, at: range)
    let outer = (environment, inside)
    inside.append(.callbackRunning(node: node, id))
    for (handler, owner) in lowerer.handlers[Lowerer.CallbackKey(node: node, callback: id)] ?? [] {
      guard cursor != nil else { break }
      var inner = lowerer.environment(of: owner)
      for (parameter, value) in zip(handler.parameters, arguments) { inner.locals[parameter] = .value(value) }
      commit(line: EdgeLabel.Line(text: "`\(lowerer.qualified(lowerer.model.callbacks[id.index].name, of: node))` is called", origin: handler.range))
      try enter(Closure(copies: [], parameters: [], body: handler.body, range: handler.range), inner)
    }
    (environment, inside) = outer
    if cursor != nil { lowerer.happen(.callbackReturns(id), .node(node), nil, when: .true, at: range) }
  }
}

extension Term {
  var isConstant: Bool { if case .constant = self { true } else { false } }

  var usesChoices: Bool {
    switch self {
    case .choice: true
    case .constant, .variable, .at, .clock, .bound: false
    case .not(let inner): inner.usesChoices
    case .and(let parts), .or(let parts): parts.contains(where: \.usesChoices)
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b): a.usesChoices || b.usesChoices
    case .ifThenElse(let a, let b, let c): a.usesChoices || b.usesChoices || c.usesChoices
    }
  }
}
