import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// The engines whose measure of length is symbolic steps.
private let symbolic: Engines = [.boundedModelChecking, .proofs]

/// `safe`, or `unsafe` with length and time in milliseconds; what a fixture may promise.
private enum Expected: Equatable, Sendable {
  case safe
  case unsafe(length: Int, at: Int)
  case unknown(UndecidedReason)
}

private func check(
  _ system: TimedSystem, _ goal: Term, _ expected: Expected, limits: Limits = Limits(wallTime: .seconds(60)),
  options: EncodingOptions = EncodingOptions(), sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let results = try decide(system, [Query(name: "goal", goal: goal)], limits: limits, options: options, engines: symbolic)
  #expect(summary(results[0].result) == expected, sourceLocation: sourceLocation)
}

private func summary(_ result: SafetyResult) -> Expected {
  switch result {
  case .safe: return .safe
  case .unsafe(let trace):
    let end = trace.steps.reduce(RationalTime?.some(.zero)) { $0?.adding($1.delay) }
    return .unsafe(length: trace.length, at: end.flatMap { $0.denominator == 1 ? $0.numerator : nil } ?? -1)
  case .unknown(let reason, _): return .unknown(reason)
  }
}

/// One automaton that waits at location 0 for at most `bound`, then goes to 1.
private func waiting(atMost bound: Int, isUrgentAt urgent: Int? = nil) -> (system: TimedSystem, clock: ClockIndex) {
  var system = TimedSystem()
  let clock = system.addClock("x")
  system.automata.append(
    Automaton(
      name: "a",
      locations: [
        Location(name: "waits", invariants: [Invariant(clock: clock, bound: TimeBound(bound))]), Location(name: "done"),
      ], initial: LocationIndex(0), edges: [edge(0, 1, [])]))
  return (system, clock)
}

private let a = AutomatonIndex(0)

@Suite struct AsideTests {
  /// Or a warning would depend on who is faster.
  @Test func whatIsAskedByTheWayIsAnsweredThoughAllElseIsWithdrawn() throws {
    let (system, clock) = waiting(atMost: 5_000)
    func never(_ name: String, longerThan time: Int) -> Query {
      Query(name: name, goal: .all([at(a, 0), .clock(clock, .greater, TimeBound(time))]))
    }
    let exchange = Exchange(queries: 1, asides: 1)
    exchange.withdraw([0])
    let results = try decide(
      system, [never("query", longerThan: 5_000)], asides: [never("aside", longerThan: 6_000)], within: LimitWatch(Limits()),
      exchange: exchange)
    #expect(summary(results[1].result) == .safe)
  }
}

@Suite struct BoundTests {
  @Test func aClosedBoundIsNotViolatedAtTheBound() throws {
    let (system, clock) = waiting(atMost: 5_000)
    try check(system, .all([at(a, 0), .clock(clock, .greater, TimeBound(5_000))]), .safe)
    try check(system, .all([at(a, 0), .clock(clock, .greaterEqual, TimeBound(5_000))]), .unsafe(length: 1, at: 5_000))
  }

  @Test func aStrictBoundIsViolatedOneMillisecondLater() throws {
    let (system, clock) = waiting(atMost: 6_000)
    try check(system, .all([at(a, 0), .clock(clock, .greater, TimeBound(5_000))]), .unsafe(length: 1, at: 5_001))
  }

  @Test func timesAreFractionsWhereTheyMustBe() throws {
    let (system, clock) = waiting(atMost: 1)
    let between = Term.all([.clock(clock, .greater, TimeBound(0)), .clock(clock, .less, TimeBound(1))])
    try check(system, between, .unsafe(length: 1, at: -1))
  }

  @Test func aRigidParameterTakesItsPreferredValueIfItCan() throws {
    var (system, clock) = waiting(atMost: 9_000)
    system.parameters = [RigidParameter(name: "limit", range: 1_000...8_000, preferred: 5_000)]
    let limit = TimeBound(0, [.init(parameter: ParameterIndex(0), factor: 1)])
    try check(system, .clock(clock, .greater, limit), .unsafe(length: 1, at: 5_001))
    let low = Term.all([.clock(clock, .greater, limit), .clock(clock, .less, TimeBound(3_000))])
    let results = try decide(system, [Query(name: "low", goal: low)], engines: symbolic)
    guard case .unsafe(let trace) = results[0].result else { return #expect(Bool(false)) }
    #expect(trace.parameters == [RationalTime(1_000)])
    #expect(trace.steps.map(\.delay) == [RationalTime(1_001)])
  }
}

@Suite struct TimeTests {
  @Test func anUrgentEdgeStopsTime() throws {
    var (system, clock) = waiting(atMost: 5_000)
    system.automata[0].edges = [edge(0, 1, isUrgent: true, [])]
    try check(system, .all([at(a, 0), .clock(clock, .greater, TimeBound(0))]), .safe)
  }

