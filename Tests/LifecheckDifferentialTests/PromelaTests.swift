import Foundation
import LifecheckEngines
import LifecheckPromela
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Systems exported to Promela, where SPIN must find what our engines find.
@Suite(.serialized) struct PromelaTests {
  @Test func spinAgreesOnTheFamilies() throws {
    let problems = [
      BenchmarkFamilies.tasks(1, leaks: false), BenchmarkFamilies.tasks(1, leaks: true),
      BenchmarkFamilies.pipeline(2, 4, isLate: false), BenchmarkFamilies.pipeline(2, 4, isLate: true),
    ]
    for (system, queries) in problems {
      let promela = promela(system, queries.map(\.goal))
      for (index, result) in try decide(system, queries, limits: limits).enumerated() {
        let isReached = try Spin.failsAssertion(promela.text(heading: []), question: index + 1)
        #expect(isReached == self.isReached(result.result), "\(result.name)")
      }
    }
  }

  /// `LIFECHECK_SPIN_SEEDS=100..<200` looks at others.
  @Test func spinAgreesOnRandomSystems() throws {
    for seed in seeds {
      let random = RandomSystem(seed: seed)
      let promela = promela(random.system, [random.goal])
      let answer = ReferenceExplorer(random.system).reach(random.goal, limit: 50_000)
      if case .tooLarge = answer { continue }
      let isReached = if case .reachable = answer { true } else { false }
      #expect(try Spin.failsAssertion(promela.text(heading: []), question: 1) == isReached, "seed \(seed)")
    }
  }

  /// Whole ticks lose runs, but what they show are runs.
  @Test func whatSpinFindsInWildSystemsIsARun() throws {
    for seed in seeds {
      let random = RandomSystem(seed: seed, isWild: true)
      let promela = promela(random.system, [random.goal])
      let result = try decide(random.system, [Query(name: "goal", goal: random.goal)], limits: limits)[0].result
      guard let isReached = isReached(result), isReached != (try Spin.failsAssertion(promela.text(heading: []), question: 1))
      else { continue }
      #expect(isReached && !promela.digitization.doubts.isEmpty, "wild seed \(seed)")
    }
  }

  @Test func aStrictBoundInAGoalHalvesNothingAlone() {
    let problem = BenchmarkFamilies.pipeline(2, 4, isLate: true)
    let digitization = Digitization(problem.system, goals: problem.queries.map(\.goal))
    #expect(digitization.doubts.isEmpty && digitization.unit == 1_000 && digitization.parts == 1)
  }

  /// Between 0 and 1 of one clock and below 1 of the other lies no whole second, but half a one.
  @Test func twoStrictBoundsNeedHalfTicks() throws {
    var system = TimedSystem()
    let (x, y) = (system.addClock("x"), system.addClock("y"))
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "here")], initial: LocationIndex(0),
        edges: [edge(0, 0, [.reset(y, condition: .true)])])
    ]
    let goal = Term.all([
      .clock(x, .less, TimeBound(1_000)), .clock(y, .greater, TimeBound(0)), .clock(x, .greater, TimeBound(0)),
    ])
    let promela = promela(system, [goal])
    #expect(promela.digitization.parts == 3 && promela.digitization.doubts.isEmpty)
    #expect(try Spin.failsAssertion(promela.text(heading: []), question: 1))
  }

  @Test func doubtsAreTold() {
    var system = TimedSystem()
    let x = system.addClock("x")
    let moves = system.addVariable("moves")
    for name in ["y", "z"] { _ = system.addClock(name, rate: .variable(moves)) }
    system.parameters = [RigidParameter(name: "p", range: 1_000...2_000, preferred: nil)]
    let p = TimeBound(0, [TimeBound.Summand(parameter: ParameterIndex(0), factor: 1)])
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "here", invariants: [Invariant(clock: x, bound: p)])], initial: LocationIndex(0),
        edges: [
          edge(0, 0, [.assume(.clock(x, .greaterEqual, p)), .reset(x, condition: .true)]),
          edge(0, 0, [.assume(.clock(x, .greater, TimeBound(500))), .assign(moves, .true, condition: .true)]),
        ])
    ]
    let doubts = Digitization(system, goals: []).doubts
    #expect(doubts == [.strict(clock: "x", origin: nil), .stopwatch(clock: "y"), .stopwatch(clock: "z"), .parameter(name: "p")])
  }

  // MARK: Parts

  private let limits = Limits(wallTime: .seconds(20), maximumSteps: 30)

  private var seeds: Range<UInt64> {
    let text = ProcessInfo.processInfo.environment["LIFECHECK_SPIN_SEEDS"] ?? ""
    let bounds = text.split(separator: "..<").compactMap { UInt64($0) }
    return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<6
  }

  private func promela(_ system: TimedSystem, _ goals: [Term]) -> Promela {
    Promela(system, goals.map { Promela.Question(comment: "a goal", goal: $0) })
  }

  private func isReached(_ result: SafetyResult) -> Bool? {
    switch result {
    case .safe: false
    case .unsafe: true
    case .unknown: nil
    }
  }
}
