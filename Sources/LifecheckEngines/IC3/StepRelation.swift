import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// The single steps of a system as clauses, before which and after which parts of the state can be asked for.
///
/// A part of the state is a bit, or a comparison of times that the proof has found worth looking at. A step gives each part
/// that it changes as a formula over the state before it, so the relation has one unknown for each part after the step, and
/// one for each step that says whether it is the one taken.
struct StepRelation {
  let solver = SATSolver()
  private(set) var encoded: EncodedSystem
  private(set) var clauses: Clausification
  private var choices = ChoicesOfTimes()
  /// Holds in every reachable state before a step, and before the goal.
  let conditions: [Formula]
  let steps: SingleSteps
  /// By step: what must hold before it.
  private(set) var guards: [Formula] = []
  /// By step: true if it is the one taken.
  private(set) var selectors: [Literal] = []
  /// By step: what is written for it alone.
  private(set) var ownClauses: [ConditionalClauses] = []
  /// By step: what the parts that it changes are after it.
  private(set) var changes: [[Int: Formula]]

  /// Bits first, then comparisons.
  private(set) var parts: [Formula] = []
  private(set) var before: [Literal] = []
  private(set) var after: [Literal] = []
  /// By part: the steps that may change it.
  private(set) var changers: [[Int]] = []
  /// The parts that are comparisons.
  var comparisons: Range<Int> { bitCount..<parts.count }
  private var bitCount = 0
  private var partNumbers: [Formula: Int] = [:]
  private var timesOfConditions: [Formula: Set<Formula>] = [:]

  /// - Parameter terminal: A condition that stays once it holds, and behind which nothing is of interest.
  init(_ encoded: EncodedSystem, known: Formula, terminal: Formula) {
    self.encoded = encoded
    steps = self.encoded.singleSteps()
    clauses = Clausification(solver)
    changes = Array(repeating: [:], count: steps.steps.count)
    let all = [encoded.system.domain, known] + steps.keptInvariants + [self.encoded.system.bank.not(terminal)]
    var written: [Formula] = []
    for condition in all { written.append(choices.lifted(condition, in: &self.encoded.system.bank)) }
    conditions = written
    for condition in conditions { solver.addClause([literal(condition)]) }
    for variable in encoded.system.variables where !variable.isReal { add(variable.current) }
    bitCount = parts.count
    prepareSteps(terminal)
  }

  /// The literal of a condition on the state before a step.
  mutating func literal(_ formula: Formula) -> Literal {
    clauses.literal(written(formula), in: encoded.system.bank)
  }

  /// The formula as it is written in clauses.
  mutating func written(_ formula: Formula) -> Formula { choices.lifted(formula, in: &encoded.system.bank) }

  mutating func replacing(_ replacements: [Formula: Formula], in formula: Formula) -> Formula {
    written(encoded.system.bank.replacing(replacements, in: [formula])[0])
  }

  func number(ofPart formula: Formula) -> Int? { partNumbers[formula] }

  func literalBefore(_ literal: Literal) -> Literal { literal.isNegated ? !before[literal.variable] : before[literal.variable] }
  func literalAfter(_ literal: Literal) -> Literal { literal.isNegated ? !after[literal.variable] : after[literal.variable] }

  /// The formula of a literal about a part of the state.
  mutating func formula(_ literal: Literal) -> Formula {
    literal.isNegated ? encoded.system.bank.not(parts[literal.variable]) : parts[literal.variable]
  }

  /// Comparisons of times before a step that steps or goals ask for.
  var namedComparisons: [Formula] {
    let bank = encoded.system.bank
    let times = Set(encoded.system.variables.filter(\.isReal).map(\.current))
    return clauses.atoms.filter { bank.symbols(in: $0).isSubset(of: times) && !bank.symbols(in: $0).isEmpty }
  }

  /// The clocks and parameters that a condition speaks of. Asked of the same ones again and again.
  mutating func times(in formula: Formula) -> Set<Formula> {
    if case .symbol = encoded.system.bank[formula] { return [] }
    if let known = timesOfConditions[formula] { return known }
    let times = encoded.system.bank.symbols(in: formula)
    timesOfConditions[formula] = times
    return times
  }

