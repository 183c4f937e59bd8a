import LifecheckSystem

/// Breadth-first reachability over whole-number times, written from the definition in `TimedSystem` and from nothing
/// else, so that encoder, engines and interpreter can be tested against it.
///
/// Why whole numbers suffice: fix the edges of a run and which delays are 0. What remains are closed constraints with
/// whole bounds on sums of delays: for each clock, the delays since a reset during which it ran. For one clock these
/// sets are nested or disjoint; two such families together make a totally unimodular matrix, so if there is a solution
/// there is a whole one. Hence at most two clocks, stopwatches or not, no strict or negated clock comparison, and no
/// clock in the guard of an urgent edge.
/// - Source: J. Edmonds: "Submodular functions, matroids, and certain polyhedra", 1970 (two laminar families).
package struct ReferenceExplorer {
  package struct Configuration: Hashable, Sendable {
    package var variables: [Int]
    package var locations: [Int]
    package var clocks: [Int]
    package init(variables: [Int], locations: [Int], clocks: [Int]) {
      self.variables = variables
      self.locations = locations
      self.clocks = clocks
    }
  }

  package enum Answer: Equatable, Sendable {
    /// A run with the least number of symbolic steps (`length`): one delay of at least 0, after which each automaton in
    /// turn takes at most one edge.
    case reachable(Trace)
    case unreachable
    /// More configurations than allowed.
    case tooLarge
  }

  let system: TimedSystem
  /// Clocks stop counting here: one more than anything they are compared with. nil while walking.
  private let cap: Int?

  /// - Precondition: the system keeps to what the type's comment asks for, and has no rigid parameters.
  package init(_ system: TimedSystem) {
    precondition(system.clocks.count <= 2)
    self.init(system, cap: nil)
  }

  /// For systems for which whole times are not enough: what is found is a run all the same, but what is not found may
  /// yet be reachable.
  /// - Precondition: the system has no rigid parameters.
  package init(findingSomeRunsOf system: TimedSystem) { self.init(system, cap: nil) }

  private init(_ system: TimedSystem, cap: Int?) {
    precondition(system.parameters.isEmpty)
    self.system = system
    self.cap = cap
  }
}

// MARK: Reachability

extension ReferenceExplorer {
  package func reach(_ goal: Term, limit: Int = 300_000) -> Answer {
    let cap = 1 + largestConstant(with: goal)
    return ReferenceExplorer(system, cap: cap).search(for: goal, longestDelay: cap, limit: limit)
  }

  private func search(for goal: Term, longestDelay: Int, limit: Int) -> Answer {
    var parent: [Configuration: (Configuration, [Step])] = [:]
    var seen = Set<Configuration>()
    var frontier = initialConfigurations().filter { seen.insert($0).inserted }
    var depth = 0
    while !frontier.isEmpty {
      if let found = frontier.first(where: { isTrue(goal, $0) }) {
        return .reachable(trace(to: found, parent: parent, length: depth))
      }
      var next: [Configuration] = []
      for configuration in frontier {
        for (steps, successor) in symbolicSuccessors(of: configuration, longestDelay: longestDelay)
        where seen.insert(successor).inserted {
          parent[successor] = (configuration, steps)
          next.append(successor)
        }
      }
      if seen.count > limit { return .tooLarge }
      frontier = next
      depth += 1
    }
    return .unreachable
  }

  private func trace(
    to end: Configuration, parent: [Configuration: (Configuration, [Step])], length: Int
  ) -> Trace {
    var steps: [Step] = []
    var current = end
    while let (before, some) = parent[current] {
      steps = some + steps
      current = before
    }
    return Trace(initialVariables: current.variables, parameters: [], steps: steps, length: length)
  }

  private func symbolicSuccessors(of start: Configuration, longestDelay: Int) -> [([Step], Configuration)] {
    var all: [([Step], Configuration)] = []
    for amount in 0...longestDelay {
      guard let later = delayed(start, by: amount) else { break }
      var reached: [([Step], Configuration)] = [([], later)]
      for automaton in system.automata.indices {
        for (steps, configuration) in reached {
          for (edge, choices, successor) in edgeSuccessors(of: configuration, automaton: automaton) {
            let delay = RationalTime(steps.isEmpty ? amount : 0)
            reached.append((steps + [Step(delay: delay, edge: edge, choices: choices)], successor))
          }
        }
      }
      if amount > 0 { reached[0].0 = [Step(delay: RationalTime(amount), edge: nil, choices: [])] }
      all += reached
    }
    return all
  }

  /// The largest constant that any clock is compared with.
  private func largestConstant(with goal: Term) -> Int {
    var largest = 0
    func visit(_ term: Term) {
      switch term {
      case .clock(_, _, let bound): largest = max(largest, bound.constant)
      case .not(let inner): visit(inner)
      case .and(let parts), .or(let parts): parts.forEach(visit)
      case .ifThenElse(let a, let b, let c): [a, b, c].forEach(visit)
      case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b): [a, b].forEach(visit)
      case .constant, .variable, .choice, .at, .bound: break
      }
    }
    visit(goal)
    for automaton in system.automata {
      for invariant in automaton.locations.flatMap(\.invariants) { largest = max(largest, invariant.bound.constant) }
      for action in automaton.edges.flatMap(\.body) {
        switch action.kind {
        case .assume(let term), .move(_, _, let term), .reset(_, let term): visit(term)
        case .assign(_, let value, let condition):
          visit(value)
          visit(condition)
        }
      }
    }
    return largest
  }
}

