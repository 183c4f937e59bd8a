import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Events, and settings, which are events of the user.

extension Lowerer {
  func makeEvents() throws {
    var shared: [ExecutorKey?: Int] = [:]
    for (index, event) in model.events.enumerated() {
      try refuseInPool(event.owner, "an event", at: event.range)
      for node in nodesOfKind[event.owner] ?? [] {
        try makeEvent(EventID(index), event, node, &shared)
      }
    }
  }

  /// Refuses what a resource of a pool does by itself: it would have to keep its entry from being used anew.
  func refuseInPool(_ kind: KindID, _ what: String, at range: SourceRange) throws {
    if model.kinds[kind.index].pool == nil { return }
    throw LoweringFailure(
      "not-supported", "\(what) of a kind with a pool is not decided yet", at: range,
      help: "put it outside of the kind, and let it go through them: `for x in \(model.kinds[kind.index].name) where … { … }`")
  }

  func refuseThingsInPools() throws {
    for kind in model.kinds where kind.pool != nil && kind.liveWhile == nil {
      guard let handler = kind.onDies.first else { continue }
      throw LoweringFailure(
        "never-there", "`\(kind.name)` does not say while what one is there, so there is none to do this", at: handler.body.range,
        help: "write `kind \(kind.name) pool 2 while open { var open = false … }`, and set `open` where one is made")
    }
    for executor in model.executors where model.kinds[executor.owner.index].pool != nil {
      throw LoweringFailure(
        "not-supported", "a queue of a kind with a pool is not decided yet", at: executor.range,
        help: "declare it outside of the kind: all things of the kind then have one queue")
    }
    for instance in model.instances where model.kinds[instance.owner.index].pool != nil {
      throw LoweringFailure(
        "not-supported", "a thing in a kind with a pool is not decided yet", at: instance.range,
        help: "write variables for it, or make it with `new` and refer to it: `var part: K? = none`")
    }
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
    acts(process, isApp: isApp)
    let source = EventSource(event: id, node: node)
    let isAtOnce = try guardEvent(source, flow, executor, isApp: isApp, process: process)
    if let executor { noteOvertaking(source, on: executor) }
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
    case .phrase(let phrase): EdgeLabel.Line(text: phrase.text, origin: event.range)
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

  /// What must be so for the event to happen; it changes nothing yet.
  /// - Returns: whether the event comes as soon as it can (`latest true`).
  @discardableResult
  func guardEvent(
    _ source: EventSource, _ flow: Flow, _ executor: ExecutorKey?, isApp: Bool, process: Int
  ) throws -> Bool {
    let event = model.events[source.event.index]
    if isApp { emit(.assume(.equal(.variable(running), .true)), event.range) }
    let isAtOnce = try event.latest.map { latest in try outsideUnits { try fact(latest, flow.environment) == .true } } ?? false
    func condition() throws -> Term { try event.when.map { try fact($0, flow.environment) } ?? .true }
    // The condition of an event that comes at once is checked all the time: an unknown in it must be able to stay false.
    let when = isAtOnce ? try outsideUnits(condition) : try condition()
    emit(.assume(when), event.range)
    if let executor {
      emit(.assume(term(.busy(executor)).negated), event.range)
      assumeItMayOvertake(source, on: executor)
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
        guard case .finite(let slot, _) = storage.places[StorageKey(node: node, variable: LifecheckLanguage.VariableID(index))]
        else {
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
