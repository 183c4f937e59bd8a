extension IC3 {
  /// Shows that a cube from which the goal is reached is itself unreached at the highest level.
  /// - Returns: nil if it is; otherwise the steps of a run from the start to the goal.
  mutating func block(_ cube: Cube) throws(Interruption) -> [Int]? {
    var obligations = Obligations()
    obligations.add(cube, at: frames.top)
    while let (obligation, level) = obligations.takeNext() {
      let cube = obligations.all[obligation].cube
      if level == 0 || initial.intersects(cube) { return obligations.path(from: obligation) }
      let reached = try frames.excludes(cube, at: level) ? level : exclude(cube, at: level, obligation, &obligations)
      // A cube that is unreached so far may be reached later.
      if let reached, reached < frames.top { obligations.postpone(obligation, to: reached + 1) }
    }
    return nil
  }

  /// - Returns: Up to which level the cube is now known to be unreached; nil if its predecessor has to be looked at first.
  private mutating func exclude(
    _ cube: Cube, at level: Int, _ obligation: Int, _ obligations: inout Obligations
  ) throws(Interruption) -> Int? {
    switch try consecution(cube, at: level) {
    case .predecessor(let states, let step):
      obligations.postpone(obligation, to: level)
      obligations.add(states, onward: (step, obligation), at: level - 1)
      return nil
    case .unreached(let core):
      return try excludeGeneralized(core, from: level, upTo: frames.top)
    }
  }

  /// - Returns: Up to which level it is excluded.
  mutating func excludeGeneralized(
    _ cube: Cube, from level: Int, upTo highest: Int, depth: Int = 0
  ) throws(Interruption) -> Int {
    var cube = try generalize(cube, at: level, depth: depth)
    var level = level
    while level < highest {
      guard case .unreached(let core) = try consecution(cube, at: level + 1) else {
        noteHindrance(of: cube, at: level)
        break
      }
      cube = core
      level += 1
    }
    exclude(cube, upTo: level)
    return level
  }
}
