import LifecheckDiagnostics

/// The entity that a name or a path of names denotes.
indirect enum Entity {
  case value(Expression)
  case function(base: Expression, FunctionID)
  case callback(base: Expression, CallbackID)
  case event(base: Expression, EventID)
  case signal(base: Expression, SignalID)
  case kind(KindID)
  case enumeration(EnumerationID)
  /// `note` declared as `data note[3]`, without its index.
  case array(base: Expression, InstanceID)
  /// `job.cancel`
  case cancel(Expression)
  /// The platform's name: its version as a value, its root before a `.`.
  case platform(KindID)
}

extension Checker {
  /// Resolves a path; nil when a problem was reported.
  func entity(_ syntax: ExpressionSyntax, expecting expected: ValueType? = nil) -> Entity? {
    switch syntax.kind {
    case .name(let name): return entity(named: name, expecting: expected)
    case .selfReference:
      return .value(selfExpression(code.owner, syntax.range))
    case .member(let base, let name):
      guard let base = entity(base) else { return nil }
      return member(name, of: base, range: syntax.range)
    case .index(let base, let index):
      guard let base = entity(base) else { return nil }
      return element(of: base, index, range: syntax.range)
    default:
      return value(syntax, expecting: expected).map(Entity.value)
    }
  }

  private func entity(named name: NameSyntax, expecting expected: ValueType?) -> Entity? {
    if let binding = localBinding(name.text) { return local(binding, name) }
    if case .enumeration(let id)? = expected, let index = lookUpCase(name, of: id) {
      return .value(Expression(.enumCase(id, index), .enumeration(id), name.range))
    }
    if let found = lookUp(name) {
      namesUsed += 1
      return entity(found, name)
    }
    if let root = model.platform, name.text == kind(root).name {
      noteUse(name, of: root)
      return .platform(root)
    }
    if let root = model.app, name.text == kind(root).name {
      noteUse(name, of: root)
      return .value(Expression(.root(root), .instance(root), name.range))
    }
    if let fact = builtInFact(name) { return .value(fact) }
    return enumerationCase(name)
  }

  private func local(_ binding: LocalBinding, _ name: NameSyntax) -> Entity? {
    namesUsed += 1
    names.use(name.range, of: binding.range)
    switch binding.meaning {
    case .unknown: return nil
    case .value(let expression): return .value(Expression(expression.kind, expression.type, name.range))
    case .local(let id):
      let type = model.locals[id.index].type
      if binding.closureDepth < code.closureDepth, !isStatic(type) { model.locals[id.index].isCaptured = true }
      return .value(Expression(.local(id), type, name.range))
    }
  }

  private func builtInFact(_ name: NameSyntax) -> Expression? {
    let kind: ExpressionKind
    switch name.text {
    case "frozen": kind = .frozen
    case "running": kind = .running
    case "working": kind = .working
    case "halfway": kind = .halfway
    case "atRest": kind = .atRest
    default: return nil
    }
    namesUsed += 1
    return Expression(kind, .bool, name.range)
  }

  /// A case on its own names its enumeration if no other has it.
  private func enumerationCase(_ name: NameSyntax) -> Entity? {
    let owners = model.enumerations.indices.filter { model.enumerations[$0].cases.contains(name.text) }
    switch owners.count {
    case 0:
      report(
        namesBegun.contains(name.text)
          ? NameProblem.ownValue(name.text, range: name.range)
          : NameProblem.unknown(name.text, elsewhere: namesElsewhere[name.text], known: namesInScope(), range: name.range))
      return nil
    case 1:
      let id = EnumerationID(owners[0])
      let index = lookUpCase(name, of: id) ?? 0
      return .value(Expression(.enumCase(id, index), .enumeration(id), name.range))
    default:
      report(
        NameProblem.ambiguous(
          name.text, owners: owners.map { model.enumerations[$0].name }, isPhase: false, range: name.range))
      return nil
    }
  }