  mutating func either(_ a: Formula, orNot parts: [Formula]) -> Formula {
    let together = encoded.system.bank.and(parts)
    return encoded.system.bank.or(a, encoded.system.bank.not(together))
  }

  /// That none of the cubes is reached, other than in terminal states.
  mutating func claim(excluding cubes: [Cube], terminal: Formula) -> Formula {
    var conditions: [Formula] = []
    for cube in cubes {
      let literals = cube.literals.map { formula($0) }
      conditions.append(either(terminal, orNot: literals))
    }
    return all(conditions)
  }

  /// - Returns: nil if the formula is not about states.
  mutating func copy(_ formula: Formula, from other: EncodedSystem) -> Formula? { encoded.copy(formula, from: other) }

  mutating func all(_ parts: [Formula]) -> Formula { encoded.system.bank.and(parts) }

  // MARK: Steps

  private mutating func prepareSteps(_ terminal: Formula) {
    var replacing = Replacing(in: [terminal], of: encoded.system.bank)
    for step in steps.steps {
      let isOver = replacing.replacing(step.changes, in: &encoded.system.bank)[0] ?? terminal
      let guardFormula = encoded.system.bank.and(step.condition, encoded.system.bank.not(isOver))
      guards.append(written(guardFormula))
      selectors.append(solver.makeVariable(isDecidable: false))
    }
    ownClauses = selectors.map { ConditionalClauses(where: $0) }
    for step in guards.indices { ownClauses[step].require(guards[step], in: encoded.system.bank, &clauses) }
    takeOnlyOne()
    for part in parts.indices { defineAfter(part) }
  }

  /// Each step has a number, and only one number fits. The digits of the number are what the solver decides: that settles all
  /// steps at once.
  private func takeOnlyOne() {
    var digit = 0
    while 1 << digit < selectors.count {
      let isSet = solver.makeVariable()
      for (number, selector) in selectors.enumerated() {
        solver.addClause([!selector, number >> digit & 1 == 1 ? isSet : !isSet])
      }
      digit += 1
    }
  }

  // MARK: Parts of the state

  /// Makes a comparison of times a part of the state.
  /// - Parameter bank: A later stage of this relation's bank.
  mutating func addComparison(_ comparison: Formula, of bank: FormulaBank) {
    guard let atom = encoded.system.bank.copy(comparison, from: bank, symbol: { $0 }) else { return }
    if partNumbers[atom] != nil { return }
    add(atom)
    defineAfter(parts.count - 1)
  }

  private mutating func add(_ part: Formula) {
    partNumbers[part] = parts.count
    before.append(literal(part))
    after.append(solver.makeVariable(isDecidable: false))
    parts.append(part)
    changers.append([])
  }

  /// By step, where it is changed at all.
  private mutating func changesOf(_ part: Formula) -> [(step: Int, value: Formula)] {
    if case .symbol = encoded.system.bank[part] {
      return steps.steps.enumerated().compactMap { number, step in step.changes[part].map { (number, $0) } }
    }
    var replacing = Replacing(in: [part], of: encoded.system.bank)
    var result: [(step: Int, value: Formula)] = []
    for (number, step) in steps.steps.enumerated() {
      let changed = replacing.replacing(step.changes, in: &encoded.system.bank)[0]
      if let changed, changed != part { result.append((number, changed)) }
    }
    return result
  }

  private mutating func defineAfter(_ part: Int) {
    for (number, changed) in changesOf(parts[part]) {
      let value = written(changed)
      changes[number][part] = value
      changers[part].append(number)
      ownClauses[number].require(value, if: [after[part]], in: encoded.system.bank, &clauses)
      ownClauses[number].require(value, false, if: [!after[part]], in: encoded.system.bank, &clauses)
    }
    let isChanged = solver.makeVariable(isDecidable: false)
    solver.addClause([!isChanged] + changers[part].map { selectors[$0] })
    solver.addClause([isChanged, !after[part], before[part]])
    solver.addClause([isChanged, after[part], !before[part]])
  }
}
