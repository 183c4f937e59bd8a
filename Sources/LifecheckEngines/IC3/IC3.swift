import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Proves that goals are unreachable by clauses that are inductive relative to each other, step by step from the start.
///
/// A state from which the goal is reached in one step must itself be shown to be unreached in one step less, and so on
/// backwards (`Blocking`); what shows it is made as general as possible (`Generalization`), and kept for the next question and
/// the next goal. When nothing is lost any more from one level to the next, what is known at that level is an invariant.
///
/// Times are looked at only through comparisons (`StepRelation.parts`), at first through none.
/// - Source: A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011; A. Cimatti, A. Griggio, S. Mover,
///   S. Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS 2014, for times.
struct IC3 {
  enum Finding {
    /// Over current symbols of `encoded` as it now is: holds at the start and after each single step, and excludes the goal.
    case unreachable(Formula)
    /// The steps of a run that reaches the goal, if times allow it.
    case reached([SingleStep])
    case stopped(StopReason)

    var outcome: String {
      switch self {
      case .unreachable: "an invariant"
      case .reached(let steps): "a run of \(steps.count) steps, if times allow it"
      case .stopped(let reason): reason.outcome
      }
    }
  }
  /// Why there is no finding.
  enum Interruption: Error {
    case stopped(StopReason)
    case failed(SolverError)
  }

  var relation: StepRelation
  var initial: InitialStates
  var frames: Frames
  var hindrances = Hindrances()
  let theory: TimeTheory
  /// How many clauses `theory` has taught.
  var lessons = 0
  /// By part: how often a proof has needed it so far.
  var uses: [Int]
  /// Whether states before others are told apart by all comparisons, and not only by those of the clocks that matter.
  private(set) var keepsAllComparisons = false
  let terminal: Formula
  let known: Formula
  /// Facts that other engines have proved, as far as they were of use here.
  var adopted = AdoptedFacts()
  /// The goal, in terms of the timed system.
  private var meaning = Term.false
  /// Up to which count of conclusions drawn.
  private var limit = Int.max
  /// Whether this turn ends where times would have to be looked at very closely.
  private var isBrief = false
  /// Asked often.
  var mustStop: () -> Bool = { false }
  /// Told often how many conclusions were drawn.
  private var onEffort: (Int) -> Void = { _ in }
  private let onStart: (InterruptHandle) -> Void

  /// - Parameters:
  ///   - known: An invariant that is already proved.
  ///   - terminal: A condition that stays once it holds, and that every goal of this engine's excludes.
  init(_ encoded: EncodedSystem, known: Formula, terminal: Term, onStart: @escaping (InterruptHandle) -> Void) throws(SolverError)
  {
    var encoded = encoded
    self.known = known
    self.onStart = onStart
    self.terminal = encoded.formula(terminal)
    relation = StepRelation(encoded, known: known, terminal: self.terminal)
    theory = try TimeTheory(relation.encoded, inputs: relation.steps.inputs)
    initial = try InitialStates(&relation, theory)
    frames = Frames(initial: relation.literal(encoded.system.initial))
    frames.addLevel(relation.solver)
    uses = Array(repeating: 0, count: relation.parts.count)
  }

  var encoded: EncodedSystem { relation.encoded }
  var usedEffort: Int { relation.solver.propagationCount }

  /// - Parameters:
  ///   - effort: How many conclusions to draw, some millions in a second.
  ///   - isBrief: Whether it stops where it would have to look at times very closely.
  ///   - mustStop: Asked often.
  ///   - onEffort: Told often how many were drawn in all turns.
  ///   - meaning: The goal, in terms of the timed system.
  mutating func prove(
    _ goal: Formula, meaning: Term, effort: Int, isBrief: Bool, mustStop: @escaping () -> Bool,
    onEffort: @escaping (Int) -> Void
  ) throws(SolverError) -> Finding {
    limit = usedEffort + effort
    self.isBrief = isBrief
    self.meaning = meaning
    self.mustStop = mustStop
    self.onEffort = onEffort
    // Others have used solvers of their own meanwhile.
    onStart(theory.interruptHandle)
    do {
      return try search(goal)
    } catch {
      switch error {
      case .stopped(let reason): return .stopped(reason)
      case .failed(let error): throw error
      }
    }
  }

  private mutating func search(_ goal: Formula) throws(Interruption) -> Finding {
    let goal = relation.written(goal)
    if let run = try exclude(goal) { return .reached(run) }
    while try propagate() == false {
      frames.addLevel(relation.solver)
      if let run = try exclude(goal) { return .reached(run) }
    }
    return .unreachable(claim())
  }

