import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver

/// Finds among many clauses that together are an invariant few that are one, too, and exclude the same goal.
///
/// From what excludes the goal on, each clause asks for those that the steps into it need to be excluded by; only these are kept.
/// - Source: A. Ivrii, A. Gurfinkel, A. Belov, "Small Inductive Safe Invariants", FMCAD 2014.
struct SmallInvariants {
  private var engine: IC3
  private var switches: [Cube: Literal] = [:]

  /// - Parameter engine: One that knows nothing.
  init(_ engine: IC3) { self.engine = engine }

  /// - Parameters:
  ///   - prover: Excludes the goal by clauses that are never broken.
  ///   - goal: As that of a query.
  /// - Returns: The claim, and what it is a formula of; nil where the clauses are no invariant without what else the prover was
  ///   told.
  mutating func claim(
    of prover: IC3, excluding goal: Formula, mustStop: @escaping () -> Bool
  ) throws(SolverError) -> (claim: Formula, encoded: EncodedSystem)? {
    engine.mustStop = mustStop
    do {
      let cubes = try translated(prover.frames.forever, of: prover)
      guard let needed = try needed(among: cubes, excluding: goal) else { return nil }
      return (engine.claim(excluding: needed), engine.encoded)
    } catch {
      switch error {
      case .stopped: return nil
      case .failed(let error): throw error
      }
    }
  }

  /// The same cubes over this engine's parts.
  private mutating func translated(_ cubes: [Cube], of prover: IC3) throws(IC3.Interruption) -> [Cube] {
    var numbers: [Int: Int] = [:]
    for part in Set(cubes.flatMap { $0.literals.map(\.variable) }).sorted() {
      numbers[part] = try engine.number(ofPart: prover.relation.parts[part], of: prover.encoded)
    }
    return cubes.map { Cube($0.literals.map { Literal(variable: numbers[$0.variable]!, isNegated: $0.isNegated) }) }
  }

  private mutating func needed(among cubes: [Cube], excluding goal: Formula) throws(IC3.Interruption) -> [Cube]? {
    var need = Need(cubes.map { switchOf($0) })
    guard try engine.state(satisfying: goal, assuming: need.context, level: 1) == nil else { return nil }
    need.note(engine.relation.solver.conflictingAssumptions)
    while let number = need.takeNext() {
      guard case .unreached = try engine.consecution(cubes[number], assuming: need.context, level: 1) else { return nil }
      need.note(engine.relation.solver.conflictingAssumptions)
    }
    return cubes.indices.filter(need.isNeeded).map { cubes[$0] }
  }

  /// Which clauses are needed so far, and which of them have not been looked at.
  private struct Need {
    private let switches: [Literal]
    private let numbers: [Literal: Int]
    private var needed: Set<Int> = []
    private var waiting: [Int] = []

    init(_ switches: [Literal]) {
      self.switches = switches
      numbers = Dictionary(switches.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func isNeeded(_ number: Int) -> Bool { needed.contains(number) }

    /// All clauses. What is assumed first is what conflicts are about, so those come first that are needed anyway.
    var context: [Literal] {
      switches.indices.filter(isNeeded).map { switches[$0] } + switches.indices.filter { !isNeeded($0) }.map { switches[$0] }
    }

    mutating func note(_ conflicting: [Literal]) {
      for literal in conflicting {
        if let number = numbers[literal], needed.insert(number).inserted { waiting.append(number) }
      }
    }

    mutating func takeNext() -> Int? { waiting.popLast() }
  }

  private mutating func switchOf(_ cube: Cube) -> Literal {
    if let known = switches[cube] { return known }
    let literal = engine.relation.solver.makeSwitch()
    engine.relation.solver.addClause([!literal] + cube.literals.map { !engine.relation.literalBefore($0) })
    switches[cube] = literal
    return literal
  }
}
