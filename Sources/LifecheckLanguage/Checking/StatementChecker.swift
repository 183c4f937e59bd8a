import LifecheckDiagnostics

extension Checker {
  func block(_ syntax: BlockSyntax) -> Block {
    inFrame {
      var statements: [Statement] = []
      var hasEnded = false
      var isReported = false
      for statement in syntax.statements {
        if hasEnded, !isReported {
          isReported = true
          report(StatementProblem.unreachable(range: statement.range))
        }
        let checked = self.statements(of: statement)
        statements += checked
        if checked.contains(where: { !$0.fallsThrough }) { hasEnded = true }
      }
      return Block(statements: statements, range: syntax.range)
    }
  }

  /// The checked statements that a statement becomes: one, none after a problem, or several where a branch is always taken.
  private func statements(of syntax: StatementSyntax) -> [Statement] {
    let range = syntax.range
    func one(_ kind: StatementKind?) -> [Statement] { kind.map { [Statement($0, range)] } ?? [] }
    switch syntax.kind {
    case .variable(let variable): return declareLocals(variable)
    case .assign(let target, let operation, let value): return one(assignment(target, operation, value, range))
    case .expression(let expression): return one(expressionStatement(expression))
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise, range)
    case .guardElse(let condition, let otherwise): return guardElse(condition, otherwise, range)
    case .forIn(let name, let sequence, let condition, let body): return loop(name, sequence, condition, body, range)
    case .returns(let value): return one(returns(value, range))
    case .throwing(let name): return one(throwing(name, range))
    case .doCatch(let body, let clauses): return one(doCatch(body, clauses))
    case .deferred(let body): return one(.deferred(block(body)))
    case .wait(let duration, let isWall, let canThrow, let isAwaited):
      return one(wait(duration, isWall: isWall, canThrow: canThrow, isAwaited: isAwaited, range))
    case .waitUntil(let condition): return one(waitUntil(condition, range))
    case .within(let limit, let body, let otherwise): return one(within(limit, body, otherwise))
    case .lock(let lock, let body): return one(locked(lock, body, range))
    case .atomic(let body): return one(.atomic(with({ $0.isAtomic = true }) { block(body) }))
    case .call(let callback, let inPlace):
      noteWait(range)
      return one(callCallback(callback, inPlace, range))
    case .emit(let signal): return one(emit(signal))
    case .die(let reason):
      noteDeath(reason)
      return one(ofPlatform("die", .die(reason.text), range))
    case .freeze: return one(ofPlatform("freeze", .freeze, range))
    case .thaw: return one(ofPlatform("thaw", .thaw, range))
    case .start: return one(ofPlatform("start", .start, range))
    case .reset(let stopwatch): return one(ofPlatform("reset", reset(stopwatch), range))
    }
  }

  private func ofPlatform(_ word: String, _ kind: StatementKind?, _ range: SourceRange) -> StatementKind? {
    platformOnly(word, range)
    return kind
  }

  private func wait(
    _ duration: ExpressionSyntax, isWall: Bool, canThrow: Bool, isAwaited: Bool, _ range: SourceRange
  ) -> StatementKind? {
    noteWait(range)
    return value(duration, as: .durationRange).map {
      .wait($0, isWall: isWall, canThrow: canThrow, isAwait: isAwaited)
    }
  }

  private func waitUntil(_ condition: ExpressionSyntax, _ range: SourceRange) -> StatementKind? {
    noteWait(range)
    return inFact { value(condition, as: .bool) }.map { .waitUntil($0) }
  }

  private func within(_ limit: ExpressionSyntax, _ body: BlockSyntax, _ otherwise: BlockSyntax?) -> StatementKind? {
    let checkedLimit = value(limit, as: .duration)
    let checkedBody = block(body)
    let checkedOtherwise = otherwise.map(block)
    return checkedLimit.map { .within($0, checkedBody, otherwise: checkedOtherwise) }
  }

  private func locked(_ lock: ExpressionSyntax, _ body: BlockSyntax, _ range: SourceRange) -> StatementKind? {
    let checkedLock = self.lock(lock)
    noteWait(range)
    let checkedBody = block(body)
    return checkedLock.map { .lock($0, checkedBody) }
  }

  /// Conditions that are read again and again, such as that of `wait until`, are facts, and choose nothing: it would be chosen at once.
  private func inFact<T>(_ body: () -> T) -> T { with({ $0.purpose = .factOfState }, body) }

  private func noteWait(_ range: SourceRange) {
    if code.isAtomic { report(CallProblem.waitInAtomic("wait", range: range)) }
  }

  private func platformOnly(_ word: String, _ range: SourceRange) {
    if !isPlatformCode(code.owner) { report(PlatformOnly.platformOnly(word, range: range)) }
  }

  private func noteDeath(_ reason: NameSyntax) {
    names.note(reason, as: .death)
    if !model.deathReasons.contains(reason.text) { model.deathReasons.append(reason.text) }
  }

  // MARK: Variables

  private func declareLocals(_ syntax: VariableSyntax) -> [Statement] {
    if syntax.storage != .memory {
      report(StatementProblem.localStorage(syntax.storage == .durable ? "durable" : "system", range: syntax.names[0].range))
    }
    return syntax.names.compactMap { declareLocal($0, syntax) }
  }

  private func declareLocal(_ name: NameSyntax, _ syntax: VariableSyntax) -> Statement? {
    let role: LocalBinding.Role = syntax.isConstant ? .constant : .variable
    let written = syntax.type.map(resolve)
    namesBegun.append(name.text)
    let initial = syntax.initial.flatMap { initial in
      written.map { $0.flatMap { value(initial, as: $0, for: "`\(name.text)`") } } ?? value(initial)
    }
    namesBegun.removeLast()
    guard let type = written ?? initial?.type else {
      if syntax.initial == nil, syntax.type == nil { report(UntypedProblem.noType(name.text, range: name.range)) }
      bind(name, .unknown, role)
      return nil
    }
    if syntax.isConstant, let initial, isStatic(type) {
      // Which thing it is may be settled only now, and stays.
      if case .instance = type, !initial.isFixedThing {
        return Statement(.declare(declareLocal(name, type, role), initial), name.range)
      }
      bind(name, lasting(initial).map { .value($0) } ?? .unknown, role)
      return nil
    }
    let storable: ValueType?
    if let syntaxType = syntax.type {
      storable = storableType(syntaxType, of: name)
    } else if syntax.isConstant, case .integer = type {
      storable = type
    } else {
      storable = initial.flatMap { inferredStorableType($0, of: name) }
    }
    guard let storable, syntax.initial == nil || initial != nil else {
      bind(name, .unknown, role)
      return nil
    }
    return Statement(.declare(declareLocal(name, storable, role), initial), name.range)
  }

  private func assignment(
    _ target: ExpressionSyntax, _ operation: AssignmentOperator, _ value: ExpressionSyntax, _ range: SourceRange
  ) -> StatementKind? {
    guard let place = assignable(target) else {
      // The value may have problems of its own.
      if value.isClosure { _ = self.value(value) }
      return nil
    }
    let name = placeName(place)
    guard operation != .set else {
      return self.value(value, expecting: place.type)
        .flatMap { coerced($0, to: place.type, target: "`\(name)`") }
        .map { .assign(target: place, value: $0) }
    }
    guard case .integer(let current) = place.type else {
      report(ValueProblem.mismatch(expected: "a number", found: describe(place.type), range: target.range))
      return nil
    }
    guard let change = self.value(value) else { return nil }
    guard case .integer(let amount) = change.type else {
      report(ValueProblem.mismatch(expected: "a number", found: describe(change.type), range: value.range))
      return nil
    }
    let binaryOperation: BinaryOperator = operation == .add ? .add : .subtract
    let sum = Expression(
      .binary(binaryOperation, place, change), .integer(apply(binaryOperation, current, amount)), range)
    return coerced(sum, to: place.type, target: "`\(name)`").map { .assign(target: place, value: $0) }
  }

  private func placeName(_ place: Expression) -> String {
    switch place.kind {
    case .variable(_, let id): model.variables[id.index].name
    case .local(let id): model.locals[id.index].name
    default: "this"
    }
  }

  /// The variable that `target` names, if code may assign it.
  private func assignable(_ target: ExpressionSyntax) -> Expression? {
    if case .name(let name) = target.kind, let binding = localBinding(name.text) {
      switch binding.role {
      case .variable: break
      case .constant, .parameter, .loop:
        if case .unknown = binding.meaning { return nil }
        report(StatementProblem.notAssignable(name.text, .init(binding.role), range: target.range))
        return nil
      }
    }
    guard let place = value(target) else { return nil }
    switch place.kind {
    case .local: return place
    case .variable(_, let id):
      let variable = model.variables[id.index]
      if let why = whyFixed(variable) {
        report(StatementProblem.notAssignable(variable.name, why, range: target.range))
        return nil
      }
      return place
    case .definition(_, let id):
      let definition = model.definitions[id.index]
      let isOthers = kind(definition.owner).isPlatformCode && !kind(code.owner).isPlatformCode
      report(StatementProblem.notAssignable(definition.name, isOthers ? .system : .definition, range: target.range))
    case .binary(.equal, _, _):
      report(StatementProblem.notAssignable(describeWritten(target), .phase, range: target.range))
    default:
      report(StatementProblem.notAssignable(describeWritten(target), .value, range: target.range))
    }
    return nil
  }

  private func describeWritten(_ syntax: ExpressionSyntax) -> String {
    program.files[syntax.range.file.index].text(of: syntax.range)
  }

  private func whyFixed(_ variable: Variable) -> StatementProblem.Fixed? {
    let isApp = !isPlatformCode(code.owner)
    switch variable.storage {
    case .constant: return .constant
    case .rigid: return .parameter
    case .durable where variable.isSetting && isApp: return .setting
    case _ where isApp && isKeptByPlatform(variable): return .system
    default: return nil
    }
  }

  /// Variables that a platform keeps, it changes itself, or its rules would be about what an app likes to say. An app may set
  /// only closures that the platform calls.
  private func isKeptByPlatform(_ variable: Variable) -> Bool {
    isPlatformCode(variable.owner) && (variable.storage == .system || variable.type != .closure)
  }

  private func expressionStatement(_ syntax: ExpressionSyntax) -> StatementKind? {
    guard let checked = value(syntax) else { return nil }
    switch checked.kind {
    case .call, .callClosure, .cancelJob, .task, .work, .new: return .expression(checked)
    default:
      report(StatementProblem.unusedValue(range: syntax.range))
      return nil
    }
  }

  /// A lock is a variable that is true while it is taken, or an instance, of whatever kind, that has one.
  private func lock(_ syntax: ExpressionSyntax) -> Expression? {
    guard let lock = value(syntax) else { return nil }
    if case .instance = lock.type { return lock }
    if case .variable(_, let id) = lock.kind, lock.type == .bool {
      guard let why = whyFixed(model.variables[id.index]) else { return lock }
      report(StatementProblem.notAssignable(model.variables[id.index].name, why, range: syntax.range))
      return nil
    }
    report(
      ValueProblem.mismatch(
        expected: "a lock (a `Bool` variable, or an instance)", found: describe(lock.type), range: syntax.range))
    return nil
  }

  // MARK: Callbacks, signals, stopwatches

  private func callCallback(_ syntax: ExpressionSyntax, _ inPlace: BlockSyntax?, _ range: SourceRange) -> StatementKind? {
    var path = syntax
    var arguments: [ArgumentSyntax] = []
    if case .call(let callee, let given, _) = syntax.kind {
      path = callee
      arguments = given
    }
    guard let entity = entity(path) else { return nil }
    guard noteEffect("call", mayTakeTime: true, range) else { return nil }
    switch entity {
    case .callback(let base, let id):
      let callback = model.callbacks[id.index]
      keepForPlatform(callback.owner, .callback(callback.name, range: path.range))
      return match(arguments, to: callback.parameters, callback.parameters.map { _ in nil }, of: callback.name, path.range)
        .map { .callCallback(target: base, .callback(id), arguments: $0, inPlace: inPlace.map { block($0) }) }
    case .value(let value):
      if value.type == .callback, case .local(let id) = value.kind {
        if let first = arguments.first {
          report(ArgumentProblem.extraArgument(model.locals[id.index].name, range: first.value.range))
        }
        let own = selfExpression(code.owner, range)
        return .callCallback(target: own, .local(id), arguments: [], inPlace: inPlace.map { block($0) })
      }
      if value.type == .callback, case .callback(let base, let id) = value.kind {
        keepForPlatform(handed: value)
        return .callCallback(target: base, .callback(id), arguments: [], inPlace: inPlace.map { block($0) })
      }
      report(ValueProblem.mismatch(expected: "a callback", found: describe(value.type), range: path.range))
    case .function(_, let id):
      report(StatementProblem.functionPosted(model.functions[id.index].name, range: path.range))
    default: report(ValueProblem.mismatch(expected: "a callback", found: "something else", range: path.range))
    }
    return nil
  }

  private func emit(_ syntax: ExpressionSyntax) -> StatementKind? {
    guard let entity = entity(syntax) else { return nil }
    guard case .signal(let base, let id) = entity else {
      report(ValueProblem.mismatch(expected: "a signal", found: "something else", range: syntax.range))
      return nil
    }
    let signal = model.signals[id.index]
    keepForPlatform(signal.owner, .signal(signal.name, range: syntax.range))
    return .emit(target: base, id)
  }

  private func reset(_ syntax: ExpressionSyntax) -> StatementKind? {
    guard let stopwatch = value(syntax) else { return nil }
    guard case .stopwatch(let base, let id) = stopwatch.kind else {
      report(ValueProblem.mismatch(expected: "a stopwatch", found: describe(stopwatch.type), range: syntax.range))
      return nil
    }
    return .reset(target: base, id)
  }
}
