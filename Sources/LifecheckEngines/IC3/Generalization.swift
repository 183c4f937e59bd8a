import LifecheckSolver

extension IC3 {
  private enum Patience {
    /// Literals in a row that could not be dropped.
    static let failures = 8
    /// Counterexamples to one generalization that are excluded for its sake.
    static let counterexamples = 6
    static let depth = 1
  }

  /// A larger cube that is unreached at the level as well.
  /// - Source: Z. Hassan, A. Bradley, F. Somenzi, "Better Generalization in IC3", FMCAD 2013.
  mutating func generalize(_ cube: Cube, at level: Int, depth: Int) throws(Interruption) -> Cube {
    var cube = cube
    var failures = 0
    for literal in leastUsedFirst(cube) where failures < Patience.failures && cube.count > 1 {
      guard cube.literals.contains(literal) else { continue }
      if let larger = try enlarge(cube.without(literal), at: level, depth: depth) {
        cube = larger
        failures = 0
      } else {
        failures += 1
      }
    }
    return cube
  }

  private func leastUsedFirst(_ cube: Cube) -> [Literal] {
    cube.literals.sorted { (uses[$0.variable], $0) < (uses[$1.variable], $1) }
  }

  /// - Returns: nil if states of the candidate are reached, as far as is known.
  private mutating func enlarge(_ candidate: Cube, at level: Int, depth: Int) throws(Interruption) -> Cube? {
    if initial.intersects(candidate) { return nil }
    for _ in 0...Patience.counterexamples {
      switch try consecution(candidate, at: level) {
      case .unreached(let core): return core
      case .predecessor(let states, _):
        guard depth < Patience.depth, level > 1, try excludeOnTheWay(states, below: level, depth: depth) else { return nil }
      }
    }
    return nil
  }

  /// A state that stands in the way of a generalization may itself be unreached.
  private mutating func excludeOnTheWay(_ states: Cube, below level: Int, depth: Int) throws(Interruption) -> Bool {
    guard !initial.intersects(states), case .unreached(let core) = try consecution(states, at: level - 1) else { return false }
    _ = try excludeGeneralized(core, from: level - 1, upTo: level, depth: depth + 1)
    return true
  }
}
