import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `within d { … } else { … }`: how a block is left that takes too long.
//
// Every waiting place of the block has an edge that can be taken once the limit has passed, and so has every place between
// two statements at which the app may be frozen meanwhile. It leads through what the scopes that are left owe (`defer`s,
// locks, queues to come back to), innermost first, as an early return does.

extension Flow {
  func within(_ limit: Expression, _ body: Block, _ otherwise: Block?, at range: SourceRange) throws {
    let bound = try lowerer.duration(limit, environment)
    let clock = limitClock(depth: scopes.filter(\.isTimeout).count)
    lowerer.emit(.reset(clock, condition: .true), range)
    commit(mobility: .local)
    let late = makeLocation("late", stable: false)
    let end = makeLocation("", stable: false)
    let timeout = currentProcess.timeouts.count
    currentProcess.timeouts.append(
      Timeout(clock: clock, limit: bound, otherwise: late, letsGoOn: !dies(otherwise), origin: range))
    let first = currentProcess.locations.count
    let saved = standing
    scopes.append(.timeout(timeout))
    try run(body)
    var isEndReached = cursor != nil
    jump(to: end)
    standing = saved
    try layOutExits(of: timeout, from: first, to: late)
    try queueWhenLate(timeout, late)
    cursor = late
    standing = saved
    if let otherwise { try run(otherwise) }
    if cursor != nil { isEndReached = true }
    jump(to: end)
    standing = saved
    cursor = isEndReached ? end : nil
  }

  /// Blocks that follow each other share a clock.
  private func limitClock(depth: Int) -> ClockIndex {
    if depth < currentProcess.limitClocks.count { return currentProcess.limitClocks[depth] }
    let clock = lowerer.makeClock("limit in \(currentProcess.name)", rate: .true)
    currentProcess.limitClocks.append(clock)
    return clock
  }

  private func dies(_ block: Block?) -> Bool {
    if case .die? = block?.statements.first?.kind { true } else { false }
  }

  // MARK: Ways out

  /// The ways out of those places of the block at which something is owed.
  private func layOutExits(of timeout: Int, from first: Int, to late: Int) throws {
    for location in first..<currentProcess.locations.count {
      let place = currentProcess.locations[location]
      guard lowerer.canBeLeft(location, of: process, by: timeout), let standing = place.standing,
        let owed = owed(standing.scopes, inside: timeout)
      else { continue }
      let entry = try layOutExit(standing, owed, holding: place.holds, to: late)
      currentProcess.locations[location].lateEntries[timeout] = entry
    }
  }

  /// What the scopes within the block owe; nil: nothing. Limits and catches within it have ended with it.
  private func owed(_ scopes: [Scope], inside timeout: Int) -> [Scope]? {
    let depth = scopes.firstIndex { if case .timeout(timeout) = $0 { true } else { false } }
    guard let depth else { return nil }
    let left = scopes[(depth + 1)...].filter { !$0.isTimeout && !$0.isCatching }
    return left.contains(where: \.owesWork) ? left : nil
  }

  /// The code runs where it belongs: if it has let its executor go, it queues for it first.
  private func layOutExit(_ standing: Standing, _ owed: [Scope], holding held: [ExecutorKey], to late: Int) throws -> Int {
    let saved = self.standing
    self.standing = standing
    scopes = saved.scopes + owed
    executor = standing.home
    alsoHeld = held.filter { $0 != standing.home }
    let entry: Int
    if let home = standing.home, !held.contains(home) {
      entry = makeQueued(home, origin: nil)
      cursor = entry
      acquire(home)
    } else {
      entry = makeLocation("late", stable: false)
      cursor = entry
    }
    while scopes.count > saved.scopes.count, cursor != nil { try leave(scopes.removeLast()) }
    jump(to: late)
    self.standing = saved
    return entry
  }

  /// Where the block has let its executor go, the code for the late case queues for it again.
  private func queueWhenLate(_ timeout: Int, _ late: Int) throws {
    guard let executor else { return }
    let hasLetGo = currentProcess.locations.indices.contains {
      let place = currentProcess.locations[$0]
      return lowerer.canBeLeft($0, of: process, by: timeout) && place.lateEntries[timeout] == nil
        && !place.holds.contains(executor)
    }
    guard hasLetGo else { return }
    let queued = makeQueued(executor, origin: currentProcess.timeouts[timeout].origin)
    currentProcess.timeouts[timeout].queued = queued
    cursor = queued
    acquire(executor)
    jump(to: late)
  }
}

