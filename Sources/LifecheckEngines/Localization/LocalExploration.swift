import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Decides goals on small parts of a system, explored one after the other.
///
/// A goal is split into its disjuncts, and one that asks for a flag into the ways of raising it. Each starts with the part
/// that it mentions; what is left out may do anything. Where the part reaches the goal, the whole system tries to do the same:
/// if it can, that is a run; if not, what stood in its way is added to the part. A part that cannot reach the goal
/// teaches an invariant, which is one of the whole.
///
/// The shortest path of a part is not longer than any run of the whole, so a run of that length is as short as one can be.
/// - Source: E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, "Counterexample-guided abstraction refinement for symbolic
///   model checking", JACM 50 (2003), with localization for abstraction, and exploration instead of symbolic search.
struct LocalExploration {
  enum Finding {
    /// The claim, over `encoded`, holds at the start, is kept by every step, and excludes the goal: so it seems, and the
    /// whole system must confirm it.
    case unreachable(Formula)
    /// If it is not the shortest, a shorter run may exist.
    case reached(Trace, isShortest: Bool)
    case open
  }

  /// How much was looked at for one goal.
  struct Effort {
    private var parts = 0
    private var states = 0
    private var largest = SystemPart()
    fileprivate var end: String?

    fileprivate mutating func note(_ part: SystemPart, states: Int) {
      parts += 1
      self.states += states
      if part.count > largest.count { largest = part }
    }

    var text: String {
      let size = "\(largest.variables.count) variables, \(largest.clocks.count) clocks, \(largest.automata.count) processes"
      return "\(parts) parts with \(states) states, the largest of \(size)" + (end.map { "; " + $0 } ?? "")
    }
  }

  private(set) var encoded: EncodedSystem
  /// With the parameters as they allow most.
  private let whole: TimedSystem
  private let parameters: MonotonousParameters
  private let urgency: UrgencyOfPlaces
  private let explorer: Explorer
  /// Of the system as it was given, with its parameters.
  private let original: Explorer
  private let terminal: Term
  private let options: EncodingOptions
  private let mustStop: () -> Bool
  private let onStart: (InterruptHandle) -> Void
  /// The core that every part so far needed for the same goal: the next one starts there.
  private var core: SystemPart?
  private var maximumNodes = 0
  /// The effort of the last decision.
  private(set) var effort = Effort()
  /// Where each target was left open: the next turn goes on from there.
  private var left: [Target: SystemPart] = [:]
  /// Invariants of parts, so that parts that are alike, one for each of many equal jobs, are solved once.
  private var solved: [PartProblem: (encoded: EncodedSystem, invariant: Formula)] = [:]

  /// A step that waits for more automata than this at once asks for one of them, most likely, and not for all.
  private static let widestReason = 8

  /// The rest of the system becomes a choice: where there are more ways than this through the edges of a state, on average, the
  /// parts are of no use.
  private static let branchesPerNode = 20

  init(
    _ encoded: EncodedSystem, goals: [Term], terminal: Term, options: EncodingOptions, mustStop: @escaping () -> Bool,
    onStart: @escaping (InterruptHandle) -> Void
  ) {
    self.encoded = encoded
    self.terminal = terminal
    self.options = options
    self.mustStop = mustStop
    self.onStart = onStart
    parameters = MonotonousParameters(encoded.timed, goals: goals)
    whole = parameters.fixed(in: encoded.timed)
    urgency = UrgencyOfPlaces(whole)
    explorer = Explorer(whole, goals: goals.map { [parameters] in parameters.fixed(in: $0) }, terminal: terminal)
    original = parameters.areNone ? explorer : Explorer(encoded.timed, goals: goals, terminal: terminal)
    for explorer in [explorer, original] { explorer.singleExecution.mustStop = mustStop }
  }

  /// A goal, or a part of one.
  private struct Target: Hashable {
    var condition: Term
    /// The edges that the whole system takes after the condition.
    var last: [EdgeReference] = []
    /// The number of the goal.
    var goal: Int
  }

  /// - Parameter maximumNodes: Discrete states with zones, for one disjunct of the goal: the same on every machine.
  mutating func decide(_ goal: Int, _ term: Term, maximumNodes: Int) throws(SolverError) -> Finding {
    self.maximumNodes = maximumNodes
    core = nil
    effort = Effort()
    let term = parameters.fixed(in: term)
    let finding = try decide(term.disjuncts.map { Target(condition: $0, goal: goal) })
    guard case .open = finding, let preimages = whole.preimages(of: term), !mustStop() else { return finding }
    let before = try decide(preimages.map { Target(condition: $0.condition, last: [$0.edge], goal: goal) })
    guard case .unreachable(let claim) = before else { return before }
    return .unreachable(encoded.system.bank.and(claim, encoded.system.bank.not(encoded.formula(term))))
  }

  /// All of them, or the shortest run to one of them.
  private mutating func decide(_ targets: [Target]) throws(SolverError) -> Finding {
    var claims: [Formula] = []
    var best: (trace: Trace, isShortest: Bool)?
    var pending = targets[...]
    while let target = pending.popFirst() {
      switch try decide(target, alongside: Array(pending)) {
      case .unreachable(let claim, let others):
        claims.append(claim)
        pending = pending.indices.filter { !others.contains($0 - pending.startIndex) }.map { pending[$0] }[...]
      case .reached(let trace, let isShortest):
        let isBetter = best.map { trace.length < $0.trace.length } ?? true
        best = (isBetter ? trace : best!.trace, isShortest && best?.isShortest ?? true)
      case .open: return .open
      }
    }
    return best.map { .reached($0.trace, isShortest: $0.isShortest) } ?? .unreachable(encoded.system.bank.and(claims))
  }

