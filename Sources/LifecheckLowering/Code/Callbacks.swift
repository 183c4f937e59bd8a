import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Calls of callbacks: to the thread that they belong to, through its queue, and back.

/// Where a process waits for a callback's process.
struct CallWait: Hashable, Comparable {
  let process: Int
  let location: Int
  static func < (a: CallWait, b: CallWait) -> Bool { (a.process, a.location) < (b.process, b.location) }
}

/// Who calls the processes of callbacks.
struct Callers {
  private var waits: [Int: Set<CallWait>] = [:]
  private var processes: [Int: Set<Int>] = [:]
  /// Processes of callbacks for which some caller does not wait to the end.
  private(set) var leftAlone: Set<Int> = []

  /// The processes that start this one; nil if it is no callback's.
  func of(_ process: Int) -> Set<Int>? { processes[process] }
  /// Where its callers wait, in order.
  func waits(for process: Int) -> [CallWait] { (waits[process] ?? []).sorted() }

  fileprivate mutating func note(_ caller: Int, calling process: Int) { processes[process, default: []].insert(caller) }
  fileprivate mutating func note(_ wait: CallWait, for process: Int) { waits[process, default: []].insert(wait) }
  fileprivate mutating func noteLeftAlone(_ process: Int) { leftAlone.insert(process) }
}

extension Flow {
  func callCallback(
    _ target: Expression, _ reference: CallbackRef, _ arguments: [Expression], inPlace: Block?, at range: SourceRange
  ) throws {
    let (node, id) = try callback(target, reference, at: range)
    let values = try values(of: arguments, for: id)
    guard cursor != nil else { return }
    if let inPlace {
      try run(inPlace, inPlaceOf: id, node: node, at: range)
    } else {
      try call(node: node, id, arguments: values, at: range)
    }
  }

  /// The callback comes and returns, and between the two a block runs in place of all handlers.
  private func run(_ block: Block, inPlaceOf id: CallbackID, node: Int, at range: SourceRange) throws {
    guard isInLine(lowerer.executorKey(of: lowerer.model.callbacks[id.index], node: node)) else {
      throw LoweringFailure(
        "callback-elsewhere", "a block in place of the handlers runs where they would, and this is another thread", at: range,
        help: "put `sync on … { }` around the call, with the queue or thread that the callback is declared `on`")
    }
    if block.mayReturn {
      throw LoweringFailure(
        "not-supported", "a `return` in a block in place of the handlers is not followed", at: block.range,
        help: "put what comes after it under an `if`")
    }
    lowerer.happen(.callback(id), .node(node), nil, when: .true, at: range)
    inside.append(.callbackRunning(node: node, id))
    commit(line: callLine(id, node: node, at: range))
    try run(block)
    inside.removeLast()
    if cursor != nil { lowerer.happen(.callbackReturns(id), .node(node), nil, when: .true, at: range) }
    goOn(mobility: .glued)
  }

  private func isInLine(_ target: ExecutorKey?) -> Bool { target == nil || target == executor || alsoHeld.contains(target!) }

  private func callback(_ target: Expression, _ reference: CallbackRef, at range: SourceRange) throws -> (node: Int, CallbackID) {
    switch reference {
    case .callback(let id): return (try lowerer.node(target, environment), id)
    case .local(let local):
      guard case .callback(let node, let id) = try lowerer.read(local, environment, at: range) else {
        throw LoweringFailure("not-a-callback", "a callback is needed here", at: range)
      }
      return (node, id)
    }
  }

  /// The arguments, from left to right; what one has given is kept while a later one waits.
  private func values(of arguments: [Expression], for id: CallbackID) throws -> [Value] {
    let keepsThem = arguments.contains(where: \.hasEffects)
    return try zip(arguments, parameterTypes(of: id)).map { argument, type in
      let value = try closed(compute(argument))
      try refuseStoredClosure(value, at: argument.range)
      return keepsThem && cursor != nil ? try keep(value, type: type, name: "argument", at: argument.range) : value
    }
  }

  /// Posts the callback's handlers and waits for their return; on the same executor they run in line.
  func call(node: Int, _ id: CallbackID, arguments: [Value], at range: SourceRange) throws {
    let callback = lowerer.model.callbacks[id.index]
    let target = lowerer.executorKey(of: callback, node: node)
    if isInLine(target) {
      if callback.cancelFlag != nil {
        throw LoweringFailure(
          "not-supported", "an answer that may be cancelled cannot run within the code that calls it", at: range,
          help: "let the callback come `on` a queue that this code does not hold")
      }
      return try runHandlers(node: node, id, arguments: arguments, at: range)
    }
    try endIfDead(at: range)
    if lowerer.handlers[CallbackKey(node: node, callback: id)] == nil {
      try callUnanswered(target!, id, node: node, at: range)
    } else {
      try callProcess(node: node, id, arguments, target: target!, at: range)
    }
  }

  /// A call into a process that has died ends the caller (its `defer`s belong to the system and are empty).
  func endIfDead(at range: SourceRange) throws {
    guard !isApp else { return }
    let unit = lowerer.unit
    let start = cursor!
    lowerer.emit(.assume(.equal(.variable(lowerer.running), .false)), range)
    commit(to: Process.idle)
    cursor = start
    lowerer.unit = unit
    lowerer.emit(.assume(.equal(.variable(lowerer.running), .true)), range)
  }

