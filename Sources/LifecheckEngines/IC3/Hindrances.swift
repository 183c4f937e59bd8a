import LifecheckSolver

/// Why cubes could not be taken from their level to the next: for each, a state of the level from which a step leads into it.
///
/// As long as nothing excludes that state, the answer would be the same, and need not be asked for.
struct Hindrances {
  /// How much was known.
  struct Knowledge {
    /// Of `Frames.additions`.
    var cubes: Int
    /// Clauses about times, which may rule out the state as well.
    var lessons: Int
  }
  private struct Hindrance {
    let level: Int
    /// The state: what each part of it is.
    let parts: [Bool]
    /// The knowledge that the state was held against last.
    var known: Knowledge
  }
  private var all: [Cube: Hindrance] = [:]

  mutating func note(_ cube: Cube, at level: Int, parts: [Bool], _ known: Knowledge) {
    all[cube] = Hindrance(level: level, parts: parts, known: known)
  }

  /// Whether the state that kept the cube at its level may still be reached, as far as is known.
  mutating func holdBack(_ cube: Cube, at level: Int, _ frames: Frames, lessons: Int) -> Bool {
    guard let hindrance = all[cube] else { return false }
    let isOpen =
      hindrance.level == level && hindrance.known.lessons == lessons
      && !frames.additions[hindrance.known.cubes...].contains { $0.level >= level && $0.cube.contains(hindrance.parts) }
    if isOpen { all[cube]!.known.cubes = frames.additions.count } else { all[cube] = nil }
    return isOpen
  }
}

extension Cube {
  /// - Parameter parts: A state. What it says nothing of was not looked at then, and may be anything.
  fileprivate func contains(_ parts: [Bool]) -> Bool {
    literals.allSatisfy { $0.variable >= parts.count || parts[$0.variable] != $0.isNegated }
  }
}

extension IC3 {
  mutating func isHeldBack(_ cube: Cube, at level: Int) -> Bool {
    hindrances.holdBack(cube, at: level, frames, lessons: lessons)
  }

  /// - Precondition: The solver has just found a step into the cube from a state of the level.
  mutating func noteHindrance(of cube: Cube, at level: Int) {
    let parts = relation.before.map { relation.solver.isTrue($0) }
    hindrances.note(cube, at: level, parts: parts, .init(cubes: frames.additions.count, lessons: lessons))
  }
}
