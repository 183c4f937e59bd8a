import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Who waits in which queue, and before whom: known when all code has been laid out.

struct QueueOrderKey: Hashable {
  let low: Int
  let high: Int
  let executor: ExecutorKey
}

/// Flags about the processes that wait in queues.
struct QueueFlags {
  /// Of two processes in one queue: the one with the higher number is before the other.
  fileprivate(set) var order: [QueueOrderKey: VariableIndex] = [:]
  /// For each process of a callback that may be called again while it is at work, the flag of that.
  fileprivate var overlaps: [Int: VariableIndex] = [:]
  /// Where somebody stands behind copies that are not followed.
  var behind: [PlaceBehindKey: PlaceBehind] = [:]
}

extension Lowerer {
  /// Who of the process and another one stands before the other.
  func orderFlags(of process: Int) -> [VariableIndex] {
    queues.order.filter { $0.key.low == process || $0.key.high == process }.map(\.value).sorted()
  }

  /// Processes that can wait in the executor's queue.
  func waiters(for executor: ExecutorKey) -> [Int] {
    processes.indices.filter { process in processes[process].locations.contains { $0.queuedOn == executor } }
  }

  func queued(_ process: Int, _ executor: ExecutorKey) -> Term {
    let places = processes[process].locations.indices.filter { processes[process].locations[$0].queuedOn == executor }
    return .at(AutomatonIndex(process), places.map { LocationIndex($0) })
  }

  /// One copy of a callback's handlers is followed. Called again before they have returned, they would be two.
  func noteOverlap(_ posted: Int, by process: Int) {
    guard posted != process, mayOverlap(posted) else { return }
    let isIdle = Term.at(AutomatonIndex(posted), [LocationIndex(Process.idle)])
    emit(.assign(overlapFlag(of: posted), .true, condition: isIdle.negated))
  }

  /// Handlers that call their own callback are at work.
  func noteOverlap(_ process: Int, withItselfWhen condition: Term) {
    if callers.of(process) != nil { emit(.assign(overlapFlag(of: process), .true, condition: condition)) }
  }

  /// It may be called while its handlers are at work: by somebody else, or by one who has not waited for them. Code of which there are
  /// further copies is somebody else to itself.
  private func mayOverlap(_ posted: Int) -> Bool {
    guard let starters = callers.of(posted) else { return false }
    return starters.count > 1 || callers.leftAlone.contains(posted)
      || crowds.contains { !starters.isDisjoint(with: $0.copies) }
  }

  private func overlapFlag(of posted: Int) -> VariableIndex {
    if let flag = queues.overlaps[posted] { return flag }
    let origin = processes[posted].locations.lazy.compactMap(\.origin).first ?? SourceRange(file: FileID(0), start: 0, end: 0)
    let flag = makeExhaustion("the handlers of \(processes[posted].name)", bound: 1, at: origin).flag
    queues.overlaps[posted] = flag
    return flag
  }

  /// A pair of processes in one queue has a flag: the one with the higher number is before the other.
  private func isBefore(_ first: Int, _ second: Int, _ executor: ExecutorKey) -> Term {
    let flag = orderFlag(min(first, second), max(first, second), executor)
    return .equal(.variable(flag), first > second ? .true : .false)
  }

  func orderFlag(_ low: Int, _ high: Int, _ executor: ExecutorKey) -> VariableIndex {
    let key = QueueOrderKey(low: low, high: high, executor: executor)
    if let flag = queues.order[key] { return flag }
    let flag = makeFlag("\(processes[high].name) before \(processes[low].name)", storage: .memory)
    queues.order[key] = flag
    return flag
  }

  func enqueue(_ process: Int, _ executor: ExecutorKey, when condition: Term) {
    standBehind(process, waiters(for: executor), executor, when: condition)
    standBehind(process, executor, when: condition)
  }

  /// Those that wait already stay in front.
  func standBehind(_ process: Int, _ others: [Int], _ executor: ExecutorKey, when condition: Term) {
    for other in others where other != process && !exclude(process, other) {
      let flag = orderFlag(min(process, other), max(process, other), executor)
      emit(.assign(flag, other > process ? queued(other, executor) : .false, condition: condition))
    }
  }

  /// Both are started by the same one process, which waits for the first before it starts the second.
  func exclude(_ a: Int, _ b: Int) -> Bool {
    let first = callers.of(a) ?? [a]
    let second = callers.of(b) ?? [b]
    return first.count == 1 && first == second && callers.leftAlone.isDisjoint(with: [a, b])
  }

  /// Order flags mean something only while both wait; otherwise they have one fixed value.
  func dequeue(_ process: Int, _ executor: ExecutorKey) {
    for other in waiters(for: executor) where other != process && !exclude(process, other) {
      let flag = orderFlag(min(process, other), max(process, other), executor)
      unit.items.append(.loss(Action(.assign(flag, .false, condition: .true))))
    }
    standNowhere(process, executor)
    if let next = processes[process].next {
      unit.items.append(.loss(Action(.assign(next.isUnordered, .false, condition: .true))))
    }
    letOthersOvertake(on: executor)
  }

  /// - Parameter ofThoseFollowed: Whether somebody may be before it who is followed.
  func behindOthers(_ process: Int, _ executor: ExecutorKey, ofThoseFollowed: Bool = true) -> Term {
    let others = ofThoseFollowed ? waiters(for: executor).filter { $0 != process && !exclude(process, $0) } : []
    let isSomeoneBefore = Term.any(others.map { .all([queued($0, executor), isBefore($0, process, executor)]) })
    let isOrdered = processes[process].next.map { Term.equal(.variable($0.isUnordered), .false) } ?? .true
    return .all([isOrdered, .any([isSomeoneBefore, isBehindUnfollowed(process, executor)])])
  }
}
