import LifecheckDiagnostics

// First step: every declaration gets its ids and its name, so that order in the text does not matter. Types are found
// later, when first needed.

/// A declaration, whose code it is, and the ids that it got.
struct DeclaredItem {
  enum Item {
    case none
    case callbacks([CallbackID], CallbackSyntax)
    case kind(KindID, KindSyntax)
    /// `extended`: the kind that holds the instance's own members; the instance is then the outer one.
    case instance(InstanceID, extended: KindID?, InstanceSyntax)
    case executor(ExecutorID, ExecutorSyntax)
    case stopwatch(StopwatchID, ExpressionSyntax?)
    case function(FunctionID, FunctionSyntax)
    case event(EventID, EventSyntax)
    case handler(HandlerSyntax)
    case onDies([NameSyntax], BlockSyntax)
    case property(PropertySyntax)
    case allowance(rule: NameSyntax)
  }
  let owner: KindID
  let item: Item
  let documentation: String
}

extension Checker {
  func collectDeclarations() {
    let roots = makeRoots()
    for (unit, root) in zip(program.units, roots) {
      for binding in unit.bindings { bindings[binding.name.text] = binding }
      notePlatformText(of: unit, looseOwner: root)
      collectTopLevel(unit.syntax.declarations, looseOwner: root)
    }
    reportUnknownBindings()
    reportUnknownPlatformParameters()
    resolveInstanceKinds()
    breakEndlessInstances()
  }

  /// Makes the platform's and the app's kinds. Returns, for each file, the root that its loose declarations belong to.
  private func makeRoots() -> [KindID] {
    for unit in program.units {
      for declaration in unit.syntax.declarations {
        guard case .root(let root) = declaration.kind else { continue }
        makeRoot(root, documentation: declaration.documentation, in: unit)
      }
    }
    if model.app == nil,
      model.platform == nil || !program.units[0].isPlatform && program.units[0].syntax.declarations.allSatisfy({ !$0.isRoot })
    {
      model.app = newKind("app", program.units[0].syntax.range, "", isRoot: true, isPlatformCode: false, parent: nil)
    }
    return program.units.map { $0.isPlatform ? model.platform ?? appOrPlatform : appOrPlatform }
  }

  private func makeRoot(_ root: RootSyntax, documentation: String, in unit: LoadedProgram.Unit) {
    if root.cancelsPromptly != nil { model.cancelsPromptly = true }
    let existing = root.isPlatform ? model.platform : model.app
    if let existing {
      report(
        DeclarationProblem.secondRoot(
          root.isPlatform ? "platform" : "app", range: root.name.range, first: kind(existing).range))
      return
    }
    if unit.isPlatform, !root.isPlatform {
      report(DeclarationProblem.misplaced("an app", place: "a platform's file", range: root.name.range))
      return
    }
    names.declare(root.name, as: root.isPlatform ? .platform : .app, documentation: documentation)
    let id = newKind(
      root.name.text, root.name.range, documentation, isRoot: true, isPlatformCode: root.isPlatform, parent: nil)
    if root.isPlatform { model.platform = id } else { model.app = id }
  }

  private func notePlatformText(of unit: LoadedProgram.Unit, looseOwner: KindID) {
    if isPlatformCode(looseOwner) {
      model.platformText.append(unit.syntax.range)
    } else {
      model.platformText += unit.syntax.declarations.filter(\.isPlatform).map(\.range)
    }
  }

  private func collectTopLevel(_ declarations: [DeclarationSyntax], looseOwner: KindID) {
    for declaration in declarations {
      guard case .root(let root) = declaration.kind else {
        collect(declaration, owner: looseOwner)
        continue
      }
      guard let owner = root.isPlatform ? model.platform : model.app else { continue }
      for member in root.members { collect(member, owner: owner) }
    }
  }

  func newKind(
    _ name: String, _ range: SourceRange, _ documentation: String, isRoot: Bool, isPlatformCode: Bool, parent: KindID?
  ) -> KindID {
    model.kinds.append(
      Kind(
        name: name, range: range, documentation: documentation, isRoot: isRoot, isPlatformCode: isPlatformCode,
        parent: parent))
    members.append([:])
    return KindID(model.kinds.count - 1)
  }

  func add(_ member: Member, named name: NameSyntax, to owner: KindID) {
    if let role = member.role { names.declare(name, as: role, documentation: documentationAtHand) }
    if let first = members[owner.index][name.text] {
      report(DeclarationProblem.duplicate(name.text, range: name.range, first: first.range))
    } else {
      members[owner.index][name.text] = MemberEntry(member: member, range: name.range)
    }
  }

