import LifecheckDiagnostics

// Second step: what other code needs to know of a declaration in order to use it, before any body is read.

extension Checker {
  func checkSignatures() {
    // Pools decide what a kind's name means as a type, counts which index there is, kind parameters what its code sees: all
    // before the rest.
    for item in declared {
      if case .kind(let id, let syntax) = item.item { checkPool(id, syntax, owner: item.owner) }
    }
    for item in declared {
      if case .kind(let id, let syntax) = item.item { checkPoolPer(id, syntax, owner: item.owner) }
    }
    for item in declared {
      if case .instance(let id, _, let syntax) = item.item { checkCount(id, syntax, owner: item.owner) }
    }
    for item in declared {
      if case .kind(let id, let syntax) = item.item { checkKindParameters(id, syntax, owner: item.owner) }
    }
    for item in declared { checkParameters(of: item) }
    for item in declared { checkSources(of: item) }
    for index in variableStates.indices { _ = type(of: VariableID(index)) }
    for index in definitionStates.indices { _ = type(of: DefinitionID(index)) }
    for item in declared { checkDefaults(of: item) }
  }

  private func checkPool(_ id: KindID, _ syntax: KindSyntax, owner: KindID) {
    guard let pool = syntax.pool else { return }
    if syntax.liveWhile == nil { saysNotWhileWhat.insert(id) }
    if let first = syntax.parameters.first {
      report(TypeProblem.parametersOfMade(syntax.name.text, range: first.name.range))
    }
    inCode(of: owner, .fact) {
      model.kinds[id.index].pool = instanceCount(pool) ?? 1
    }
  }

  private func checkPoolPer(_ id: KindID, _ syntax: KindSyntax, owner: KindID) {
    inCode(of: owner, .fact) {
      for name in syntax.poolPer {
        guard let counted = knownKind(name) else { continue }
        if isMade(counted) {
          report(TypeProblem.notCounted(name.text, range: name.range))
        } else {
          model.kinds[id.index].poolPer.append(counted)
        }
      }
    }
  }

  /// Whether some instance of the kind is in a pool, or is a part of what is in one.
  /// - Parameter parts: Kinds that are being asked about. A kind that is a part of itself is an error of its own.
  private func isMade(_ id: KindID, partOf parts: Set<KindID> = []) -> Bool {
    if kind(id).pool != nil { return true }
    guard !parts.contains(id) else { return false }
    return model.instances.contains { $0.kind == id && isMade($0.owner, partOf: parts.union([id])) }
  }

  private func checkCount(_ id: InstanceID, _ syntax: InstanceSyntax, owner: KindID) {
    if case .broken? = members[owner.index][syntax.name.text]?.member { return }
    guard let count = syntax.count, let number = inCode(of: owner, .fact, { instanceCount(count) }) else { return }
    model.instances[id.index].count = number
  }

  private func checkKindParameters(_ id: KindID, _ syntax: KindSyntax, owner: KindID) {
    var bound: [String: LocalBinding] = [:]
    for parameter in syntax.parameters {
      let type = inCode(of: owner, .fact) { resolve(parameter.type) }
      let local = newLocal(parameter.name.text, type ?? .void, parameter.name.range)
      model.kinds[id.index].parameters.append(local)
      bound[parameter.name.text] = LocalBinding(
        meaning: type == nil ? .unknown : .local(local), role: .parameter, closureDepth: Int.max,
        range: parameter.name.range)
      noteLabel(parameter, local)
    }
    kindBindings[id] = bound
  }

  private func noteLabel(_ parameter: ParameterSyntax, _ local: LocalID) {
    names.declare(parameter.name, as: .parameter)
    if let label = parameter.label {
      names.declare(label, as: .parameter)
      labels[local] = label
    }
    if parameter.isOnce {
      report(
        PropertyProblem.notSupported(
          "`once`", help: "write a property: `\(parameter.name.text) exactly once per …`", range: parameter.name.range))
    }
  }

  private func parameters(_ syntax: [ParameterSyntax], owner: KindID) -> [LocalID] {
    syntax.map { parameter in
      let type = inCode(of: owner, .fact) { resolve(parameter.type) }
      let local = newLocal(parameter.name.text, type ?? .void, parameter.name.range)
      noteLabel(parameter, local)
      return local
    }
  }

  /// A result is kept until the caller has used it, in a variable of finitely many values.
  private func refuseResult(_ type: ValueType?, at range: SourceRange) {
    switch type {
    case .duration, .durationRange, .callback, .executor, .string:
      report(
        PropertyProblem.notSupported(
          "a function with such a result", help: "a `const` or a `def` can have it: `const patience = 5s`", range: range))
    default: break
    }
  }

