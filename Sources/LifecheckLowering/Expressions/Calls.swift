import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Calls that take no time, and the resources that they make.

extension Lowerer {
  /// Evaluates an expression that may have effects, within the unit.
  func call(_ expression: Expression, _ state: inout Straight) throws -> Value {
    switch expression.kind {
    case .call(let base, let id, let arguments, _):
      return try callFunction(base, id, arguments, &state, at: expression.range)
    case .new(let kind, _): return .term(try makeNew(kind, state.alive, state.environment, at: expression.range))
    case .cancelJob(let job):
      guard context.isApp else {
        throw LoweringFailure(
          "not-supported", "a cancel by a platform is not decided yet", at: expression.range,
          help: "let the block test a `system var`")
      }
      cancel(try finite(job, state.environment), when: state.alive, at: expression.range)
      return .void
    case .task(.async, let executor, let closure, _):
      let target = try executor.map { try evaluate($0, state.environment) }
      return .term(try spawn(closure, on: target, &state, at: expression.range))
    case .work, .task, .callClosure:
      throw LoweringFailure("waits-in-atomic", "this may take time, which one indivisible step cannot", at: expression.range)
    default: return try evaluate(expression, state.environment)
    }
  }

  private func callFunction(
    _ base: Expression, _ id: FunctionID, _ arguments: [Expression], _ state: inout Straight, at range: SourceRange
  ) throws -> Value {
    let receiver = try bind(evaluate(base, state.environment))
    let function = model.functions[id.index]
    guard let all = eachReceiver(receiver, of: base, function) else {
      return try callFunction(of: receiver, base, id, arguments, &state, at: range)
    }
    let alive = state.alive
    defer { state.alive = alive }
    var result = resultOfNothing(function.result)
    for thing in all.things {
      state.alive = .all([alive, thing.condition])
      let own = try callFunction(of: thing.receiver, base, id, arguments, &state, at: range)
      result = try merge(own, over: result, when: thing.condition, at: range)
    }
    return result
  }

  private func callFunction(
    of receiver: Value, _ base: Expression, _ id: FunctionID, _ arguments: [Expression], _ state: inout Straight,
    at range: SourceRange
  ) throws -> Value {
    let function = model.functions[id.index]
    var inner = Straight(
      environment: try calleeEnvironment(function, receiver, base, arguments, &state), alive: state.alive, origin: range)
    tells(state.environment) { happen(.calls(id), receiver, kind(of: base, state.environment), when: state.alive, at: range) }
    try inCall(of: id, receiver) {
      if let body = function.body { try whileHeldByName(receiver, function.owner) { try run(body, &inner) } }
      tells(state.environment) { happen(.returns(id), receiver, kind(of: base, state.environment), when: state.alive, at: range) }
    }
    return bind(fitted(inner.result, function.result, when: state.alive, at: range))
  }

  /// Fixes a value against later changes.
  func bind(_ value: Value) -> Value {
    guard case .term(let term) = value else { return value }
    return .term(bind(term))
  }

  /// Whether the argument was filled in from the declaration: then its names are those of the function's owner.
  func isDefault(_ argument: Expression, _ index: Int, of function: Function) -> Bool {
    function.defaults[index]?.range == argument.range
  }

  func calleeEnvironment(
    _ function: Function, _ receiver: Value, _ base: Expression, _ arguments: [Expression], _ state: inout Straight
  ) throws -> Environment {
    let owner = function.owner
    var environment = Environment(selfValue: receiver, selfKind: owner)
    if case .node(let node) = receiver { environment = self.environment(of: node) }
    environment.captured = state.environment.captured
    for (index, parameter) in function.parameters.enumerated() {
      let value: Value
      if index < arguments.count, !isDefault(arguments[index], index, of: function) {
        let type = model.locals[parameter.index].type
        let argument = try fitted(call(arguments[index], &state), type, when: state.alive, at: arguments[index].range)
        value = try withCopies(bind(argument), state)
      } else if let initial = function.defaults[index] {
        value = try bind(
          fitted(evaluate(initial, environment), model.locals[parameter.index].type, when: state.alive, at: initial.range))
      } else {
        value = .void
      }
      noteHeldByName(value, model.locals[parameter.index].type)
      environment.locals[parameter] = .value(value)
    }
    return environment
  }

