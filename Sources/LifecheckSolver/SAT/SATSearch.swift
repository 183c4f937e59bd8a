extension SATCore {
  enum Answer { case satisfiable, unsatisfiable, stopped }

  private static let conflictsPerRestart = 64
  private static let conflictsPerLook = 512

  /// - Parameters:
  ///   - maximumConflicts: How many to stop after.
  ///   - mustStop: Asked now and then.
  mutating func solve(_ assumptions: [Literal], maximumConflicts: Int, mustStop: () -> Bool) -> Answer {
    conflicting = []
    backtrack(to: 0)
    if isContradictory { return .unsatisfiable }
    let limit = conflictCount + min(maximumConflicts, .max - conflictCount)
    var restart = 0
    while true {
      tidyUpIfWorthwhile()
      if isContradictory { return .unsatisfiable }
      restart += 1
      let patience = luby(restart) * Self.conflictsPerRestart
      if let answer = search(assumptions, maximumConflicts: min(patience, limit - conflictCount), mustStop) {
        if answer == .satisfiable { model.copy(values) }
        backtrack(to: 0)
        return answer
      }
      backtrack(to: 0)
      if conflictCount >= limit { return .stopped }
    }
  }

  /// - Returns: nil: it is time for a restart.
  private mutating func search(_ assumptions: [Literal], maximumConflicts: Int, _ mustStop: () -> Bool) -> Answer? {
    let end = conflictCount + maximumConflicts
    while true {
      let conflict = propagate()
      if conflict != Self.noClause {
        conflictCount += 1
        if level == 0 {
          isContradictory = true
          return .unsatisfiable
        }
        learn(from: conflict)
        if conflictCount % Self.conflictsPerLook == 0, mustStop() { return .stopped }
        continue
      }
      if conflictCount >= end { return nil }
      if level < assumptions.count {
        let assumption = assumptions[level].code
        if value(assumption) == Truth.no {
          conflicting = assumptionsBehind(assumption)
          return .unsatisfiable
        }
        beginLevel()
        if value(assumption) == Truth.open { assign(assumption, because: Self.noClause) }
        continue
      }
      guard let decision = nextDecision() else { return .satisfiable }
      beginLevel()
      assign(decision, because: Self.noClause)
    }
  }

  private mutating func learn(from conflict: ClauseName) {
    let target = analyze(conflict)
    backtrack(to: target)
    if learning.count == 1 {
      assign(learning[0], because: Self.noClause)
    } else {
      let learning = learning
      let clause = store(learning.count, isLearned: true) { learning[$0] }
      arena[Int(clause) + 1] = clauseIncrement.bitPattern
      learnedClauses.append(clause)
      watch(clause)
      assign(learning[0], because: clause)
    }
    order.decay()
    decayClauses()
  }

  private mutating func nextDecision() -> Int32? {
    while let variable = order.removeFirst() {
      if value(variable << 1) == Truth.open { return variable << 1 | Int32(phases[Int(variable)]) }
    }
    return nil
  }

  /// The sequence 1, 1, 2, 1, 1, 2, 4, ….
  /// - Source: M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.
  private func luby(_ index: Int) -> Int {
    var (size, power) = (1, 0)
    while size < index { (size, power) = (2 * size + 1, power + 1) }
    var rest = index - 1
    while size - 1 != rest {
      size = (size - 1) / 2
      power -= 1
      rest %= size
    }
    return 1 << power
  }

  // MARK: Tidying up

  private mutating func tidyUpIfWorthwhile() {
    let hasManyLearned = learnedClauses.count > maximumLearned
    let hasManyUnits = trail.count > tidiedCount + 200
    let hasManyDropped = droppedCount > 200 + problemClauses.count / 16
    guard hasManyLearned || hasManyUnits || hasManyDropped, propagate() == Self.noClause else { return }
    rebuild(keepingAbove: hasManyLearned ? medianActivity : -1)
    if hasManyLearned { maximumLearned += maximumLearned / 20 }
    tidiedCount = trail.count
  }

  private var medianActivity: Float {
    var activities = (0..<learnedClauses.count).map { activity(of: learnedClauses[$0]) }
    activities.sort()
    return activities[activities.count / 2]
  }

  /// Leaves out satisfied clauses, false literals, and learned clauses that were of little use. Nothing is decided.
  private mutating func rebuild(keepingAbove bound: Float) {
    let old = arena
    arena = Buffer()
    arena.reserve(old.count)
    for index in 0..<watches.count { watches.base[index].shrink(to: 0) }
    let isDropped = isDropped
    problemClauses.shrink(to: move(problemClauses, from: old) { $0 == 0 || isDropped[Int($0)] == 0 })
    learnedClauses.shrink(to: move(learnedClauses, from: old) { Float(bitPattern: $0) > bound })
    droppedCount = 0
    // Literals that are true without assumptions need no reason any more.
    for index in 0..<trail.count { reasons[Int(trail[index] >> 1)] = Self.noClause }
    old.deallocate()
    recycle()
  }

  /// Makes switches unknown again whose clauses are gone.
  private mutating func recycle() {
    for variable in retiring {
      values[2 * variable] = Truth.open
      values[2 * variable + 1] = Truth.open
    }
    retired += retiring.reversed()
    retiring = []
    var kept = 0
    for index in 0..<trail.count where values[Int(trail[index])] != Truth.open {
      trail[kept] = trail[index]
      kept += 1
    }
    trail.shrink(to: kept)
    head = kept
  }

  /// - Parameter isWanted: By the activity, or the number. Clauses of two literals cost nothing.
  /// - Returns: How many are kept.
  private mutating func move(_ clauses: Buffer<ClauseName>, from old: Buffer<UInt32>, where isWanted: (UInt32) -> Bool) -> Int {
    var kept = 0
    for index in 0..<clauses.count {
      let start = Int(clauses[index])
      if old[start] >> 1 > 2, !isWanted(old[start + 1]) { continue }
      guard let moved = copy(ofClauseAt: start, in: old) else { continue }
      watch(moved)
      clauses[kept] = moved
      kept += 1
    }
    return kept
  }

  /// - Returns: nil if the clause is satisfied.
  private mutating func copy(ofClauseAt start: Int, in old: Buffer<UInt32>) -> ClauseName? {
    let literals = old.base + start + Self.headerSize
    let size = Int(old[start] >> 1)
    for index in 0..<size where values[Int(literals[index])] == Truth.yes { return nil }
    let clause = ClauseName(arena.count)
    arena.append(0)
    arena.append(old[start + 1])
    for index in 0..<size where values[Int(literals[index])] == Truth.open { arena.append(literals[index]) }
    let openCount = UInt32(arena.count - Int(clause) - Self.headerSize)
    arena[Int(clause)] = openCount << 1 | (old[start] & 1)
    return clause
  }
}
