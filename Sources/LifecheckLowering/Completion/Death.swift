import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// What is known only when all code has been laid out: what a death resets, and who waits in which queue.

extension Lowerer {
  /// Replaces deaths and postings by assignments, and weaves in the monitors of facts that turn true.
  func completeEdges() throws {
    let touched = memoryThatTheSystemSets()
    let lives = lives()
    for process in processes.indices {
      for edge in processes[process].edges.indices {
        processes[process].edges[edge] = try completed(processes[process].edges[edge], of: process, beginningWith: touched, lives)
      }
    }
  }

  /// Memory of the app that a platform may have set while there was no process: a new life begins without that.
  private func memoryThatTheSystemSets() -> [VariableIndex] {
    var result: Set<VariableIndex> = []
    for item in processes.filter(\.isSystem).flatMap(\.edges).flatMap(\.items) {
      guard case .action(let action) = item, case .assign(let variable, _, _) = action.kind else { continue }
      let role = roles[variable.index]
      if role.storage == .memory, role.node != nil, !variables[variable.index].isRigid { result.insert(variable) }
    }
    return result.sorted()
  }

  private func completed(
    _ draft: DraftEdge, of process: Int, beginningWith touched: [VariableIndex], _ lives: [VariableIndex: (kind: KindID, value: Int)]
  ) throws -> DraftEdge {
    var edge = draft
    actor = process
    unit = Unit(choices: edge.choices, items: [])
    for item in edge.items {
      switch item {
      case .action(let action):
        if case .assign(running, .true, let condition) = action.kind { beginLife(with: touched, when: condition) }
        if case .assign(let watching, .true, let condition) = action.kind, let call = watchedCalls[watching] {
          forgetOtherCalls(call, than: process, when: condition)
        }
        unit.items.append(item)
        guard case .reset(let clock, let condition) = action.kind else { continue }
        for flag in stoppedFlags[clock] ?? [] { emit(.assign(flag, .false, condition: condition)) }
      case .loss: unit.items.append(item)
      case .post(let posted, let executor, let condition):
        noteOverlap(posted, by: process)
        enqueue(posted, executor, when: condition)
      case .dequeue(let left, let executor): dequeue(left, executor)
      case .unlessAwaited:
        let waits = (callWaits[process] ?? []).sorted { ($0.process, $0.location) < ($1.process, $1.location) }
        for wait in waits { emit(.assume(Term.at(AutomatonIndex(wait.process), [LocationIndex(wait.location)]).negated)) }
      case .endOf(let ended, let condition): endActivation(of: ended, when: condition)
      case .die(let reason): try die(reason, by: process)
      }
    }
    if edge.target == Process.idle, edge.source != Process.idle { endActivation(of: process) }
    letGoOfWhatIsOver(lives)
    try weave(from: edge.source, to: edge.target, of: process)
    edge.choices = unit.choices
    edge.items = unit.items
    unit = Unit()
    return edge
  }

  /// Where the process runs already, nothing begins.
  private func beginLife(with touched: [VariableIndex], when condition: Term) {
    let begins = Term.all([condition, .equal(.variable(running), .false)])
    for variable in touched { emit(.assign(variable, firstValue(of: variable), condition: begins)) }
  }

  /// The activation's own variables go back to their first values, and nobody's job refers to it any more.
  private func endActivation(of process: Int, when condition: Term = .true) {
    for variable in processes[process].ownVariables { emit(.assign(variable, .constant(0), condition: condition)) }
    guard let number = processes[process].jobNumber, number <= known.jobCount else { return }
    unit.items.append(.loss(Action(.assign(jobFlags[number - 1], .false, condition: condition))))
    forgetJob(number, when: condition)
  }

  /// A job that has ended and no job are the same to everyone.
  private func forgetJob(_ number: Int, when condition: Term) {
    for (index, role) in roles.enumerated() where role.isJob {
      let refers = Term.equal(.variable(VariableIndex(index)), .constant(number))
      unit.items.append(.loss(Action(.assign(VariableIndex(index), .constant(0), condition: .all([condition, refers])))))
    }
  }

  // MARK: Death

  private func die(_ reason: String, by process: Int) throws {
    let origin = model.app.map { model.kinds[$0.index].range } ?? SourceRange(file: FileID(0), start: 0, end: 0)
    // What is said of the moment of death is said of the last state, before the platform tidies up.
    died(reason, at: origin)
    let handlers = model.kinds.indices.flatMap { kind in model.kinds[kind].onDies.map { (kind: KindID(kind), handler: $0) } }
    for (kind, handler) in handlers.sorted(by: { $0.handler.isBefore($1.handler) }) where handler.answers(reason) {
      for node in nodesOfKind[kind] ?? [] {
        var state = Straight(environment: environment(of: node), alive: .true, origin: origin)
        try run(handler.body, &state)
      }
    }
    let kept = unit.items
    unit.items = []
    loseMemory(of: process)
    unit.items = kept + unit.items.map { if case .action(let action) = $0 { .loss(action) } else { $0 } }
  }