extension Flow.Scope {
  fileprivate var isTimeout: Bool { if case .timeout = self { true } else { false } }
  fileprivate var isCatching: Bool { if case .catching = self { true } else { false } }

  /// Leaving it does something that others can notice.
  fileprivate var owesWork: Bool {
    switch self {
    case .deferred, .locked: true
    case .catching, .function, .timeout, .hop, .owns: false
    }
  }
}

extension Lowerer {
  /// Every waiting place of a `within` block can be left when the limit has passed.
  ///
  /// The limit is closed: what takes exactly as long is in time. The block is left within the language's smallest unit,
  /// one millisecond, after it.
  func addTimeouts() {
    for process in processes.indices {
      for location in processes[process].locations.indices {
        let limits = processes[process].locations[location].timeouts.filter { canBeLeft(location, of: process, by: $0) }
        processes[process].locations[location].outlastsLimits = !limits.isEmpty
        for index in limits { addTimeout(index, at: location, of: process) }
      }
    }
  }

  /// Time may pass over the end of the limit here: code waits, or it is the app's and the app can be frozen before its next
  /// statement. Behind the last one the block is over. A limit of the system's does not cut the app's code between two
  /// statements.
  func canBeLeft(_ location: Int, of process: Int, by timeout: Int) -> Bool {
    let place = processes[process].locations[location]
    guard place.timeouts.contains(timeout) else { return false }
    if place.isStable { return true }
    let late = processes[process].locations[processes[process].timeouts[timeout].otherwise]
    let isOfApp = !processes[process].isSystem || late.inside.contains(.appCode)
    guard code.canFreeze, isOfApp, stopsWhenFrozen(process, location) else { return false }
    return processes[process].edges.contains { $0.source == location && !$0.doesNothing }
  }

  private func addTimeout(_ index: Int, at location: Int, of process: Int) {
    let timeout = processes[process].timeouts[index]
    let limit = Invariant(clock: timeout.clock, bound: timeout.limit + TimeBound(1))
    if processes[process].locations[location].isStable { processes[process].locations[location].invariants.append(limit) }
    let target = lateEntry(timeout, index, at: location, of: process)
    var edge = DraftEdge(source: location, target: target, isUrgent: false)
    edge.items = [.action(Action(.assume(.clock(timeout.clock, .greater, timeout.limit)), origin: timeout.origin))]
    edge.mobility = .local
    if isOfSystem(timeout, at: location, of: process) {
      edge.isLimitOfSystem = true
      // What the app owes on the way out waits until it is thawed.
      if runsInApp(processes[process].locations[target]) { processes[process].locations[target].isStable = true }
    }
    for variable in heldOnly(within: index, at: location, of: process) {
      edge.items.append(.action(Action(.assign(variable, .constant(0), condition: .true))))
    }
    if let executor = processes[process].locations[target].queuedOn {
      edge.mobility = .visible
      edge.items.append(.post(process: process, executor, condition: .true))
    }
    processes[process].edges.append(edge)
  }

  /// The system waits for code of the app that runs there without a thread of the app.
  private func isOfSystem(_ timeout: Timeout, at location: Int, of process: Int) -> Bool {
    let places = processes[process].locations
    return processes[process].isSystem && places[location].inside.contains(.appCode)
      && !places[timeout.otherwise].inside.contains(.appCode) && !places[location].holds.contains(where: isApp)
  }

  /// What the code that is left refers to; where it owes more than that, it lets go of it on its own way out.
  private func heldOnly(within timeout: Int, at location: Int, of process: Int) -> [VariableIndex] {
    let place = processes[process].locations[location]
    guard place.lateEntries[timeout] == nil, let scopes = place.standing?.scopes,
      let depth = scopes.firstIndex(where: { if case .timeout(timeout) = $0 { true } else { false } })
    else { return [] }
    let held = scopes[depth...].flatMap { scope in if case .owns(let held, _) = scope { held } else { [VariableIndex]() } }
    return held.filter { roles[$0.index].isReferring }
  }

  private func lateEntry(_ timeout: Timeout, _ index: Int, at location: Int, of process: Int) -> Int {
    let place = processes[process].locations[location]
    if let entry = place.lateEntries[index] { return entry }
    guard let queued = timeout.queued, let executor = processes[process].locations[queued].queuedOn,
      !place.holds.contains(executor)
    else { return timeout.otherwise }
    return queued
  }
}