  // MARK: Resources

  /// Takes a free entry of the kind's pool; its variables are at their initial values.
  func makeNew(_ kind: KindID, _ alive: Term, _ environment: Environment, at range: SourceRange) throws -> Term {
    noteMade(kind)
    let entries = entriesOpen(to: environment.selfValue, try poolEntries(of: kind), of: kind)
    var free: [(value: Int, node: Int, condition: Term)] = []
    for (offset, node) in entries {
      let isFree = Term.all([
        try isInUse(node, entry: offset, kind).negated, isHeldByName(node).negated, try wasFree(node, entry: offset, kind),
      ])
      free.append((offset + 1, node, bind(isFree)))
    }
    let crowd = resourceCrowds[kind]
    var reference = Term.constant(crowd?.reference ?? 0)
    for entry in free.reversed() { reference = .choose(entry.condition, .constant(entry.value), reference) }
    if let crowd {
      let joins = Term.any([try joins(crowd, entries, free.map(\.condition)), isMeantForTheCrowd(crowd)])
      reference = .choose(joins, .constant(crowd.reference), reference)
    }
    let chosen = bind(reference)
    try noteFull(kind, entries, chosen, alive, at: range)
    if let crowd { noteMade(chosen, crowd, alive, at: range) }
    for entry in free {
      try initialise(entry.node, when: .all([alive, .equal(chosen, .constant(entry.value))]), isMade: true, at: range)
    }
    unit.heldByNames.append((kind, .choose(alive, chosen, .constant(0))))
    return chosen
  }

  /// Notes what a name stands for that is no variable, so that nothing else is made in its place within the step.
  func noteHeldByName(_ value: Value, _ type: ValueType) {
    guard case .term(let reference) = value, !reference.isConstant, let kind = referredKind(of: type) else { return }
    unit.heldByNames.append((kind, reference))
  }

  /// The round of a loop, or a function, is about the thing; if it is an entry of a pool, nothing else is made in its place meanwhile.
  func whileHeldByName(_ thing: Value, _ kind: KindID, _ body: () throws -> Void) rethrows {
    guard model.kinds[kind.index].pool != nil, case .term(let reference) = thing.asTerm(self) else { return try body() }
    let position = unit.heldByNames.count
    unit.heldByNames.append((kind, reference))
    try body()
    unit.heldByNames.remove(at: position)
  }

  /// By a name, or by a variable of a thing that is held by one itself.
  private func isHeldByName(_ node: Int, beyond way: Set<Int> = []) -> Term {
    if unit.heldByNames.isEmpty { return .false }
    let (kind, reference) = (nodes[node].kind, referenceValue(of: node))
    let names = unit.heldByNames.filter { $0.kind == kind }.map { Term.folded(.equal, $0.reference, .constant(reference)) }
    let onward = way.union([node])
    let holders = roles.indices.filter { index in
      guard roles[index].refersTo == kind, let owner = roles[index].node else { return false }
      return nodes[owner].isPoolEntry && !onward.contains(owner)
    }
    let byThings = holders.map { index in
      let isOwnerHeld = onward.count > Self.longestWay ? Term.true : isHeldByName(roles[index].node!, beyond: onward)
      return Term.all([.equal(.variable(VariableIndex(index)), .constant(reference)), roles[index].countsWhile, isOwnerHeld])
    }
    return .any(names + byThings)
  }

  /// Who is at the end of a longer one counts as held.
  private static let longestWay = 3

  /// As the step began. What sentences say of one thing is seen at the end of a step, when no other may be in its place yet.
  private func wasFree(_ node: Int, entry: Int, _ kind: KindID) throws -> Term {
    guard observers.becoming.contains(where: { $0.subject == node }) else { return .true }
    let wasInUse = choice(2)
    let isSo = Term.compare(.equal, wasInUse, try isInUse(node, entry: entry, kind))
    unit.items.insert(.action(Action(.assume(isSo))), at: 0)
    return wasInUse.negated
  }

