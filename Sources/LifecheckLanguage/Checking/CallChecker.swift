import LifecheckDiagnostics

/// The prefixes and suffixes of a call: `try await f() takes 1s...2s, may fail`.
struct EffectMode {
  var call = CallMode()
  var takes: ExpressionSyntax?
  var mayFail: [NameSyntax]?
  var isTimed = false
  var isPlain: Bool { !call.isAwait && !call.isTry && !call.isTryOptional && !isTimed }
}

extension Checker {
  /// A call or task with its prefixes and suffixes, in whichever order they were nested.
  func effect(_ syntax: ExpressionSyntax, _ mode: EffectMode) -> Expression? {
    var mode = mode
    switch syntax.kind {
    case .trying(let inner, let isOptional):
      if isOptional { mode.call.isTryOptional = true } else { mode.call.isTry = true }
      return effect(inner, mode)
    case .awaiting(let inner):
      mode.call.isAwait = true
      return effect(inner, mode)
    case .timed(let inner, let takes, let mayFail):
      mode.isTimed = true
      mode.takes = takes
      mode.mayFail = mayFail
      return effect(inner, mode)
    case .task(let taskMode, let executor, let body):
      return task(taskMode, executor, body, mode, syntax.range)
    case .call(let callee, let arguments, let isOptional):
      if mode.isTimed, let name = undeclaredName(callee) { return work(name, arguments, mode, syntax.range) }
      return call(callee, arguments, isOptional: isOptional, mode, syntax.range)
    case .name, .member:
      if mode.isTimed, let name = undeclaredName(syntax) { return work(name, [], mode, syntax.range) }
      guard let entity = entity(syntax) else { return nil }
      if case .function(_, let id) = entity {
        report(NotCallable.notCalled(model.functions[id.index].name, range: syntax.range))
        return nil
      }
      report(NotCallable.nothingToTry(isJob: value(syntax)?.type == .job, range: syntax.range))
      return nil
    default:
      if mode.isPlain { return value(syntax) }
      if value(syntax) != nil { report(NotCallable.nothingToTry(isJob: false, range: syntax.range)) }
      return nil
    }
  }

  private func undeclaredName(_ syntax: ExpressionSyntax) -> NameSyntax? {
    guard case .name(let name) = syntax.kind, localBinding(name.text) == nil, find(name.text, name.range) == nil else {
      return nil
    }
    return name
  }

  /// `upload takes 2s...40s, may fail`: the world's work, declared where it is done.
  private func work(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ mode: EffectMode, _ range: SourceRange
  ) -> Expression? {
    if let first = arguments.first { report(ArgumentProblem.extraArgument(name.text, range: first.value.range)) }
    guard noteEffect(name.text, mayTakeTime: true, range) else { return nil }
    names.declare(name, as: .function)
    let failures = mode.mayFail?.map(\.text)
    noteFailures(mode.mayFail)
    checkFailure(of: name.text, failures, mode.call, range)
    let takes =
      mode.takes.map { value($0, as: .durationRange) }
      ?? Expression(
        .range(Expression(.duration(0), .duration, range), Expression(.duration(0), .duration, range)), .durationRange, range)
    guard let takes else { return nil }
    return Expression(.work(name: name.text, takes: takes, mayFail: failures, mode.call), .void, range)
  }

