import LifecheckLanguage
import LifecheckSystem

// An app's event does not queue: it comes in when its executor is free, also before what waits there, as a touch or a timer
// may be served before the next block of the main queue. But each pass of a run loop serves every source, so nobody is
// overtaken again and again: an event that keeps the executor for some time comes in before those who wait only once, and then
// not until one of them has been served, or has left. What takes no time keeps nobody waiting and is not counted.

/// An event of a thing, as a source of work for its executor.
struct EventSource: Hashable {
  let event: EventID
  let node: Int
}

/// For each executor and event, whether it has come in before those who wait there now.
struct OvertakingFlags {
  fileprivate var flags: [ExecutorKey: [EventSource: VariableIndex]] = [:]
}

extension Lowerer {
  /// The event may come in now: not if it has come in before those who wait and none of them has been served since.
  func assumeItMayOvertake(_ source: EventSource, on executor: ExecutorKey) {
    guard let flag = overtakingFlag(source, executor) else { return }
    let range = model.events[source.event.index].range
    emit(.assume(.all([.equal(.variable(flag), .true), term(.anyQueued(executor))]).negated), range)
  }

  /// It comes in now.
  func noteOvertaking(_ source: EventSource, on executor: ExecutorKey) {
    guard let flag = overtakingFlag(source, executor) else { return }
    emit(.assign(flag, term(.anyQueued(executor)), condition: .true))
  }

  /// Nil where it does not matter. Where entries may start late by themselves (`latency`), nobody can say who waits for whom.
  private func overtakingFlag(_ source: EventSource, _ executor: ExecutorKey) -> VariableIndex? {
    let event = model.events[source.event.index]
    guard isApp(executor), latency(of: executor) == nil, model.keepsWaiting(event, on: executor.executor) else { return nil }
    if let flag = overtaking.flags[executor]?[source] { return flag }
    let name = qualified(model.events[source.event.index].name, of: source.node)
    let flag = makeFlag("\(name) has come in before those who wait", storage: .memory)
    overtaking.flags[executor, default: [:]][source] = flag
    return flag
  }

  /// One of those who wait is served, or leaves by a limit: from now on each source may come in before the others.
  func letOthersOvertake(on executor: ExecutorKey) {
    for flag in flags(of: executor) { unit.items.append(.loss(Action(.assign(flag, .false, condition: .true)))) }
  }

  /// Some event is not to come in before those who wait again and again.
  func countsOvertaking(on executor: ExecutorKey) -> Bool { !flags(of: executor).isEmpty }

  private func flags(of executor: ExecutorKey) -> [VariableIndex] { (overtaking.flags[executor] ?? [:]).values.sorted() }
}