  private enum Outcome {
    /// With the numbers of the other targets that the claim excludes too.
    case unreachable(Formula, others: Set<Int>)
    case reached(Trace, isShortest: Bool)
    case open
  }

  /// A part, and what exploring it has shown of some targets.
  private struct Look {
    let local: Localization
    /// With the numbers of the targets that the part can express.
    let goals: [(number: Int, term: Term)]
    let exploration: Explorer
  }

  /// - Parameter others: Targets that the same part may happen to rule out.
  private mutating func decide(_ target: Target, alongside others: [Target]) throws(SolverError) -> Outcome {
    var part = left[target] ?? core ?? SystemPart()
    part.add(target.condition)
    var nodesLeft = maximumNodes
    var branchesLeft = maximumNodes * Self.branchesPerNode
    var found: Trace?
    while !mustStop() {
      part.close(in: whole)
      let look = look(at: part, for: [target] + others, &nodesLeft, &branchesLeft)
      guard let node = look.exploration.reached[0] else {
        if look.exploration.isComplete, found == nil { return try ruleOut(look, part) }
        effort.end = "it has too many states"
        break
      }
      let path = look.exploration.path(to: node)
      let length = path.count - 1 + target.last.count
      if let found, found.length == length { return .reached(found, isShortest: true) }
      var (trace, missing) = try follow(path, of: look, part, to: target)
      if let trace, trace.length < found?.length ?? .max { found = trace }
      if let found, found.length == length { return .reached(found, isShortest: true) }
      missing = missing.subtracting(part)
      if missing.count == 0 || missing.automata.count > Self.widestReason {
        effort.end = missing.count == 0 ? "what stands in the way is not known" : "what stands in the way is too much"
        break
      }
      part.formUnion(missing)
      left[target] = part
    }
    return found.map { .reached($0, isShortest: false) } ?? .open
  }

  private mutating func look(
    at part: SystemPart, for targets: [Target], _ nodesLeft: inout Int, _ branchesLeft: inout Int
  ) -> Look {
    let local = Localization(whole, keeping: part, urgency: urgency)
    let goals = targets.enumerated().compactMap { number, target in
      local.rename(target.condition).map { (number: number, term: $0) }
    }
    let exploration = Explorer(local.system, goals: goals.map(\.term), terminal: local.rename(terminal) ?? .false)
    exploration.giveUp(afterBranches: branchesLeft)
    exploration.run(maximumNodes: nodesLeft, maximumBranches: branchesLeft, only: 0, mustStop: mustStop)
    nodesLeft -= exploration.nodes.count
    branchesLeft -= exploration.branches
    effort.note(part, states: exploration.nodes.count)
    return Look(local: local, goals: goals, exploration: exploration)
  }

  /// All states of the part are known, and the first target is none of them.
  private mutating func ruleOut(_ look: Look, _ part: SystemPart) throws(SolverError) -> Outcome {
    note(part)
    let unreached = look.goals.indices.filter { look.exploration.reached[$0] == nil }
    let terms = unreached.map { look.goals[$0].term }
    guard let claim = try claim(excluding: terms, look.exploration, look.local) else {
      effort.end = "no invariant of it was found"
      return .open
    }
    return .unreachable(claim, others: Set(unreached.map { look.goals[$0].number - 1 }))
  }

  /// Whether the whole system can do what the part did.
  /// - Returns: The run, if there is one, and what the part lacks to show why there is none, or why it is longer.
  private func follow(
    _ path: [Int], of look: Look, _ part: SystemPart, to target: Target
  ) throws(SolverError) -> (run: Trace?, missing: SystemPart) {
    let follower = PathFollower(whole: whole, urgency: urgency, explorer: explorer, part: part, localization: look.local)
    let nodes = path.map { look.exploration.nodes[$0] }
    switch follower.follow(nodes, of: look.exploration, then: target.last, to: explorer.program.goals[target.goal]) {
    case .arrived(let node, let detour): return (try trace(of: target, to: node), detour ?? SystemPart())
    case .blocked(let reason): return (nil, reason)
    }
  }

  private mutating func note(_ part: SystemPart) {
    if core == nil { core = part } else { core!.formIntersection(part) }
  }

  private func trace(of target: Target, to node: Int) throws(SolverError) -> Trace? {
    let goal = original.program.goals[target.goal]
    let end = original === explorer ? node : original.repeating(explorer.path(to: node), of: explorer, reaching: goal)
    guard let end else { return nil }
    var concretization = Concretization(original, goal: goal)
    return try concretization.trace(to: end, onStart: onStart)
  }

  // MARK: Invariants

  /// All that the solver sees of a part: the same for parts that differ in names only.
  private struct PartProblem: Hashable {
    let nodes: [FormulaBank.Node]
    let formulas: [Formula]
    init(_ system: TransitionSystem, formulas asked: [Formula]) {
      nodes = system.bank.nodes
      formulas = [system.initial, system.transition, system.domain] + asked
    }
  }

  private mutating func claim(excluding goals: [Term], _ exploration: Explorer, _ local: Localization) throws(SolverError)
    -> Formula?
  {
    var part = encode(local.system, options)
    let bad = goals.map { part.formula($0) }
    let terminal = exploration.reachesTerminal ? local.rename(terminal) ?? .false : .false
    let problem = PartProblem(part.system, formulas: bad + [part.formula(terminal)])
    if solved[problem] == nil {
      var synthesis = InvariantSynthesis(
        exploration, encoded: part, terminal: terminal, known: nil, watches: [], onStart: onStart)
      guard let claim = try synthesis.claim(excluding: bad, maximumClauses: 1000) else { return nil }
      solved[problem] = (synthesis.encoded, claim)
    }
    let (other, invariant) = solved[problem]!
    return encoded.copy(invariant, from: other, rename: local.original)
  }
}