  func collect(_ declaration: DeclarationSyntax, owner: KindID) {
    noteConditions(of: declaration)
    documentationAtHand = declaration.documentation
    if let missing = missingCondition(of: declaration) {
      for name in declaration.declaredNames { add(.unavailable(missing), named: name, to: owner) }
      return
    }
    checkPlace(of: declaration, owner: owner)
    let documentation = declaration.documentation
    func item(_ item: DeclaredItem.Item) {
      declared.append(DeclaredItem(owner: owner, item: item, documentation: documentation))
    }
    switch declaration.kind {
    case .root(let root):
      report(
        DeclarationProblem.misplaced(
          root.isPlatform ? "a platform" : "an app", place: "another declaration", range: root.name.range))
    case .enumeration(let name, let cases): collectEnumeration(name, cases, owner: owner)
    case .constant, .parameter, .setting, .variable, .phases, .definition:
      collectValue(declaration.kind, owner: owner, documentation: documentation)
    case .stopwatch(let name, let condition): item(.stopwatch(collectStopwatch(name, owner: owner), condition))
    case .executor(let syntax): item(.executor(collectExecutor(syntax, owner: owner), syntax))
    case .callback(let syntax): item(.callbacks(collectCallbacks(syntax, owner: owner, documentation), syntax))
    case .signal(let names): for name in names { collectSignal(name, owner: owner) }
    case .kind(let syntax): collectKind(syntax, owner: owner, documentation)
    case .instance(let syntax): collectInstance(syntax, owner: owner, documentation)
    case .function(let syntax): item(.function(collectFunction(syntax, owner: owner, documentation), syntax))
    case .event(let syntax): item(.event(collectEvent(syntax, owner: owner, documentation), syntax))
    case .handler(let syntax): item(.handler(syntax))
    case .onDies(let reasons, let block): item(.onDies(reasons, block))
    case .property(let syntax):
      noteTitle(of: syntax, documentation)
      item(.property(syntax))
    case .allow(let rule, let reason, let until):
      model.allowances.append(Allowance(rule: rule.text, reason: reason.text, until: until?.text, range: rule.range))
      item(.allowance(rule: rule))
    case .elsewhere(let names, let here): for name in names { namesElsewhere[name.text] = here.text }
    }
  }

  /// Why the declaration does not exist in this check; nil when it does.
  private func missingCondition(of declaration: DeclarationSyntax) -> ExistenceCondition? {
    if let since = declaration.since, !isAvailable(since) { return .since(since) }
    if let feature = declaration.feature, !isAskedFor(feature) { return .with(feature) }
    return nil
  }

  /// Whether the spec says `use ios with scenes`.
  private func isAskedFor(_ feature: NameSyntax) -> Bool {
    if !platformParameterNames.contains(feature.text) { reportUnknownFeature(feature) }
    if let given = givenParameter(feature.text), case .bool(let isOn) = given.value.kind { return isOn }
    return program.features.contains { $0.text == feature.text }
  }

  private var platformParameterNames: [String] {
    platformDeclarations.flatMap(\.parameterNames)
  }

  /// Those of all files of the platform, the platform itself being one.
  var platformDeclarations: [DeclarationSyntax] {
    program.units.flatMap { unit in unit.syntax.declarations.filter { unit.isPlatform || $0.isPlatformRoot } }
  }

  private func reportUnknownFeature(_ feature: NameSyntax) {
    report(
      DeclarationProblem.unknownBinding(
        feature.text, file: program.platformName ?? "", known: platformParameterNames, range: feature.range))
  }

  func isAvailable(_ since: SinceSyntax) -> Bool {
    guard let version = program.version, since.platform.text == program.platformName else {
      report(DeclarationProblem.sinceWhat(since.platform.text, platform: program.platformName, range: since.platform.range))
      return true
    }
    return version >= since.version
  }

  private func collectEnumeration(_ name: NameSyntax, _ cases: [NameSyntax], owner: KindID) {
    add(.enumeration(newEnumeration(name, cases)), named: name, to: owner)
  }

  func newEnumeration(_ name: NameSyntax, _ cases: [NameSyntax]) -> EnumerationID {
    var first: [String: SourceRange] = [:]
    for item in cases {
      names.declare(item, as: .enumCase)
      if let range = first[item.text] {
        report(DeclarationProblem.duplicate(item.text, range: item.range, first: range))
      } else {
        first[item.text] = item.range
      }
    }
    model.enumerations.append(
      Enumeration(name: name.text, cases: cases.map(\.text), caseRanges: cases.map(\.range), range: name.range))
    return EnumerationID(model.enumerations.count - 1)
  }

  private func collectStopwatch(_ name: NameSyntax, owner: KindID) -> StopwatchID {
    model.stopwatches.append(Stopwatch(name: name.text, owner: owner, condition: nil, range: name.range))
    let id = StopwatchID(model.stopwatches.count - 1)
    add(.stopwatch(id), named: name, to: owner)
    return id
  }

  private func collectExecutor(_ syntax: ExecutorSyntax, owner: KindID) -> ExecutorID {
    model.executors.append(
      Executor(name: syntax.name.text, owner: owner, isSystem: syntax.isSystem, latency: nil, range: syntax.name.range))
    let id = ExecutorID(model.executors.count - 1)
    add(.executor(id), named: syntax.name, to: owner)
    return id
  }

