import LifecheckLanguage
import LifecheckSystem

// Somebody who waits is always the first of the queue, and is served at once where the executor is free. A proof that time does not pass
// then would have to show of each three that they do not wait for each other in a circle. So the system says it: at each place in
// a queue an edge that does nothing keeps time from passing where the first would be served, whoever that is.

extension Lowerer {
  /// Of fewer a proof finds the circles by itself: seven have 70. The edges would cost more.
  private static var manyWaiters: Int { 8 }

  /// - Precondition: All processes are automata of the system, in their order.
  func keepTimeFromPassingInQueues(of system: inout TimedSystem, _ meanings: Meanings) throws {
    for executor in executorsWithOrder where latency(of: executor) == nil && waiters(for: executor).count >= Self.manyWaiters {
      let turns = try waiters(for: executor).flatMap { try self.turns(of: $0, in: executor, of: system, meanings) }
      for turn in turns {
        if let edge = turn.edge(beside: turns.filter { $0.process != turn.process && !exclude($0.process, turn.process) }) {
          system.automata[turn.process].edges.append(edge)
        }
      }
    }
  }

  /// In a fixed order.
  private var executorsWithOrder: [ExecutorKey] {
    Set(queues.order.keys.map(\.executor)).sorted { ($0.node, $0.executor.index) < ($1.node, $1.executor.index) }
  }

  /// One for each of its places in the queue.
  private func turns(
    of process: Int, in executor: ExecutorKey, of system: TimedSystem, _ meanings: Meanings
  ) throws -> [TurnInQueue] {
    let kept = meanings.kept[process]
    let places = kept.indices.filter { processes[process].locations[kept[$0]].queuedOn == executor }
    if places.isEmpty { return [] }
    let first = try automaton(process, meanings.ofTheFirst)
    return places.map { place in
      let ways = first.edges.filter { $0.isUrgent && $0.source.index == place }.map(system.sufficientGuard)
      return TurnInQueue(process: process, place: LocationIndex(place), isServed: .any(ways))
    }
  }
}

/// A place in a queue.
private struct TurnInQueue {
  let process: Int
  let place: LocationIndex
  /// Holds only where whoever is there would be served at once if nobody were before.
  let isServed: Term

  /// Keeps time from passing where whoever is the first of all these would be served.
  func edge(beside others: [TurnInQueue]) -> Edge? {
    let known = Set(isServed.conjuncts)
    let conditions = others.map { other -> Term in
      let rest = Term.all(other.isServed.conjuncts.filter { !known.contains($0) }.map(whileHere))
      return rest == .true ? .true : .any([Term.at(AutomatonIndex(other.process), [other.place]).negated, rest])
    }
    let condition = Term.all([whileHere(isServed)] + conditions)
    guard condition != .false, !condition.mentionsClock else { return nil }
    return Edge(source: place, target: place, isUrgent: true, body: [Action(.assume(condition))], label: EdgeLabel())
  }

  /// The same, as long as the process is at this place.
  private func whileHere(_ term: Term) -> Term {
    term.folded { leaf in
      guard case .at(AutomatonIndex(process), let places) = leaf else { return leaf }
      return places.contains(place) ? .true : .false
    }
  }
}
