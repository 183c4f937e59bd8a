import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// The things that exist: the platform, the app, their parts, and the entries of pools.
struct Things {
  private(set) var nodes: [Node] = []
  /// In the order in which references count them.
  private(set) var ofKind: [KindID: [Int]] = [:]
  private(set) var members: [MemberKey: Int] = [:]

  struct MemberKey: Hashable {
    let parent: Int
    let instance: InstanceID
    let index: Int
  }

  /// - Parameter entries: How many entries a kind's pool has, where these things exist already.
  init(of model: CheckedModel, entries: (KindID, Things) -> Int) {
    for root in [model.platform, model.app].compactMap({ $0 }) { add(model.kinds[root.index].name, root, parent: nil, of: model) }
    for (index, kind) in model.kinds.enumerated() {
      for entry in 0..<entries(KindID(index), self) {
        add(Node(name: "\(wordsOf(kind.name)) \(entry + 1)", kind: KindID(index), parent: nil, isPoolEntry: true))
      }
    }
  }

  @discardableResult
  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    ofKind[node.kind, default: []].append(nodes.count - 1)
    return nodes.count - 1
  }

  /// A thing with all that it is made of.
  @discardableResult
  private mutating func add(
    _ name: String, _ kind: KindID, parent: Int?, declaration: SourceRange? = nil, of model: CheckedModel
  ) -> Int {
    let index = add(Node(name: name, kind: kind, parent: parent, isPoolEntry: false, declaration: declaration))
    for (number, instance) in model.instances.enumerated() where instance.owner == kind {
      addMembers(InstanceID(number), instance, parent: index, of: model)
    }
    return index
  }

  private mutating func addMembers(_ id: InstanceID, _ instance: Instance, parent: Int, of model: CheckedModel) {
    let isRoot = model.kinds[nodes[parent].kind.index].isRoot
    for position in 0..<instance.count {
      let own = instance.isArray ? "\(instance.name)[\(position)]" : instance.name
      // A base is the same thing as what extends it, to the user.
      let name = isRoot ? own : instance.isBase ? nodes[parent].name : nodes[parent].name + "." + own
      members[MemberKey(parent: parent, instance: id, index: position)] = add(
        name, instance.kind, parent: parent, declaration: instance.range, of: model)
    }
  }

  /// Gives a thing an argument that it is declared with.
  mutating func give(_ value: Value, for parameter: LocalID, to node: Int) { nodes[node].arguments[parameter] = value }

  /// The number by which references of the node's kind denote it.
  func reference(to node: Int) -> Int { (ofKind[nodes[node].kind]?.firstIndex(of: node) ?? -1) + 1 }
}

struct StopwatchKey: Hashable {
  let node: Int
  let stopwatch: StopwatchID
}

extension Things {
  /// A clock for each stopwatch of each thing; when they run is not said yet.
  func stopwatches(of model: CheckedModel, in tables: inout SystemTables) -> [StopwatchKey: ClockIndex] {
    var result: [StopwatchKey: ClockIndex] = [:]
    for (index, node) in nodes.enumerated() {
      for (number, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == node.kind {
        let key = StopwatchKey(node: index, stopwatch: StopwatchID(number))
        result[key] = tables.add(Clock(name: qualified(stopwatch.name, of: index, in: model), rate: .true))
      }
    }
    return result
  }

  /// As the user names it.
  func qualified(_ name: String, of node: Int, in model: CheckedModel) -> String {
    model.kinds[nodes[node].kind.index].isRoot ? name : nodes[node].name + "." + name
  }
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
