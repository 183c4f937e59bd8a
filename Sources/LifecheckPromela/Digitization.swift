import LifecheckDiagnostics
import LifecheckSystem

/// Time counted in ticks instead of in real numbers, and whether that loses any run.
///
/// The times at which the edges of a run are taken satisfy constraints on differences of two of them, if no clock is
/// stopped while somebody needs its value. Such constraints with closed bounds have a solution on whole ticks if they have
/// any, when all bounds are whole ticks; so the run has a twin on whole ticks, which reaches the same. Two clocks that are
/// stopped at will do no harm yet: their constraints, too, are a totally unimodular matrix. A strict bound needs room
/// besides, and n of them at the end of a run find it on ticks an n-th as long.
/// - Source: T. Henzinger, Z. Manna, A. Pnueli: "What good are digital clocks?", 1992; for two stopwatches, J. Edmonds:
///   "Submodular functions, matroids, and certain polyhedra", 1970; for parameters that are only ever upper or only ever
///   lower bounds, T. Hune et al.: "Linear parametric model checking of timed automata", 2002.
package struct Digitization: Sendable {
  /// A tick is `unit` milliseconds divided by `parts`.
  package let unit: Milliseconds
  package let parts: Int
  /// Why runs may be lost; empty if none is. Each once, in the order of the system.
  package let doubts: [Doubt]

  package enum Doubt: Hashable, Sendable {
    /// It is compared strictly, or with either outcome, where a run may pass any number of times.
    case strict(clock: String, origin: SourceRange?)
    /// It is stopped, keeps its value, and is one of more than two clocks.
    case stopwatch(clock: String)
    /// It is no whole number of ticks, and a run may need just that.
    case parameter(name: String)
    /// A run may leave what is assumed, and come back, between two ticks.
    case assumption
  }

  package init(_ system: TimedSystem, goals: [Term]) {
    var survey = Survey(system)
    survey.look(at: goals)
    unit = max(survey.divisor, 1)
    parts = max(survey.strictBounds, 1)
    doubts = survey.allDoubts
  }

  /// - Precondition: A constant of the system, or the goals.
  package func ticks(_ time: Milliseconds) -> Int { time / unit * parts }
}

/// A survey of what the terms of a system say about time.
private struct Survey {
  let system: TimedSystem
  var divisor = 0
  /// The most of them in one goal.
  var strictBounds = 0
  private var doubts: [Digitization.Doubt] = []
  /// Parameters of which a run can have more by a higher, and by a lower value.
  private var raising: Set<ParameterIndex> = []
  private var lowering: Set<ParameterIndex> = []

  /// Which outcomes of a term a run may need.
  enum Need { case truth, falsehood, either }

  init(_ system: TimedSystem) {
    self.system = system
    for parameter in system.parameters {
      note(parameter.range.lowerBound)
      note(parameter.range.upperBound)
    }
    for automaton in system.automata {
      for location in automaton.locations { location.invariants.forEach { note($0.bound, $0.clock, .lessEqual, .truth, nil) } }
      for edge in automaton.edges { look(at: edge, of: automaton) }
    }
    if system.assumption.mentionsClock { doubts.append(.assumption) }
    for term in [system.initial, system.assumption] { look(at: term, .either, nil) }
    for clock in system.clocks { look(at: clock.rate, .either, nil) }
  }

  mutating func look(at goals: [Term]) {
    for goal in goals {
      var own = self
      own.look(at: goal, .truth, nil)
      (divisor, raising, lowering) = (own.divisor, own.raising, own.lowering)
      strictBounds = max(strictBounds, strictBounds(in: goal, .truth))
    }
  }

  /// How many strict bounds must hold together, at most.
  private func strictBounds(in term: Term, _ need: Need) -> Int {
    func all(_ parts: [Term]) -> Int { parts.map { strictBounds(in: $0, need) }.reduce(0, +) }
    func any(_ parts: [Term]) -> Int { parts.map { strictBounds(in: $0, need) }.max() ?? 0 }
    switch term {
    case .constant, .variable, .choice, .at, .bound: return 0
    case .clock(_, let comparison, _): return comparison.isStrict(need) ? 1 : 0
    case .not(let inner): return strictBounds(in: inner, need.negated)
    case .and(let parts): return need == .falsehood ? any(parts) : all(parts)
    case .or(let parts): return need == .truth ? any(parts) : all(parts)
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      return [a, b].map { strictBounds(in: $0, .either) }.reduce(0, +)
    case .ifThenElse(let condition, let a, let b): return strictBounds(in: condition, .either) + all([a, b])
    }
  }

  var allDoubts: [Digitization.Doubt] {
    var all = doubts
    let knowing = EdgeGuard(knowing: system.constants)
    let running = system.clocks.filter { knowing.before($0.rate) != .true && !$0.isDeadWhileStopped }
    if system.clocks.count > 2 { all += running.map { .stopwatch(clock: $0.name) } }
    for (index, parameter) in system.parameters.enumerated() where parameter.range.count > 1 {
      let isBoth = raising.contains(ParameterIndex(index)) && lowering.contains(ParameterIndex(index))
      if isBoth { all.append(.parameter(name: parameter.name)) }
    }
    var seen: Set<Digitization.Doubt> = []
    return all.filter { seen.insert($0).inserted }
  }

