import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `within d { … } else { … }`: how a block is left that takes too long.
//
// Every waiting place of the block has an edge that can be taken once the limit has passed, and so has every place between
// two statements at which the app may be frozen meanwhile. It leads through what the scopes that are left owe (`defer`s,
// locks, queues to come back to), innermost first, as an early return does. A limit of the system's does not wait for `defer`s of the app,
// whether they have begun or not; and where the system ends the app for it, for nothing at all.

extension Flow {
  func within(_ limit: Expression, _ body: Block, _ otherwise: Block?, at range: SourceRange) throws {
    let bound = try lowerer.duration(limit, environment)
    let clock = limitClock(depth: scopes.filter(\.isTimeout).count)
    lowerer.emit(.reset(clock, condition: .true), range)
    commit(mobility: isSystemsOwn ? .leadsOn : .local)
    let late = makeLocation("late", stable: false)
    let end = makeLocation("", stable: false)
    let timeout = currentProcess.timeouts.count
    currentProcess.timeouts.append(
      Timeout(
        clock: clock, limit: bound, otherwise: late, letsGoOn: !dies(otherwise), isOfSystem: !isAppCode(range),
        endsApp: !isAppCode(range) && dies(otherwise), origin: range))
    let first = currentProcess.locations.count
    let saved = standing
    scopes.append(.timeout(timeout))
    try run(body)
    var isEndReached = cursor != nil
    jump(to: end)
    standing = saved
    if !currentProcess.timeouts[timeout].endsApp {
      try layOutExits(of: timeout, from: first, to: late)
      try queueWhenLate(timeout, late)
    }
    cursor = late
    standing = saved
    if let otherwise {
      limitPassed = dies(otherwise) ? bound : nil
      try run(otherwise)
      limitPassed = nil
    }
    if cursor != nil { isEndReached = true }
    jump(to: end)
    standing = saved
    cursor = isEndReached ? end : nil
  }

  /// `5 s`, or a parameter, which is open: `lastBudget`. Nil: it is worked out from more than that.
  func words(of limit: TimeBound) -> String? {
    guard let open = limit.summands.first else {
      let written = spell(limit.constant)
      return "\(written.prefix(while: \.isNumber)) \(written.drop(while: \.isNumber))"
    }
    return limit == TimeBound(0, [open]) && open.factor == 1 ? "`\(lowerer.parameters[open.parameter.index].name)`" : nil
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
      guard lowerer.limits.canBeLeft(location, of: currentProcess, by: timeout), let standing = place.standing,
        let owed = owed(standing.scopes, inside: timeout)
      else { continue }
      let entry = try layOutExit(standing, owed, holding: place.holds, to: late)
      currentProcess.locations[location].lateEntries[timeout] = entry
    }
  }

  /// The scopes within the block that must still be left, if one of them owes work; nil: none does. Limits and catches within it
  /// have ended with it.
  private func owed(_ scopes: [Scope], inside timeout: Int) -> [Scope]? {
    let depth = scopes.firstIndex { if case .timeout(timeout) = $0 { true } else { false } }
    guard let depth else { return nil }
    let isOfSystem = currentProcess.timeouts[timeout].isOfSystem
    let left = scopes[(depth + 1)...].filter { !$0.isTimeout && !$0.isCatching && !(isOfSystem && isOwedByApp($0)) }
    return left.contains(where: \.owesWork) ? left : nil
  }

  /// The functions inside which the first work is owed; those further in are left before. Nil: it is owed where the code stands.
  private func insideOfFirst(_ owed: [Scope]) -> [Macro]? {
    let left = owed.reversed().prefix { !$0.owesWork }
    return left.compactMap { scope in if case .function(_, _, let outside, _) = scope { outside } else { nil } }.last
  }

  private func isOwedByApp(_ scope: Scope) -> Bool {
    if case .deferred(let block, _) = scope { isAppCode(block.range) } else { false }
  }

  /// The code runs where it belongs: if it has let its executor go, it queues for it first.
  private func layOutExit(_ standing: Standing, _ owed: [Scope], holding held: [ExecutorKey], to late: Int) throws -> Int {
    let saved = self.standing
    self.standing = standing
    scopes = saved.scopes + owed
    inside = insideOfFirst(owed) ?? standing.inside
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
      return lowerer.limits.canBeLeft($0, of: currentProcess, by: timeout) && place.lateEntries[timeout] == nil
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
    case .catching, .function, .timeout, .hop, .owns, .finishing: false
    }
  }
}