  private func call(
    _ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax], isOptional: Bool, _ mode: EffectMode, _ range: SourceRange
  ) -> Expression? {
    guard let entity = entity(callee) else {
      for argument in arguments where argument.value.isClosure { _ = value(argument.value) }
      return nil
    }
    if mode.isTimed {
      reportTimedDeclared(entity, range)
      return nil
    }
    switch entity {
    case .function(let base, let id): return call(base, id, arguments, mode.call, callee.range, range)
    case .cancel(let job):
      guard noteEffect("cancel", mayTakeTime: false, range) else { return nil }
      if let first = arguments.first {
        report(ArgumentProblem.extraArgument("cancel", takesNothing: true, range: first.value.range))
      }
      return Expression(.cancelJob(job), .void, range)
    case .value(let value) where value.type == .closure:
      guard noteEffect("a closure", mayTakeTime: false, range) else { return nil }
      if let first = arguments.first {
        let name = model.files[callee.range.file.index].text(of: callee.range)
        report(ArgumentProblem.extraArgument(name, takesNothing: true, range: first.value.range))
      }
      return Expression(.callClosure(value, isOptional: isOptional, mode.call), .void, range)
    case .callback(_, let id):
      report(NotCallable.callbackCalled(model.callbacks[id.index].name, range: range))
    case .event(_, let id): report(NotCallable.eventCalled(model.events[id.index].name, range: range))
    case .signal(_, let id): report(NotCallable.signalCalled(model.signals[id.index].name, range: range))
    case .kind(let id): report(NotCallable.kindCalled(kind(id).name, range: range))
    case .value(let value): report(NotCallable.notCallable(describe(value.type), range: callee.range))
    case .array, .enumeration, .platform: _ = asValue(entity, callee.range)
    }
    return nil
  }

  private func call(
    _ base: Expression, _ id: FunctionID, _ arguments: [ArgumentSyntax], _ mode: CallMode, _ nameRange: SourceRange,
    _ range: SourceRange
  ) -> Expression? {
    let function = model.functions[id.index]
    if function.isSystem { keepForPlatform(function.owner, .function(function.name, range: nameRange)) }
    guard noteFact(function.name, range) else { return nil }
    let matched = match(
      arguments, to: function.parameters, function.defaults, of: function.name, receiver: base, nameRange)
    if base.isNone, kind(function.owner).isRoot == false {
      report(CallProblem.noInstance(kind(function.owner).name, function: function.name, range: range))
      return nil
    }
    let takesTime = function.isAsync || function.takes != nil
    guard noteEffect(function.name, mayTakeTime: takesTime, range) else { return nil }
    if function.isAsync, !mode.isAwait { report(CallProblem.missingAwait(function.name, range: range)) }
    if mode.isAwait, !function.isAsync { awaitedCalls.append((id, range)) }
    checkFailure(of: function.name, function.mayFail, mode, range)
    guard let matched else { return nil }
    return Expression(.call(base: base, id, arguments: matched, mode), function.result, range)
  }

  /// Facts call nothing; what takes time cannot be in an atomic block.
  func noteEffect(_ name: String, mayTakeTime: Bool, _ range: SourceRange) -> Bool {
    guard noteFact(name, range) else { return false }
    if code.isAtomic, mayTakeTime { report(CallProblem.waitInAtomic(name, range: range)) }
    return true
  }

  private func noteFact(_ name: String, _ range: SourceRange) -> Bool {
    if code.purpose != .code { report(CallProblem.callInFact(name, range: range)) }
    return code.purpose == .code
  }

  private func reportTimedDeclared(_ entity: Entity, _ range: SourceRange) {
    guard case .function(_, let id) = entity else {
      report(CallProblem.timedDeclared("this", hasTakes: false, range: range, declared: nil))
      return
    }
    let function = model.functions[id.index]
    report(
      CallProblem.timedDeclared(
        "`\(function.name)`", hasTakes: function.takes != nil, range: range, declared: function.range))
  }

  // MARK: Arguments

  /// One argument per parameter, in their order; what is left out comes from the handler around the call, or is the default.
  func match(
    _ arguments: [ArgumentSyntax], to parameters: [LocalID], _ defaults: [Expression?], of callee: String,
    receiver: Expression? = nil, _ range: SourceRange
  ) -> [Expression]? {
    var given: [Expression?] = parameters.map { _ in nil }
    var isGiven = parameters.map { _ in false }
    var isSound = true
    for argument in arguments {
      guard let index = parameterIndex(for: argument, parameters, isGiven, callee) else {
        isSound = false
        continue
      }
      isGiven[index] = true
      let parameter = model.locals[parameters[index].index]
      if parameter.type == .void { continue }
      given[index] = value(argument.value, expecting: parameter.type).flatMap {
        coerced($0, to: parameter.type, target: "`\(parameter.name)`").flatMap(lasting)
      }
      if given[index] == nil { isSound = false }
    }
    // A wrong argument was meant for some parameter, perhaps for one that is missing.
    guard isSound else { return nil }
    for index in parameters.indices where !isGiven[index] {
      given[index] = receiver.flatMap { handedOver(parameters[index], to: $0, range) }
    }
    return fillDefaults(given, parameters, defaults, of: callee, range)
  }

  private func fillDefaults(
    _ given: [Expression?], _ parameters: [LocalID], _ defaults: [Expression?], of callee: String, _ range: SourceRange
  ) -> [Expression]? {
    var filled: [Expression] = []
    for index in parameters.indices {
      let parameter = model.locals[parameters[index].index]
      // Without a type, the parameter's own declaration has been reported.
      guard parameter.type != .void else { continue }
      // Where facts are read first, defaults are not known yet; a fact calls nothing anyhow.
      let value = defaults.indices.contains(index) ? defaults[index] : nil
      if let argument = given[index] ?? value {
        filled.append(argument)
      } else {
        report(
          ArgumentProblem.missingArgument(
            parameter.name, type: describe(parameter.type), callee: callee, handedBy: handers(of: parameters[index]), range: range
          ))
      }
    }
    return filled.count == parameters.count ? filled : nil
  }

  private func parameterIndex(
    for argument: ArgumentSyntax, _ parameters: [LocalID], _ isGiven: [Bool], _ callee: String
  ) -> Int? {
    let labels = parameters.map { self.labels[$0]?.text ?? model.locals[$0.index].name }
    if let label = argument.label {
      guard let index = labels.firstIndex(of: label.text) else {
        report(ArgumentProblem.unknownLabel(label.text, callee: callee, known: labels, range: label.range))
        return nil
      }
      let parameter = parameters[index]
      names.use(label.range, of: self.labels[parameter]?.range ?? model.locals[parameter.index].range)
      if isGiven[index] {
        report(ArgumentProblem.argumentTwice(label.text, range: label.range))
        return nil
      }
      return index
    }
    let free = parameters.indices.filter { !isGiven[$0] }
    // A trailing closure goes to the first closure that is left.
    if argument.value.isClosure, let index = free.first(where: { model.locals[parameters[$0].index].type == .closure }) {
      return index
    }
    guard let index = free.first else {
      report(ArgumentProblem.extraArgument(callee, takesNothing: parameters.isEmpty, range: argument.value.range))
      return nil
    }
    return index
  }

  func newInstance(_ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange) -> Expression? {
    guard let id = knownKind(name) else { return nil }
    guard noteEffect("new", mayTakeTime: false, range) else { return nil }
    if kind(id).pool == nil {
      report(TypeProblem.nothingToReferTo(name.text, range: name.range))
      return nil
    }
    let makers = kind(id).poolPer
    if !makers.isEmpty, !makers.contains(code.owner) {
      report(TypeProblem.madeElsewhere(name.text, by: makers.map { kind($0).name }, range: name.range))
      return nil
    }
    guard let matched = match(arguments, to: kind(id).parameters, kind(id).defaults, of: name.text, name.range) else {
      return nil
    }
    return Expression(.new(id, matched), .reference(id), range)
  }
}

extension ExpressionSyntax {
  var isClosure: Bool {
    if case .closure = kind { true } else { false }
  }
}
