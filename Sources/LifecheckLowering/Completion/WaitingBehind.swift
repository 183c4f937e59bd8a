import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Who waits in a queue behind copies of a block of which more wait than are followed (`WaitingCopies`): known when all code has
// been laid out. Whoever is posted behind all of them waits until none of these is left, or until the next of them is a younger one. One of
// them, when its turn to be followed comes, does not wait for anybody: it may begin sooner than it could, and keeps nobody waiting who was
// posted before it. So there are more runs, and none is missing.

/// The place of somebody in a queue, with regard to a block of which more wait than are followed.
struct PlaceBehind: Hashable {
  /// Of these, some were posted before.
  let isBehind: VariableIndex
  /// And some since.
  let isBefore: VariableIndex
}

struct PlaceBehindKey: Hashable {
  let process: Int
  let isSomeoneWaiting: VariableIndex
}

extension Lowerer {
  private func blocks(on executor: ExecutorKey) -> [Crowd] {
    crowds.filter { $0.waiting != nil && $0.executor == executor }
  }

  private func place(of process: Int, behind waiting: WaitingCopies) -> PlaceBehind {
    let key = PlaceBehindKey(process: process, isSomeoneWaiting: waiting.isSomeoneWaiting)
    if let place = queues.behind[key] { return place }
    let name = "\(processes[process].name) is behind more of \(waiting.site.what)"
    let place = PlaceBehind(
      isBehind: makeFlag(name, storage: .memory), isBefore: makeFlag("\(name), and before others", storage: .memory))
    queues.behind[key] = place
    return place
  }

  /// Whether the process was posted behind some that are not followed: of this process only, however many do the same.
  func flagsBehind(of process: Int) -> [VariableIndex] {
    queues.behind.filter { $0.key.process == process }.flatMap { [$0.value.isBehind, $0.value.isBefore] }.sorted()
  }

  /// Somebody is posted: behind all that wait now.
  func standBehind(_ process: Int, _ executor: ExecutorKey, when condition: Term) {
    for block in blocks(on: executor) where !block.copies.contains(process) {
      let place = place(of: process, behind: block.waiting!)
      let someoneWaits = Term.equal(.variable(block.waiting!.isSomeoneWaiting), .true)
      emit(.assign(place.isBehind, someoneWaits, condition: condition))
      emit(.assign(place.isBefore, .false, condition: condition))
    }
  }

  /// Somebody is served, and behind nobody any more.
  func standNowhere(_ process: Int, _ executor: ExecutorKey) {
    for block in blocks(on: executor) where !block.copies.contains(process) {
      let place = place(of: process, behind: block.waiting!)
      for flag in [place.isBehind, place.isBefore] {
        unit.items.append(.loss(Action(.assign(flag, .false, condition: .true))))
      }
    }
  }

  /// Whether somebody has to wait for copies that are not followed.
  func isBehindUnfollowed(_ process: Int, _ executor: ExecutorKey) -> Term {
    .any(
      blocks(on: executor).filter { !$0.copies.contains(process) }.map { block in
        let isBehind = Term.equal(.variable(place(of: process, behind: block.waiting!).isBehind), .true)
        return .all([isBehind, .equal(.variable(block.waiting!.isSomeoneWaiting), .true)])
      })
  }

  /// One more waits than is followed: behind all who are in the queue.
  func standBefore(_ isSomeoneWaiting: VariableIndex, when condition: Term) {
    guard let block = crowds.first(where: { $0.waiting?.isSomeoneWaiting == isSomeoneWaiting }) else { return }
    for other in waiters(for: block.executor!) where !block.copies.contains(other) {
      let place = place(of: other, behind: block.waiting!)
      emit(.assign(place.isBefore, .true, condition: .all([condition, .equal(.variable(place.isBehind), .true)])))
    }
  }

  /// A copy goes on as the next one that waits: before all who are behind that one, and behind the copies that wait already, which were
  /// posted before it.
  func takeNext(_ process: Int, _ block: Crowd, isOneLeft: Term) {
    let executor = block.executor!
    standBehind(process, block.copies, executor, when: .true)
    let others = waiters(for: executor).filter { !block.copies.contains($0) }
    for other in others where !exclude(process, other) {
      let place = place(of: other, behind: block.waiting!)
      let isOtherFirst = Term.all([queued(other, executor), .equal(.variable(place.isBehind), .false)])
      let isFirst = Term.equal(.variable(place.isBehind), .true)
      let flag = orderFlag(min(process, other), max(process, other), executor)
      emit(.assign(flag, process > other ? isFirst : isOtherFirst, condition: .true))
    }
    for other in others {
      let isYounger = Term.equal(choice(2), .true)
      for action in leaveBehind(place(of: other, behind: block.waiting!), isOneLeft: isOneLeft, isYounger: isYounger) {
        emit(action.kind)
      }
    }
  }

  /// The oldest that waited is gone, and the next one may be younger than who stood before it.
  /// - Parameter isYounger: Open for each that stands there: the next one may be younger than some of them, and older than others.
  private func leaveBehind(_ place: PlaceBehind, isOneLeft: Term, isYounger: Term) -> [Action] {
    let hasPassed = Term.all([.equal(.variable(place.isBefore), .true), isYounger])
    let isBehindNobody = Term.any([isOneLeft.negated, hasPassed])
    // `isBefore` last: the condition of both reads it.
    return [place.isBehind, place.isBefore].map { Action(.assign($0, .false, condition: isBehindNobody)) }
  }

  /// The same where it has begun as a member of the crowd.
  /// - Parameter choices: Those of its edge, to which one is added for each that stands there.
  func leaveBehind(_ block: Crowd, isOneLeft: Term, choices: inout [Int]) -> [Action] {
    let places = queues.behind.filter { $0.key.isSomeoneWaiting == block.waiting!.isSomeoneWaiting }
    return places.sorted { $0.key.process < $1.key.process }.flatMap { place in
      let isYounger = Term.equal(.choice(ChoiceIndex(choices.count)), .true)
      choices.append(2)
      return leaveBehind(place.value, isOneLeft: isOneLeft, isYounger: isYounger)
    }
  }
}
