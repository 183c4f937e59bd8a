import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The things that exist, and where their variables live.

extension Lowerer {
  /// Makes all nodes and their storage.
  func instantiate() throws {
    if let platform = model.platform { makeNode(model.kinds[platform.index].name, platform, parent: nil, arguments: [:]) }
    if let app = model.app { makeNode(model.kinds[app.index].name, app, parent: nil, arguments: [:]) }
    for (index, kind) in model.kinds.enumerated() { makePool(KindID(index), kind) }
    makeResourceCrowds()
    // Without a platform there is nothing that could start the app, and nothing that could end it.
    running = makeBuiltIn("running", shown: "the app runs", storage: .system, initial: model.platform == nil ? 1 : 0)
    frozen = makeBuiltIn("frozen", shown: "the app is frozen", storage: .system)
    fault = makeVariable(
      StateVariable(name: "fault", domain: 1, valueNames: [], initial: 0, isHidden: true), VariableRole(storage: .system))
    for index in nodes.indices { try makeStopwatches(of: index) }
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
  private func makeNode(_ name: String, _ kind: KindID, parent: Int?, arguments: [LocalID: Value]) -> Int {
    let index = nodes.count
    nodes.append(Node(name: name, kind: kind, parent: parent, isPoolEntry: false, arguments: arguments))
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
      let name = isRoot ? own : instance.name == "base" ? nodes[parent].name : nodes[parent].name + "." + own
      let environment = Environment(
        locals: nodes[parent].arguments.mapValues { .value($0) }, selfValue: .node(parent), selfKind: nodes[parent].kind)
      var arguments: [LocalID: Value] = [:]
      for (parameter, argument) in zip(model.kinds[instance.kind.index].parameters, instance.arguments) {
        arguments[parameter] = (try? evaluate(argument, environment)) ?? .void
      }
      children[ChildKey(parent: parent, instance: id, index: position)] = makeNode(
        name, instance.kind, parent: parent, arguments: arguments)
    }
  }

  private func makePool(_ id: KindID, _ kind: Kind) {
    guard let size = kind.pool else { return }
    for entry in 0..<min(size, entriesWorthFollowing(of: id)) {
      nodes.append(
        Node(name: "\(lowerCamel(kind.name)) \(entry + 1)", kind: id, parent: nil, isPoolEntry: true, arguments: [:]))
      nodesOfKind[id, default: []].append(nodes.count - 1)
    }
  }

  /// As many as code can keep, and one that it has lost: with fewer states, more is decided. Where there is a crowd, it
  /// takes over from there.
  private func entriesWorthFollowing(of kind: KindID) -> Int {
    if known.onlyExact.contains(kind) { return Int.max }
    let kept = model.variables.filter { $0.type == .reference(kind) }.map { nodesOfKind[$0.owner]?.count ?? 0 }
    let locals = model.locals.filter { $0.type == .reference(kind) && isAppFile($0.range.file) }
    return max(2, kept.reduce(0, +) + locals.count + 1)
  }

  /// `BackgroundTask` reads as `background task` in a story.
  private func lowerCamel(_ name: String) -> String { wordsOf(name) }

  private func makeStopwatches(of node: Int) throws {
    for (index, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == nodes[node].kind {
      let clock = makeClock(qualified(stopwatch.name, of: node), rate: .true)
      stopwatches[StorageKey2(node: node, stopwatch: StopwatchID(index))] = clock
    }
  }

  private func setStopwatchRates(of node: Int) throws {
    for (index, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == nodes[node].kind {
      guard let condition = stopwatch.condition,
        let clock = stopwatches[StorageKey2(node: node, stopwatch: StopwatchID(index))]
      else { continue }
      clocks[clock.index].rate = try outsideUnits { try fact(condition, environment(of: node)) }
    }
  }

  func environment(of node: Int) -> Environment {
    Environment(
      locals: nodes[node].arguments.mapValues { .value($0) }, selfValue: .node(node), selfKind: nodes[node].kind)
  }

  func qualified(_ name: String, of node: Int) -> String {
    model.kinds[nodes[node].kind.index].isRoot ? name : nodes[node].name + "." + name
  }

  private func makeStorage(of node: Int) throws {
    for (index, variable) in model.variables.enumerated() where variable.owner == nodes[node].kind {
      let key = StorageKey(node: node, variable: LifecheckLanguage.VariableID(index))
      storage[key] = try makeStorage(variable, of: node, id: LifecheckLanguage.VariableID(index))
    }
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
        name: qualified(variable.name, of: node), domain: range.count, valueNames: valueNames(of: variable.type),
        initial: initial, isRigid: isRigid, isHidden: variable.type == .job, origin: variable.range),
      VariableRole(
        storage: variable.storage, refersTo: referredKind(of: variable.type), node: node,
        isJob: variable.type == .job))
    return .finite(index, offset: range.lowerBound)
  }

  private func makeClosureStorage(
    _ key: ClosureVariableKey, _ variable: LifecheckLanguage.Variable, of node: Int
  ) -> ClosureStorage {
    makeClosureStorage(known.closures[key] ?? [], qualified(variable.name, of: node), variable.storage, node: node)
  }

  /// - Parameter sites: The closures that are ever stored there.
  func makeClosureStorage(
    _ sites: [String], _ name: String, _ storage: LifecheckLanguage.Variable.Storage, node: Int?
  ) -> ClosureStorage {
    let tag = makeVariable(
      StateVariable(
        name: name, domain: sites.count + 1, valueNames: [], initial: 0, isHidden: true),
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

  /// How many copies of one captured local are followed.
  var boxSize: Int { 3 }
  /// What a reference to one of the others is.
  var looseBox: Int { boxSize + 1 }
  /// None, those that are followed, and the others.
  var boxDomain: Int { boxSize + 2 }
}

/// `lockHeld` reads as `lock held`.
func wordsOf(_ name: String) -> String {
  var words = ""
  for character in name {
    if character.isUppercase, !words.isEmpty { words += " " }
    words += character.lowercased()
  }
  return words
}
