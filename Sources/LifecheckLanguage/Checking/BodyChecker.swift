import LifecheckDiagnostics

// Third step: the code. Every signature is known, so bodies can be read in any order.

extension Checker {
  func checkBodies() {
    for item in declared {
      switch item.item {
      case .function(let id, let syntax): checkFunction(id, syntax, owner: item.owner)
      case .event(let id, let syntax): checkEvent(id, syntax, owner: item.owner)
      case .handler(let syntax): checkHandler(syntax, owner: item.owner)
      case .onDies(let reasons, let body):
        noteNamedDeaths(reasons)
        let block = inCode(of: item.owner) { with({ $0.isAtomic = true }) { self.block(body) } }
        model.kinds[item.owner.index].onDies.append(DeathHandler(reasons: reasons.map(\.text), body: block))
      case .instance(let id, let extended, let syntax):
        checkInstance(id, extended: extended, syntax, owner: item.owner)
      default: break
      }
    }
  }

  private func checkFunction(_ id: FunctionID, _ syntax: FunctionSyntax, owner: KindID) {
    guard let body = syntax.body else {
      if model.functions[id.index].result != .void {
        report(BodyProblem.worldResult(syntax.name.text, takesTime: syntax.takes != nil, range: syntax.name.range))
      }
      return
    }
    let function = model.functions[id.index]
    let block = inCode(of: owner) {
      code.result = function.result
      code.boundary = .function(name: function.name, declared: function.mayFail)
      bindParameters(syntax.parameters, function.parameters)
      return self.block(body)
    }
    model.functions[id.index].body = block
    if function.result != .void, block.fallsThrough, isEntryKnown(syntax.name, owner) {
      report(StatementProblem.missingReturn(function.name, type: describe(function.result), range: syntax.name.range))
    }
  }

  private func isEntryKnown(_ name: NameSyntax, _ owner: KindID) -> Bool {
    if case .broken? = members[owner.index][name.text]?.member { false } else { true }
  }

  private func checkEvent(_ id: EventID, _ syntax: EventSyntax, owner: KindID) {
    model.events[id.index].executor = executor(syntax.executor, owner: owner)
    func fact(_ syntax: ExpressionSyntax?, _ purpose: CodeContext.Purpose = .factOfState) -> Expression? {
      syntax.flatMap { condition in inCode(of: owner, purpose) { value(condition, as: .bool) } }
    }
    // Whether an event is due is asked again and again.
    model.events[id.index].when = fact(syntax.when, syntax.latest == nil ? .fact : .factOfState)
    model.events[id.index].latest = fact(syntax.latest)
    model.events[id.index].body = inCode(of: owner) { block(syntax.body) }
  }

  private func checkHandler(_ syntax: HandlerSyntax, owner: KindID) {
    let target = inCode(of: owner, .fact) { handledCallback(syntax.callback) }
    let callback = target.map { model.callbacks[$0.1.index] }
    let expected = callback?.parameters ?? []
    if let callback, syntax.parameters.count > expected.count {
      report(
        BodyProblem.handlerParameters(
          callback.name, expected: expected.map { model.locals[$0.index].name }, found: syntax.parameters.count,
          range: syntax.callback.range))
    }
    let executor = self.executor(syntax.executor, owner: owner)
    var parameters: [LocalID] = []
    let body = inCode(of: owner) {
      for (index, name) in syntax.parameters.enumerated() where index >= expected.count {
        bind(name, .unknown, .parameter)
      }
      for (index, parameter) in expected.enumerated() {
        let declared = model.locals[parameter.index]
        if index < syntax.parameters.count {
          parameters.append(declareLocal(syntax.parameters[index], declared.type, .parameter))
        } else {
          parameters.append(newLocal(declared.name, declared.type, syntax.callback.range))
        }
      }
      code.handling = target.map { HandledCall(callback: $0.1, target: $0.0, parameters: parameters, depth: code.closureDepth) }
      return block(syntax.body)
    }
    guard let target else { return }
    model.handlers.append(
      Handler(
        owner: owner, callback: target.1, target: target.0, parameters: parameters, executor: executor, body: body,
        range: syntax.callback.range))
  }

  /// The callback that a handler answers, and whose it is.
  private func handledCallback(_ path: ExpressionSyntax) -> (Expression, CallbackID)? {
    if case .name(let name) = path.kind, find(name.text, name.range) == nil {
      report(
        BodyProblem.unknownCallback(name.text, elsewhere: namesElsewhere[name.text], known: callbackNames(), range: path.range))
      return nil
    }
    if case .member(let base, let name) = path.kind, let owner = value(base), let kind = owner.type.kindID,
      findMember(name.text, of: kind, base: owner) == nil
    {
      report(BodyProblem.unknownCallback(name.text, elsewhere: nil, known: callbackNames(of: kind), range: name.range))
      return nil
    }
    guard let entity = entity(path) else { return nil }
    guard case .callback(let base, let id) = entity else {
      reportNoCallback(entity, path)
      return nil
    }
    return (base, id)
  }

  /// Says which callbacks a thing or kind has, where one of them may be meant.
  private func reportNoCallback(_ entity: Entity, _ path: ExpressionSyntax) {
    let kind: KindID? =
      switch entity {
      case .kind(let kind): kind
      case .value(let value): value.type.kindID
      default: nil
      }
    let callbacks = kind.map(callbackNames) ?? []
    guard let kind, !callbacks.isEmpty else { return report(BodyProblem.notACallback(range: path.range)) }
    var thing: String?
    if case .value = entity, case .name(let name) = path.kind { thing = name.text }
    report(BodyProblem.handledThing(thing, kind: self.kind(kind).name, callbacks: callbacks, range: path.range))
  }

