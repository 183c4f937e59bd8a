import LifecheckLanguage
import LifecheckSystem

extension Drafts {
  /// The same, where every waiting place of a `within` block can be left when the limit has passed.
  ///
  /// The limit is closed: what takes exactly as long is in time. The block is left within the language's smallest unit,
  /// one millisecond, after it.
  func leavingAtLimits(_ limits: Limits) -> Drafts {
    Drafts(processes: processes.enumerated().map { limits.added(to: $0.element, number: $0.offset) }, macros: macros)
  }
}

/// The ends of `within` blocks, and what they depend on beside the code.
struct Limits {
  let model: CheckedModel
  let canFreeze: Bool
  /// By variable.
  let roles: [VariableRole]

  /// Time may pass over the end of the limit here: code waits, or it is the app's and the app can be frozen before its next
  /// statement. Behind the last one the block is over. A limit of the system's does not cut the app's code between two
  /// statements.
  func canBeLeft(_ location: Int, of process: Process, by timeout: Int) -> Bool {
    let place = process.locations[location]
    guard place.timeouts.contains(timeout) else { return false }
    if place.isStable { return true }
    guard canFreeze, !process.timeouts[timeout].isOfSystem, process.stopsWhenFrozen(at: location, in: model) else { return false }
    return process.edges.contains { $0.source == location && !$0.doesNothing }
  }

  fileprivate func added(to draft: Process, number: Int) -> Process {
    var process = draft
    for location in process.locations.indices {
      let limits = process.locations[location].timeouts.filter { canBeLeft(location, of: process, by: $0) }
      process.locations[location].outlastsLimits = !limits.isEmpty
      for index in limits { addTimeout(index, at: location, of: &process, number: number) }
    }
    return process
  }

  private func addTimeout(_ index: Int, at location: Int, of process: inout Process, number: Int) {
    let timeout = process.timeouts[index]
    let limit = Invariant(clock: timeout.clock, bound: timeout.limit + TimeBound(1))
    if process.locations[location].isStable { process.locations[location].invariants.append(limit) }
    let target = lateEntry(timeout, index, at: location, of: process)
    var edge = DraftEdge(source: location, target: target, isUrgent: false)
    edge.items = [.action(Action(.assume(.clock(timeout.clock, .greater, timeout.limit)), origin: timeout.origin))]
    // A limit of the system's is one step with what the system does then, as its tests are.
    edge.mobility = !timeout.isOfSystem && process.givesUpExecutor(from: location, to: target) ? .release : .local
    if isOfSystem(timeout, at: location, of: process) {
      edge.isLimitOfSystem = true
      process.locations[location].clocksOfSystem.insert(timeout.clock)
      // Work that the app owes on the way out waits until it is thawed.
      if process.locations[target].runsInApp(of: model) { process.locations[target].isStable = true }
    }
    for variable in heldOnly(within: index, at: location, of: process) {
      edge.items.append(.action(Action(.assign(variable, .constant(0), condition: .true))))
    }
    changeQueue(&edge, of: process, number: number)
    process.edges.append(edge)
  }

  /// Who queues already where the code for the late case belongs keeps its place.
  private func changeQueue(_ edge: inout DraftEdge, of process: Process, number: Int) {
    let (left, joined) = (process.locations[edge.source].queuedOn, process.locations[edge.target].queuedOn)
    guard left != joined else { return }
    if let left { edge.items.append(.dequeue(process: number, left)) }
    guard let joined else { return }
    edge.mobility = .visible
    edge.items.append(.post(process: number, joined, condition: .true))
  }

  /// The system waits for code of the app that runs there without a thread of the app, or for its turn on such a thread.
  private func isOfSystem(_ timeout: Timeout, at location: Int, of process: Process) -> Bool {
    let places = process.locations
    let waitsForApp = places[location].inside.contains(.appCode) || places[location].queuedOn.map(model.isApp) == true
    return process.isSystem && waitsForApp
      && !places[timeout.otherwise].inside.contains(.appCode) && !places[location].holds.contains(where: model.isApp)
  }

  /// The variables by which the code that is left refers to things; none where it owes work: it lets go of them on its way out.
  private func heldOnly(within timeout: Int, at location: Int, of process: Process) -> [VariableIndex] {
    let place = process.locations[location]
    guard place.lateEntries[timeout] == nil, let scopes = place.standing?.scopes,
      let depth = scopes.firstIndex(where: { if case .timeout(timeout) = $0 { true } else { false } })
    else { return [] }
    let held = scopes[depth...].flatMap { scope in if case .owns(let held, _) = scope { held } else { [VariableIndex]() } }
    return held.filter { roles[$0.index].isReferring }
  }

  private func lateEntry(_ timeout: Timeout, _ index: Int, at location: Int, of process: Process) -> Int {
    let place = process.locations[location]
    if let entry = place.lateEntries[index] { return entry }
    guard let queued = timeout.queued, let executor = process.locations[queued].queuedOn, !place.holds.contains(executor)
    else { return timeout.otherwise }
    return queued
  }
}

extension Lowerer {
  var limits: Limits { Limits(model: model, canFreeze: code.canFreeze, roles: roles) }
}

// MARK: What is the app's

extension CheckedModel {
  func isApp(_ executor: ExecutorKey) -> Bool { !executors[executor.executor.index].isSystem }
}

extension DraftLocation {
  /// Code of a system process that runs on an executor of the app, or is the app's.
  func runsInApp(of model: CheckedModel) -> Bool {
    inside.contains(.appCode) || holds.contains(where: model.isApp) || queuedOn.map(model.isApp) == true
  }
}

extension Process {
  func stopsWhenFrozen(at location: Int, in model: CheckedModel) -> Bool {
    !isSystem || locations[location].runsInApp(of: model)
  }

  /// Others may go on there: it holds an executor no longer, or waits for it no longer.
  fileprivate func givesUpExecutor(from location: Int, to target: Int) -> Bool {
    let (before, after) = (locations[location], locations[target])
    return before.queuedOn.map { $0 != after.queuedOn } == true || !Set(before.holds).isSubset(of: after.holds)
  }
}
