import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Running copies of code: async blocks, callbacks' handlers, events. Each becomes a process of its own.

struct CallbackKey: Hashable {
  let node: Int
  let callback: CallbackID
}

/// The answers to each thing's callbacks.
struct HandlerTable {
  private var entries: [CallbackKey: [(handler: Handler, node: Int)]] = [:]

  subscript(_ key: CallbackKey) -> [(handler: Handler, node: Int)]? { entries[key] }

  fileprivate mutating func add(_ handler: Handler, of node: Int, to key: CallbackKey) {
    entries[key, default: []].append((handler, node))
  }
}

extension Lowerer {
  // MARK: Executors

  func isApp(_ executor: ExecutorKey) -> Bool { model.isApp(executor) }

  /// How long entries wait although the executor is free; nil: not at all.
  func latency(of executor: ExecutorKey) -> Expression? { model.executors[executor.executor.index].latency }

  /// The app's main thread: the first thread that the platform declares for the process.
  var mainThread: ExecutorKey? {
    guard let index = model.executors.firstIndex(where: { !$0.isSystem && model.platform == $0.owner }),
      let platform = model.platform
    else { return nil }
    return ExecutorKey(node: nodesOfKind[platform]![0], executor: ExecutorID(index))
  }

  func executorKey(of callback: Callback, node: Int) -> ExecutorKey? {
    callback.executor.map { key($0, from: node) }
  }

  /// The executor of that declaration, as seen from a node: its own or what it extends, of what it is a part of, or of the
  /// root it belongs to.
  func key(_ id: ExecutorID, from node: Int) -> ExecutorKey {
    let owner = model.executors[id.index].owner
    var current: Int? = node
    while let place = current {
      if let found = ([place] + bases(of: place)).first(where: { nodes[$0].kind == owner }) {
        return ExecutorKey(node: found, executor: id)
      }
      current = nodes[place].parent
    }
    return ExecutorKey(node: nodesOfKind[owner]?.first ?? node, executor: id)
  }

  /// The things that a node extends, directly or through another.
  private func bases(of node: Int) -> [Int] {
    let base = things.members.first { child, _ in child.parent == node && model.instances[child.instance.index].isBase }
    return base.map { [$0.value] + bases(of: $0.value) } ?? []
  }

  /// Puts a process at the end of the executor's queue.
  func post(process: Int, on executor: ExecutorKey, when condition: Term) {
    unit.items.append(.post(process: process, executor, condition: condition))
  }

  // MARK: Processes

  func makeProcess(_ name: String, isSystem: Bool, executor: ExecutorKey?) -> Int {
    var process = Process(name: name, isSystem: isSystem, executor: executor, locations: [])
    process.locations.append(DraftLocation(name: "idle", isStable: true, isWork: false))
    processes.append(process)
    return processes.count - 1
  }

  /// A process that others start by moving it to location 1: the queue of its executor, or its first statement.
  func makeStartable(_ name: String, isSystem: Bool, executor: ExecutorKey?, inside: [Macro]) -> (Int, Flow) {
    let process = makeProcess(name, isSystem: isSystem, executor: executor)
    let flow = Flow(
      lowerer: self, process: process, cursor: 0,
      environment: Environment(selfValue: .void, selfKind: KindID(0)), executor: executor, isApp: !isSystem)
    flow.inside = inside
    if let executor {
      flow.cursor = flow.makeQueued(executor, origin: nil)
    } else {
      flow.cursor = flow.makeLocation("ready", stable: false)
      processes[process].locations[1].isStable = true
    }
    processes[process].locations[1].isBeginning = true
    return (process, flow)
  }

  /// A latency is "at some time or never"; an upper end would be a promise that nothing keeps yet.
  func checkLatencies() throws {
    for executor in model.executors {
      guard let latency = executor.latency else { continue }
      let range = try durationRange(latency, environment(of: nodesOfKind[executor.owner]?.first ?? 0))
      guard range.0 == TimeBound(0), range.1 == nil else {
        throw LoweringFailure(
          "not-supported", "a latency with bounds is not decided yet", at: latency.range, help: "write `latency 0s...forever`")
      }
    }
  }

  // MARK: Callbacks

  func collectHandlers() throws {
    for handler in model.handlers {
      if let executor = handler.executor, executor != model.callbacks[handler.callback.index].executor {
        throw LoweringFailure(
          "handler-executor", "a handler runs where its callback is declared to run", at: handler.range,
          help: "move the work: `async on \(model.executors[executor.index].name) { … }`")
      }
      try refuseInPool(handler.owner, "an answer to a callback", at: handler.range)
      for node in nodesOfKind[handler.owner] ?? [] {
        let target = try self.node(handler.target, environment(of: node))
        handlers.add(handler, of: node, to: CallbackKey(node: target, callback: handler.callback))
      }
    }
  }
}

extension Flow {
  /// Lays out `count` pieces so that any order of them may happen.
  func inEveryOrder(_ count: Int, _ body: (Int) throws -> Void) throws {
    try inEveryOrder(Array(0..<count), body)
  }

  private func inEveryOrder(_ rest: [Int], _ body: (Int) throws -> Void) throws {
    guard rest.count > 1 else {
      for index in rest where cursor != nil { try body(index) }
      return
    }
    let start = cursor!
    let end = makeLocation("", stable: false)
    for (position, index) in rest.enumerated() {
      cursor = start
      let choice = lowerer.choice(rest.count)
      lowerer.emit(.assume(.equal(choice, .constant(position))))
      commit(mobility: .local)
      try body(index)
      if cursor != nil { try inEveryOrder(rest.filter { $0 != index }, body) }
      jump(to: end)
    }
    cursor = end
  }
}
