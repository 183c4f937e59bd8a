import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code that takes no time and waits for nothing, as one unit: branches become conditions on assignments.

/// Where straight-line code stands.
struct Straight {
  var environment: Environment
  /// The code is still running here: the conditions of the branches taken, and not returned yet.
  var alive: Term
  /// The value that `return` has yielded so far.
  var result: Value = .void
  var origin: SourceRange
}

extension Lowerer {
  /// Whether a block can run as one unit.
  func isStraight(_ block: Block) -> Bool {
    var straight = true
    var walk = ModelWalk()
    walk.onStatement = { statement in
      switch statement.kind {
      case .wait, .waitUntil, .within, .lock, .callCallback, .die, .throwing, .doCatch, .deferred: straight = false
      default: break
      }
    }
    walk.onExpression = { expression in if !self.isStraight(expression) { straight = false } }
    walk.walk(block)
    return straight
  }

  private func isStraight(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .callClosure, .work: return false
    case .task(let mode, _, _, _): return mode == .async
    case .call(_, let id, _, let mode): return !mode.isAwait && isStraight(id)
    default: return true
    }
  }

  /// Functions without a body that take time, or with a body that does, are not.
  func isStraight(_ id: FunctionID) -> Bool {
    let function = model.functions[id.index]
    guard function.takes == nil, function.mayFail == nil else { return false }
    return function.body.map(isStraight) ?? true
  }

  /// Calls into the platform are one step for the app that makes them; the app's own helpers are as many as they have
  /// statements.
  func isOneStep(_ id: FunctionID) -> Bool {
    model.kinds[model.functions[id.index].owner.index].isPlatformCode && isStraight(id)
  }

  func run(_ block: Block, _ state: inout Straight) throws {
    for statement in block.statements {
      guard state.alive != .false else { return }
      try run(statement, &state)
    }
  }

  func run(_ statement: Statement, _ state: inout Straight) throws {
    switch statement.kind {
    case .declare(let local, let value): try declare(local, value, &state)
    case .assign(let target, let value):
      let receiver = try value.hasEffects ? receiver(of: target, state.environment).map(bind) : nil
      let result = try makes(for: target, state.environment) { try call(value, &state) }
      try assign(result, to: target, of: receiver, value.type, &state, at: statement.range)
    case .expression(let expression): _ = try call(expression, &state)
    case .conditional(let condition, let then, let otherwise):
      pieces.noteUnfollowed([then.range] + [otherwise?.range].compactMap { $0 })
      try branch(condition, then, otherwise, &state)
    case .forRange(let local, let bounds, let body):
      for value in bounds {
        state.environment.locals[local] = .value(.term(.constant(value)))
        try run(body, &state)
      }
    case .forInstances(let local, let kind, let condition, let body):
      for node in nodesOfKind[kind] ?? [] { try run(body, local, node, condition, &state) }
      runForMembers(kind, body, local, condition, state)
    case .returns(let value):
      if let value {
        state.result = try merge(call(value, &state), over: state.result, when: state.alive, at: statement.range)
      }
      state.alive = .false
    case .atomic(let body): try run(body, &state)
    case .emit(let target, let signal): try send(signal, to: target, state, at: statement.range)
    case .freeze: emit(.assign(frozen, .true, condition: state.alive), statement.range)
    case .thaw: emit(.assign(frozen, .false, condition: state.alive), statement.range)
    case .start: emit(.assign(running, .true, condition: state.alive), statement.range)
    case .reset(let target, let stopwatch):
      let clock = stopwatches[StopwatchKey(node: try node(target, state.environment), stopwatch: stopwatch)]!
      emit(.reset(clock, condition: state.alive), statement.range)
    case .wait, .waitUntil, .within, .lock, .callCallback, .die, .throwing, .doCatch, .deferred:
      throw LoweringFailure(
        "waits-in-atomic", "this may wait or leave, which one indivisible step cannot", at: statement.range,
        help: "move it out of the `atomic` block")
    }
  }

  private func send(_ signal: SignalID, to target: Expression, _ state: Straight, at range: SourceRange) throws {
    for candidate in try receivers(target, state.environment) {
      tells(state.environment) {
        happen(.signal(signal), .node(candidate.node), nil, when: .all([state.alive, candidate.condition]), at: range)
      }
    }
  }

  private func run(
    _ body: Block, _ local: LocalID, _ node: Int, _ condition: Expression?, _ state: inout Straight
  ) throws {
    state.environment.locals[local] = .value(.node(node))
    let before = state.alive
    let test = bind(.all([try isThere(node, as: local, where: condition), try condition.map { try fact($0, state.environment) } ?? .true]))
    let here = Term.all([before, test])
    state.alive = here
    try whileHeldByName(.node(node), nodes[node].kind) {
      if nodes[node].isPoolEntry, model.locals[local.index].isCaptured, isBoxed(local) {
        try makeBox(local, .term(.constant(referenceValue(of: node))), &state)
      }
      try run(body, &state)
    }
    state.alive = state.alive == here ? before : .any([.all([before, test.negated]), state.alive])
  }

  /// In one step there is no room for as many rounds as there are members, so they must leave nothing behind.
  private func runForMembers(_ kind: KindID, _ body: Block, _ local: LocalID, _ condition: Expression?, _ state: Straight) {
    guard let crowd = resourceCrowds[kind] else { return }
    if !isLostOnCrowd(body, local, condition) { found.noteOnlyExact([kind]) }
    if endsAll(kind, body, local, condition) { emit(.assign(crowd.members, .false, condition: state.alive)) }
  }

  private func branch(
    _ condition: Expression, _ then: Block, _ otherwise: Block?, _ state: inout Straight
  ) throws {
    let test = bind(try fact(condition, state.environment))
    let before = state.alive
    state.alive = .all([before, test])
    try run(then, &state)
    let afterThen = state.alive
    state.alive = .all([before, test.negated])
    if let otherwise { try run(otherwise, &state) }
    let unchanged = afterThen == .all([before, test]) && state.alive == .all([before, test.negated])
    state.alive = unchanged ? before : .any([afterThen, state.alive])
  }

  // MARK: Names and assignment

  func declare(_ local: LocalID, _ value: Expression?, _ state: inout Straight) throws {
    let info = model.locals[local.index]
    // One that nobody has captured is not needed beyond the step.
    if let value, info.isCaptured, isDeclaredBeforeItsThing(local, value) {
      try makeBox(local, .term(.constant(0)), &state)
      let target = Expression(.local(local), info.type, info.range)
      let made = try makes(for: target, state.environment) { try call(value, &state) }
      return try assign(made, to: local, &state, at: value.range)
    }
    let initial: Value = try value.map { try call($0, &state) } ?? .term(.constant(valueRange(of: info.type).lowerBound))
    // The same closure may be made in one step at one site and in several at another: it must keep a box in both, or a value in both.
    if info.isCaptured, isBoxed(local), isFinite(info.type) {
      try makeBox(local, initial, &state)
    } else if case .term(let term) = initial {
      let bound = Value.term(bind(fitted(term, info.type, when: state.alive, at: value?.range ?? info.range)))
      noteHeldByName(bound, info.type)
      state.environment.locals[local] = .value(bound)
    } else {
      try refuseClosureLocal(local, initial, at: state.origin)
      state.environment.locals[local] = .value(try withCopies(initial, state))
    }
  }

  private func refuseClosureLocal(_ local: LocalID, _ value: Value, at range: SourceRange) throws {
    let isChanging = if case .storedClosure = value { true } else { code.assignedLocals.contains(local) }
    guard model.locals[local.index].type == .closure, isChanging else { return }
    throw LoweringFailure(
      "not-supported", "a closure cannot be kept in a name inside one indivisible step yet", at: range,
      help: "store it in a variable, or call it where it is")
  }

  func isFinite(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .integer, .enumeration, .reference, .job: true
    case .instance, .closure, .duration, .durationRange, .callback, .executor, .string, .void: false
    }
  }

  /// Whose variable an assignment sets; nil: it sets a local.
  func receiver(of target: Expression, _ environment: Environment) throws -> Value? {
    guard case .variable(let base, _) = target.kind else { return nil }
    return try evaluate(base, environment)
  }

  /// - Parameter receiver: Whose variable it is, if that was settled before the value was computed.
  func assign(
    _ value: Value, to target: Expression, of receiver: Value? = nil, _ type: ValueType, _ state: inout Straight,
    at range: SourceRange
  ) throws {
    switch target.kind {
    case .local(let local): try assign(value, to: local, &state, at: range)
    case .variable(let base, let id):
      let receiver = try receiver ?? evaluate(base, state.environment)
      let candidates = try receivers(base, state.environment, settled: receiver)
      // The receiver may be changed by the assignment itself (`t = t.next`): fix it first.
      for candidate in candidates.map({ (bind($0.condition), $0.node) }) {
        try store(value, node: candidate.1, id, when: .all([state.alive, candidate.0]), at: range)
      }
      noteKept(value, in: receiver, kind(of: base, state.environment), state, at: range)
    default: throw LoweringFailure("not-assignable", "this cannot be assigned to", at: target.range)
    }
  }

  private func assign(_ value: Value, to local: LocalID, _ state: inout Straight, at range: SourceRange) throws {
    let values = valueRange(of: model.locals[local.index].type)
    if case .value(.storedClosure(let own))? = state.environment.locals[local], own.count == 1, own[0].variable.isLocal {
      return try storeClosure(value, own[0].variable, when: state.alive, at: range)
    }
    guard case .term(let raw) = value.asTerm(self) else {
      try refuseClosureLocal(local, value, at: range)
      state.environment.locals[local] = .value(value)
      return
    }
    let term = Term.subtract(raw, .constant(values.lowerBound)).simplified
    var condition = state.alive
    guardRange(raw, values, &condition, at: range)
    switch state.environment.locals[local] {
    case .storage(let index)?: emit(.assign(index, term, condition: condition), range)
    case .box(let pool, let reference)?:
      for (number, entry) in boxPool(of: LocalID(pool)).entries.enumerated() {
        emit(.assign(entry, term, condition: .all([condition, .equal(reference, .constant(number + 1))])), range)
      }
    case .value(let old)?:
      guard case .term(let before) = old else { break }
      state.environment.locals[local] = .value(.term(bind(.choose(condition, raw, before))))
    case nil:
      state.environment.locals[local] = .value(
        .term(bind(fitted(raw, model.locals[local.index].type, when: state.alive, at: range))))
    }
  }

  func store(
    _ value: Value, node: Int, _ id: LifecheckLanguage.VariableID, when condition: Term, at range: SourceRange
  ) throws {
    switch try storage(of: StorageKey(node: node, variable: id)) {
    case .finite(let index, let offset):
      guard case .term(let raw) = value.asTerm(self) else {
        throw LoweringFailure("not-a-value", "this cannot be stored", at: range)
      }
      var condition = condition
      guardRange(raw, offset...(offset + variables[index.index].domain - 1), &condition, at: range)
      emit(.assign(index, Term.subtract(raw, .constant(offset)).simplified, condition: condition), range)
    case .closure: try storeClosure(value, ClosureVariableKey(node: node, variable: id), when: condition, at: range)
    case .time, .range, .fixed:
      throw LoweringFailure("not-assignable", "this is fixed for the whole run", at: range)
    }
  }

  /// Leaving a range is a fault; the assignment then does not happen.
  private func guardRange(_ term: Term, _ range: ClosedRange<Int>, _ condition: inout Term, at origin: SourceRange) {
    let possible = bounds(of: term)
    var inside: [Term] = []
    if possible.lowerBound < range.lowerBound { inside.append(.compare(.greaterEqual, term, .constant(range.lowerBound))) }
    if possible.upperBound > range.upperBound { inside.append(.compare(.lessEqual, term, .constant(range.upperBound))) }
    guard !inside.isEmpty else { return }
    let fits = bind(.all(inside))
    recordFault(
      "`\(sourceText(origin))` leaves the range \(range.lowerBound)...\(range.upperBound)", at: origin,
      when: .all([condition, fits.negated]))
    condition = .all([condition, fits])
  }

  /// The first value of a name of the type. A value outside its range is a fault, and the name then gets the lowest one.
  func fitted(_ term: Term, _ type: ValueType, when condition: Term, at origin: SourceRange) -> Term {
    guard isFinite(type) else { return term }
    let range = valueRange(of: type)
    var isInside = condition
    guardRange(term, range, &isInside, at: origin)
    return isInside == condition ? term : .choose(isInside, term, .constant(range.lowerBound))
  }

  func fitted(_ value: Value, _ type: ValueType, when condition: Term, at origin: SourceRange) -> Value {
    guard case .term(let term) = value else { return value }
    return .term(fitted(term, type, when: condition, at: origin))
  }

  /// The value as a variable of the type keeps it: counted from the lowest one.
  func stored(_ term: Term, _ type: ValueType) -> Term {
    Term.subtract(term, .constant(valueRange(of: type).lowerBound)).simplified
  }

  /// The values a term can have, from the domains of its variables.
  func bounds(of term: Term) -> ClosedRange<Int> {
    switch term {
    case .constant(let value): return value...value
    case .variable(let index): return index.ofState.map { 0...max(0, variables[$0.index].domain - 1) } ?? 0...1
    case .choice(let index): return 0...max(0, unit.choices[index.index] - 1)
    case .add(let a, let b):
      let (x, y) = (bounds(of: a), bounds(of: b))
      return (x.lowerBound + y.lowerBound)...(x.upperBound + y.upperBound)
    case .subtract(let a, let b):
      let (x, y) = (bounds(of: a), bounds(of: b))
      return (x.lowerBound - y.upperBound)...(x.upperBound - y.lowerBound)
    case .ifThenElse(_, let a, let b):
      let (x, y) = (bounds(of: a), bounds(of: b))
      return min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
    default: return 0...1
    }
  }

  /// What a function yields that may return at several places.
  func merge(_ value: Value, over old: Value, when condition: Term, at range: SourceRange) throws -> Value {
    switch (value.asTerm(self), old) {
    case (.closure, _): throw LoweringFailure.closureAsResult(at: range)
    case (.storedClosure(let new), .storedClosure(let before)):
      return .storedClosure(narrowed(before, to: condition.negated) + narrowed(new, to: condition))
    case (.storedClosure(let new), _): return .storedClosure(narrowed(new, to: condition))
    // No closure.
    case (.term, .storedClosure(let before)): return .storedClosure(narrowed(before, to: condition.negated))
    case (.term(let new), .term(let before)): return .term(bind(.choose(condition, new, before)))
    case (.term(let new), _): return .term(bind(new))
    default: return value
    }
  }

  private func narrowed(
    _ closures: [(condition: Term, variable: ClosureVariableKey)], to condition: Term
  ) -> [(condition: Term, variable: ClosureVariableKey)] {
    closures.map { (bind(.all([$0.condition, condition])), $0.variable) }
  }
}

extension LoweringFailure {
  /// Which closure it is must be told by the variable that it is kept in.
  static func closureAsResult(at range: SourceRange) -> LoweringFailure {
    LoweringFailure(
      "not-supported", "a closure that a function yields is not decided yet", at: range,
      help: "keep the closure in a variable, and let the caller call that: `chosen = { … }`, then `chosen?()`")
  }
}

extension Value {
  /// References to nodes are numbers.
  func asTerm(_ lowerer: Lowerer) -> Value {
    if case .node(let node) = self { return .term(.constant(lowerer.referenceValue(of: node))) }
    return self
  }
}

extension Term {
  var simplified: Term {
    switch self {
    case .subtract(let a, .constant(0)): a
    case .subtract(.constant(let x), .constant(let y)): .constant(x - y)
    case .subtract(.add(let a, .constant(let x)), .constant(let y)) where x == y: a
    case .add(let a, .constant(0)): a
    default: self
    }
  }
}