  /// The entity that a found member denotes; `name` is the place of its use.
  private func entity(_ found: Found, _ name: NameSyntax) -> Entity? {
    let (base, range) = (found.base, name.range)
    switch found.entry.member {
    case .variable(let id):
      guard let type = type(of: id) else { return nil }
      return .value(Expression(.variable(base: base, id), type, range))
    case .definition(let id):
      guard let type = type(of: id) else { return nil }
      return .value(Expression(.definition(base: base, id), type, range))
    case .stopwatch(let id): return .value(Expression(.stopwatch(base: base, id), .duration, range))
    case .executor(let id): return .value(Expression(.executor(base: base, id), .executor, range))
    case .instance(let id):
      let instance = model.instances[id.index]
      if instance.isArray { return .array(base: base, id) }
      return .value(Expression(.instance(base: base, id, index: nil), .instance(instance.kind), range))
    case .function(let id): return .function(base: base, id)
    case .callback(let id): return .callback(base: base, id)
    case .event(let id): return .event(base: base, id)
    case .signal(let id): return .signal(base: base, id)
    case .kind(let id): return .kind(id)
    case .enumeration(let id): return .enumeration(id)
    case .phaseCases(let cases): return phaseFact(cases, base, name).map(Entity.value)
    case .unavailable(let condition):
      reportUnavailable(name.text, condition, range)
      return nil
    case .broken: return nil
    }
  }

  /// A bare case of `phases` is the fact that the variable has it.
  private func phaseFact(_ cases: [(variable: VariableID, index: Int)], _ base: Expression, _ name: NameSyntax) -> Expression? {
    guard cases.count == 1, let only = cases.first else {
      report(
        NameProblem.ambiguous(
          name.text, owners: cases.map { model.variables[$0.variable.index].name }, isPhase: true, range: name.range))
      return nil
    }
    guard case .enumeration(let enumeration)? = type(of: only.variable) else { return nil }
    let type = ValueType.enumeration(enumeration)
    return Expression(
      .binary(
        .equal, Expression(.variable(base: base, only.variable), type, name.range),
        Expression(.enumCase(enumeration, only.index), type, name.range)),
      .bool, name.range)
  }

  func reportUnavailable(_ name: String, _ condition: ExistenceCondition, _ range: SourceRange) {
    guard !code.isDead else { return }
    switch condition {
    case .since(let since):
      report(
        AvailabilityProblem.notAvailable(
          name, platform: since.platform.text, since: since.version, version: program.version ?? 0, range: range))
    case .with(let feature):
      report(AvailabilityProblem.notAskedFor(name, platform: program.platformName ?? "", feature: feature.text, range: range))
    }
  }

  // MARK: Members

  /// Reported if there is none of that name.
  func indexOfCase(_ name: NameSyntax, of id: EnumerationID) -> Int? {
    let enumeration = model.enumerations[id.index]
    if let index = lookUpCase(name, of: id) { return index }
    report(NameProblem.unknownMember(name.text, owner: "`\(enumeration.name)`", known: enumeration.cases, range: name.range))
    return nil
  }

  func member(_ name: NameSyntax, of base: Entity, range: SourceRange) -> Entity? {
    switch base {
    case .value(let value): return member(name, of: value, range: range)
    case .platform(let root):
      return member(name, of: Expression(.root(root), .instance(root), range), range: range)
    case .enumeration(let id):
      guard let index = indexOfCase(name, of: id) else { return nil }
      return .value(Expression(.enumCase(id, index), .enumeration(id), range))
    case .kind(let id):
      // Of no particular instance: all that a signal needs.
      return member(name, of: Expression(.none, .reference(id), range), range: range)
    case .array(_, let id):
      report(
        NameProblem.missingIndex(
          model.instances[id.index].name, count: model.instances[id.index].count, range: range))
      return nil
    case .callback(let owner, let id) where name.text == "answered":
      return .value(Expression(.callbackAnswered(base: owner, id), .bool, range))
    case .callback(let owner, let id) where name.text == "awaits":
      return .value(Expression(.callbackAwaits(base: owner, id), .bool, range))
    case .function, .callback, .event, .signal, .cancel:
      report(NameProblem.noMembers(name.text, range: name.range))
      return nil
    }
  }

