import Foundation
import LifecheckEngines
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// All engines, together and alone, on random systems against each other and against the reference explorer.
/// `LIFECHECK_SEEDS=1000..<9000` looks at more of them.
@Suite struct DifferentialTests {
  @Test func enginesAgreeWithTheReference() throws {
    for seed in seeds(24) {
      let random = RandomSystem(seed: seed)
      let answer = ReferenceExplorer(random.system).reach(random.goal, limit: 20_000)
      for (name, result) in try answers(random) {
        try confirm(result, random, "seed \(seed), \(name)")
        switch (answer, result) {
        case (.reachable, .safe), (.unreachable, .unsafe): Issue.record("seed \(seed), \(name): \(word(answer)) and \(word(result))")
        default: break
        }
      }
    }
  }

  @Test func wildSystemsAreNeverProvedWrongly() throws {
    for seed in seeds(24) {
      let random = RandomSystem(seed: seed, isWild: true)
      let isReached = someParameters(random).contains { system, goal in
        if case .reachable = ReferenceExplorer(findingSomeRunsOf: system).reach(goal, limit: 5_000) { true } else { false }
      }
      var words: Set<String> = isReached ? ["reached"] : []
      for (name, result) in try answers(random) {
        try confirm(result, random, "wild seed \(seed), \(name)")
        words.insert(word(result))
        #expect(!(words.contains("reached") && words.contains("safe")), "wild seed \(seed), \(name): \(words)")
      }
    }
  }

  // MARK: Answers

  private func answers(_ random: RandomSystem) throws -> [(String, SafetyResult)] {
    let sets: [(String, Engines)] = [
      ("all", .all), ("exploration", .exploration), ("search", .boundedModelChecking), ("proofs", .proofs),
    ]
    return try sets.map { name, engines in
      let limits = Limits(wallTime: .seconds(1), maximumSteps: 8)
      return (name, try decide(random.system, [Query(name: "goal", goal: random.goal)], limits: limits, engines: engines)[0].result)
    }
  }

  /// Traces replay, and certificates are confirmed.
  private func confirm(_ result: SafetyResult, _ random: RandomSystem, _ place: String) throws {
    switch result {
    case .unsafe(let trace):
      let interpreter = Interpreter(random.system, parameters: trace.parameters)
      do { _ = try interpreter.replay(trace, reaching: random.goal) } catch { Issue.record("\(place): \(error)") }
    case .safe(let certificate): #expect(try certify(certificate) == .confirmed, "\(place)")
    case .unknown: break
    }
  }

  private func word(_ result: SafetyResult) -> String {
    switch result {
    case .safe: "safe"
    case .unsafe: "reached"
    case .unknown: "unknown"
    }
  }
  private func word(_ answer: ReferenceExplorer.Answer) -> String {
    switch answer {
    case .reachable: "reachable"
    case .unreachable: "unreachable"
    case .tooLarge: "too large"
    }
  }

  // MARK: Systems

  private func seeds(_ count: UInt64) -> Range<UInt64> {
    let bounds = ProcessInfo.processInfo.environment["LIFECHECK_SEEDS"]?.split(separator: "..<").compactMap { UInt64($0) } ?? []
    return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<count
  }

  /// The system for some values of its parameters, in units of half and of whole milliseconds.
  private func someParameters(_ random: RandomSystem) -> [(TimedSystem, Term)] {
    var values: [[Int]] = [[]]
    for parameter in random.system.parameters {
      values = values.flatMap { head in Array(parameter.range).map { head + [$0] } }
    }
    return values.flatMap { values in
      [1, 2].map { factor in
        let change = Change(values: values, factor: factor)
        return (change.system(random.system), change.term(random.goal))
      }
    }
  }
}

/// Puts values for parameters, and counts time in smaller units.
private struct Change {
  let values: [Int]
  let factor: Int

  func system(_ system: TimedSystem) -> TimedSystem {
    var result = system
    result.parameters = []
    result.initial = term(system.initial)
    result.assumption = term(system.assumption)
    for index in result.clocks.indices { result.clocks[index].rate = term(system.clocks[index].rate) }
    for (index, automaton) in system.automata.enumerated() {
      result.automata[index].locations = automaton.locations.map { location in
        let invariants = location.invariants.map { Invariant(condition: term($0.condition), clock: $0.clock, bound: bound($0.bound)) }
        return Location(name: location.name, invariants: invariants)
      }
      for (number, edge) in automaton.edges.enumerated() { result.automata[index].edges[number].body = edge.body.map(action) }
    }
    return result
  }

  private func bound(_ bound: TimeBound) -> TimeBound {
    TimeBound(factor * bound.summands.reduce(bound.constant) { $0 + $1.factor * values[$1.parameter.index] })
  }

  private func action(_ action: Action) -> Action {
    switch action.kind {
    case .assume(let a): Action(.assume(term(a)))
    case .assign(let variable, let value, let condition): Action(.assign(variable, term(value), condition: term(condition)))
    case .move(let automaton, let location, let condition): Action(.move(automaton, location, condition: term(condition)))
    case .reset(let clock, let condition): Action(.reset(clock, condition: term(condition)))
    }
  }

  func term(_ term: Term) -> Term {
    switch term {
    case .clock(let clock, let comparison, let limit): .clock(clock, comparison, bound(limit))
    case .bound(let limit, let comparison): .bound(bound(limit), comparison)
    case .constant, .variable, .choice, .at: term
    case .not(let a): .not(self.term(a))
    case .and(let parts): .and(parts.map(self.term))
    case .or(let parts): .or(parts.map(self.term))
    case .compare(let comparison, let a, let b): .compare(comparison, self.term(a), self.term(b))
    case .add(let a, let b): .add(self.term(a), self.term(b))
    case .subtract(let a, let b): .subtract(self.term(a), self.term(b))
    case .ifThenElse(let a, let b, let c): .ifThenElse(self.term(a), self.term(b), self.term(c))
    }
  }
}