  @Test func anUrgentEdgeStopsTimeOnlyWhereSomeChoiceEnablesIt() throws {
    var (system, clock) = waiting(atMost: 5_000)
    let wanted = system.addVariable("wanted", domain: 4, initial: nil)
    let isWanted = Term.compare(.equal, .choice(ChoiceIndex(0)), .variable(wanted))
    system.automata[0].edges = [edge(0, 1, isUrgent: true, choices: [3], [.assume(isWanted)])]
    let late = Term.all([at(a, 0), .clock(clock, .greater, TimeBound(0))])
    try check(system, late, .unsafe(length: 1, at: 1))
    try check(system, .all([late, .compare(.less, .variable(wanted), .constant(3))]), .safe)
  }

  /// An edge that looks at a clock to do the one or the other is as urgent as any.
  @Test(arguments: [symbolic, .exploration])
  func anUrgentEdgeMayLookAtClocks(_ engines: Engines) throws {
    var (system, clock) = waiting(atMost: 5_000)
    let early = system.addVariable("early", domain: 2)
    let isEarly = Term.compare(.equal, .choice(ChoiceIndex(0)), .clock(clock, .less, TimeBound(2_000)))
    let remembers = Action.Kind.assign(early, .choice(ChoiceIndex(0)), condition: .true)
    system.automata[0].edges = [edge(0, 1, isUrgent: true, choices: [2], [.assume(isEarly), remembers])]
    let late = Term.all([at(a, 0), .clock(clock, .greater, TimeBound(0))])
    let results = try decide(system, [Query(name: "late", goal: late)], limits: Limits(wallTime: .seconds(60)), engines: engines)
    #expect(summary(results[0].result) == .safe)
  }

  @Test func aStopwatchStandsStillWhileItsRateIsFalse() throws {
    var (system, clock) = waiting(atMost: 5_000)
    system.clocks[0].rate = at(a, 0)
    let wall = system.addClock("wall")
    try check(system, .clock(clock, .greater, TimeBound(5_000)), .safe)
    let late = Term.all([
      .clock(wall, .greaterEqual, TimeBound(8_000)), .clock(clock, .equal, TimeBound(2_000)), at(a, 1),
    ])
    try check(system, late, .unsafe(length: 2, at: 8_000))
  }

  @Test func severalAutomataActAtOneInstantInAnyOrder() throws {
    // b needs a's effect, a second edge of a needs b's: two symbolic steps in no time.
    var system = TimedSystem()
    let x = system.addVariable("x", domain: 4)
    func isX(_ value: Int) -> Action.Kind { .assume(.compare(.equal, .variable(x), .constant(value))) }
    func setX(_ value: Int) -> Action.Kind { .assign(x, .constant(value), condition: .true) }
    let place = [Location(name: "only")]
    system.automata = [
      Automaton(
        name: "a", locations: place, initial: LocationIndex(0),
        edges: [edge(0, 0, [isX(0), setX(1)]), edge(0, 0, [isX(2), setX(3)])]),
      Automaton(name: "b", locations: place, initial: LocationIndex(0), edges: [edge(0, 0, [isX(1), setX(2)])]),
    ]
    let results = try decide(
      system, (1...3).map { Query(name: "\($0)", goal: .compare(.equal, .variable(x), .constant($0))) }, engines: symbolic)
    #expect(
      results.map { summary($0.result) } == [
        .unsafe(length: 1, at: 0), .unsafe(length: 1, at: 0), .unsafe(length: 2, at: 0),
      ])
    guard case .unsafe(let trace) = results[2].result else { return }
    #expect(
      trace.steps.map(\.edge) == [
        EdgeReference(automaton: AutomatonIndex(0), edge: 0), EdgeReference(automaton: AutomatonIndex(1), edge: 0),
        EdgeReference(automaton: AutomatonIndex(0), edge: 1),
      ])
  }
}

@Suite struct FailedInvariantTests {
  @Test func aStateThatEntersTooLateIsFound() throws {
    var (system, clock) = waiting(atMost: 5_000)
    system.automata[0].locations[1].invariants = [Invariant(clock: clock, bound: TimeBound(2_000))]
    try check(system, system.failedInvariant, .unsafe(length: 1, at: 2_001))
  }

  @Test func theFamiliesHaveNone() throws {
    let (system, _) = BenchmarkFamilies.tasks(2, leaks: true)
    try check(system, system.failedInvariant, .safe)
  }
}

@Suite struct DomainTests {
  @Test(arguments: [BitCode.binary, .oneHot]) func aCounterStaysInItsDomain(code: BitCode) throws {
    var options = EncodingOptions()
    options.variables = code
    var system = TimedSystem()
    let count = system.addVariable("count", domain: 5)
    let increment = Action.Kind.assign(count, .add(.variable(count), .constant(1)), condition: .true)
    system.automata.append(
      Automaton(
        name: "a", locations: [Location(name: "only")], initial: LocationIndex(0), edges: [edge(0, 0, [increment])]))
    try check(system, .compare(.greaterEqual, .variable(count), .constant(4)), .unsafe(length: 4, at: 0), options: options)
    try check(system, .compare(.greater, .variable(count), .constant(4)), .safe, options: options)
  }

