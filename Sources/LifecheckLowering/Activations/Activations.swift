import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Running copies of code: async blocks, callbacks' handlers, events. Each becomes a process of its own.

extension Lowerer {
  // MARK: Executors

  func isApp(_ executor: ExecutorKey) -> Bool { !model.executors[executor.executor.index].isSystem }

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

  /// What a node extends, and what that extends.
  private func bases(of node: Int) -> [Int] {
    let base = children.first { child, _ in child.parent == node && model.instances[child.instance.index].isBase }
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

  // MARK: Async blocks

  /// Starts a copy of the block; its value is the job's number.
  func spawn(_ closure: Closure, on target: Value?, _ state: inout Straight, at range: SourceRange) throws -> Term {
    var executor: ExecutorKey?
    if case .executor(let node, let id)? = target { executor = ExecutorKey(node: node, executor: id) }
    let made = try withCopies(closure, state)
    let template = try self.template(for: made, executor: executor, at: range)
    return try start(template, made, executor: executor, &state, at: range)
  }

  private func start(
    _ template: Template, _ closure: StaticClosure, executor: ExecutorKey?, _ state: inout Straight, at range: SourceRange
  ) throws -> Term {
    var free = freeCopies(template.copies, when: state.alive)
    noteOverlap(of: template.copies[0], when: .all([state.alive, free[0].negated]), at: range)
    if let isMeant = try isWorthFollowing(template, closure, at: range) { free = free.map { bind(.all([$0, isMeant])) } }
    var job = Term.constant(template.keepsJob ? looseJob : 0)
    for (isFree, process) in zip(free, template.copies).reversed() {
      if let number = processes[process].jobNumber, number <= known.jobCount { job = .choose(isFree, .constant(number), job) }
    }
    for (copy, process) in template.copies.enumerated() {
      let condition = Term.all([state.alive, free[copy]])
      for (slot, capture) in zip(template.captureVariables[copy], template.captures) {
        emit(.assign(slot, try captured(capture, closure, at: range), condition: condition), range)
      }
      emit(.move(AutomatonIndex(process), LocationIndex(1), condition: condition), range)
      if let executor { post(process: process, on: executor, when: condition) }
      if let number = processes[process].jobNumber, number <= known.jobCount {
        emit(.assign(jobFlags[number - 1], .false, condition: condition), range)
      }
    }
    let isMember = Term.all([state.alive] + free.map(\.negated))
    for flag in template.full { emit(.assign(flag, .true, condition: isMember), range) }
    try noteMember(of: template, closure, when: isMember, at: range)
    return bind(job)
  }

  /// What a copy too many is given.
  private func noteMember(
    of template: Template, _ closure: StaticClosure, when isMember: Term, at range: SourceRange
  ) throws {
    for (slot, capture) in zip(template.captureVariables[0], template.captures) {
      let given = try captured(capture, closure, at: range)
      noteCaptured(given, like: slot, when: isMember)
      guard let flags = template.references[slot] else { continue }
      for action in noteMember(given: given, in: flags, when: isMember) { emit(action.kind, range) }
    }
  }

  /// For each copy whether it is the one to start: the first that is not under way; if all are, the first that has been
  /// cancelled and is about to leave without anybody noticing, as if it had left just before.
  private func freeCopies(_ copies: [Int], when alive: Term) -> [Term] {
    let idle = copies.map { bind(.at(AutomatonIndex($0), [LocationIndex(Process.idle)])) }
    let none = idle.map(\.negated)
    return copies.indices.map { copy in
      let isFree = Term.all([idle[copy]] + none[..<copy])
      guard processes[copies[copy]].jobNumber != nil else { return isFree }
      let leaves = copies[...copy].map { bind(term(.leavesUnnoticed(process: $0))) }
      let isReused = bind(.all(none + leaves.dropLast().map(\.negated) + leaves.suffix(1)))
      unit.items.append(.endOf(process: copies[copy], condition: .all([alive, isReused])))
      return .any([isFree, isReused])
    }
  }

  private func template(for closure: StaticClosure, executor: ExecutorKey?, at range: SourceRange) throws -> Template {
    let isApp = executor.map(isApp) ?? spawnerIsApp
    let name = key(of: closure) + "@\(String(describing: executor))\(isApp)"
    if let template = templates[name] { return template }
    let captures = captures(of: closure)
    let shown = "the async block of line \(lineNumber(range))"
    var copies: [Int] = []
    var slots: [[VariableIndex]] = []
    var flows: [Flow] = []
    for copy in 0..<copiesFollowed(of: range) {
      let label = copy == 0 ? shown : "\(shown) (copy \(copy + 1))"
      let (process, flow) = makeStartable(label, isSystem: !isApp, executor: executor, inside: [])
      processes[process].locations[1].origin = range
      let own = captures.map {
        makeCapture($0, closure.environment, name: shown, storage: isApp ? .memory : .system, node: nil)
      }
      processes[process].ownVariables += own
      if jobSites.contains(closure.closure.range) { makeJob(process) }
      copies.append(process)
      slots.append(own)
      flows.append(flow)
    }
    // A copy too many belongs to the crowd.
    let crowd = makeCrowd(shown, copies, given: slots[0], executor: executor, at: range)
    let keepsJob = jobSites.contains(closure.closure.range)
    let template = Template(
      copies: copies, captureVariables: slots, captures: captures, full: crowd.flags, references: crowd.references,
      keepsJob: keepsJob)
    templates[name] = template
    for (flow, own) in zip(flows, slots) {
      flow.environment = environment(of: StoredClosure(closure: closure, captures: captures), slots: own)
      pendingBodies.append { try self.layOut(closure.closure.body, flow) }
    }
    return template
  }

  private func makeJob(_ process: Int) {
    found.jobCount += 1
    processes[process].jobNumber = found.jobCount
    if found.jobCount <= known.jobCount { processes[process].cancelFlag = jobFlags[found.jobCount - 1] }
  }

  /// Lays out the body of a startable process: out of the queue, through the code, back to idle.
  private func layOut(_ body: Block, _ flow: Flow) throws {
    spawnerIsApp = flow.isApp
    actor = flow.process
    flow.begin([piece(.block, body.range, in: nil)])
    flow.leaveQueue()
    try flow.run(body)
    flow.finish()
  }

  func cancel(_ job: Term, when condition: Term, at range: SourceRange) {
    for number in 0..<known.jobCount {
      emit(
        .assign(
          jobFlags[number], .true,
          condition: .all([condition, .equal(job, .constant(number + 1)), term(.jobRunning(number: number + 1))])), range)
    }
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
        handlers[CallbackKey(node: target, callback: handler.callback), default: []].append((handler, node))
      }
    }
  }

  // MARK: Events

  func makeEvents() throws {
    var shared: [ExecutorKey?: Int] = [:]
    for (index, event) in model.events.enumerated() {
      try refuseInPool(event.owner, "an event", at: event.range)
      for node in nodesOfKind[event.owner] ?? [] {
        try makeEvent(EventID(index), event, node, &shared)
      }
    }
  }

  /// What a resource does by itself would have to keep its entry from being used anew.
  private func refuseInPool(_ kind: KindID, _ what: String, at range: SourceRange) throws {
    if model.kinds[kind.index].pool == nil { return }
    throw LoweringFailure(
      "not-supported", "\(what) of a kind with a pool is not decided yet", at: range,
      help: "put it outside of the kind, and let it go through them: `for x in \(model.kinds[kind.index].name) where … { … }`")
  }

  private func makeEvent(_ id: EventID, _ event: Event, _ node: Int, _ shared: inout [ExecutorKey?: Int]) throws {
    let isPlatform = model.kinds[event.owner.index].isPlatformCode
    let executor = event.executor.map { key($0, from: node) } ?? (isPlatform ? nil : mainThread)
    let isApp = executor.map(self.isApp) ?? !isPlatform
    let process = eventProcess(event, node, executor, isApp: isApp, &shared)
    try layOut(id, event, node, executor, isApp: isApp, process: process, others: [])
    if !isPlatform, shared[executor] != process { try repeatEvent(id, event, node, executor, first: process) }
  }

  /// - Parameter others: The copies that must be under way.
  func layOut(
    _ id: EventID, _ event: Event, _ node: Int, _ executor: ExecutorKey?, isApp: Bool, process: Int, others: [Int]
  ) throws {
    let flow = Flow(
      lowerer: self, process: process, cursor: Process.idle, environment: environment(of: node), executor: nil, isApp: isApp)
    flow.inside = [.eventRunning(node: node, id)]
    spawnerIsApp = isApp
    actor = process
    let isAtOnce = try guardEvent(EventSource(event: id, node: node), flow, executor, isApp: isApp, process: process)
    for other in others { emit(.assume(isUnderWay(other)), event.range) }
    if !others.isEmpty { noteOverlap(of: process, when: .true, at: event.range) }
    (flow.executor, flow.home) = (executor, executor)
    happen(.event(id), .node(node), nil, when: .true, at: event.range)
    flow.begin([piece(.event, event.body.range, in: nil)])
    flow.commit(urgent: isAtOnce, line: line(of: event, node), mobility: .glued)
    try flow.run(event.body)
    flow.finish()
  }

  /// nil: what follows from the event tells it.
  private func line(of event: Event, _ node: Int) -> EdgeLabel.Line? {
    switch event.says {
    case .phrase(let phrase): EdgeLabel.Line(text: phrase, origin: event.range)
    case .nothing: nil
    case nil: EdgeLabel.Line(text: "`\(qualified(event.name, of: node))` happens", origin: event.range)
    }
  }

  /// Events of one system thread, and events that never let the main thread go, exclude each other: one process. Not so an
  /// event that must happen by some moment: others of its thread must not keep that moment from coming.
  private func eventProcess(
    _ event: Event, _ node: Int, _ executor: ExecutorKey?, isApp: Bool, _ shared: inout [ExecutorKey?: Int]
  ) -> Int {
    // Without a platform there is no main thread; an app's events still come one at a time.
    let isOneAtATime = executor != nil || (isApp && mainThread == nil)
    var releases = Releases(model: model, executor: executor?.executor)
    let canShare = isOneAtATime && event.latest == nil && !releases.happens(in: event.body)
    if canShare, let process = shared[executor] { return process }
    let place = executor.map { " on \(qualified(model.executors[$0.executor.index].name, of: $0.node))" } ?? ""
    let name = canShare ? "events\(place)" : qualified(event.name, of: node)
    let process = makeProcess(name, isSystem: !isApp, executor: executor)
    if canShare { shared[executor] = process }
    return process
  }

  /// - Returns: whether the event comes as soon as it can (`latest true`).
  @discardableResult
  func guardEvent(
    _ source: EventSource, _ flow: Flow, _ executor: ExecutorKey?, isApp: Bool, process: Int
  ) throws -> Bool {
    let event = model.events[source.event.index]
    if isApp { emit(.assume(.equal(.variable(running), .true)), event.range) }
    let isAtOnce = try event.latest.map { latest in try outsideUnits { try fact(latest, flow.environment) == .true } } ?? false
    func condition() throws -> Term { try event.when.map { try fact($0, flow.environment) } ?? .true }
    // What comes at once is looked at all the time: what is unknown must be able to stay false.
    let when = isAtOnce ? try outsideUnits(condition) : try condition()
    emit(.assume(when), event.range)
    if let executor {
      emit(.assume(term(.busy(executor)).negated), event.range)
      overtake(source, on: executor)
    }
    guard let latest = event.latest else { return false }
    if isAtOnce {
      try refuseMoments(when, of: event)
      return true
    }
    try outsideUnits {
      let runs = isApp ? Term.equal(.variable(running), .true) : .true
      try force(event, .all([runs, try condition()]), try fact(latest, flow.environment), executor, process: process)
    }
    return false
  }

  /// Settings may change at any time.
  func makeSettings() {
    for (index, variable) in model.variables.enumerated() where variable.isSetting {
      for node in nodesOfKind[variable.owner] ?? [] {
        guard case .finite(let slot, _) = storage[StorageKey(node: node, variable: LifecheckLanguage.VariableID(index))] else {
          continue
        }
        let process = makeProcess("setting \(variable.name)", isSystem: true, executor: nil)
        let flow = Flow(
          lowerer: self, process: process, cursor: Process.idle, environment: environment(of: node), executor: nil, isApp: false)
        let value = choice(variables[slot.index].domain)
        emit(.assume(Term.compare(.equal, value, .variable(slot)).negated))
        emit(.assign(slot, value, condition: .true), variable.range)
        flow.commit(
          to: Process.idle, urgent: false,
          line: EdgeLabel.Line(text: "the user changes `\(variable.name)`", origin: variable.range))
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