  // MARK: Edges

  private mutating func look(at edge: Edge, of automaton: Automaton) {
    for action in edge.body {
      switch action.kind {
      case .assume(let term):
        look(at: term, .truth, action.origin)
        if edge.isUrgent { lookAtWaiting(term, automaton.locations[edge.source.index], action.origin) }
      case .assign(_, let value, let condition):
        look(at: value, .either, action.origin)
        look(at: condition, .either, action.origin)
      case .move(_, _, let condition), .reset(_, let condition): look(at: condition, .either, action.origin)
      }
    }
  }

  /// While an urgent edge could be taken, no time passes; that its time has not come is nothing new where an invariant
  /// stops time at that very moment.
  private mutating func lookAtWaiting(_ guardTerm: Term, _ location: Location, _ origin: SourceRange?) {
    let parts = if case .and(let parts) = guardTerm { parts } else { [guardTerm] }
    for part in parts where !system.isStoppedInTime(part, location.invariants) { look(at: part, .falsehood, origin) }
  }

  // MARK: Terms

  private mutating func look(at term: Term, _ need: Need, _ origin: SourceRange?) {
    switch term {
    case .constant, .variable, .choice, .at: break
    case .clock(let clock, let comparison, let bound): note(bound, clock, comparison, need, origin)
    case .bound(let bound, let comparison):
      note(bound.constant)
      // p - q ≥ 0 is p ≥ q: more of p helps.
      noteParameters(of: bound, comparison.directions(need).map { !$0 })
    case .not(let inner): look(at: inner, need.negated, origin)
    case .and(let parts), .or(let parts): for part in parts { look(at: part, need, origin) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      for part in [a, b] { look(at: part, .either, origin) }
    case .ifThenElse(let condition, let a, let b):
      look(at: condition, .either, origin)
      for part in [a, b] { look(at: part, need, origin) }
    }
  }

  private mutating func note(
    _ bound: TimeBound, _ clock: ClockIndex, _ comparison: Comparison, _ need: Need, _ origin: SourceRange?
  ) {
    note(bound.constant)
    noteParameters(of: bound, comparison.directions(need))
    if comparison.isStrict(need) { doubts.append(.strict(clock: system.clocks[clock.index].name, origin: origin)) }
  }

  private mutating func note(_ time: Milliseconds) {
    var (a, b) = (divisor, abs(time))
    while b != 0 { (a, b) = (b, a % b) }
    divisor = a
  }

  /// - Parameter directions: Whether a higher bound helps (true), a lower one does (false), or both.
  private mutating func noteParameters(of bound: TimeBound, _ directions: [Bool]) {
    for summand in bound.summands {
      for isHigher in directions {
        if isHigher == (summand.factor > 0) { raising.insert(summand.parameter) } else { lowering.insert(summand.parameter) }
      }
    }
  }
}

extension Survey.Need {
  fileprivate var negated: Self {
    switch self {
    case .truth: .falsehood
    case .falsehood: .truth
    case .either: .either
    }
  }
}

extension Comparison {
  /// Whether some outcome that is needed leaves out the bound itself.
  fileprivate func isStrict(_ need: Survey.Need) -> Bool {
    switch (self, need) {
    case (.less, .truth), (.greater, .truth): true
    case (.lessEqual, .falsehood), (.greaterEqual, .falsehood), (.equal, .falsehood): true
    case (_, .either): true
    default: false
    }
  }

  /// For `x ⋈ bound`: whether a higher bound helps (true), a lower one (false), or each of them in turn.
  fileprivate func directions(_ need: Survey.Need) -> [Bool] {
    switch (self, need) {
    case (.equal, _), (_, .either): [true, false]
    case (.less, .truth), (.lessEqual, .truth), (.greater, .falsehood), (.greaterEqual, .falsehood): [true]
    default: [false]
    }
  }
}

extension TimedSystem {
  /// Variables that never get another value than their first.
  fileprivate var constants: [VariableIndex: Int] {
    var values: [VariableIndex: Int] = [:]
    for (index, variable) in variables.enumerated() { values[VariableIndex(index)] = variable.initial }
    for action in automata.flatMap(\.edges).flatMap(\.body) {
      guard case .assign(let variable, let value, _) = action.kind else { continue }
      if values[variable].map({ value == .constant($0) }) != true { values[variable] = nil }
    }
    return values
  }

  /// Whether time cannot pass the moment at which the comparison becomes true, so that it is never known to be false later
  /// than that.
  fileprivate func isStoppedInTime(_ term: Term, _ invariants: [Invariant]) -> Bool {
    guard case .clock(let clock, .greaterEqual, let bound) = term else { return false }
    let clockRuns = clocks[clock.index].rate == .true || clocks[clock.index].isDeadWhileStopped
    return clockRuns && invariants.contains { $0.clock == clock && $0.bound == bound && $0.condition == .true }
  }
}