  @Test func runsThatLeaveTheAssumptionAreNotConsidered() throws {
    var (system, clock) = waiting(atMost: 5_000)
    system.assumption = .not(.all([at(a, 1), .clock(clock, .less, TimeBound(3_000))]))
    try check(system, at(a, 1), .unsafe(length: 1, at: 3_000))
  }

  @Test func whereNoRunBeginsProversProveAll() throws {
    var (system, clock) = waiting(atMost: 5_000)
    let count = system.addVariable("count", domain: 5, initial: nil)
    let none = Term.all([.compare(.greater, .variable(count), .constant(2)), .compare(.less, .variable(count), .constant(3))])
    let late = Term.all([at(a, 1), .clock(clock, .greater, TimeBound(3_000))])
    for initial in [.false, none] {
      system.initial = initial
      for engines in [Engines.proofs, .ic3] {
        let result = try decide(
          system, [Query(name: "late", goal: late)], limits: Limits(wallTime: .seconds(20)), engines: engines)[0]
        #expect(summary(result.result) == .safe, "\(engines.rawValue)")
      }
    }
  }
}

@Suite struct FamilyTests {
  @Test(arguments: [1, 2, 4]) func tasks(count: Int) throws {
    for leaks in [false, true] {
      let (system, queries) = BenchmarkFamilies.tasks(count, leaks: leaks)
      let results = try decide(system, queries, limits: Limits(wallTime: .seconds(60)), engines: symbolic)
      #expect(results.map { summary($0.result) } == [.safe, .safe, leaks ? .unsafe(length: 7, at: 31_000) : .safe])
    }
  }

  @Test(arguments: [(1, 2), (1, 4), (2, 2), (4, 2)]) func pipeline(jobs: Int, steps: Int) throws {
    let (system, queries) = BenchmarkFamilies.pipeline(jobs, steps, isLate: false)
    try check(system, queries[0].goal, .safe)
    let (late, lateQueries) = BenchmarkFamilies.pipeline(jobs, steps, isLate: true)
    try check(late, lateQueries[0].goal, .unsafe(length: steps + 1, at: (2 * steps - 1) * 1_000 + 1))
  }

  @Test func theSameInputGivesTheSameTrace() throws {
    let (system, queries) = BenchmarkFamilies.tasks(3, leaks: true)
    let runs = try (0..<3).map { _ in try decide(system, queries) }
    let traces = runs.map { results -> Trace? in
      if case .unsafe(let trace) = results[2].result { trace } else { nil }
    }
    #expect(traces[0] != nil)
    #expect(Set(traces).count == 1)
  }
}

@Suite struct CertificateTests {
  /// In the name of exploration, whose claims may be wrong: tests beside these fail where another engine's are (`Refutations`).
  private func certificate(claim: Term, goal: Term) -> Certificate {
    let (system, _) = waiting(atMost: 5_000)
    var encoded = encode(system)
    let claimFormula = encoded.formula(claim)
    let goalFormula = encoded.formula(goal)
    return Certificate(encoded: encoded, goal: goalFormula, claim: claimFormula, k: 1, engine: .exploration)
  }
  private let late = Term.all([at(a, 0), .clock(ClockIndex(0), .greater, TimeBound(5_000))])

  @Test func aTrueInvariantIsConfirmed() throws {
    #expect(try certify(certificate(claim: late.negated, goal: late)) == .confirmed)
  }
  @Test func aClaimThatDoesNotHoldAtTheStartIsRefuted() throws {
    #expect(try certify(certificate(claim: at(a, 1), goal: late)) == .refuted(.start))
  }
  @Test func aClaimThatIsNotInductiveIsRefuted() throws {
    #expect(try certify(certificate(claim: at(a, 0), goal: at(a, 1))) == .refuted(.step))
  }
  @Test func aClaimThatAllowsTheGoalIsRefuted() throws {
    #expect(try certify(certificate(claim: .true, goal: at(a, 1))) == .refuted(.goal))
  }
}

@Suite struct LimitTests {
  private let hard = BenchmarkFamilies.pipeline(16, 8, isLate: true)

  @Test func theTimeLimitIsKept() throws {
    let clock = ContinuousClock()
    let start = clock.now
    try check(
      BenchmarkFamilies.tasks(96, leaks: false).system, .all([at(AutomatonIndex(5), 0), at(a, 4), .variable(VariableIndex(0))]),
      .unknown(.limit(.time)), limits: Limits(wallTime: .milliseconds(300)))
    #expect(clock.now - start < .milliseconds(1_300))
  }

  @Test func theStepLimitIsKept() throws {
    try check(
      hard.system, hard.queries[0].goal, .unknown(.steps),
      limits: Limits(wallTime: .seconds(20), maximumSteps: 2, effort: 300_000))
  }
}