  /// Excludes the goal at the highest level, with as many comparisons of times as that takes.
  /// - Returns: nil if it is excluded; otherwise the steps of a run that reaches it.
  private mutating func exclude(_ goal: Formula) throws(Interruption) -> [SingleStep]? {
    while let path = try path(to: goal) {
      let steps = path.map { relation.steps.steps[$0] }
      if try !refine(steps, to: goal) { return steps }
    }
    return nil
  }

  private mutating func path(to goal: Formula) throws(Interruption) -> [Int]? {
    while let cube = try stateReaching(goal, at: frames.top) {
      if let path = try block(cube) { return path }
    }
    return nil
  }

  /// Looks at times more closely, so that a path that they do not allow is none any more.
  /// - Returns: False if they allow it.
  private mutating func refine(_ steps: [SingleStep], to goal: Formula) throws(Interruption) -> Bool {
    let start = relation.parts.indices.compactMap { part in initial.value(ofPart: part).map { (relation.parts[part], $0) } }
    let path = PathTimes(
      steps, to: goal, delay: relation.steps.steps[0], inputs: relation.steps.inputs, of: relation.encoded,
      start: Dictionary(uniqueKeysWithValues: start))
    do {
      var refinement = try Refinement(path, of: steps, to: meaning, relation.encoded, onStart: onStart)
      defer { onStart(theory.interruptHandle) }
      switch try refinement.examine(named: relation.namedComparisons, isBrief: isBrief) {
      case .possible: return false
      case .unexplained: throw Interruption.stopped(.gaveUp("times that no comparison explains"))
      case .stopped(let reason): throw Interruption.stopped(reason)
      case .impossible(let comparisons):
        let count = relation.parts.count
        for comparison in comparisons { relation.addComparison(comparison, of: refinement.path.bank) }
        if relation.parts.count == count {
          // They are known, and were left out where a clock seemed not to matter.
          if keepsAllComparisons { throw Interruption.stopped(.gaveUp("times that comparisons do not settle")) }
          keepsAllComparisons = true
        }
        try initial.update(&relation)
        uses += Array(repeating: 0, count: relation.parts.count - count)
        return true
      }
    } catch let error as Interruption {
      throw error
    } catch let error as SolverError {
      throw .failed(error)
    } catch { throw .stopped(.gaveUp("\(error)")) }
  }

  /// Takes what is known of each level to the next as far as possible.
  /// - Returns: Whether nothing was left behind at some level.
  private mutating func propagate() throws(Interruption) -> Bool {
    for level in 1...frames.top {
      for cube in frames.cubes[level] where level < frames.top {
        guard frames.cubes[level].contains(cube), !isHeldBack(cube, at: level) else { continue }
        switch try consecution(cube, at: level + 1) {
        case .unreached(let core): exclude(core, upTo: level + 1)
        case .predecessor: noteHindrance(of: cube, at: level)
        }
      }
      if frames.cubes[level].isEmpty, level < frames.top || isClosed() {
        frames.closeAbove(level, relation)
        return true
      }
    }
    return false
  }

  /// All that is known is known for ever.
  private func isClosed() -> Bool { frames.cubes.allSatisfy(\.isEmpty) }

  var isStopped: Bool { mustStop() || theory.interruptHandle.isInterrupted }

  func look() throws(Interruption) {
    if isStopped { throw .stopped(.interrupted) }
    onEffort(usedEffort)
    if usedEffort > limit { throw .stopped(.effort) }
  }

  mutating func exclude(_ cube: Cube, upTo level: Int) {
    for literal in cube.literals { uses[literal.variable] += 1 }
    frames.exclude(cube, upTo: min(level, frames.top), relation)
  }

  private mutating func claim() -> Formula {
    let parts = [known] + adopted.claims(in: &relation) + [claim(excluding: frames.forever)]
    return relation.all(parts)
  }

  /// That none of these is reached, other than in terminal states.
  mutating func claim(excluding cubes: [Cube]) -> Formula { relation.claim(excluding: cubes, terminal: terminal) }

  /// The part of the state that is another engine's; a comparison of times is one from now on.
  mutating func number(ofPart formula: Formula, of other: EncodedSystem) throws(Interruption) -> Int? {
    guard let copy = relation.copy(formula, from: other) else { return nil }
    if let number = relation.number(ofPart: copy) { return number }
    relation.addComparison(copy, of: relation.encoded.system.bank)
    do { try initial.update(&relation) } catch { throw .failed(error) }
    uses += Array(repeating: 0, count: relation.parts.count - uses.count)
    return relation.number(ofPart: copy)
  }
}