// MARK: Single steps

extension ReferenceExplorer {
  package func initialConfigurations() -> [Configuration] {
    var valuations: [[Int]] = [[]]
    for variable in system.variables {
      let values = variable.initial.map { [$0] } ?? Array(0..<variable.domain)
      valuations = valuations.flatMap { valuation in values.map { valuation + [$0] } }
    }
    let configurations = valuations.map {
      Configuration(
        variables: $0, locations: system.automata.map(\.initial.index),
        clocks: [Int](repeating: 0, count: system.clocks.count))
    }
    return configurations.filter { isTrue(system.initial, $0) && isTrue(system.assumption, $0) }
  }

  /// nil when time cannot pass that far.
  package func delayed(_ before: Configuration, by amount: Int) -> Configuration? {
    if amount == 0 { return before }
    let mustHurry = system.automata.indices.contains { index in
      system.automata[index].edges.contains { edge in
        edge.isUrgent && edge.source.index == before.locations[index]
          && choiceValues(edge.choices).contains { outcome(of: edge, index, $0, from: before) != nil }
      }
    }
    if mustHurry { return nil }
    var after = before
    for (index, clock) in system.clocks.enumerated() where isTrue(clock.rate, before) {
      after.clocks[index] = min(before.clocks[index] + amount, cap ?? .max)
    }
    for (index, automaton) in system.automata.enumerated() {
      for invariant in automaton.locations[after.locations[index]].invariants {
        let isBroken = after.clocks[invariant.clock.index] > invariant.bound.constant
        if isBroken && isTrue(invariant.condition, after) { return nil }
      }
    }
    return isTrue(system.assumption, after) ? after : nil
  }

  /// All edges of one automaton that can be taken, with every choice.
  package func edgeSuccessors(
    of configuration: Configuration, automaton: Int
  ) -> [(edge: EdgeReference, choices: [Int], after: Configuration)] {
    var result: [(edge: EdgeReference, choices: [Int], after: Configuration)] = []
    for (number, edge) in system.automata[automaton].edges.enumerated()
    where edge.source.index == configuration.locations[automaton] {
      for choices in choiceValues(edge.choices) {
        guard let after = outcome(of: edge, automaton, choices, from: configuration), isTrue(system.assumption, after)
        else { continue }
        result.append((EdgeReference(automaton: AutomatonIndex(automaton), edge: number), choices, after))
      }
    }
    return result
  }

  /// nil when an assumption in the body fails.
  private func outcome(
    of edge: Edge, _ automaton: Int, _ choices: [Int], from before: Configuration
  ) -> Configuration? {
    var now = before
    for action in edge.body {
      switch action.kind {
      case .assume(let term): if !isTrue(term, now, choices) { return nil }
      case .assign(let variable, let term, let condition):
        if isTrue(condition, now, choices) {
          now.variables[variable.index] = number(term, now, choices)
          precondition(0..<system.variables[variable.index].domain ~= now.variables[variable.index])
        }
      case .move(let other, let location, let condition):
        if isTrue(condition, now, choices) { now.locations[other.index] = location.index }
      case .reset(let clock, let condition):
        if isTrue(condition, now, choices) { now.clocks[clock.index] = 0 }
      }
    }
    now.locations[automaton] = edge.target.index
    return now
  }

  private func choiceValues(_ domains: [Int]) -> [[Int]] {
    domains.reduce([[]]) { partial, domain in partial.flatMap { head in (0..<domain).map { head + [$0] } } }
  }
}

// MARK: Terms

extension ReferenceExplorer {
  package func isTrue(_ term: Term, _ now: Configuration, _ choices: [Int] = []) -> Bool {
    number(term, now, choices) != 0
  }

  private func number(_ term: Term, _ now: Configuration, _ choices: [Int]) -> Int {
    func test(_ condition: Bool) -> Int { condition ? 1 : 0 }
    func compare(_ a: Int, _ comparison: Comparison, _ b: Int) -> Int {
      switch comparison {
      case .less: test(a < b)
      case .lessEqual: test(a <= b)
      case .equal: test(a == b)
      case .greaterEqual: test(a >= b)
      case .greater: test(a > b)
      }
    }
    switch term {
    case .constant(let value): return value
    case .variable(let variable): return now.variables[variable.index]
    case .choice(let choice): return choices[choice.index]
    case .at(let automaton, let places): return test(places.contains(LocationIndex(now.locations[automaton.index])))
    case .clock(let clock, let comparison, let bound):
      return compare(now.clocks[clock.index], comparison, bound.constant)
    case .bound(let bound, let comparison): return compare(bound.constant, comparison, 0)
    case .not(let inner): return 1 - test(isTrue(inner, now, choices))
    case .and(let parts): return test(parts.allSatisfy { isTrue($0, now, choices) })
    case .or(let parts): return test(parts.contains { isTrue($0, now, choices) })
    case .compare(let comparison, let a, let b): return compare(number(a, now, choices), comparison, number(b, now, choices))
    case .add(let a, let b): return number(a, now, choices) + number(b, now, choices)
    case .subtract(let a, let b): return number(a, now, choices) - number(b, now, choices)
    case .ifThenElse(let condition, let a, let b): return number(isTrue(condition, now, choices) ? a : b, now, choices)
    }
  }
}
