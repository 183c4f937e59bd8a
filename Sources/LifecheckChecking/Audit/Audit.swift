import LifecheckSystem

/// How much of a system is looked at: counts, so that it is the same on every machine.
package struct AuditEffort: Hashable, Sendable {
  /// Steps of random runs, at most.
  package var steps: Int
  /// Steps without an edge that is new, after which the runs end.
  package var patience: Int
  /// States made up near those of the runs, from each of which some steps are tried.
  package var samples: Int
  package init(steps: Int, patience: Int, samples: Int) {
    self.steps = steps
    self.patience = patience
    self.samples = samples
  }

  /// About as long for all systems: the fewer edges there are, the less a step costs, and the more of them are affordable.
  package static func standard(for system: TimedSystem) -> AuditEffort {
    let edges = max(system.automata.map(\.edges.count).reduce(0, +), 1)
    func share(_ total: Int, _ range: ClosedRange<Int>) -> Int { min(max(total / edges, range.lowerBound), range.upperBound) }
    return AuditEffort(
      steps: share(240_000, 1200...6000), patience: share(60_000, 300...3000), samples: share(48_000, 400...2400))
  }
}

/// Looks for a step or run of the interpreter that contradicts what was proved.
///
/// A proof is checked by the solver on formulas that the encoder wrote. If the encoder had lost a step, a wrong proof would
/// pass that check. So the claim is also asked of the interpreter, which runs the timed system by its definition and
/// shares no code with the encoder: along random runs, and on single steps from states near them. It may miss a mistake,
/// but it does not share one.
package struct Audit {
  /// The states, edges and steps that have been looked at.
  package struct Coverage: Hashable, Sendable {
    package var statesReached = 0
    package var edgesTaken = 0
    package var edges = 0
    /// States made up within some claim, and steps tried from them.
    package var statesInside = 0
    package var stepsTried = 0
  }
  package private(set) var coverage = Coverage()
  private let system: TimedSystem
  private let claims: [Claim]
  /// By claim.
  private var evaluators: [(formulas: FormulaEvaluator, codes: SymbolCodes)]
  /// For each encoding whose single steps claims rest on.
  private var encodings: [EncodedSteps] = []
  /// For each automaton and location the invariants that every claim includes.
  private let kept: [[[Invariant]]]
  private var runs: RandomRuns
  /// How often a step over the edge was looked at with all that it could choose.
  private var timesChosen: [EdgeReference: Int] = [:]

  package init(_ system: TimedSystem, _ claims: [Claim], seed: UInt64 = 0) {
    self.system = system
    self.claims = claims
    evaluators = claims.compactMap { claim in
      let codes = SymbolCodes(claim.encoded)
      return FormulaEvaluator(claim.formula, of: claim.encoded.bank, codes).map { ($0, codes) }
    }
    for claim in claims where claim.isInductive && !encodings.contains(where: { $0.encoded.isSame(as: claim.encoded) }) {
      encodings.append(EncodedSteps(claim.encoded))
    }
    kept = invariantsOnEntry(system)
    runs = RandomRuns(system, goals: claims.flatMap(\.goals), seed: seed)
  }

  /// - Parameter found: Runs that the engines found for other goals; they lead where random ones seldom get.
  /// - Returns: The first contradiction; nil if there is none among what was looked at.
  package mutating func contradiction(along found: [Trace] = [], _ wanted: AuditEffort? = nil) -> Contradiction? {
    if claims.isEmpty { return nil }
    let effort = wanted ?? .standard(for: system)
    if evaluators.count < claims.count { return .unreadable }
    for trace in found {
      for place in runs.follow(trace) { if let found = contradiction(at: place) { return found } }
    }
    return contradictionByRuns(effort) ?? contradictionBySteps(effort.samples)
  }

  // MARK: Runs

  private mutating func contradictionByRuns(_ effort: AuditEffort) -> Contradiction? {
    coverage.edges = system.automata.map(\.edges.count).reduce(0, +)
    var stepsSinceNew = 0
    for _ in 0..<effort.steps where stepsSinceNew < effort.patience {
      stepsSinceNew += 1
      let next = runs.next()
      if let lost = runs.lostStep { return .stepLost(lost) }
      guard let place = next else { continue }
      if runs.taken.count > coverage.edgesTaken { stepsSinceNew = 0 }
      coverage.edgesTaken = runs.taken.count
      if let found = contradiction(at: place) ?? contradictionByOtherChoices(at: place) { return found }
    }
    return nil
  }

  /// A step of a run with all it could have chosen; the first few times that its edge is taken.
  private mutating func contradictionByOtherChoices(at place: RandomRuns.Place) -> Contradiction? {
    guard let (before, step) = place.arrival, let edge = step.edge, !step.choices.isEmpty, timesChosen[edge, default: 0] < 4
    else { return nil }
    timesChosen[edge, default: 0] += 1
    let start = RandomRuns.Place(state: before, interpreter: place.interpreter)
    for after in successors(of: start, by: edge) {
      if let found = contradiction(at: after) { return found }
    }
    return nil
  }

  private mutating func contradiction(at place: RandomRuns.Place) -> Contradiction? {
    coverage.statesReached += 1
    if let left = stepLeftOut(to: place) { return left }
    for claim in claims.indices {
      if isInside(claim, place) == false { return .reached(place.state) }
      if isGoal(claim, place) { return .goalReached(place.state) }
    }
    return nil
  }

  /// nil when a number has no room.
  private mutating func isInside(_ claim: Int, _ place: RandomRuns.Place) -> Bool? {
    let interpreter = runs.interpreters[place.interpreter]
    for (automaton, location) in place.state.locations.enumerated() {
      for invariant in kept[automaton][location.index] {
        guard let bound = runs.value(of: invariant.bound, place) else { return nil }
        if bound.isLess(than: place.state.clocks[invariant.clock.index]) { return false }
      }
    }
    guard evaluators[claim].codes.canWrite(place.state) else { return false }
    return evaluators[claim].formulas.holds(in: SymbolCodes.Moment(state: place.state, parameters: interpreter.parameters))
  }

  private func isGoal(_ claim: Int, _ place: RandomRuns.Place) -> Bool {
    claims[claim].goals.contains { (try? runs.interpreters[place.interpreter].holds($0, in: place.state)) == true }
  }

  // MARK: Single steps

  private mutating func contradictionBySteps(_ samples: Int) -> Contradiction? {
    let edges = system.automata.indices.flatMap { automaton in
      system.automata[automaton].edges.indices.map { EdgeReference(automaton: AutomatonIndex(automaton), edge: $0) }
    }
    guard !edges.isEmpty, !runs.visited.isEmpty else { return nil }
    let inductive = claims.indices.filter { claims[$0].isInductive }
    if inductive.isEmpty { return nil }
    // Edges that no run has taken are where a proof may have lost something; claims hold more states at the others.
    let (taken, others) = (edges.filter(runs.taken.contains), edges.filter { !runs.taken.contains($0) })
    for sample in 0..<samples {
      let isForOthers = sample % 2 == 0 && !others.isEmpty || taken.isEmpty
      let edge = isForOthers ? others[sample / 2 % others.count] : runs.dice.pick(taken)
      let place = madeUp(for: edge)
      let claims = inductive.filter { isInside($0, place) == true }
      if !claims.isEmpty { coverage.statesInside += 1 }
      if let found = contradiction(claims, from: place, by: edge) { return found }
    }
    return nil
  }

  private mutating func madeUp(for edge: EdgeReference) -> RandomRuns.Place {
    let place = runs.dice.pick(runs.visited)
    let start = RandomRuns.Place(state: place.state, interpreter: place.interpreter)
    var made = Perturbation(system: system, place: start, runs: runs, dice: SplitMix64(seed: runs.dice.next()))
    for _ in 0..<runs.dice.pick(0...2) { made.disturb() }
    made.aim(at: system.automata[edge.automaton.index].edges[edge.edge], of: edge.automaton.index)
    return made.place
  }

  private mutating func contradiction(
    _ claims: [Int], from place: RandomRuns.Place, by edge: EdgeReference
  ) -> Contradiction? {
    let interpreter = runs.interpreters[place.interpreter]
    guard (try? interpreter.holds(system.assumption, in: place.state)) == true else { return nil }
    for claim in claims where isGoal(claim, place) { return .goalInside(place.state) }
    for after in successors(of: place, by: edge) + [runs.delayed(place)].compactMap({ $0 }) {
      coverage.stepsTried += 1
      if let left = stepLeftOut(to: after) { return left }
      for claim in claims where isInside(claim, after) == false { return .left(place.state, after.state) }
    }
    return nil
  }

  /// The last step, where the encoding does not have it that a proof was checked with.
  private mutating func stepLeftOut(to place: RandomRuns.Place) -> Contradiction? {
    guard let arrival = place.arrival else { return nil }
    let moment = SymbolCodes.Moment(
      state: arrival.before, parameters: runs.interpreters[place.interpreter].parameters, delay: arrival.step.delay,
      choices: arrival.step.choices)
    for index in encodings.indices where encodings[index].has(arrival.step.edge, from: moment, to: place.state) == false {
      return .stepLeftOut(arrival.before, place.state)
    }
    return nil
  }

  /// Where the edge leads to, with what it can choose.
  private mutating func successors(of place: RandomRuns.Place, by edge: EdgeReference) -> [RandomRuns.Place] {
    choices(of: edge).compactMap { choices in
      (try? runs.interpreters[place.interpreter].take(edge, choices: choices, in: place.state)).map {
        place.after(Step(delay: .zero, edge: edge, choices: choices), $0)
      }
    }
  }

  /// All of them, where they are few; of many, for each value of each choice some that have it.
  private mutating func choices(of edge: EdgeReference) -> [[Int]] {
    let most = 16
    let sizes = system.automata[edge.automaton.index].edges[edge.edge].choices
    if sizes.reduce(1, { min($0 * $1, most + 1) }) <= most {
      return sizes.reduce([[]]) { heads, size in heads.flatMap { head in (0..<size).map { head + [$0] } } }
    }
    return sizes.indices.flatMap { fixed in
      (0..<sizes[fixed]).map { value in
        sizes.indices.map { $0 == fixed ? value : runs.dice.pick(0...sizes[$0] - 1) }
      }
    }
  }
}
