import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Effects that are known only when all code has been laid out: what a death resets, and what ends with an activation.

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
    for item in processes.filter({ $0.isSystem || $0.isPlatformBlock }).flatMap(\.edges).flatMap(\.items) {
      guard case .action(let action) = item, case .assign(let variable, _, _) = action.kind else { continue }
      let role = roles[variable.index]
      if role.storage == .memory, role.node != nil, !variables[variable.index].isRigid { result.insert(variable) }
    }
    return result.sorted()
  }

  private func completed(
    _ draft: DraftEdge, of process: Int, beginningWith touched: [VariableIndex],
    _ lives: [VariableIndex: (kind: KindID, value: Int)]
  ) throws -> DraftEdge {
    var edge = draft
    acts(process)
    unit = AtomicStep(choices: edge.choices, items: [])
    for item in edge.items {
      switch item {
      case .action(let action):
        if case .move(AutomatonIndex(process), _, let condition) = action.kind { noteOverlap(process, withItselfWhen: condition) }
        followWaiting(action, by: process)
        if case .assign(running, .true, let condition) = action.kind { beginLife(with: touched, when: condition) }
        if case .assign(let watching, .true, let condition) = action.kind, let call = watchedCalls.byFlag[watching] {
          forgetOtherCalls(call, than: process, when: condition)
        }
        unit.items.append(item)
        guard case .reset(let clock, let condition) = action.kind else { continue }
        for flag in forced.stopped[clock] ?? [] { emit(.assign(flag, .false, condition: condition)) }
      case .loss: unit.items.append(item)
      case .post(let posted, let executor, let condition):
        noteOverlap(posted, by: process)
        enqueue(posted, executor, when: condition)
      case .dequeue(let left, let executor): dequeue(left, executor)
      case .unlessAwaited:
        for wait in callers.waits(for: process) {
          emit(.assume(Term.at(AutomatonIndex(wait.process), [LocationIndex(wait.location)]).negated))
        }
      case .made(let node, let condition): unit.made.append(MadeEntry(node: node, condition: condition))
      case .endOf(let ended, let condition): endActivation(of: ended, when: condition)
      case .die(let reason): try die(reason, by: process)
      }
    }
    if edge.target == Process.idle, edge.source != Process.idle { endActivation(of: process) }
    letGoOfWhatIsOver(lives)
    try weave(from: edge.source, to: edge.target, of: process)
    edge.choices = unit.choices
    edge.items = unit.items
    unit = AtomicStep()
    return edge
  }

  /// One more waits than is followed, or one of these is followed now.
  private func followWaiting(_ action: Action, by process: Int) {
    guard case .assign(let variable, let value, let condition) = action.kind else { return }
    if value == .true { standBefore(variable, when: condition) }
    guard processes[process].next?.isWaiting == variable, let block = crowds.first(where: { $0.copies.contains(process) }) else {
      return
    }
    if value != .true { takeNext(process, block, isOneLeft: .equal(value, .true)) }
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
    unit.items.append(.loss(Action(.assign(flags.jobs[number - 1], .false, condition: condition))))
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
    // Sentences about the moment of death are about the last state, before the platform tidies up.
    died(reason, at: origin)
    let handlers = model.kinds.indices.flatMap { kind in model.kinds[kind].onDies.map { (kind: KindID(kind), handler: $0) } }
    var areThere: [Int: Term] = [:]
    for node in Set(handlers.map(\.kind)).flatMap({ nodesOfKind[$0] ?? [] }).sorted() where nodes[node].isPoolEntry {
      areThere[node] = bind(try liveness(of: node))
    }
    for (kind, handler) in handlers.sorted(by: { $0.handler.isBefore($1.handler) }) where handler.answers(reason) {
      for node in nodesOfKind[kind] ?? [] {
        var state = Straight(environment: environment(of: node), alive: areThere[node] ?? .true, origin: origin)
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
    for flag in [running, frozen] + flags.jobs { emit(.assign(flag, .false, condition: .true)) }
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

  func isStoppedByDeath(_ place: DraftLocation) -> Bool {
    place.waitsForApp || !place.holds.isEmpty || place.queuedOn != nil || place.inside.contains(.appCode)
  }

}
