import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The processes in which the answers to a callback run, and what they are handed.

/// Where a callback's process keeps one argument.
enum HandedSlots {
  case value(VariableIndex)
  /// A closure that the caller has written out: which one it is, is known; what it has captured is handed over.
  case closure(StoredClosure, captures: [VariableIndex])
  case noClosure

  var variables: [VariableIndex] {
    switch self {
    case .value(let slot): [slot]
    case .closure(_, let captures): captures
    case .noClosure: []
    }
  }
}

/// One process for each set of closures that a callback is called with; what they have captured may differ from call to call.
struct CallbackProcessKey: Hashable {
  let callback: CallbackKey
  /// By their names; empty where the parameter is no closure.
  let closures: [String]
}

struct CallbackProcess {
  let process: Int
  let parameters: [HandedSlots]
  /// Where it stands, still holding its executor, until its caller goes on: nobody comes in between.
  let returned: Int
}

struct CallbackProcesses {
  fileprivate var made: [CallbackProcessKey: CallbackProcess] = [:]
  /// By process, those included that nobody waits for (`PostedCall`).
  fileprivate(set) var handed: [Int: [HandedSlots]] = [:]
}

extension Lowerer {
  /// The process that runs the handlers of a callback, one after the other.
  func callbackProcess(node: Int, _ id: CallbackID, _ arguments: [Value]) throws -> CallbackProcess {
    let key = CallbackProcessKey(callback: CallbackKey(node: node, callback: id), closures: arguments.map(closureName))
    if let known = callbackProcesses.made[key] { return known }
    let callback = model.callbacks[id.index]
    let executor = executorKey(of: callback, node: node)
    let shown = qualified(callback.name, of: node)
    let (process, flow) = makeStartable(shown, isSystem: false, executor: executor, inside: [])
    // It runs from when it has its thread, not from the posting.
    flow.inside = [.callbackRunning(node: node, id)]
    let parameters = makeHandedSlots(key.callback, arguments, flow)
    flow.executor = executor
    processes[process].cancelFlag = try callback.cancelFlag.map { try flag(StorageKey(node: node, variable: $0)) }
    let returned = flow.makeLocation("returned", stable: true)
    processes[process].locations[returned].isWork = false
    let made = CallbackProcess(process: process, parameters: parameters, returned: returned)
    callbackProcesses.made[key] = made
    later { try self.layOutHandlers(key.callback, parameters, flow) { flow.returnToCaller(returned) } }
    return made
  }

  func makeHandedSlots(_ key: CallbackKey, _ arguments: [Value], _ flow: Flow) -> [HandedSlots] {
    let made = zip(model.callbacks[key.callback.index].parameters, arguments).map { handedSlots(for: $0, $1, flow) }
    callbackProcesses.handed[flow.process] = made
    return made
  }

  private func flag(_ key: StorageKey) throws -> VariableIndex {
    guard case .finite(let index, _) = try storage(of: key) else {
      throw TranslationDefect(what: "a flag that asks code to stop is no variable of the state")
    }
    return index
  }

  func closureName(_ value: Value) -> String {
    if case .closure(let closure) = value { key(of: closure) } else { "" }
  }

  private func handedSlots(for parameter: LocalID, _ argument: Value, _ flow: Flow) -> HandedSlots {
    let local = model.locals[parameter.index]
    guard local.type == .closure else { return .value(flow.makeOwn(local.name, local.type, hidden: true)) }
    guard case .closure(let closure) = argument else { return .noClosure }
    let captures = captures(of: closure)
    let slots = captures.map { makeCapture($0, closure.environment, name: local.name, storage: .memory, node: nil) }
    flow.own(slots, inBlock: false)
    return .closure(StoredClosure(closure: closure, captures: captures), captures: slots)
  }

  private func binding(of slots: HandedSlots) -> Binding {
    switch slots {
    case .value(let slot): .storage(slot)
    case .noClosure: .value(.term(.constant(0)))
    case .closure(let stored, let captures):
      .value(.closure(StaticClosure(closure: stored.closure.closure, environment: environment(of: stored, slots: captures))))
    }
  }

  /// Where the process of a callback keeps what it is handed, and what the closures among that have captured.
  func handedSlots(of process: Int) -> [VariableIndex] {
    (callbackProcesses.handed[process] ?? []).flatMap(\.variables)
  }

  /// What the callback is about, where that is a delivery whose handlers' locals are followed with it.
  private func delivery(of callback: CallbackID, _ parameters: [HandedSlots]) -> Term? {
    let handed = zip(model.callbacks[callback.index].parameters, parameters)
    let kinds = Set(code.deliveryLocals.kinds.values)
    for case (let parameter, .value(let slot)) in handed {
      if let kind = referredKind(of: model.locals[parameter.index].type), kinds.contains(kind) { return .variable(slot) }
    }
    return nil
  }

  /// - Parameter end: Ends the activation.
  func layOutHandlers(_ key: CallbackKey, _ handed: [HandedSlots], _ flow: Flow, end: () -> Void) throws {
    acts(flow.process, isApp: true)
    let entries = handlers[key] ?? []
    let pieces = entries.map { piece(.handler, $0.handler.body.range, in: nil) }
    flow.begin(pieces)
    let origin = entries.first?.handler.range ?? model.callbacks[key.callback.index].range
    happen(.callback(key.callback), .node(key.node), nil, when: .true, at: origin)
    flow.leaveQueue(line: flow.callLine(key.callback, node: key.node, at: origin))
    try flow.inEveryOrder(entries.count) { index in
      let (handler, owner) = entries[index]
      flow.piece = pieces[index]
      flow.environment = self.environment(of: owner)
      for (parameter, slots) in zip(handler.parameters, handed) {
        flow.environment.locals[parameter] = self.binding(of: slots)
      }
      flow.environment.delivery = self.delivery(of: key.callback, handed)
      let exit = flow.makeLocation("", stable: false)
      // A cancel that it does not catch ends it, and nothing else.
      flow.scopes += [.catching([(nil, exit)]), .function(exit: exit, result: nil, outside: flow.inside)]
      try flow.run(handler.body)
      flow.scopes.removeLast(2)
      flow.jump(to: exit)
      flow.cursor = flow.isReached(exit) ? exit : nil
    }
    guard flow.cursor != nil else { return }
    happen(.callbackReturns(key.callback), .node(key.node), nil, when: .true, at: origin)
    end()
  }
}

extension Flow {
  /// Gives the process of a callback one argument.
  func handOver(_ value: Value, _ type: ValueType, to slots: HandedSlots, at range: SourceRange) throws {
    switch (slots, value) {
    case (.closure(_, let own), .closure(let closure)):
      for (slot, capture) in zip(own, lowerer.captures(of: closure)) {
        lowerer.emit(.assign(slot, try lowerer.captured(capture, closure, at: range), condition: .true), range)
      }
    case (.value(let slot), _):
      guard case .term(let term) = lowerer.fitted(value.asTerm(lowerer), type, when: .true, at: range) else { return }
      lowerer.emit(.assign(slot, lowerer.stored(term, type), condition: .true), range)
    case (.noClosure, _): break
    case (.closure, _): throw TranslationDefect(what: "a callback is handed another closure than its process expects")
    }
  }

  /// Which closure it is must be known where the handlers are laid out.
  func refuseStoredClosure(_ value: Value, at range: SourceRange) throws {
    guard case .storedClosure = value else { return }
    throw LoweringFailure(
      "not-supported", "a closure out of a variable cannot be handed to a callback yet", at: range,
      help: "hand over one that calls it: `{ \(lowerer.sourceText(range))?() }`")
  }
}
