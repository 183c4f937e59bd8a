import LifecheckSystem

// Parts of the system that no run comes to, or on which no question depends, cost every engine all the same.

extension LoweredModel {
  /// Without the edges, locations and values that no run comes to.
  func leavingOutUnreachable() -> LoweredModel {
    let part = ReachablePart(of: system)
    var result = self
    result.system = part.system
    for index in questions.indices { result.questions[index].mapTerms(part.restricted) }
    for index in timeLocks.indices { result.timeLocks[index].goal = part.restricted(timeLocks[index].goal) }
    result.executors = zip(executors, part.locations).map { names, places in places.map { names[$0] } }
    result.lostPieces = part.lostPieces
    return result
  }

  /// Without clocks and durations on which nothing depends.
  func leavingOutUnusedTimes() -> LoweredModel {
    let locks = timeLocks.map(\.goal)
    var result = self
    // Questions that are not applicable are not asked.
    for index in questions.indices where questions[index].notApplicable != nil {
      result.questions[index].mapTerms { _ in .false }
    }
    let times = UsedTimes(of: system, goals: result.questions.flatMap(\.terms) + locks)
    result.system = times.only(in: system)
    for index in questions.indices { result.questions[index].mapTerms(times.rename) }
    for index in timeLocks.indices { result.timeLocks[index].goal = times.rename(locks[index]) }
    return result
  }
}