  private func member(_ name: NameSyntax, of base: Expression, range: SourceRange) -> Entity? {
    switch base.type {
    case .instance(let id), .reference(let id):
      if let found = lookUpMember(name, of: id, base: base) {
        namesUsed += 1
        return entity(found, NameSyntax(name.text, range))
      }
      if let parameter = parameter(name, of: id, base: base, range) { return .value(parameter) }
      if name.text == "forgotten" { return .value(Expression(.forgotten(base), .bool, range)) }
      if takesFirst(name.text, id) {
        report(NameProblem.functionOfThing(name.text, kind: kind(id).name, range: name.range))
        return nil
      }
      report(
        NameProblem.unknownMember(
          name.text, owner: "`\(kind(id).name)`", known: memberNames(of: id) + ["forgotten"], range: name.range))
    case .job:
      if name.text == "running" { return .value(Expression(.jobRunning(base), .bool, range)) }
      if name.text == "cancel" { return .cancel(base) }
      report(NameProblem.unknownMember(name.text, owner: "a job", known: ["running", "cancel"], range: name.range))
    case .executor:
      if name.text == "busy", case .executor(let owner, let id) = base.kind {
        return .value(Expression(.executorBusy(base: owner, id), .bool, range))
      }
      report(NameProblem.unknownMember(name.text, owner: "a queue", known: ["busy"], range: name.range))
    default:
      report(NameProblem.noMembers(name.text, range: name.range))
    }
    return nil
  }

  /// Whether a function of the app or the platform takes a thing of the kind first: `end(task)`.
  private func takesFirst(_ name: String, _ kind: KindID) -> Bool {
    model.functions.contains { function in
      guard function.name == name, let first = function.parameters.first else { return false }
      return [.reference(kind), .instance(kind)].contains(model.locals[first.index].type)
    }
  }

  /// `f.shared` for `kind file(shared: Bool)`.
  private func parameter(_ name: NameSyntax, of id: KindID, base: Expression, _ range: SourceRange) -> Expression? {
    if let local = kind(id).parameters.first(where: { model.locals[$0.index].name == name.text }) {
      names.use(name.range, of: model.locals[local.index].range)
      namesUsed += 1
      return Expression(.parameter(base: base, local), model.locals[local.index].type, range)
    }
    guard let inner = baseInstances[id] else { return nil }
    let innerKind = model.instances[inner.index].kind
    return parameter(
      name, of: innerKind, base: Expression(.instance(base: base, inner, index: nil), .instance(innerKind), range), range)
  }

  private func element(of base: Entity, _ index: ExpressionSyntax, range: SourceRange) -> Entity? {
    guard case .array(let owner, let id) = base else {
      report(NameProblem.notAnArray(range: range))
      _ = value(index)
      return nil
    }
    let instance = model.instances[id.index]
    guard let position = value(index) else { return nil }
    guard case .integer(let values) = position.type else {
      report(ValueProblem.mismatch(expected: "an index", found: describe(position.type), range: position.range))
      return nil
    }
    let valid = 0...max(0, instance.count - 1)
    if values.clamped(to: valid) != values {
      report(NameProblem.indexOutOfRange(instance.name, count: instance.count, range: position.range))
      return nil
    }
    return .value(Expression(.instance(base: owner, id, index: position), .instance(instance.kind), range))
  }
}

/// A condition for a declaration to exist, which is not met.
enum ExistenceCondition {
  case since(SinceSyntax)
  /// `with scenes`
  case with(NameSyntax)
}

