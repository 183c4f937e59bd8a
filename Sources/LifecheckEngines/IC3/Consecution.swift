import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

extension IC3 {
  /// Whether a step leads into a cube from outside of it, among the states of the level below.
  enum Consecution {
    /// None does, not even into this larger cube, which has no initial state either.
    case unreached(Cube)
    /// From each of these states the step leads into the cube.
    case predecessor(Cube, step: Int)
  }

  /// - Precondition: The cube has no initial state, and the level is at least 1.
  mutating func consecution(_ cube: Cube, at level: Int) throws(Interruption) -> Consecution {
    try consecution(cube, assuming: frames.assumptions(level - 1), level: level - 1)
  }

  /// - Parameters:
  ///   - context: What is known of the states from which the step may lead.
  ///   - level: Of these states.
  mutating func consecution(_ cube: Cube, assuming context: [Literal], level: Int) throws(Interruption) -> Consecution {
    let solver = relation.solver
    let question = solver.makeSwitch()
    defer { solver.retire(question) }
    solver.addClause([!question] + cube.literals.map { !relation.literalBefore($0) })
    solver.addClause([!question] + stepsChanging(cube).map { relation.selectors[$0] })
    let assumptions = context + [question] + cube.literals.map(relation.literalAfter)
    let found = try model(assumptions, level: level, of: .stepInto(cube))
    if let (step, reasons) = found { return .predecessor(self.cube(of: reasons), step: step!) }
    let used = Set(solver.conflictingAssumptions)
    let core = cube.filtered { used.contains(relation.literalAfter($0)) }
    return .unreached(initial.separating(core, from: cube))
  }

  /// States of a level where the goal holds.
  mutating func stateReaching(_ goal: Formula, at level: Int) throws(Interruption) -> Cube? {
    try state(satisfying: goal, assuming: frames.assumptions(level), level: level)
  }

  mutating func state(satisfying goal: Formula, assuming context: [Literal], level: Int) throws(Interruption) -> Cube? {
    let literal = relation.literal(goal)
    let found = try model(context + [literal], level: level, of: .state(goal))
    return found.map { cube(of: $0.reasons) }
  }

  private func stepsChanging(_ cube: Cube) -> [Int] {
    var isIncluded = Array(repeating: false, count: relation.selectors.count)
    for literal in cube.literals {
      for step in relation.changers[literal.variable] { isIncluded[step] = true }
    }
    return isIncluded.indices.filter { isIncluded[$0] }
  }

  // MARK: Models

  private typealias Reasons = [(formula: Formula, value: Bool)]

  private enum Subject {
    /// Some step that leads into these states.
    case stepInto(Cube)
    case state(Formula)
  }

  /// The step that is taken in the model, and the formulas that make it what is asked for.
  private func meaning(of subject: Subject) -> (step: Int?, formulas: [Formula]) {
    switch subject {
    case .state(let goal): return (nil, [goal])
    case .stepInto(let cube):
      let step = relation.selectors.firstIndex { relation.solver.isTrue($0) }!
      let values = cube.literals.map { relation.changes[step][$0.variable] ?? relation.parts[$0.variable] }
      return (step, [relation.guards[step]] + values)
    }
  }

  /// A model in which times are possible, as far as they matter.
  /// - Parameter subject: What is asked of the model.
  private mutating func model(
    _ assumptions: [Literal], level: Int, of subject: Subject
  ) throws(Interruption) -> (step: Int?, reasons: Reasons)? {
    while true {
      try look()
      switch relation.solver.solve(assuming: assumptions, mustStop: { isStopped }) {
      case .unsatisfiable: return nil
      case .stopped: throw .stopped(.interrupted)
      case .satisfiable: break
      }
      let (step, formulas) = meaning(of: subject)
      let reasons = leaves(of: formulas, step)
      if try !excludeImpossibleTimes(reasons, level: level) { return (step, reasons) }
    }
  }

  /// - Parameter step: The one that is taken, if the formulas are about one.
  private func leaves(of formulas: [Formula], _ step: Int? = nil) -> Reasons {
    let own = step.map { relation.ownClauses[$0] }
    var justification = Justification(relation.encoded.system.bank, relation.clauses, own)
    for formula in formulas { justification.justify(formula) }
    return justification.leaves
  }

  /// The comparisons of times, with their values in the model, as far as they matter.
  private func comparisons(_ reasons: Reasons, level: Int) -> Reasons {
    let bank = relation.encoded.system.bank
    func isComparison(_ leaf: (formula: Formula, value: Bool)) -> Bool {
      if case .symbol = bank[leaf.formula] { false } else { true }
    }
    var result = reasons.filter(isComparison)
    if result.isEmpty, relation.comparisons.isEmpty { return [] }
    // The conditions on all states, and on those of the level, hold because of times too.
    let context = leaves(of: relation.conditions + (level == 0 ? [relation.encoded.system.initial] : []))
    result += context.filter(isComparison)
    result += relation.comparisons.map { (relation.parts[$0], relation.solver.isTrue(relation.before[$0])) }
    var seen = BitSet(count: bank.nodes.count)
    return result.filter { leaf in
      defer { seen.insert(leaf.formula.index) }
      return !seen.contains(leaf.formula.index)
    }
  }

  /// - Returns: Whether the times of the model cannot be.
  private mutating func excludeImpossibleTimes(_ reasons: Reasons, level: Int) throws(Interruption) -> Bool {
    let bank = relation.encoded.system.bank
    let comparisons = comparisons(reasons, level: level)
    if comparisons.isEmpty { return false }
    do {
      guard let lesson = try theory.lesson(from: comparisons, in: bank, relation.clauses) else { return false }
      lessons += 1
      relation.solver.addClause(lesson)
      return true
    } catch { throw .failed(error) }
  }

  /// The states that have what the model was made of: bits, and all that is asked of the clocks that matter.
  private mutating func cube(of reasons: Reasons) -> Cube {
    var literals: Set<Literal> = []
    var times: Set<Formula> = []
    for (formula, value) in reasons {
      if let part = relation.number(ofPart: formula) { literals.insert(Literal(variable: part, isNegated: !value)) }
      times.formUnion(relation.times(in: formula))
    }
    for part in relation.comparisons
    where keepsAllComparisons || !relation.times(in: relation.parts[part]).isDisjoint(with: times) {
      literals.insert(Literal(variable: part, isNegated: !relation.solver.isTrue(relation.before[part])))
    }
    return Cube(literals)
  }
}