  private func loseMemory(of process: Int) {
    for (index, role) in roles.enumerated() where role.storage == .memory && !variables[index].isRigid {
      emit(.assign(VariableIndex(index), firstValue(of: VariableIndex(index)), condition: .true))
    }
    for other in processes.indices where other != process { endAtDeath(other) }
    for flag in [running, frozen] + jobFlags { emit(.assign(flag, .false, condition: .true)) }
  }

  /// The app's activations vanish; so does what the system does on a thread for the app, or waiting for it.
  private func endAtDeath(_ other: Int) {
    if !processes[other].isSystem {
      emit(.move(AutomatonIndex(other), LocationIndex(Process.idle), condition: .true))
      return
    }
    let stopped = processes[other].locations.indices.filter { isStoppedByDeath(processes[other].locations[$0]) }
    guard !stopped.isEmpty else { return }
    let isAlways = stopped.count == processes[other].locations.count - 1
    let isStopped = isAlways ? Term.true : bind(.at(AutomatonIndex(other), stopped.map { LocationIndex($0) }))
    for variable in processes[other].ownVariables { emit(.assign(variable, .constant(0), condition: isStopped)) }
    if let number = processes[other].jobNumber, number <= known.jobCount { forgetJob(number, when: isStopped) }
    emit(.move(AutomatonIndex(other), LocationIndex(Process.idle), condition: isStopped))
  }

  private func isStoppedByDeath(_ place: DraftLocation) -> Bool {
    place.waitsForApp || !place.holds.isEmpty || place.queuedOn != nil || place.inside.contains(.appCode)
  }

  /// Code of the app is under way there, in its own process or called by a system's.
  func isAppAtWork(_ process: Int, _ location: DraftLocation) -> Bool {
    location.isWork && (!processes[process].isSystem || location.inside.contains(.appCode))
  }

  /// The app's code is in the middle of something that takes time. What has not begun is in the middle of nothing.
  func isAppHalfway(_ process: Int, _ location: DraftLocation) -> Bool {
    isAppAtWork(process, location) && location.isStable && !location.isBeginning
  }

  /// Code of a system process that runs on an executor of the app, or is the app's.
  func runsInApp(_ location: DraftLocation) -> Bool {
    location.inside.contains(.appCode) || location.holds.contains(where: isApp) || location.queuedOn.map(isApp) == true
  }

  // MARK: Queues

  /// Processes that can wait in the executor's queue.
  private func waiters(for executor: ExecutorKey) -> [Int] {
    processes.indices.filter { process in processes[process].locations.contains { $0.queuedOn == executor } }
  }

  private func queued(_ process: Int, _ executor: ExecutorKey) -> Term {
    let places = processes[process].locations.indices.filter { processes[process].locations[$0].queuedOn == executor }
    return .at(AutomatonIndex(process), places.map { LocationIndex($0) })
  }

  /// One copy of a callback's handlers is followed. Called again before they have returned, they would be two.
  private func noteOverlap(_ posted: Int, by process: Int) {
    guard posted != process, let callers = callers[posted], callers.count > 1 || leftAlone.contains(posted) else { return }
    if overlaps[posted] == nil {
      let origin = processes[posted].locations.lazy.compactMap(\.origin).first ?? SourceRange(file: FileID(0), start: 0, end: 0)
      overlaps[posted] = exhaustion[makeExhaustion("the handlers of \(processes[posted].name)", bound: 1, at: origin)].flag
    }
    let isIdle = Term.at(AutomatonIndex(posted), [LocationIndex(Process.idle)])
    emit(.assign(overlaps[posted]!, .true, condition: isIdle.negated))
  }

  /// A pair of processes in one queue has a flag: the one with the higher number is before the other.
  private func isBefore(_ first: Int, _ second: Int, _ executor: ExecutorKey) -> Term {
    let flag = orderFlag(min(first, second), max(first, second), executor)
    return .equal(.variable(flag), first > second ? .true : .false)
  }

  private func orderFlag(_ low: Int, _ high: Int, _ executor: ExecutorKey) -> VariableIndex {
    let key = OrderKey(low: low, high: high, executor: executor)
    if let flag = orderFlags[key] { return flag }
    let flag = makeFlag("\(processes[high].name) before \(processes[low].name)", storage: .memory)
    orderFlags[key] = flag
    return flag
  }