  func callLine(_ id: CallbackID, node: Int, at range: SourceRange) -> EdgeLabel.Line {
    let callback = lowerer.model.callbacks[id.index]
    return EdgeLabel.Line(
      text: callback.says ?? "`\(lowerer.qualified(callback.name, of: node))` is called", origin: range)
  }

  /// Nobody answers, but the call queues like any other: others may come in before the executor is free for it. Only then it happens.
  private func callUnanswered(_ target: ExecutorKey, _ id: CallbackID, node: Int, at range: SourceRange) throws {
    lowerer.post(process: process, on: target, when: .true)
    let (outer, held) = (executor, alsoHeld)
    alsoHeld += [outer].compactMap { $0 }
    let queued = makeQueued(target, origin: range)
    lowerer.processes[process].locations[queued].waitsForApp = true
    commit(to: queued, mobility: .visible)
    (executor, alsoHeld) = (outer, held)
    lowerer.emit(.assume(lowerer.term(.busy(target)).negated))
    lowerer.emit(.assume(lowerer.term(.behindOthers(automaton: process, target)).negated))
    lowerer.unit.items.append(.dequeue(process: process, target))
    lowerer.happen(.callback(id), .node(node), nil, when: .true, at: range)
    // The return and what follows it in the caller are one step.
    commit(urgent: lowerer.latency(of: target) == nil, line: callLine(id, node: node, at: range), mobility: .glued)
    lowerer.happen(.callbackReturns(id), .node(node), nil, when: .true, at: range)
  }

  private func parameterTypes(of id: CallbackID) -> [ValueType] {
    lowerer.model.callbacks[id.index].parameters.map { lowerer.model.locals[$0.index].type }
  }

  private func callProcess(
    node: Int, _ id: CallbackID, _ arguments: [Value], target: ExecutorKey, at range: SourceRange
  ) throws {
    let handler = try lowerer.callbackProcess(node: node, id, arguments)
    lowerer.callers.note(process, calling: handler.process)
    for ((slots, value), type) in zip(zip(handler.parameters, arguments), parameterTypes(of: id)) {
      try handOver(value, type, to: slots, at: range)
    }
    if scopes.contains(where: {
      if case .timeout(let index) = $0 { lowerer.processes[process].timeouts[index].letsGoOn } else { false }
    }) {
      lowerer.callers.noteLeftAlone(handler.process)
    }
    lowerer.post(process: handler.process, on: target, when: .true)
    lowerer.emit(.move(AutomatonIndex(handler.process), LocationIndex(1), condition: .true), range)
    let waiting = makeLocation("waiting for \(lowerer.model.callbacks[id.index].name)", stable: true, origin: range)
    lowerer.processes[process].locations[waiting].waitsForApp = true
    lowerer.processes[process].locations[waiting].isWork = false
    commit(to: waiting, mobility: .visible)
    lowerer.callers.note(CallWait(process: process, location: waiting), for: handler.process)
    lowerer.emit(.assume(.at(AutomatonIndex(handler.process), [LocationIndex(handler.returned)])), range)
    lowerer.emit(.move(AutomatonIndex(handler.process), LocationIndex(Process.idle), condition: .true), range)
    // The callback's own variables end with it.
    lowerer.unit.items.append(.endOf(process: handler.process))
    // The return and what follows it in the caller are one step.
    commit(mobility: .glued)
  }

  /// The end of a callback's process: its caller takes it back, or it ends alone where nobody waits any more.
  func returnToCaller(_ returned: Int) {
    commit(to: returned, mobility: .local)
    lowerer.unit.items.append(.unlessAwaited)
    commit(to: Process.idle, mobility: .visible)
    cursor = nil
  }

  /// The handlers' code in this very activation.
  private func runHandlers(node: Int, _ id: CallbackID, arguments: [Value], at range: SourceRange) throws {
    lowerer.happen(.callback(id), .node(node), nil, when: .true, at: range)
    let outer = (environment, inside)
    inside.append(.callbackRunning(node: node, id))
    let types = parameterTypes(of: id)
    let bindings = try zip(arguments, types).map { binding(try keep($0, type: $1, name: "argument", at: range), $1) }
    let entries = lowerer.handlers[CallbackKey(node: node, callback: id)] ?? []
    let outerPiece = piece
    let pieces = entries.map { lowerer.piece(.handler, $0.handler.body.range, in: nil) }
    begin(pieces)
    commit(line: callLine(id, node: node, at: entries.first?.handler.range ?? range))
    try inEveryOrder(entries.count) { index in
      let (handler, owner) = entries[index]
      self.piece = pieces[index]
      var inner = self.lowerer.environment(of: owner)
      for (parameter, binding) in zip(handler.parameters, bindings) { inner.locals[parameter] = binding }
      try self.enter(Closure(copies: [], parameters: [], body: handler.body, range: handler.range), inner)
    }
    (environment, inside) = outer
    piece = outerPiece
    if cursor != nil { lowerer.happen(.callbackReturns(id), .node(node), nil, when: .true, at: range) }
    // The return and what follows it in the caller are one step.
    goOn(mobility: .glued)
  }
}
