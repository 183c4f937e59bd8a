import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Which pairs of values are never there together, as far as looking at two values at a time tells.
///
/// A search sees most pairs that can be. Of those that it has not seen each step from states without any of them is asked
/// for; where one leads to such a pair, the search goes on from there, and the rest is asked for again. What is left in the
/// end is an inductive invariant. Of times nothing is asked.
/// - Source: C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001.
struct PairInduction {
  private let search: NoveltySearch
  private let cubes: PairCubes
  private var relation: StepRelation
  private let mustStop: () -> Bool

  /// That the search expands; an app of 45 lines has some 12,000.
  private static let mostStates = 40_000
  /// How often something may be open on the way through the edges of these.
  private static let mostBranches = 2_000_000
  /// Beyond it a round would be mostly clauses.
  private static let mostCubes = 20_000
  /// That the solver draws; some ten millions take a second.
  private static let mostConclusions = 60_000_000

  /// - Returns: nil if there is no telling within the limits, which are the same on every machine.
  static func facts(_ encoded: EncodedSystem, mustStop: @escaping () -> Bool) -> ProvedFacts? {
    guard encoded.timed.isExplorable else { return nil }
    var induction = PairInduction(encoded, mustStop: mustStop)
    return induction.close()
  }

  private init(_ encoded: EncodedSystem, mustStop: @escaping () -> Bool) {
    let bank = encoded.system.bank
    search = NoveltySearch(encoded.timed)
    cubes = PairCubes(search.pairs.table, encoded)
    relation = StepRelation(encoded, known: bank.true, terminal: bank.false)
    self.mustStop = mustStop
  }

  private mutating func close() -> ProvedFacts? {
    guard start() else { return nil }
    while true {
      let unseen = cubes.unseen(in: search.pairs)
      guard unseen.count <= Self.mostCubes else { return nil }
      let written = unseen.map(cube)
      switch widen(unseen, written) {
      case .stopped: return nil
      case .changed: continue
      case .closed: return ProvedFacts(&relation, excluding: written)
      }
    }
  }

  /// - Returns: False if there are too many states at the start.
  private func start() -> Bool {
    let initial = search.program.initialValues(atMost: 4096)
    for state in initial { state.withUnsafeBufferPointer { _ = search.add($0) } }
    explore()
    return !initial.isEmpty
  }

  private func explore() {
    search.run(maximumStates: Self.mostStates, maximumBranches: Self.mostBranches, mustStop: mustStop)
  }

  private enum Round { case stopped, changed, closed }

  /// Asks for a step into each of the cubes from states that are in none.
  private mutating func widen(_ unseen: [PairCube], _ written: [Cube]) -> Round {
    let solver = relation.solver
    let round = solver.makeSwitch()
    defer { solver.retire(round) }
    for cube in written { solver.addClause([!round] + cube.literals.map { !relation.literalBefore($0) }) }
    var isChanged = false
    for (cube, literals) in zip(unseen, written) where cube.isUnseen(in: search.pairs) {
      guard solver.propagationCount < Self.mostConclusions else { return .stopped }
      switch stepInto(literals, assuming: round) {
      case .stopped: return .stopped
      case .unsatisfiable: break
      case .satisfiable:
        isChanged = true
        followModel(into: cube)
      }
    }
    return mustStop() ? .stopped : isChanged ? .changed : .closed
  }

  private func stepInto(_ cube: Cube, assuming round: Literal) -> SATSolver.Answer {
    let solver = relation.solver
    let question = solver.makeSwitch()
    defer { solver.retire(question) }
    let steps = Set(cube.literals.flatMap { relation.changers[$0.variable] }).sorted()
    solver.addClause([!question] + steps.map { relation.selectors[$0] })
    return solver.solve(assuming: [round, question] + cube.literals.map(relation.literalAfter), mustStop: mustStop)
  }

  /// Adds what the step of the last model leads to, and all others from the same state.
  private mutating func followModel(into cube: PairCube) {
    let solver = relation.solver
    let state = cubes.state { symbol in relation.number(ofPart: symbol).map { solver.isTrue(relation.before[$0]) } ?? false }
    if let state, search.branches < Self.mostBranches {
      state.withUnsafeBufferPointer(search.expand)
      explore()
    }
    if cube.isUnseen(in: search.pairs) {
      // Times do not allow the step, or there is no telling; then the pairs count as seen.
      for a in cube.first { for b in cube.second { search.addTogether(a, b) } }
    }
  }

  private func cube(_ cube: PairCube) -> Cube {
    Cube(cube.bits.map { Literal(variable: relation.number(ofPart: $0.symbol)!, isNegated: !$0.isSet) })
  }
}