  private func enqueue(_ process: Int, _ executor: ExecutorKey, when condition: Term) {
    for other in waiters(for: executor) where other != process && !exclude(process, other) {
      let isFirst = queued(other, executor)
      let flag = orderFlag(min(process, other), max(process, other), executor)
      // The one already waiting stays in front.
      emit(.assign(flag, other > process ? isFirst : .false, condition: condition))
    }
    let others = waiters(for: executor).filter { $0 != process }
    beginQueue(of: executor, unless: .any(others.map { queued($0, executor) }), when: condition)
  }

  /// Both are started by the same one process, which waits for the first before it starts the second.
  private func exclude(_ a: Int, _ b: Int) -> Bool {
    let first = callers[a] ?? [a]
    let second = callers[b] ?? [b]
    return first.count == 1 && first == second && !leftAlone.contains(a) && !leftAlone.contains(b)
  }

  /// Order flags mean something only while both wait; otherwise they have one fixed value.
  private func dequeue(_ process: Int, _ executor: ExecutorKey) {
    for other in waiters(for: executor) where other != process && !exclude(process, other) {
      let flag = orderFlag(min(process, other), max(process, other), executor)
      unit.items.append(.loss(Action(.assign(flag, .false, condition: .true))))
    }
    serve(on: executor)
  }

  func behindOthers(_ process: Int, _ executor: ExecutorKey) -> Term {
    .any(
      waiters(for: executor).filter { $0 != process && !exclude(process, $0) }.map {
        .all([queued($0, executor), isBefore($0, process, executor)])
      })
  }

  // MARK: Facts that turn true

  /// The process itself moves after the unit, so its place is said to be the old one before and the new one after it.
  private func weave(from source: Int, to target: Int, of process: Int) throws {
    guard !hooks.becoming.isEmpty else { return }
    var assigned: Set<VariableIndex> = []
    for item in unit.items {
      guard case .action(let action) = item.asAction else { continue }
      if case .assign(let variable, _, _) = action.kind { assigned.insert(variable) }
    }
    let movesOthers = unit.items.contains { $0.isMove }
    let items = unit.items
    var before: [DraftEdge.Item] = []
    var reactions: [(Term, Hooks.Reaction)] = []
    for hook in hooks.becoming {
      let support = hook.fact.readVariables
      let turns = support.contains { variable in
        guard case .macro(let macro) = DraftVariable(variable) else { return false }
        return mayChange(macros[macro], assigned, from: source, to: target, of: process)
      }
      let isAboutPlaces = hook.fact.mentionsLocations || support.contains { $0.ofState == nil }
      guard turns || !support.isDisjoint(with: assigned) || hook.fact.mentionsLocations || (isAboutPlaces && movesOthers) else {
        continue
      }
      let held = choice(2)
      before.append(.action(Action(.assume(.compare(.equal, held, fixed(hook.fact, process: process, at: source))))))
      reactions.append((.all([held.negated, fixed(hook.fact, process: process, at: target)]), hook.react))
    }
    unit.items = before + items
    let origin = SourceRange(file: FileID(0), start: 0, end: 0)
    for (turned, react) in reactions { try react(self, bind(turned), origin) }
  }
}

extension Lowerer {
  /// Whether it may mean something else after a unit that moves no other process.
  private func mayChange(_ macro: Macro, _ assigned: Set<VariableIndex>, from source: Int, to target: Int, of process: Int)
    -> Bool
  {
    let (old, new) = (processes[process].locations[source], processes[process].locations[target])
    switch macro {
    case .working: return isAppAtWork(process, old) != isAppAtWork(process, new)
    case .halfway: return isAppHalfway(process, old) != isAppHalfway(process, new)
    case .nothingUnderWay:
      let wasUnderWay = source != Process.idle && isUnderWay(process, old)
      return wasUnderWay != (target != Process.idle && isUnderWay(process, new))
    case .busy, .someoneHolds: return old.holds != new.holds
    case .functionRunning, .appCode, .eventRunning, .callbackRunning:
      return old.inside.contains(macro) != new.inside.contains(macro)
    case .somethingIsLoose: return !assigned.isEmpty
    case .isBeingLoopedOver(let node): return old.loopedOver.contains(node) != new.loopedOver.contains(node)
    case .jobRunning, .leavesUnnoticed: return (source == Process.idle) != (target == Process.idle)
    case .anyQueued, .behindOthers: return old.queuedOn != new.queuedOn || !assigned.isEmpty
    case .referenced, .boxReferenced: return old.inside != new.inside || !assigned.isEmpty
    case .whileAt: return true
    }
  }
}

extension DraftEdge.Item {
  fileprivate var isMove: Bool {
    guard case .action(let action) = asAction, case .move = action.kind else { return false }
    return true
  }

  /// Losses are actions like others, where merging is not concerned.
  var asAction: DraftEdge.Item { if case .loss(let action) = self { .action(action) } else { self } }
}
