import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The things that exist, and where their variables live.

extension Lowerer {
  /// Makes all nodes and their storage.
  func instantiate() throws {
    if let platform = model.platform { makeNode(model.kinds[platform.index].name, platform, parent: nil) }
    if let app = model.app { makeNode(model.kinds[app.index].name, app, parent: nil) }
    for (index, kind) in model.kinds.enumerated() { makePool(KindID(index), kind) }
    makeResourceCrowds()
    // Without a platform there is nothing that could start the app, and nothing that could end it.
    running = makeBuiltIn("running", shown: "the app runs", storage: .system, initial: model.platform == nil ? 1 : 0)
    frozen = makeBuiltIn("frozen", shown: "the app is frozen", storage: .system)
    fault = makeVariable(
      StateVariable(name: "fault", domain: 1, valueNames: [], initial: 0, isHidden: true), VariableRole(storage: .system))
    for index in nodes.indices { try makeStopwatches(of: index) }
    try evaluateArguments()
    for index in nodes.indices { try makeStorage(of: index) }
    for index in nodes.indices { try setStopwatchRates(of: index) }
  }

  private func makeBuiltIn(
    _ name: String, shown: String, storage: LifecheckLanguage.Variable.Storage, initial: Int = 0
  ) -> VariableIndex {
    makeVariable(
      StateVariable(name: shown, domain: 2, valueNames: ["no", "yes"], initial: initial), VariableRole(storage: storage))
  }

  @discardableResult
  private func makeNode(_ name: String, _ kind: KindID, parent: Int?) -> Int {
    let index = nodes.count
    nodes.append(Node(name: name, kind: kind, parent: parent, isPoolEntry: false))
    nodesOfKind[kind, default: []].append(index)
    for (instanceIndex, instance) in model.instances.enumerated() where instance.owner == kind {
      makeMembers(InstanceID(instanceIndex), instance, of: index)
    }
    return index
  }

  private func makeMembers(_ id: InstanceID, _ instance: Instance, of parent: Int) {
    let isRoot = model.kinds[nodes[parent].kind.index].isRoot
    for position in 0..<instance.count {
      let own = instance.isArray ? "\(instance.name)[\(position)]" : instance.name
      // A base is the same thing as what extends it, to the user.
      let name = isRoot ? own : instance.isBase ? nodes[parent].name : nodes[parent].name + "." + own
      children[ChildKey(parent: parent, instance: id, index: position)] = makeNode(name, instance.kind, parent: parent)
    }
  }

  /// What instances are declared with, in the words of where they are declared.
  private func evaluateArguments() throws {
    // What a thing is a part of comes before it.
    for (key, node) in children.sorted(by: { $0.value < $1.value }) {
      let instance = model.instances[key.instance.index]
      for (parameter, argument) in zip(model.kinds[instance.kind.index].parameters, instance.arguments) {
        nodes[node].arguments[parameter] = try fixed(
          evaluate(argument, environment(of: key.parent)), parameter, at: argument.range)
      }
    }
  }

  /// An argument is known before the run, and one of the values of its type.
  private func fixed(_ value: Value, _ parameter: LocalID, at range: SourceRange) throws -> Value {
    let type = model.locals[parameter.index].type
    guard case .term(let term) = value.asTerm(self), isFinite(type) else { return value }
    guard term.readVariables.allSatisfy({ variables[$0.index].isRigid }) else {
      throw LoweringFailure("not-constant", "this must be known before the run", at: range)
    }
    let (values, possible) = (valueRange(of: type), bounds(of: term))
    guard values.contains(possible.lowerBound), values.contains(possible.upperBound) else {
      throw LoweringFailure(
        "value-out-of-range", "this may be outside of \(values.lowerBound)...\(values.upperBound)", at: range)
    }
    return value
  }

  private func makePool(_ id: KindID, _ kind: Kind) {
    for entry in 0..<entriesFollowed(of: id, kind) {
      nodes.append(
        Node(name: "\(wordsOf(kind.name)) \(entry + 1)", kind: id, parent: nil, isPoolEntry: true))
      nodesOfKind[id, default: []].append(nodes.count - 1)
    }
  }

