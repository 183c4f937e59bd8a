import LifecheckDiagnostics

// The arguments that a callback hands over belong to one delivery, and so does their use in its handler: `refresh.complete()` in
// a handler of `refresh.runs` is about the run of that very handler. A function says so of a parameter, `run: Run? from runs`,
// and a call that leaves it out means what the handler around it was handed, also in closures and blocks made there.

/// A parameter of a callback, by its place.
struct HandedParameter {
  let callback: CallbackID
  let index: Int
}

/// The call of a callback that a handler answers.
struct HandledCall {
  let callback: CallbackID
  /// Whose callback.
  let target: Expression
  let parameters: [LocalID]
  /// How many closures surround the handler's own code.
  let depth: Int
}

extension Checker {
  /// `from runs or expired`: callbacks of the same kind that hand over a parameter of this name and type.
  func checkSources(of item: DeclaredItem) {
    switch item.item {
    case .function(let id, let syntax):
      for (parameter, local) in zip(syntax.parameters, model.functions[id.index].parameters) where !parameter.sources.isEmpty {
        sources[local] = parameter.sources.compactMap { source(named: $0, of: local, item.owner) }
      }
    case .kind(_, let syntax): refuseSources(syntax.parameters)
    case .callbacks(_, let syntax): syntax.items.forEach { refuseSources($0.parameters) }
    default: break
    }
  }

  private func refuseSources(_ parameters: [ParameterSyntax]) {
    for name in parameters.flatMap(\.sources) { report(HandedProblem.notOfFunction(range: name.range)) }
  }

  private func source(named name: NameSyntax, of local: LocalID, _ owner: KindID) -> HandedParameter? {
    let parameter = model.locals[local.index]
    guard let entry = members[owner.index][name.text] else {
      let known = model.callbacks.filter { $0.owner == owner }.map(\.name)
      report(BodyProblem.unknownCallback(name.text, elsewhere: nil, known: known, range: name.range))
      return nil
    }
    names.use(name.range, of: entry.range)
    if case .broken = entry.member { return nil }
    guard case .callback(let id) = entry.member else {
      report(BodyProblem.notACallback(range: name.range))
      return nil
    }
    let handed = model.callbacks[id.index].parameters
    if let index = handed.firstIndex(where: { model.locals[$0.index].name == parameter.name }),
      model.locals[handed[index].index].type == parameter.type
    {
      return HandedParameter(callback: id, index: index)
    }
    // Without a type, a declaration has been reported.
    if parameter.type != .void, handed.allSatisfy({ model.locals[$0.index].type != .void }) {
      report(
        HandedProblem.nothingLikeIt(name.text, parameter: parameter.name, type: describe(parameter.type), range: name.range))
    }
    return nil
  }

  /// The argument that the handler around this code was handed for the parameter of a function of `receiver`; nil: there is none.
  func handedOver(_ parameter: LocalID, to receiver: Expression, _ range: SourceRange) -> Expression? {
    guard let handling = code.handling, isSameThing(fromOutside(receiver), fromOutside(handling.target)),
      let source = sources[parameter]?.first(where: { $0.callback == handling.callback })
    else { return nil }
    let local = handling.parameters[source.index]
    if code.closureDepth > handling.depth, !isStatic(model.locals[local.index].type) {
      model.locals[local.index].isCaptured = true
    }
    return Expression(.local(local), model.locals[local.index].type, range)
  }

  /// Whether both name one thing, whatever happens: `tasks[0]`, and not `tasks[i]`.
  private func isSameThing(_ one: Expression, _ other: Expression) -> Bool {
    switch (one.kind, other.kind) {
    case (.root(let a), .root(let b)): return a == b
    case (.selfInstance, .selfInstance): return true
    case (.instance(let base, let id, let index), .instance(let otherBase, let otherID, let otherIndex)):
      return id == otherID && isSameThing(base, otherBase) && isSameIndex(index, otherIndex)
    default: return false
    }
  }

  private func isSameIndex(_ one: Expression?, _ other: Expression?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    guard let a = constant(one)?.integer, let b = constant(other)?.integer else { return false }
    return a == b
  }

  /// With the name of `self`, where only one thing can be that: in `silentPush news { … }` the thing is `news`, as it is outside.
  private func fromOutside(_ thing: Expression) -> Expression {
    switch thing.kind {
    case .instance(let base, let id, let index):
      return Expression(.instance(base: fromOutside(base), id, index: index), thing.type, thing.range)
    case .selfInstance:
      guard let kind = thing.type.kindID, self.kind(kind).pool == nil else { return thing }
      let candidates = model.instances.indices.filter { model.instances[$0].kind == kind && !isBroken(model.instances[$0]) }
      guard candidates.count == 1, !model.instances[candidates[0]].isArray else { return thing }
      let owner = selfExpression(model.instances[candidates[0]].owner, thing.range)
      return Expression(.instance(base: fromOutside(owner), InstanceID(candidates[0]), index: nil), thing.type, thing.range)
    default: return thing
    }
  }

  /// The callbacks in whose handlers a call may leave the parameter out.
  func handers(of parameter: LocalID) -> [String] {
    (sources[parameter] ?? []).map { model.callbacks[$0.callback.index].name }
  }
}

/// Mistakes in a parameter that a callback is to hand over.
enum HandedProblem: Problem {
  case notOfFunction(range: SourceRange)
  case nothingLikeIt(String, parameter: String, type: String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .notOfFunction(let range):
      return Diagnostic(
        .error, "handed-parameter", "only a function's parameter can come `from` a callback", at: range,
        help: "a callback gets it from `call`, a thing where it is declared")
    case .nothingLikeIt(let callback, let parameter, let type, let range):
      return Diagnostic(
        .error, "handed-parameter", "`\(callback)` hands over no `\(parameter)`: \(type)", at: range,
        help: "give both parameters the same name and type: `callback \(callback)(\(parameter): \(type))`")
    }
  }
}
