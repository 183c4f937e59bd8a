import LifecheckSystem

/// Timed systems that scale, as builder code: the same problems that the peers are measured with.
package enum BenchmarkFamilies {
  package typealias Problem = (system: TimedSystem, queries: [Query])

  // MARK: pipeline(J, M)

  /// `jobs` asynchronous jobs of `steps` steps each, against one deadline: 2·steps seconds, or one less when `isLate`.
  package static func pipeline(_ jobs: Int, _ steps: Int, isLate: Bool) -> Problem {
    var system = TimedSystem()
    let app = AutomatonIndex(0)
    func job(_ number: Int) -> AutomatonIndex { AutomatonIndex(1 + number) }
    let deadline = system.addClock("deadline")
    let work = (0..<jobs).map { system.addClock("job \($0)") }
    let allDone = Term.all((0..<jobs).map { at(job($0), 0) })
    let start: [Action.Kind] =
      [.reset(deadline, condition: .true)]
      + (0..<jobs).flatMap { number -> [Action.Kind] in
        [.move(job(number), LocationIndex(1), condition: .true), .reset(work[number], condition: .true)]
      }
    system.automata.append(
      Automaton(
        name: "app", locations: [Location(name: "foreground"), Location(name: "background")],
        initial: LocationIndex(0), edges: [edge(0, 1, start), edge(1, 0, isUrgent: true, [.assume(allDone)])]))
    for number in 0..<jobs {
      let places = (1...steps).map {
        Location(name: "step \($0)", invariants: [Invariant(clock: work[number], bound: TimeBound(2_000))])
      }
      let edges = (1...steps).map { step in
        edge(
          step, step == steps ? 0 : step + 1,
          [.assume(.clock(work[number], .greaterEqual, TimeBound(1_000))), .reset(work[number], condition: .true)])
      }
      system.automata.append(
        Automaton(
          name: "job \(number)", locations: [Location(name: "done")] + places, initial: LocationIndex(0), edges: edges))
    }
    let limit = (2 * steps - (isLate ? 1 : 0)) * 1_000
    let goal = Term.all([at(app, 1), .clock(deadline, .greater, TimeBound(limit)), allDone.negated])
    return (system, [Query(name: "in time", goal: goal)])
  }
}

// MARK: Builders

/// The automaton is at one of these locations.
package func at(_ automaton: AutomatonIndex, _ locations: Int...) -> Term {
  .at(automaton, locations.sorted().map(LocationIndex.init))
}

package func edge(
  _ source: Int, _ target: Int, isUrgent: Bool = false, choices: [Int] = [], _ body: [Action.Kind]
) -> Edge {
  Edge(
    source: LocationIndex(source), target: LocationIndex(target), isUrgent: isUrgent, choices: choices,
    body: body.map { Action($0) }, label: EdgeLabel())
}

extension TimedSystem {
  package mutating func addVariable(_ name: String, domain: Int = 2, initial: Int? = 0) -> VariableIndex {
    variables.append(
      StateVariable(name: name, domain: domain, valueNames: (0..<domain).map(String.init), initial: initial))
    return VariableIndex(variables.count - 1)
  }
  package mutating func addClock(_ name: String, rate: Term = .true) -> ClockIndex {
    clocks.append(Clock(name: name, rate: rate))
    return ClockIndex(clocks.count - 1)
  }
}