  private func checkParameters(of item: DeclaredItem) {
    switch item.item {
    case .function(let id, let syntax):
      model.functions[id.index].parameters = parameters(syntax.parameters, owner: item.owner)
      if let result = syntax.result {
        let type = inCode(of: item.owner, .fact) { resolve(result) }
        model.functions[id.index].result = type ?? .void
        refuseResult(type, at: result.range)
        if type == nil { members[item.owner.index][syntax.name.text]?.member = .broken }
      }
    case .callbacks(let ids, let syntax):
      for (id, callback) in zip(ids, syntax.items) {
        model.callbacks[id.index].parameters = parameters(callback.parameters, owner: item.owner)
        model.callbacks[id.index].executor = executor(syntax.executor, owner: item.owner)
        model.callbacks[id.index].cancelFlag = cancelFlag(of: syntax, named: callback.name.text, owner: item.owner)
      }
    default: break
    }
  }

  /// The queue or thread of `on NAME`.
  func executor(_ name: NameSyntax?, owner: KindID) -> ExecutorID? {
    guard let name else { return nil }
    return inCode(of: owner, .fact) {
      let syntax = ExpressionSyntax(.name(name), name.range)
      guard let value = value(syntax, as: .executor), case .executor(_, let id) = value.kind else { return nil }
      return id
    }
  }

  /// The variable of `cancelled by NAME`.
  private func cancelFlag(of syntax: CallbackSyntax, named callback: String, owner: KindID) -> VariableID? {
    guard let name = syntax.cancelFlag else { return nil }
    if !syntax.isAsync { report(DeclarationProblem.cancelWithoutWait(callback, range: name.range)) }
    return inCode(of: owner, .fact) {
      guard let flag = value(ExpressionSyntax(.name(name), name.range), as: .bool) else { return nil }
      guard case .variable(let base, let id) = flag.kind, case .selfInstance = base.kind,
        model.variables[id.index].storage == .system
      else {
        report(DeclarationProblem.notACancelFlag(name.text, range: name.range))
        return nil
      }
      return id
    }
  }

  private func checkDefaults(of item: DeclaredItem) {
    switch item.item {
    case .kind(let id, let syntax):
      model.kinds[id.index].defaults = defaults(syntax.parameters, kind(id).parameters, owner: item.owner)
      model.kinds[id.index].liveWhile = syntax.liveWhile.flatMap { condition in
        inCode(of: id, .factOfState) { value(condition, as: .bool) }
      }
      model.kinds[id.index].isOnlyWhile = syntax.isOnlyWhile
      checkLife(of: id, syntax)
    case .function(let id, let syntax):
      let function = model.functions[id.index]
      model.functions[id.index].defaults = defaults(syntax.parameters, function.parameters, owner: item.owner)
      model.functions[id.index].takes = syntax.takes.flatMap { takes in
        inCode(of: item.owner, .fact) {
          bindParameters(syntax.parameters, function.parameters)
          return value(takes, as: .durationRange)
        }
      }
    case .executor(let id, let syntax):
      model.executors[id.index].latency = syntax.latency.flatMap { latency in
        inCode(of: item.owner, .fact) { value(latency, as: .durationRange) }
      }
    case .stopwatch(let id, let condition):
      model.stopwatches[id.index].condition = condition.flatMap { condition in
        inCode(of: item.owner, .factOfState) { value(condition, as: .bool) }
      }
    default: break
    }
  }

  /// Whether a thing is over must be told by one variable of its own, so that the moment is known; and it is not there before it
  /// is made.
  private func checkLife(of id: KindID, _ syntax: KindSyntax) {
    guard syntax.isOnlyWhile, let life = kind(id).liveWhile else { return }
    if case .variable(let base, let variable) = life.kind, case .selfInstance = base.kind,
      case .bool(false)? = model.variables[variable.index].initial?.kind
    {
      return
    }
    report(
      PropertyProblem.notSupported(
        "`only while` with anything but one variable of the kind's own, `false` at first,",
        help: "write `only while open`, with `system var open = false` in the kind", range: life.range))
  }

  private func defaults(_ syntax: [ParameterSyntax], _ parameters: [LocalID], owner: KindID) -> [Expression?] {
    zip(syntax, parameters).map { parameter, local in
      guard let initial = parameter.initial, model.locals[local.index].type != .void else { return nil }
      return inCode(of: owner, .fact) { value(initial, as: model.locals[local.index].type).flatMap(lasting) }
    }
  }

  func bindParameters(_ syntax: [ParameterSyntax], _ parameters: [LocalID]) {
    for (parameter, local) in zip(syntax, parameters) {
      bind(parameter.name, model.locals[local.index].type == .void ? .unknown : .local(local), .parameter)
    }
  }
}
