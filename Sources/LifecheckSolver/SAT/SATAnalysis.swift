// Conflict analysis, and the clauses learned from it.

extension SATCore {
  /// Leaves in `learning` the clause of the first unique implication point, its literal first and one of the level to go back
  /// to second.
  /// - Source: L. Zhang, C. Madigan, M. Moskewicz, S. Malik, "Efficient conflict driven learning in a Boolean
  ///   satisfiability solver", ICCAD 2001.
  /// - Returns: The level to go back to.
  mutating func analyze(_ conflict: ClauseName) -> Int {
    learning.shrink(to: 0)
    toClear.shrink(to: 0)
    learning.append(0)
    var clause = conflict
    var open = 0
    var index = trail.count - 1
    var literal: Int32 = -1
    repeat {
      if isLearned(clause) { bump(clause) }
      open += mark(clause, unless: literal)
      while marks[Int(trail[index] >> 1)] == 0 { index -= 1 }
      literal = trail[index]
      index -= 1
      clause = reasons[Int(literal >> 1)]
      marks[Int(literal >> 1)] = 0
      open -= 1
    } while open > 0
    learning[0] = literal ^ 1
    minimize()
    for index in 0..<toClear.count { marks[Int(toClear[index])] = 0 }
    return levelToGoBackTo()
  }

  /// Marks the literals of a clause that is false, or the reason of a literal.
  /// - Returns: How many of them are new and of the present level.
  private mutating func mark(_ clause: ClauseName, unless known: Int32) -> Int {
    let literals = literals(of: clause)
    var found = 0
    for index in 0..<size(of: clause) {
      let literal = Int32(bitPattern: literals[index])
      let variable = Int(literal >> 1)
      if literal == known || marks[variable] != 0 || levels[variable] == 0 { continue }
      marks[variable] = 1
      toClear.append(Int32(variable))
      order.bump(variable)
      if Int(levels[variable]) == level { found += 1 } else { learning.append(literal) }
    }
    return found
  }

  /// Drops literals that follow from the others.
  private mutating func minimize() {
    var kept = 1
    for index in 1..<max(1, learning.count) {
      let literal = learning[index]
      if reasons[Int(literal >> 1)] == Self.noClause || !isImplied(literal) {
        learning[kept] = literal
        kept += 1
      }
    }
    learning.shrink(to: kept)
  }

  /// Whether marked literals alone imply this one.
  /// - Source: N. Sörensson, A. Biere, "Minimizing Learned Clauses", SAT 2009.
  private mutating func isImplied(_ start: Int32) -> Bool {
    pending.shrink(to: 0)
    pending.append(start)
    let clearedCount = toClear.count
    while pending.count > 0 {
      let literal = pending.removeLast()
      let reason = reasons[Int(literal >> 1)]
      let literals = literals(of: reason)
      for index in 0..<size(of: reason) {
        let other = Int32(bitPattern: literals[index])
        let variable = Int(other >> 1)
        if other >> 1 == literal >> 1 || marks[variable] != 0 || levels[variable] == 0 { continue }
        if reasons[variable] == Self.noClause {
          while toClear.count > clearedCount { marks[Int(toClear.removeLast())] = 0 }
          return false
        }
        marks[variable] = 1
        toClear.append(Int32(variable))
        pending.append(other)
      }
    }
    return true
  }

  private func levelToGoBackTo() -> Int {
    if learning.count == 1 { return 0 }
    var highest = 1
    for index in 1..<learning.count where levels[Int(learning[index] >> 1)] > levels[Int(learning[highest] >> 1)] {
      highest = index
    }
    let literal = learning[highest]
    learning[highest] = learning[1]
    learning[1] = literal
    return Int(levels[Int(literal >> 1)])
  }

  /// Which assumptions make this one false, itself included.
  mutating func assumptionsBehind(_ assumption: Int32) -> [Literal] {
    var result = [Literal(code: assumption)]
    if level == 0 { return result }
    marks[Int(assumption >> 1)] = 1
    var index = trail.count - 1
    while index >= Int(levelStarts[0]) {
      let literal = trail[index]
      let variable = Int(literal >> 1)
      index -= 1
      if marks[variable] == 0 { continue }
      marks[variable] = 0
      if reasons[variable] == Self.noClause {
        // The decisions so far are assumptions; this one's opposite may be among them.
        if literal != assumption { result.append(Literal(code: literal)) }
        continue
      }
      let reason = reasons[variable]
      let literals = literals(of: reason)
      for other in 0..<size(of: reason) {
        let otherVariable = Int(literals[other] >> 1)
        if otherVariable != variable, levels[otherVariable] > 0 { marks[otherVariable] = 1 }
      }
    }
    marks[Int(assumption >> 1)] = 0
    return result
  }

  // MARK: Which learned clauses are of use

  private mutating func bump(_ clause: ClauseName) {
    let activity = activity(of: clause) + clauseIncrement
    arena[Int(clause) + 1] = activity.bitPattern
    if activity < 1e20 { return }
    for index in 0..<learnedClauses.count {
      arena[Int(learnedClauses[index]) + 1] = (self.activity(of: learnedClauses[index]) * 1e-20).bitPattern
    }
    clauseIncrement *= 1e-20
  }

  mutating func decayClauses() { clauseIncrement *= 1 / 0.999 }
}