  private func makeStopwatches(of node: Int) throws {
    for (index, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == nodes[node].kind {
      let clock = makeClock(qualified(stopwatch.name, of: node), rate: .true)
      stopwatches[StopwatchKey(node: node, stopwatch: StopwatchID(index))] = clock
    }
  }

  private func setStopwatchRates(of node: Int) throws {
    for (index, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == nodes[node].kind {
      guard let condition = stopwatch.condition,
        let clock = stopwatches[StopwatchKey(node: node, stopwatch: StopwatchID(index))]
      else { continue }
      let rate = try outsideUnits { try fact(condition, environment(of: node)) }
      if rate.mentionsClock {
        throw LoweringFailure(
          "not-supported", "a stopwatch that runs while another one shows something is not decided yet", at: condition.range,
          help: "set a `system var` in an event that comes at that moment (`latest`), and let it run while that is true")
      }
      clocks[clock.index].rate = rate
    }
  }

  func environment(of node: Int) -> Environment {
    Environment(
      locals: nodes[node].arguments.mapValues { .value($0) }, selfValue: .node(node), selfKind: nodes[node].kind)
  }

  func qualified(_ name: String, of node: Int) -> String {
    model.kinds[nodes[node].kind.index].isRoot ? name : nodes[node].name + "." + name
  }

  /// What stories call the variable, if it has words of its own: `downloads awaits its completion`.
  private func label(of variable: LifecheckLanguage.Variable, _ node: Int) -> String? {
    variable.says.map { model.kinds[nodes[node].kind.index].isRoot ? $0 : "\(nodes[node].name) \($0)" }
  }

  private func makeStorage(of node: Int) throws {
    for (index, variable) in model.variables.enumerated() where variable.owner == nodes[node].kind {
      _ = try storage(of: StorageKey(node: node, variable: LifecheckLanguage.VariableID(index)))
    }
  }

  /// Where a variable lives. It is made when it is first spoken of, since a first value may name what is declared later.
  func storage(of key: StorageKey) throws -> Storage {
    if let known = storage[key] { return known }
    let variable = model.variables[key.variable.index]
    guard storageInTheMaking.insert(key).inserted else {
      throw LoweringFailure("not-constant", "the first value of `\(variable.name)` depends on itself", at: variable.range)
    }
    defer { storageInTheMaking.remove(key) }
    let made = try makeStorage(variable, of: key.node, id: key.variable)
    storage[key] = made
    return made
  }

  private func makeStorage(
    _ variable: LifecheckLanguage.Variable, of node: Int, id: LifecheckLanguage.VariableID
  ) throws -> Storage {
    let environment = environment(of: node)
    switch (variable.type, variable.storage) {
    case (.duration, .rigid):
      let range = variable.durationRange ?? 0...0
      let preferred = try variable.initial.map { try duration($0, environment).constant }
      parameters.append(
        RigidParameter(
          name: qualified(variable.name, of: node), range: range, preferred: preferred, origin: variable.range))
      return .time(TimeBound(0, [.init(parameter: ParameterIndex(parameters.count - 1), factor: 1)]))
    case (.duration, _), (.durationRange, _), (.string, _), (.executor, _), (.callback, _):
      guard let initial = variable.initial else { return .fixed(.void) }
      return .fixed(try evaluate(initial, environment))
    case (.closure, _):
      let key = ClosureVariableKey(node: node, variable: id)
      closureStorage[key] = makeClosureStorage(key, variable, of: node)
      return .closure
    case (_, .constant):
      guard let initial = variable.initial else { return .fixed(.void) }
      return .fixed(try evaluate(initial, environment))
    default:
      return try makeFinite(variable, of: node, environment)
    }
  }

  private func makeFinite(
    _ variable: LifecheckLanguage.Variable, of node: Int, _ environment: Environment
  ) throws -> Storage {
    let range = valueRange(of: variable.type)
    var initial = try variable.initial.map { try constant($0, environment) - range.lowerBound }
    let isRigid = variable.storage == .rigid
    if isRigid { initial = nil }
    let index = makeVariable(
      StateVariable(
        name: qualified(variable.name, of: node), label: label(of: variable, node), domain: range.count,
        valueNames: variable.says != nil && variable.type == .bool ? ["no", "yes"] : valueNames(of: variable.type),
        initial: initial, isRigid: isRigid,
        isHidden: !variable.isTold || (variable.type == .job && !isAppFile(variable.range.file)), origin: variable.range),
      VariableRole(
        storage: variable.storage, refersTo: referredKind(of: variable.type), node: node,
        isJob: variable.type == .job))
    return .finite(index, offset: range.lowerBound)
  }

  private func makeClosureStorage(
    _ key: ClosureVariableKey, _ variable: LifecheckLanguage.Variable, of node: Int
  ) -> ClosureStorage {
    makeClosureStorage(
      known.closures[key] ?? [], qualified(variable.name, of: node), label: label(of: variable, node), variable.storage,
      node: node, isTold: variable.isTold && (variable.says != nil || isAppFile(variable.range.file)))
  }

  /// - Parameters:
  ///   - sites: The closures that are ever stored there.
  ///   - isTold: Whether a story tells which of them it is.
  func makeClosureStorage(
    _ sites: [String], _ name: String, label: String? = nil, _ storage: LifecheckLanguage.Variable.Storage, node: Int?,
    isTold: Bool
  ) -> ClosureStorage {
    let texts = sites.map { knownClosures[$0].map { sourceText($0.closure.closure.range) } ?? "a closure" }
    let tag = makeVariable(
      StateVariable(
        name: name, label: label, domain: sites.count + 1, valueNames: ["none"] + texts, initial: 0, isHidden: !isTold),
      VariableRole(storage: storage, node: node))
    var captures: [[VariableIndex]] = []
    for (number, site) in sites.enumerated() {
      let stored = knownClosures[site]
      captures.append(
        (stored?.captures ?? []).map {
          makeCapture(
            $0, stored!.closure.environment, name: name, storage: storage, node: node,
            countsWhile: .equal(.variable(tag), .constant(number + 1)))
        })
    }
    return ClosureStorage(tag: tag, captures: captures)
  }

  /// A variable that keeps one captured value: a box's number, or a copy.
  func makeCapture(
    _ capture: Capture, _ environment: Environment, name: String, storage: LifecheckLanguage.Variable.Storage,
    node: Int?, countsWhile: Term = .true
  ) -> VariableIndex {
    var role = VariableRole(storage: storage, node: node, countsWhile: countsWhile)
    var domain = 2
    let environment = environment.seen(through: capture.through)
    let local = capture.local
    if let local {
      if case .box(let pool, _)? = environment.locals[local] {
        role.boxPool = pool
        domain = boxDomain
      } else {
        let type = model.locals[local.index].type
        domain = valueRange(of: type).count
        role.refersTo = referredKind(of: type)
        role.isJob = type == .job
      }
    } else {
      domain = valueRange(of: .reference(environment.selfKind)).count
      role.refersTo = environment.selfKind
    }
    let shown = local.map { model.locals[$0.index].name } ?? "self"
    return makeVariable(
      StateVariable(name: "\(name), \(shown)", domain: domain, valueNames: [], initial: 0, isHidden: true), role)
  }

  /// What a reference to one of the others is.
  var looseBox: Int { boxSize + 1 }
  /// None, those that are followed, and the others.
  var boxDomain: Int { boxSize + 2 }
}

/// `lockHeld` reads as `lock held`, `BackgroundTask` as `background task`.
func wordsOf(_ name: String) -> String {
  var words = ""
  for character in name {
    if character.isUppercase, !words.isEmpty { words += " " }
    words += character.lowercased()
  }
  return words
}
