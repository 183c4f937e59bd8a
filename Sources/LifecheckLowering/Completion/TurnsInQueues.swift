import LifecheckLanguage
import LifecheckSystem

// Somebody who waits is always the first of the queue, and is served at once where the executor is free. A proof that time does not pass
// then would have to show of each three that they do not wait for each other in a circle. So the system says it: at each place in
// a queue an edge that does nothing keeps time from passing where the first would be served, whoever that is: where whoever stands at that
// place would be, and everybody else who may wait is served on no more conditions.

extension Lowerer {
  /// Of fewer a proof finds the circles by itself: seven have 70. The edges would cost more.
  private static var manyWaiters: Int { 8 }

  /// - Precondition: All processes are automata of the system, in their order, with all that crowds and rounds without time have made of
  ///   their edges: who may be late by these is not served at once.
  func keepTimeFromPassingInQueues(of system: inout TimedSystem, _ meanings: Meanings) throws {
    for executor in executorsWithOrder where latency(of: executor) == nil && waiters(for: executor).count >= Self.manyWaiters {
      let turns = try waiters(for: executor).flatMap { try self.turns(of: $0, in: executor, of: system, meanings) }
      for turn in turns {
        if let edge = turn.edge(beside: turns.filter { $0.process != turn.process }) {
          system.automata[turn.process].edges.append(edge)
        }
      }
    }
  }

  /// In a fixed order.
  private var executorsWithOrder: [ExecutorKey] {
    Set(queues.order.keys.map(\.executor)).sorted { ($0.node, $0.executor.index) < ($1.node, $1.executor.index) }
  }

  /// One for each of its places in the queue. Where somebody may be late all the same (`letTimeGoOn`, members of crowds), the urgent
  /// edges of the system ask that it is not.
  private func turns(
    of process: Int, in executor: ExecutorKey, of system: TimedSystem, _ meanings: Meanings
  ) throws -> [TurnInQueue] {
    let isItsTurn = term(.behindOthers(automaton: process, executor)).negated
    let (asked, askedOfFirst) = (try meanings.resolve(isItsTurn), try meanings.ofTheFirst.resolve(isItsTurn))
    let kept = meanings.kept[process]
    let places = kept.indices.filter { processes[process].locations[kept[$0]].queuedOn == executor }
    return places.map { place in
      let ways = system.automata[process].edges.filter { $0.isUrgent && $0.source.index == place }
        .map { system.sufficientGuard(of: $0.asking(askedOfFirst, insteadOf: asked)) }
      return TurnInQueue(process: process, place: LocationIndex(place), isServed: .any(ways))
    }
  }
}

extension Edge {
  fileprivate func asking(_ condition: Term, insteadOf other: Term) -> Edge {
    var edge = self
    edge.body = body.map { $0.kind == .assume(other) ? Action(.assume(condition), origin: $0.origin) : $0 }
    return edge
  }
}

/// A place in a queue.
private struct TurnInQueue {
  let process: Int
  let place: LocationIndex
  /// Holds only where whoever is there would be served at once if nobody were before.
  let isServed: Term

  /// Keeps time from passing where whoever is the first of all these would be served.
  /// - Returns: nil where some of them may have to wait although this one would be served.
  func edge(beside others: [TurnInQueue]) -> Edge? {
    let condition = whileHere(isServed)
    guard condition != .false, !condition.mentionsClock, others.allSatisfy(isServedLikeThis) else { return nil }
    return Edge(source: place, target: place, isUrgent: true, body: [Action(.assume(condition))], label: EdgeLabel())
  }

  private func isServedLikeThis(_ other: TurnInQueue) -> Bool {
    let known = Set(isServed.conjuncts)
    return other.isServed.conjuncts.allSatisfy { known.contains($0) || whileHere($0) == .true }
  }

  /// The same, as long as the process is at this place.
  private func whileHere(_ term: Term) -> Term {
    term.folded { leaf in
      guard case .at(AutomatonIndex(process), let places) = leaf else { return leaf }
      return places.contains(place) ? .true : .false
    }
  }
}
