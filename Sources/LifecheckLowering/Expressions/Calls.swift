import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Calls that take no time, and what they make: resources, boxes, closures, activations.

extension Lowerer {
  /// Evaluates an expression that may have effects, within the unit.
  func call(_ expression: Expression, _ state: inout Straight) throws -> Value {
    switch expression.kind {
    case .call(let base, let id, let arguments, _):
      return try callFunction(base, id, arguments, &state, at: expression.range)
    case .new(let kind, _): return .term(try makeNew(kind, state.alive, state.environment, at: expression.range))
    case .cancelJob(let job):
      guard spawnerIsApp else {
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
    let function = model.functions[id.index]
    let receiver = try bind(evaluate(base, state.environment))
    var inner = Straight(
      environment: try calleeEnvironment(function, receiver, base, arguments, &state), alive: state.alive, origin: range)
    tells(state.environment) { happen(.calls(id), receiver, kind(of: base, state.environment), when: state.alive, at: range) }
    try inCall(of: id, receiver) {
      if let body = function.body { try run(body, &inner) }
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
    newSites.insert(kind)
    found.made.insert(kind)
    let entries = entriesOpen(to: environment.selfValue, try poolEntries(of: kind), of: kind)
    var free: [(value: Int, node: Int, condition: Term)] = []
    for (offset, node) in entries {
      let isFree = Term.all([try isInUse(node, entry: offset, kind).negated, isHeldByName(offset + 1, kind).negated])
      free.append((offset + 1, node, bind(isFree)))
    }
    let crowd = resourceCrowds[kind]
    var reference = Term.constant(crowd?.reference ?? 0)
    for entry in free.reversed() { reference = .choose(entry.condition, .constant(entry.value), reference) }
    if let crowd {
      let joins = Term.any([try joins(crowd, entries, free.map(\.condition), alive), isMeantForTheCrowd(crowd, alive)])
      reference = .choose(joins, .constant(crowd.reference), reference)
    }
    let chosen = bind(reference)
    try noteFull(kind, entries, chosen, alive, at: range)
    for entry in free {
      try initialise(entry.node, when: .all([alive, .equal(chosen, .constant(entry.value))]), isMade: true, at: range)
    }
    unit.heldByNames.append((kind, chosen))
    return chosen
  }

  /// Notes what a name stands for that is no variable, so that nothing else is made in its place within the step.
  func noteHeldByName(_ value: Value, _ type: ValueType) {
    guard case .term(let reference) = value, !reference.isConstant, let kind = referredKind(of: type) else { return }
    unit.heldByNames.append((kind, reference))
  }

  private func isHeldByName(_ reference: Int, _ kind: KindID) -> Term {
    .any(unit.heldByNames.filter { $0.kind == kind }.map { Term.folded(.equal, $0.reference, .constant(reference)) })
  }

  /// Whether what is made is not followed: never until the entries have joined the crowd, then unless it is the only one.
  private func joins(
    _ crowd: ResourceCrowd, _ entries: [(offset: Int, node: Int)], _ areFree: [Term], _ alive: Term
  ) throws -> Term {
    let haveJoined = Term.equal(.variable(crowd.site.flag), .true)
    emit(.assume(.any([alive.negated, haveJoined] + areFree)))
    let isOnly = Term.all(zip(entries, areFree).map { .any([$1, term(.isBeingLoopedOver(node: $0.node))]) })
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
      // Where all places are kept by loops, none could have been given up for this one.
      isExhausted = .all([joins] + entries.map { term(.isBeingLoopedOver(node: $0.node)) })
    }
    let exhausted = exhaustionOf(kind: kind, bound: entries.count, at: range)
    emit(.assign(exhaustion[exhausted].flag, .true, condition: isExhausted), range)
  }

  private func exhaustionOf(kind: KindID, bound: Int, at range: SourceRange) -> Int {
    let what = "`\(model.kinds[kind.index].name)`"
    return exhaustion.firstIndex { $0.what == what } ?? makeExhaustion(what, bound: bound, at: range)
  }

  func liveness(of node: Int) throws -> Term {
    guard let condition = model.kinds[nodes[node].kind.index].liveWhile else { return .false }
    return try fact(condition, environment(of: node))
  }

  /// As nothing has happened to it yet, for its monitors either.
  /// - Parameter isMade: It is there from now on, where its kind says while what.
  func initialise(_ node: Int, when condition: Term, isMade: Bool = false, at range: SourceRange) throws {
    let life = isMade ? model.kinds[nodes[node].kind.index].lifeVariable : nil
    for flag in watchers[node]?.memory ?? [] { emit(.assign(flag, .false, condition: condition), range) }
    for (index, variable) in model.variables.enumerated() where variable.owner == nodes[node].kind {
      let id = LifecheckLanguage.VariableID(index)
      switch try storage(of: StorageKey(node: node, variable: id)) {
      case .finite(let slot, _):
        if variables[slot.index].isRigid { continue }
        emit(.assign(slot, id == life ? .true : firstValue(of: slot), condition: condition), range)
      case .closure:
        emit(
          .assign(closureStorage[ClosureVariableKey(node: node, variable: id)]!.tag, .constant(0), condition: condition), range)
      case .time, .range, .fixed: break
      }
    }
  }

  /// Anything, where nothing is said.
  func firstValue(of variable: LifecheckSystem.VariableIndex) -> Term {
    variables[variable.index].initial.map { .constant($0) } ?? choice(variables[variable.index].domain)
  }

  /// Gives a captured local a box of its own, so that it outlives the code that declared it.
  func makeBox(_ local: LocalID, _ initial: Value, _ state: inout Straight) throws {
    let info = model.locals[local.index]
    let pool = local.index
    let box = boxPool(of: local)
    let mayFollow = mayBeFollowed(local, holding: initial)
    let free = (0..<boxSize).map { bind(.all([mayFollow, term(.boxReferenced(pool: pool, entry: $0)).negated])) }
    var reference = Term.constant(looseBox)
    for number in (0..<boxSize).reversed() { reference = .choose(free[number], .constant(number + 1), reference) }
    let chosen = bind(reference)
    emit(.assign(box.isLoose, .true, condition: .all([state.alive, .equal(chosen, .constant(looseBox))])), info.range)
    state.environment.locals[local] = .box(pool: pool, reference: chosen)
    if let isCaptured = box.isCaptured {
      state.environment.captured[local] = chosen
      let isFollowed = Term.all([state.alive, Term.equal(chosen, .constant(looseBox)).negated])
      emit(.assign(isCaptured, .false, condition: isFollowed), info.range)
    }
    try assignBox(local, initial, &state, at: info.range)
  }

  /// Made by whoever speaks of it first: code that uses a captured local may be laid out before the code that declares it.
  func boxPool(of local: LocalID) -> BoxPool {
    if let known = boxPools[local.index] { return known }
    let info = model.locals[local.index]
    let entries = (0..<boxSize).map { number in
      makeVariable(
        StateVariable(
          name: info.name, domain: valueRange(of: info.type).count, valueNames: valueNames(of: info.type), initial: 0,
          isHidden: false, origin: info.range),
        VariableRole(
          storage: isAppFile(info.range.file) ? .memory : .system, refersTo: referredKind(of: info.type),
          boxEntry: (local.index, number), isJob: info.type == .job))
    }
    let made = BoxPool(name: info.name, type: info.type, entries: entries, isLoose: makeFlag("further copies of `\(info.name)`"),
      isCaptured: isFollowedByChoice(local) ? makeFlag("a crowd has captured `\(info.name)`", storage: .memory) : nil)
    boxPools[local.index] = made
    looseBoxes.append(
      ExhaustionSite(what: "copies of `\(info.name)`", bound: boxSize, origin: info.range, flag: made.isLoose))
    return made
  }

  private func assignBox(_ local: LocalID, _ value: Value, _ state: inout Straight, at range: SourceRange) throws {
    let type = model.locals[local.index].type
    let fitted = fitted(value.asTerm(self), type, when: state.alive, at: range)
    guard case .box(let pool, let reference)? = state.environment.locals[local], case .term(let raw) = fitted else { return }
    let lower = valueRange(of: type).lowerBound
    for (number, entry) in boxPool(of: LocalID(pool)).entries.enumerated() {
      emit(
        .assign(
          entry, Term.subtract(raw, .constant(lower)).simplified,
          condition: .all([state.alive, .equal(reference, .constant(number + 1))])),
        range)
    }
  }

  // MARK: Closures

  /// A name for the closure that is the same in every round: its place, and the static values it sees.
  func key(of closure: StaticClosure) -> String {
    var parts = ["\(closure.closure.range.file.index):\(closure.closure.range.start)"]
    if case .node(let node) = closure.environment.selfValue { parts.append("self=\(node)") } else { parts.append("self") }
    for local in freeLocals(of: closure.closure) {
      if case .value(let value)? = closure.environment.locals[local], let text = staticText(value) {
        parts.append("\(local.index)=\(text)")
      }
    }
    return parts.joined(separator: "|")
  }

  /// nil: not static.
  func staticText(_ value: Value) -> String? {
    switch value {
    case .term(.constant(let value)): "\(value)"
    case .term: nil
    case .time(let bound): "\(bound)"
    case .timeRange(let lower, let upper): "\(lower)…\(String(describing: upper))"
    case .node(let node): "node \(node)"
    case .closure(let closure): "{\(key(of: closure))}"
    case .callback(let node, let id): "callback \(node).\(id.index)"
    case .executor(let node, let id): "executor \(node).\(id.index)"
    case .clock(let clock): "clock \(clock.index)"
    case .string(let text): text
    case .void: "void"
    case .storedClosure(let variables):
      variables.map { "\($0.variable.owner).\($0.variable.variable.index)" }.joined(separator: ",")
    }
  }

  /// Copies named in `[x]` become locals of the closure's environment at the point where it is made.
  func withCopies(_ closure: Closure, _ state: Straight) throws -> StaticClosure {
    var environment = state.environment
    for copy in closure.copies {
      let value = try evaluate(copy.value, state.environment)
      environment.locals[copy.local] = .value(bind(value))
    }
    return StaticClosure(
      closure: Closure(copies: [], parameters: closure.parameters, body: closure.body, range: closure.range),
      environment: environment)
  }

  /// A closure literal takes its copies when it is made.
  func withCopies(_ value: Value, _ state: Straight) throws -> Value {
    guard case .closure(let raw) = value else { return value }
    return .closure(
      try withCopies(raw.closure, Straight(environment: raw.environment, alive: state.alive, origin: state.origin)))
  }

  func storeClosure(
    _ value: Value, _ key: ClosureVariableKey, when condition: Term, at range: SourceRange
  ) throws {
    let target = closureStorage[key]!
    switch value {
    case .closure(let raw):
      let closure = try withCopies(raw.closure, Straight(environment: raw.environment, alive: condition, origin: range))
      try storeLiteral(closure, key, target, when: condition, at: range)
    case .term: emit(.assign(target.tag, .constant(0), condition: condition), range)
    case .storedClosure(let sources): try copyClosure(sources, key, target, when: condition, at: range)
    default: throw LoweringFailure("not-a-closure", "a closure is needed here", at: range)
    }
  }

  private func storeLiteral(
    _ closure: StaticClosure, _ key: ClosureVariableKey, _ target: ClosureStorage, when condition: Term, at range: SourceRange
  ) throws {
    let name = self.key(of: closure)
    let captures = captures(of: closure)
    if foundClosures[name] == nil { foundClosures[name] = StoredClosure(closure: closure, captures: captures) }
    if found.closures[key.known]?.contains(name) != true { found.closures[key.known, default: []].append(name) }
    guard let number = known.closures[key.known]?.firstIndex(of: name) else { return }
    emit(.assign(target.tag, .constant(number + 1), condition: condition), range)
    for (slot, capture) in zip(target.captures[number], captures) {
      emit(.assign(slot, try captured(capture, closure, at: range), condition: condition), range)
    }
  }

  private func copyClosure(
    _ sources: [(condition: Term, variable: ClosureVariableKey)], _ key: ClosureVariableKey, _ target: ClosureStorage,
    when condition: Term, at range: SourceRange
  ) throws {
    let shared = key.known
    for source in sources {
      try refuseStale(source.variable, at: range)
      let active = bind(.all([condition, source.condition]))
      let tag = tag(of: source.variable)
      emit(.assign(target.tag, .constant(0), condition: active), range)
      for stored in storedClosures(in: source.variable) {
        if found.closures[shared]?.contains(stored.name) != true { found.closures[shared, default: []].append(stored.name) }
        guard let place = known.closures[shared]?.firstIndex(of: stored.name) else { continue }
        let isThis = bind(.all([active, .equal(tag, .constant(stored.tag))]))
        emit(.assign(target.tag, .constant(place + 1), condition: isThis), range)
        for (slot, origin) in zip(target.captures[place], stored.captures) {
          emit(.assign(slot, capture(origin, in: source.variable), condition: isThis), range)
        }
      }
    }
  }

  /// Within one unit, what was read before an assignment and what is read after it could not be told apart.
  private func refuseStale(_ source: ClosureVariableKey, at range: SourceRange) throws {
    guard let tag = closureStorage[source]?.tag else { return }
    let isChanged = unit.items.contains { item in
      if case .action(let action) = item, case .assign(tag, _, _) = action.kind { true } else { false }
    }
    guard isChanged, !source.isLocal else { return }
    throw LoweringFailure(
      "not-supported", "this closure comes out of a variable that the same indivisible step has changed", at: range,
      help: "make it two steps")
  }
}