  private func collectSignal(_ name: NameSyntax, owner: KindID) {
    model.signals.append(Signal(name: name.text, owner: owner, range: name.range))
    add(.signal(SignalID(model.signals.count - 1)), named: name, to: owner)
  }

  private func collectEvent(_ syntax: EventSyntax, owner: KindID, _ documentation: String) -> EventID {
    model.events.append(
      Event(
        name: syntax.name.text, owner: owner, by: syntax.by?.text, says: syntax.says, executor: nil, when: nil,
        latest: nil, body: Block(statements: [], range: syntax.body.range), range: syntax.name.range,
        documentation: documentation))
    let id = EventID(model.events.count - 1)
    add(.event(id), named: syntax.name, to: owner)
    return id
  }

  private func collectCallbacks(_ syntax: CallbackSyntax, owner: KindID, _ documentation: String) -> [CallbackID] {
    syntax.items.map { item in
      model.callbacks.append(
        Callback(
          name: item.name.text, owner: owner, parameters: [], isAsync: syntax.isAsync, executor: nil, says: syntax.says?.text,
          range: item.name.range,
          documentation: documentation))
      let id = CallbackID(model.callbacks.count - 1)
      add(.callback(id), named: item.name, to: owner)
      return id
    }
  }

  private func collectFunction(_ syntax: FunctionSyntax, owner: KindID, _ documentation: String) -> FunctionID {
    model.functions.append(
      Function(
        isSystem: syntax.isSystem,
        name: syntax.name.text, owner: owner, parameters: [], defaults: [], result: .void, isAsync: syntax.isAsync,
        takes: nil, mayFail: syntax.mayFail.map { $0.map(\.text) }, ignoresCancel: syntax.ignoresCancel != nil,
        body: nil, says: syntax.says?.text, range: syntax.name.range,
        documentation: documentation))
    if let range = syntax.ignoresCancel, syntax.body != nil {
      report(DeclarationProblem.ignoresCancelInCode(syntax.name.text, range: range))
    }
    noteFailures(syntax.mayFail)
    let id = FunctionID(model.functions.count - 1)
    add(.function(id), named: syntax.name, to: owner)
    return id
  }

  private func collectKind(_ syntax: KindSyntax, owner: KindID, _ documentation: String) {
    guard kind(owner).isRoot else {
      report(DeclarationProblem.misplaced("a kind", place: "another kind", range: syntax.name.range))
      return
    }
    let id = newKind(
      syntax.name.text, syntax.name.range, documentation, isRoot: false, isPlatformCode: isPlatformCode(owner),
      parent: owner)
    add(.kind(id), named: syntax.name, to: owner)
    declared.append(DeclaredItem(owner: owner, item: .kind(id, syntax), documentation: documentation))
    for member in syntax.members { collect(member, owner: id) }
  }

  private func reportUnknownBindings() {
    for unit in program.units {
      let known = unit.syntax.declarations.flatMap { $0.parameterNames }
      for binding in unit.bindings where !known.contains(binding.name.text) {
        report(
          DeclarationProblem.unknownBinding(
            binding.name.text, file: unit.file.path, known: known, range: binding.name.range))
      }
    }
    guard program.units.contains(where: \.isPlatform) else { return }
    reportFeaturesOfLaterVersions()
    for feature in program.features where !switchNames.contains(feature.text) {
      if platformParameterNames.contains(feature.text) {
        report(
          DeclarationProblem.notASwitch(
            feature.text, platform: program.platformName ?? "", known: switchNames, range: feature.range))
      } else {
        reportUnknownFeature(feature)
      }
    }
  }
}

extension DeclarationSyntax {
  var isRoot: Bool {
    if case .root = kind { true } else { false }
  }

  fileprivate var isPlatform: Bool {
    if case .root(let root) = kind { root.isPlatform } else { false }
  }

  /// The names that the declaration adds to its surroundings.
  fileprivate var declaredNames: [NameSyntax] {
    switch kind {
    case .root, .handler, .onDies, .property, .allow, .elsewhere: []
    case .enumeration(let name, _), .constant(let name, _), .setting(let name, _), .definition(let name, _),
      .stopwatch(let name, _):
      [name]
    case .parameter(let names, _, _), .signal(let names): names
    case .variable(let variable): variable.names
    case .phases(_, let name, let cases, _): [name] + cases
    case .executor(let executor): [executor.name]
    case .callback(let callback): callback.items.map(\.name)
    case .kind(let kind): [kind.name]
    case .instance(let instance): [instance.name]
    case .function(let function): [function.name]
    case .event(let event): [event.name]
    }
  }

  fileprivate var isPlatformRoot: Bool {
    if case .root(let root) = kind { root.isPlatform } else { false }
  }

  /// The names that `use … with` can set: parameters and constants.
  fileprivate var parameterNames: [String] {
    switch kind {
    case .parameter(let names, _, _): names.map(\.text)
    case .constant(let name, _): [name.text]
    case .root(let root): root.members.flatMap(\.parameterNames)
    default: []
    }
  }
}
