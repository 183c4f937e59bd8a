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
        try arguments.forEach(refuseTwoQuestions)
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
    case .not where takesSteps(expression), .binary(.and, _, _) where takesSteps(expression),
      .binary(.or, _, _) where takesSteps(expression), .definition where takesSteps(expression):
      return .term(try computeFact(expression))
    default:
      try refuseTwoQuestions(expression)
      return try lowerer.evaluate(expression, environment)
    }
  }

  private func isStraightArgument(_ argument: Expression) -> Bool {
    if case .call(_, let id, let arguments, let mode) = argument.kind {
      return !mode.isAwait && lowerer.isOneStep(id) && arguments.allSatisfy(isStraightArgument)
    }
    return true
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
    if function.result == .closure { throw LoweringFailure.closureAsResult(at: range) }
    // The caller's, until it has used it.
    let slot =
      function.body == nil || function.result == .void
      ? nil : ResultSlot(variable: makeOwn("result of \(function.name)", function.result, hidden: true), type: function.result)
    // In a round that is not the first there may still be the result of the last one.
    if let slot, mode.isTryOptional || !(function.body?.endsWithReturn ?? true) {
      lowerer.emit(.assign(slot.variable, .constant(0), condition: .true), range)
    }
    try owning(isBlock: true) {
      try self.onEachReceiver(self.lowerer.evaluate(base, self.environment), of: base, function, slot, at: range) {
        receiver in
        let known = self.lowerer.processes[self.process].locations.count
        try self.enter(function, id, receiver, of: base, arguments, slot, mode, at: range)
        let isTold = function.body != nil && self.isOwnCode(range)
        let hasWaited = self.lowerer.processes[self.process].locations[known...].contains(where: \.isStable)
        self.goOn(
          line: isTold ? EdgeLabel.Line(text: "`\(function.name)` returns", origin: range) : nil,
          always: hasWaited && !self.isOwnCode(function.range))
      }
    }
    return slot.map { .term(shifted(.variable($0.variable), $0.type)) } ?? .void
  }

  /// Behind a return: what comes next is no longer inside of what has returned. The line tells of the return, where somebody
  /// listens for that.
  /// - Parameter always: It is told in any case, since nothing else tells of what the code did after its wait: the lines of a
  ///   platform stay out of stories.
  func goOn(line: EdgeLabel.Line? = nil, always: Bool = false, mobility: DraftEdge.Mobility = .automatic) {
    guard cursor != nil else { return }
    if lowerer.unit.items.isEmpty {
      commit(line: always ? line : nil, mobility: .local)
    } else {
      commit(line: line, mobility: mobility)
    }
  }

  /// A closure that the function has been given calls it again: which of the two returns could not be told.
  private func refuseCallWithin(_ id: FunctionID, _ function: Function, at range: SourceRange) throws {
    let isWithin = scopes.contains { if case .function(_, _, _, let call?) = $0 { call.function == id } else { false } }
    guard isWithin, lowerer.isFollowedToItsEnd(id) else { return }
    throw LoweringFailure(
      "not-supported", "`\(function.name)` is called within a call of itself, and a sentence speaks of the end of its calls",
      at: range,
      help: "give one of the two a function of its own with the same body, and speak of that one")
  }

  /// Lays out the function's code, from its parameters to its return.
  private func enter(
    _ function: Function, _ id: FunctionID, _ receiver: Value, of base: Expression, _ arguments: [Expression],
    _ slot: ResultSlot?, _ mode: CallMode, at range: SourceRange
  ) throws {
    let outer = (environment, inside)
    let receiver = try keep(receiver, type: base.type, name: "self", at: range)
    if case .term(.variable(let own)) = receiver, let variable = own.ofState { lowerer.noteReceiver(variable) }
    let callee = try parameters(of: function, receiver, arguments)
    let kind = lowerer.kind(of: base, outer.0)
    lowerer.tells(outer.0) { lowerer.happen(.calls(id), receiver, kind, when: .true, at: range) }
    try refuseCallWithin(id, function, at: range)
    let owner = if case .node(let node) = receiver { node } else { Int?.none }
    inside.append(.functionRunning(node: owner, id))
    // In the caller's words; what the body does is told step by step, and work that takes time when it starts.
    let isWork = function.body == nil && (function.takes != nil || function.mayFail != nil)
    commit(line: isWork ? nil : line(range, says: function.says), mobility: isSystemsOwn ? .leadsOn : .automatic)
    defer { (environment, inside) = outer }
    let call = Call(function: id, receiver: receiver, kind: kind, origin: range)
    guard let body = function.body else {
      try work(
        function.name, says: function.says, function.takes, function.mayFail, ignoresCancel: function.ignoresCancel, mode, callee,
        at: range, of: call)
      if cursor != nil { lowerer.happen(.returns(id), receiver, kind, when: .true, at: range) }
      return
    }
    let exit = makeLocation("", stable: false)
    environment = callee
    scopes.append(.function(exit: exit, result: slot, outside: outer.1, call: call))
    try run(body)
    scopes.removeLast()
    jump(to: exit)
    cursor = isReached(exit) ? exit : nil
    if cursor != nil { lowerer.happen(.returns(id), receiver, kind, when: .true, at: range) }
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
    callee.captured = environment.captured
    for (index, parameter) in function.parameters.enumerated() {
      let (type, name) = (lowerer.model.locals[parameter.index].type, lowerer.model.locals[parameter.index].name)
      if index < arguments.count, !lowerer.isDefault(arguments[index], index, of: function) {
        let value = try closed(compute(arguments[index]))
        let own = try kept(value, as: parameter, isAssignedLater: false, at: arguments[index].range)
        callee.locals[parameter] = binding(try keep(own, type: type, name: name, at: arguments[index].range), type)
      } else if let initial = function.defaults[index] {
        let value = try kept(lowerer.evaluate(initial, callee), as: parameter, isAssignedLater: false, at: initial.range)
        callee.locals[parameter] = binding(try keep(value, type: type, name: name, at: initial.range), type)
      }
    }
    return callee
  }

  /// A closure literal takes its copies when it is made.
  /// - Parameter inBlock: They are needed to the end of the block, not only of the statement.
  func closed(_ value: Value, inBlock: Bool = false) throws -> Value {
    guard case .closure(let closure) = value else { return value }
    var made = closure
    try straight { state in
      made = try lowerer.withCopies(
        closure.closure, Straight(environment: closure.environment, alive: .true, origin: state.origin))
    }
    var environment = made.environment
    for local in closure.closure.copies.map(\.local) {
      guard case .value(.term(let term))? = made.environment.locals[local], term.usesChoices else { continue }
      environment.locals[local] = self.binding(
        try keep(
          .term(term), type: lowerer.model.locals[local.index].type, name: lowerer.model.locals[local.index].name,
          inBlock: inBlock, at: lowerer.model.locals[local.index].range),
        lowerer.model.locals[local.index].type)
    }
    return .closure(StaticClosure(closure: made.closure, environment: environment))
  }

  /// Keeps a value that may change over the waits to come in a variable of the activation.
  func keep(_ value: Value, type: ValueType, name: String, inBlock: Bool = false, at range: SourceRange) throws -> Value {
    guard case .term(let raw) = value else { return value }
    let term = lowerer.fitted(raw, type, when: .true, at: range)
    let mayRefer = lowerer.referredKind(of: type) != nil && term != .constant(0)
    if term.isConstant, !mayRefer { return .term(term) }
    let own = makeOwn(name, type, hidden: true, inBlock: inBlock)
    lowerer.emit(.assign(own, lowerer.stored(term, type), condition: .true))
    return .term(shifted(.variable(own), type))
  }

  /// Keeps the result of a function in the slot that its caller reads.
  func keepResult(_ result: Value, in slot: ResultSlot, at range: SourceRange) {
    guard case .term(let term) = lowerer.fitted(result.asTerm(lowerer), slot.type, when: .true, at: range) else { return }
    lowerer.emit(.assign(slot.variable, lowerer.stored(term, slot.type), condition: .true), range)
  }

  func binding(_ value: Value, _ type: ValueType) -> Binding {
    if case .term(.variable(let index)) = value, let variable = index.ofState { return .storage(variable) }
    return .value(value)
  }

  /// The world's own work.
  private func work(
    _ name: String, says: String? = nil, _ takes: Expression?, _ mayFail: [String]?, ignoresCancel: Bool = false,
    _ mode: CallMode, _ callee: Environment, at range: SourceRange, of call: Call? = nil
  ) throws {
    let (lower, upper) = try takes.map { try lowerer.durationRange($0, callee) } ?? (TimeBound(0), TimeBound(0))
    try wait(
      Wait(
        lower: lower, upper: upper, releases: mode.isAwait,
        canCancel: mode.isAwait && (mode.isTry || mode.isTryOptional) && !ignoresCancel,
        name: name, says: says, mayFail: mayFail, call: call, origin: range))
  }

  // MARK: Closures

  private func callClosure(_ callee: Expression, isOptional: Bool, at range: SourceRange) throws {
    var value = try lowerer.evaluate(callee, environment)
    if case .storedClosure = value, !lowerer.unit.items.isEmpty {
      // Unknowns about where it is kept are chosen in the step that goes there.
      commit()
      value = try lowerer.evaluate(callee, environment)
    }
    switch value {
    case .closure(let closure):
      if let told = line(range) { commit(line: told) }
      try enter(closure.closure, closure.environment)
    case .callback(let node, let id): try call(node: node, id, arguments: [], at: range)
    case .storedClosure(let variables): try dispatch(variables, isOptional: isOptional, at: range)
    case .term(.constant(0)), .void:
      if !isOptional { lowerer.recordFault("`\(lowerer.sourceText(range))` calls nothing", at: range, when: .true) }
    default: throw LoweringFailure("not-a-closure", "this cannot be called", at: range)
    }
  }

  func enter(_ closure: Closure, _ inner: Environment) throws {
    guard !entered.contains(closure.range) else {
      throw LoweringFailure(
        "recursive-function", "a closure cannot call itself", at: closure.range,
        help: "start the next round in `async { }`, or use `for`")
    }
    entered.append(closure.range)
    defer { entered.removeLast() }
    let outer = environment
    let exit = makeLocation("", stable: false)
    let outside = inside
    defer { inside = outside }
    environment = inner
    // Code that has captured nothing of the kind does what it does for who calls it.
    if inner.captured.isEmpty { environment.captured = outer.captured }
    scopes.append(.function(exit: exit, result: nil, outside: outside))
    if isAppCode(closure.range) { try enterApp(at: closure.range) }
    if !lowerer.unit.items.isEmpty { commit() }
    try run(closure.body)
    scopes.removeLast()
    jump(to: exit)
    cursor = isReached(exit) ? exit : nil
    environment = outer
  }

  /// From a system's code to the app's. Without a thread of the app, nobody has looked whether the app is there, and not frozen.
  private func enterApp(at range: SourceRange) throws {
    let isThere = isApp || inside.contains(.appCode) || ([executor].compactMap { $0 } + alsoHeld).contains(where: lowerer.isApp)
    guard !isThere else { return inside.append(.appCode) }
    if !lowerer.unit.items.isEmpty { commit() }
    try endIfDead(at: range)
    inside.append(.appCode)
    commit(to: makeLocation("called", stable: true, origin: range), mobility: .visible)
  }

  /// One way for each closure that was ever stored there.
  private func dispatch(
    _ variables: [(condition: Term, variable: ClosureVariableKey)], isOptional: Bool, at range: SourceRange
  ) throws {
    let start = cursor!
    let unit = lowerer.unit
    let end = makeLocation("", stable: false)
    for (name, places) in places(of: variables) {
      guard let stored = lowerer.knownClosures[name] else { continue }
      cursor = start
      lowerer.unit = unit
      let isHere = places.map { Term.all([$0.condition, .equal(lowerer.tag(of: $0.variable), .constant($0.stored.tag))]) }
      lowerer.emit(.assume(.any(isHere)), range)
      try owning(isBlock: false) {
        let inner = try keepCaptures(stored, zip(isHere, places).map { ($0, $1.stored.captures, $1.variable) })
        commit(line: line(range))
        try enter(stored.closure.closure, inner)
      }
      jump(to: end)
    }
    cursor = start
    lowerer.unit = unit
    let isEmpty = variables.map { Term.any([$0.condition.negated, .equal(lowerer.tag(of: $0.variable), .constant(0))]) }
    lowerer.emit(.assume(.all(isEmpty)), range)
    if !isOptional { lowerer.recordFault("`\(lowerer.sourceText(range))` calls nothing", at: range, when: .true) }
    commit(line: isOwnCode(range) ? lowerer.callsNothing(at: range) : nil)
    jump(to: end)
    cursor = end
  }

  /// Where one of these variables may keep a closure, and as what.
  private struct ClosurePlace {
    let condition: Term
    let variable: ClosureVariableKey
    let stored: (name: String, tag: Int, captures: [VariableIndex])
  }

  /// By the closure that is kept there, in order: the same code is laid out once.
  private func places(of variables: [(condition: Term, variable: ClosureVariableKey)]) -> [(name: String, places: [ClosurePlace])]
  {
    let all = variables.flatMap { condition, variable in
      lowerer.storedClosures(in: variable).map { ClosurePlace(condition: condition, variable: variable, stored: $0) }
    }
    var names: [String] = []
    for place in all where !names.contains(place.stored.name) { names.append(place.stored.name) }
    return names.map { name in (name, all.filter { $0.stored.name == name }) }
  }

  /// The captured values, copied into this activation so that overwriting the closure does not disturb the call.
  private func keepCaptures(
    _ stored: StoredClosure, _ places: [(isHere: Term, slots: [VariableIndex], variable: ClosureVariableKey)]
  ) throws -> Environment {
    let own = places[0].slots.indices.map { capture in
      let copy = makeCopy(of: places[0].slots[capture])
      for (isHere, slots, variable) in places {
        lowerer.emit(.assign(copy, lowerer.capture(slots[capture], in: variable), condition: places.count > 1 ? isHere : .true))
      }
      return copy
    }
    return lowerer.environment(of: stored, slots: own)
  }

  private func makeCopy(of slot: VariableIndex) -> VariableIndex {
    let (known, role) = (lowerer.variables[slot.index], lowerer.roles[slot.index])
    let copy = lowerer.makeVariable(
      StateVariable(name: known.name, domain: known.domain, valueNames: [], initial: 0, isHidden: true),
      VariableRole(
        storage: isApp ? .memory : .system, refersTo: role.refersTo, boxPool: role.boxPool, isJob: role.isJob))
    own([copy], inBlock: false)
    return copy
  }
}

extension Term {
  var isConstant: Bool { if case .constant = self { true } else { false } }
}

extension Block {
  /// It cannot be left without a result, but by a failure.
  fileprivate var endsWithReturn: Bool { if case .returns? = statements.last?.kind { true } else { false } }
}