/// Mistakes in the use of a name.
enum NameProblem: Problem {
  /// - Parameter elsewhere: What is written here for what real code names so.
  case unknown(String, elsewhere: String?, known: [String], range: SourceRange)
  /// In what the name is to begin with.
  case ownValue(String, range: SourceRange)
  case unknownMember(String, owner: String, known: [String], range: SourceRange)
  /// A function that takes the thing, written as if it belonged to it.
  case functionOfThing(String, kind: String, range: SourceRange)
  /// `isPhase`: the owners are variables; otherwise they are enumerations.
  case ambiguous(String, owners: [String], isPhase: Bool, range: SourceRange)
  case missingIndex(String, count: Int, range: SourceRange)
  case indexOutOfRange(String, count: Int, range: SourceRange)
  case notAnArray(range: SourceRange)
  case noMembers(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unknown(let name, let here?, _, let range):
      return Diagnostic(.error, "unknown-name", "there is nothing called `\(name)` here", at: range, help: here)
    case .unknown(let name, nil, _, let range) where foreignNames[name] != nil:
      let meant = foreignNames[name]!
      return Diagnostic(
        .error, "unknown-name", "there is nothing called `\(name)` here", at: range,
        fixIts: meant.replacement.map { [.replace(range, with: $0)] } ?? [], help: meant.help)
    case .unknown(let name, nil, let known, let range):
      return suggesting(
        name, from: known, at: range, help: "check how it is spelt where it is declared, or declare it: `var \(name) = false`"
      ) {
        Diagnostic(.error, "unknown-name", "there is nothing called `\(name)` here\($0)", at: range, fixIts: $1, help: $2)
      }
    case .ownValue(let name, let range):
      return Diagnostic(
        .error, "unknown-name", "`\(name)` is not there yet: this is what it begins with", at: range,
        help: "declare it before, `var \(name): … = none` with its type, and then assign: `\(name) = …`")
    case .unknownMember(let name, let owner, _, let range) where ["async", "sync", "asyncAfter"].contains(name):
      return Diagnostic(
        .error, "unknown-member", "\(owner) has no `\(name)`", at: range,
        help: "code is handed to a queue by `async on q { … }`, and waited for by `sync on q { … }`; `q` is its name")
    case .unknownMember("value", owner: "a job", _, let range):
      return Diagnostic(
        .error, "unknown-member", "nobody waits for a job's `value`", at: range,
        help: "write what comes after its end at the end of the block itself; or `await` the work where you need it")
    case .unknownMember(let name, let owner, let known, let range):
      let list = known.prefix(12).map { "`\($0)`" }.joined(separator: ", ") + (known.count > 12 ? ", …" : "")
      return suggesting(name, from: known, at: range, help: known.isEmpty ? nil : "it has \(list)") {
        Diagnostic(.error, "unknown-member", "\(owner) has no `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .functionOfThing(let name, let kind, let range):
      return Diagnostic(
        .error, "unknown-member", "`\(kind)` has no `\(name)`", at: range,
        help: "`\(name)` is a function that takes it: `\(name)(x)`")
    case .ambiguous(let name, let owners, let isPhase, let range):
      let list = owners.map { "`\($0)`" }.joined(separator: " and ")
      return Diagnostic(
        .error, "ambiguous-name", "`\(name)` is a case of \(list); it is not clear which is meant", at: range,
        help: owners.first.map { isPhase ? "compare with the variable: `\($0) == \(name)`" : "write `\($0).\(name)`" })
    case .missingIndex(let name, let count, let range):
      return Diagnostic(
        .error, "missing-index", "there are \(count) of `\(name)`; say which, as in `\(name)[0]`", at: range,
        fixIts: [.insert("[0]", after: range)])
    case .indexOutOfRange(let name, let count, let range):
      return Diagnostic(
        .error, "index-out-of-range", "`\(name)` has \(count) entries, numbered from 0 to \(count - 1)", at: range)
    case .notAnArray(let range):
      return Diagnostic(
        .error, "not-an-array", "only instances declared with a number, as in `task upload[3]`, have an index", at: range)
    case .noMembers("toggle", let range):
      return Diagnostic(
        .error, "unknown-member", "there is no `toggle` in what stands before the `.`", at: range,
        help: "of a Bool write `x = not x`")
    case .noMembers(let name, let range):
      return Diagnostic(.error, "unknown-member", "there is no `\(name)` in what stands before the `.`", at: range)
    }
  }
}

/// Names in a spec for things that do not exist on its platform.
enum AvailabilityProblem: Problem {
  case notAvailable(String, platform: String, since: Int, version: Int, range: SourceRange)
  case notAskedFor(String, platform: String, feature: String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .notAvailable(let name, let platform, let since, let version, let range):
      return Diagnostic(
        .error, "not-available", "`\(name)` exists since \(platform) \(since), this spec uses \(platform) \(version)",
        at: range,
        help:
          "use it inside `if \(platform) >= \(since) { … }`, or in a declaration that starts with `since \(platform) \(since)`")
    case .notAskedFor(let name, let platform, let feature, let range):
      return Diagnostic(
        .error, "not-available", "`\(name)` exists only in specs that `use \(platform)` with `\(feature)`", at: range,
        help: "write `with \(feature)` at the end of the `use` line")
    }
  }
}