  /// Whether what is made is not followed although an entry is free: never until the entries have joined the crowd, then unless
  /// it is the only one. Where none is free it is not followed in any case, whether the entries have joined before or not.
  private func joins(_ crowd: ResourceCrowd, _ entries: [(offset: Int, node: Int)], _ areFree: [Term]) throws -> Term {
    let haveJoined = Term.equal(.variable(crowd.site.flag), .true)
    let isOnly = Term.all(zip(entries, areFree).map { .any([$1, term(.isHeldByRound(node: $0.node))]) })
    return .all([haveJoined, .any([isOnly.negated, .equal(choice(2), .true)])])
  }

  /// One more is made than there are places.
  private func noteFull(
    _ kind: KindID, _ entries: [(offset: Int, node: Int)], _ chosen: Term, _ alive: Term, at range: SourceRange
  ) throws {
    var isExhausted = Term.all([alive, .equal(chosen, .constant(0))])
    if let crowd = resourceCrowds[kind] {
      let joins = Term.all([alive, .equal(chosen, .constant(crowd.reference))])
      for flag in [crowd.members, crowd.site.flag] { emit(.assign(flag, .true, condition: joins), range) }
      // Where all places are held by rounds of loops, none could have been given up for this one.
      isExhausted = .all([joins] + entries.map { term(.isHeldByRound(node: $0.node)) })
    }
    let exhausted = exhaustionOf(kind: kind, bound: entries.count, at: range)
    emit(.assign(exhausted.flag, .true, condition: isExhausted), range)
  }

  private func exhaustionOf(kind: KindID, bound: Int, at range: SourceRange) -> ExhaustionSite {
    let what = "`\(model.kinds[kind.index].name)`"
    return exhaustion.first { $0.what == what } ?? makeExhaustion(what, bound: bound, at: range)
  }

  func liveness(of node: Int) throws -> Term {
    guard let condition = model.kinds[nodes[node].kind.index].liveWhile else { return .false }
    return try fact(condition, environment(of: node))
  }

  /// As nothing has happened to it yet, for its monitors either.
  /// - Parameter isMade: It is there from now on, where its kind says while what.
  func initialise(_ node: Int, when condition: Term, isMade: Bool = false, at range: SourceRange) throws {
    let isNow = isMade && observers.becoming.contains { $0.subject == node } ? bind(condition) : nil
    let life = isMade ? model.kinds[nodes[node].kind.index].lifeVariable : nil
    for flag in watchers.ofNode[node]?.memory ?? [] { emit(.assign(flag, .false, condition: condition), range) }
    forgetCopies(of: node, when: condition, at: range)
    if isMade {
      forgetLacking(node, when: condition, at: range)
      resetStopwatches(of: node, when: condition, at: range)
    }
    for (index, variable) in model.variables.enumerated() where variable.owner == nodes[node].kind {
      let id = LifecheckLanguage.VariableID(index)
      switch try storage(of: StorageKey(node: node, variable: id)) {
      case .finite(let slot, _):
        if variables[slot.index].isRigid { continue }
        emit(.assign(slot, id == life ? .true : firstValue(of: slot), condition: condition), range)
      case .closure:
        emit(
          .assign(closures.places[ClosureVariableKey(node: node, variable: id)]!.tag, .constant(0), condition: condition), range)
      case .time, .range, .fixed: break
      }
    }
    if let isNow { unit.items.append(.made(node: node, condition: isNow)) }
  }

  private func resetStopwatches(of node: Int, when condition: Term, at range: SourceRange) {
    for index in model.stopwatches.indices {
      guard let clock = stopwatches[StopwatchKey(node: node, stopwatch: StopwatchID(index))] else { continue }
      emit(.reset(clock, condition: condition), range)
    }
  }

  /// Anything, where nothing is said.
  func firstValue(of variable: LifecheckSystem.VariableIndex) -> Term {
    variables[variable.index].initial.map { .constant($0) } ?? choice(variables[variable.index].domain)
  }
}