  private func callbackNames(of kind: KindID) -> [String] {
    let inner = baseInstances[kind].map { members[model.instances[$0.index].kind.index] } ?? [:]
    return memberNames(of: kind).filter { name in
      if case .callback? = (members[kind.index][name] ?? inner[name])?.member { true } else { false }
    }
  }

  /// The callbacks that can be answered without naming an instance.
  private func callbackNames() -> [String] {
    model.callbacks.filter { $0.owner == code.owner || kind($0.owner).isRoot }.map(\.name)
  }

  private func checkInstance(_ id: InstanceID, extended: KindID?, _ syntax: InstanceSyntax, owner: KindID) {
    if case .broken? = members[owner.index][syntax.name.text]?.member { return }
    inCode(of: owner, .fact) {
      let plain = extended.flatMap { baseInstances[$0] } ?? id
      let kind = kind(model.instances[plain.index].kind)
      let arguments = match(syntax.arguments, to: kind.parameters, kind.defaults, of: kind.name, syntax.name.range)
      model.instances[plain.index].arguments = arguments ?? []
    }
  }

  /// `[3]`. A range, `[1...2]`, is as good as checking the larger number: every instance may stay unused.
  func instanceCount(_ syntax: ExpressionSyntax) -> Int? {
    let number: Int?
    if case .range = syntax.kind {
      number = integerRange(syntax)?.upperBound
    } else {
      number = constantInteger(syntax)
    }
    guard let number else { return nil }
    if number < 1 {
      report(ValueProblem.outOfRange("the number of instances", type: "1 or more", value: "\(number)", range: syntax.range))
      return nil
    }
    if number > mostInstances {
      report(TypeProblem.tooMany("\(mostInstances) instances", range: syntax.range))
      return nil
    }
    return number
  }
}

extension ValueType {
  /// The kind of an instance or reference.
  var kindID: KindID? {
    switch self {
    case .instance(let id), .reference(let id): id
    default: nil
    }
  }
}

/// `applicationDidEnterBackground` means `didEnterBackground`: some names begin with the caller, who is known here.
private func endMeant(by name: String, among known: [String]) -> String? {
  let ends = known.filter { $0.count > 3 && name.lowercased().hasSuffix($0.lowercased()) }
  return ends.max { $0.count < $1.count }
}

/// Mistakes that concern a function, event or handler as a whole.
enum BodyProblem: Problem {
  case unknownCallback(String, elsewhere: String?, known: [String], range: SourceRange)
  case notACallback(range: SourceRange)
  /// A thing, or the kind of one, that has callbacks.
  case handledThing(String?, kind: String, callbacks: [String], range: SourceRange)
  case handlerParameters(String, expected: [String], found: Int, range: SourceRange)
  case worldResult(String, takesTime: Bool, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownCallback(let name, let here?, _, let range):
      return Diagnostic(.error, "unknown-callback", "there is no callback `\(name)`", at: range, help: here)
    case .unknownCallback(let name, nil, let known, let range):
      if let meant = endMeant(by: name, among: known) {
        return Diagnostic(
          .error, "unknown-callback", "there is no callback `\(name)`; did you mean `\(meant)`?", at: range,
          fixIts: [.replace(range, with: meant)])
      }
      let few = known.prefix(12).map { "`\($0)`" }.joined(separator: ", ") + (known.count > 12 ? ", …" : "")
      let list = known.isEmpty ? nil : "there are \(few)"
      return suggesting(name, from: known, at: range, help: list) {
        Diagnostic(.error, "unknown-callback", "there is no callback `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .notACallback(let range):
      return Diagnostic(
        .error, "unknown-callback", "this is no callback, so nothing calls a handler for it", at: range,
        help: "what the world does is an `event`")
    case .handledThing(let thing, let kind, let callbacks, let range):
      let list = callbacks.map { "`on \(thing ?? "NAME").\($0)`" }.joined(separator: ", ")
      if thing != nil {
        return Diagnostic(
          .error, "unknown-callback", "this is a thing of the kind `\(kind)`, and no callback", at: range,
          help: "answer what it calls: \(list)")
      }
      return Diagnostic(
        .error, "unknown-callback", "this names the kind `\(kind)`, and no callback", at: range,
        help: "declare one, `\(kind) NAME`, and answer what it calls: \(list)")
    case .handlerParameters(let name, let expected, let found, let range):
      let list = expected.isEmpty ? "nothing" : expected.map { "`\($0)`" }.joined(separator: ", ")
      return Diagnostic(
        .error, "handler-parameters", "`\(name)` hands over \(list); this handler takes \(found)", at: range,
        help: expected.isEmpty
          ? "leave out the parentheses, and the calls of what they name: `\(name)` is over when its handlers have returned"
          : "name as many of them as are needed, in this order")
    case .worldResult(let name, let takesTime, let range):
      return Diagnostic(
        .error, "missing-body", "`\(name)` gives a value, so it needs a body that says which", at: range,
        help: takesTime
          ? "write `{ await work(); return any }`, and say the time of that: `func work() async takes 1s...20s`"
          : "`{ return any }` leaves the value open")
    }
  }
}
