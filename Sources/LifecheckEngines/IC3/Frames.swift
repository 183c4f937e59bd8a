import LifecheckSolver

/// The frames of IC3: for each number of steps, cubes with none of the states that can be reached in so many.
///
/// A cube is kept at the highest level for which it is known to be unreached, and so excluded at all lower ones too. Each level
/// has a literal that switches its clauses on, so that one solver serves all.
/// - Source: A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011; N. Eén, A. Mishchenko, R. Brayton,
///   "Efficient Implementation of Property Directed Reachability", FMCAD 2011, for keeping cubes once.
struct Frames {
  /// By level; nothing is kept at level 0, which is the start.
  private(set) var cubes: [[Cube]] = [[]]
  /// By cube that is kept: the number of its clause.
  private var clauses: [Cube: UInt32] = [:]
  /// All that were ever excluded, in that order, and up to which level.
  private(set) var additions: [(cube: Cube, level: Int)] = []
  /// Those that no run ever reaches.
  private(set) var forever: [Cube] = []
  private var switches: [Literal]

  init(initial: Literal) { switches = [initial] }

  /// The highest level.
  var top: Int { cubes.count - 1 }

  mutating func addLevel(_ solver: SATSolver) {
    cubes.append([])
    switches.append(solver.makeVariable())
  }

  /// The assumptions for a question about the states of a level.
  func assumptions(_ level: Int) -> [Literal] { level == 0 ? [switches[0]] : Array(switches[level...]) }

  /// The lowest level among these assumptions; nil if there is none of a level.
  func lowestLevel(in assumptions: [Literal]) -> Int? {
    let used = Set(assumptions)
    return switches.indices.first { used.contains(switches[$0]) }
  }

  mutating func exclude(_ cube: Cube, upTo level: Int, _ relation: StepRelation) {
    for lower in 1...level { dropCubes(in: cube, at: lower, relation.solver) }
    cubes[level].append(cube)
    additions.append((cube, level))
    clauses[cube] = relation.solver.addClauseForNow([!switches[level]] + cube.literals.map { !relation.literalBefore($0) })
  }

  /// What is kept of the level, and said by a larger cube too, at that level or a higher one.
  private mutating func dropCubes(in larger: Cube, at level: Int, _ solver: SATSolver) {
    cubes[level].removeAll { cube in
      guard larger.includes(cube) else { return false }
      if let clause = clauses.removeValue(forKey: cube) { solver.drop(clause) }
      return true
    }
  }

  mutating func excludeForever(_ cube: Cube, _ relation: StepRelation) {
    for level in cubes.indices { dropCubes(in: cube, at: level, relation.solver) }
    forever.removeAll(where: cube.includes)
    forever.append(cube)
    additions.append((cube, .max))
    relation.solver.addClause(cube.literals.map { !relation.literalBefore($0) })
  }

  /// Takes over what others have shown, without a look at what is made superfluous by it.
  mutating func excludeForever(_ cubes: [Cube], _ relation: StepRelation) {
    forever += cubes
    for cube in cubes {
      additions.append((cube, .max))
      relation.solver.addClause(cube.literals.map { !relation.literalBefore($0) })
    }
  }

  /// Whether the cube is known to be unreached at a level, as a part of one that is.
  func excludes(_ cube: Cube, at level: Int) -> Bool {
    forever.contains { $0.includes(cube) } || cubes[level...].contains { $0.contains { $0.includes(cube) } }
  }

  /// Nothing is lost from this level to the next, so what is excluded above it is never reached.
  mutating func closeAbove(_ level: Int, _ relation: StepRelation) {
    let closed = cubes[(level + 1)...].joined()
    for cube in Array(closed) { excludeForever(cube, relation) }
    cubes.removeSubrange((level + 1)...)
    for literal in switches[(level + 1)...] { relation.solver.addClause([!literal]) }
    switches.removeSubrange((level + 1)...)
  }
}
