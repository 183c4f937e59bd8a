import LifecheckSystem

/// Timed systems that scale, as builder code: the same problems that the peers are measured with.
package enum BenchmarkFamilies {
  package typealias Problem = (system: TimedSystem, queries: [Query])

  // MARK: tasks(N)

  /// One process, one shared budget, `count` background tasks. With `leaks`, the last one's expiration handler forgets
  /// to end it.
  package static func tasks(_ count: Int, leaks: Bool) -> Problem {
    var system = TimedSystem()
    let dirty = system.addVariable("dirty")
    let wasKilled = system.addVariable("killed with a task alive")
    let app = AutomatonIndex(0)
    let handler = AutomatonIndex(1)
    func task(_ number: Int) -> AutomatonIndex { AutomatonIndex(2 + number) }
    let (notRunning, inactive, active, background, suspended) = (0, 1, 2, 3, 4)
    let executes = at(app, inactive, active, background)
    let budget = system.addClock("budget")
    let handling = system.addClock("handler", rate: executes)
    let quiet = system.addClock("quiet")
    let work = (0..<count).map { system.addClock("task \($0)", rate: executes) }
    let isHandled = at(handler, 0)
    let noTask = Term.all((0..<count).map { at(task($0), 0) })
    let die: [Action.Kind] =
      [.move(handler, LocationIndex(0), condition: .true), .assign(dirty, .false, condition: .true)]
      + (0..<count).map { .move(task($0), LocationIndex(0), condition: .true) }

    let appEdges = [
      edge(notRunning, inactive, []),
      edge(inactive, active, []),
      edge(active, inactive, []),
      edge(active, active, [.assign(dirty, .true, condition: .true)]),
      edge(
        inactive, background,
        [
          .move(handler, LocationIndex(1), condition: .true), .reset(handling, condition: .true),
          .reset(budget, condition: .true),
        ]),
      edge(background, inactive, [.assume(isHandled)]),
      edge(background, suspended, [.assume(isHandled), .assume(noTask)]),
      edge(suspended, background, [.reset(quiet, condition: .true)]),
      edge(suspended, notRunning, die),
      edge(
        background, notRunning,
        [
          .assume(.clock(budget, .greaterEqual, TimeBound(31_000))), .assume(noTask.negated),
          .assign(wasKilled, .true, condition: .true),
        ] + die),
      edge(
        background, notRunning,
        [.assume(isHandled.negated), .assume(.clock(handling, .greater, TimeBound(5_000)))] + die),
    ]
    let isQuiet = Term.all([isHandled, noTask])
    system.automata.append(
      Automaton(
        name: "app",
        locations: [
          Location(name: "notRunning"), Location(name: "inactive"), Location(name: "active"),
          Location(
            name: "background", invariants: [Invariant(condition: isQuiet, clock: quiet, bound: TimeBound(1_000))]),
          Location(name: "suspended"),
        ], initial: LocationIndex(notRunning), edges: appEdges))
    system.automata.append(
      Automaton(
        name: "handler",
        locations: [
          Location(name: "idle"),
          Location(name: "saving", invariants: [Invariant(clock: handling, bound: TimeBound(4_000))]),
        ], initial: LocationIndex(0),
        edges: [
          edge(
            1, 0,
            [
              .assume(.clock(handling, .greaterEqual, TimeBound(1_000))), .assign(dirty, .false, condition: .true),
              .reset(quiet, condition: .true),
            ])
        ]))
    for number in 0..<count {
      let isForgotten = leaks && number == count - 1
      let takesWhile = Invariant(clock: work[number], bound: TimeBound(40_000))
      let isBackground = at(app, background)
      let end: [Action.Kind] = [.reset(quiet, condition: .true)]
      let isDone = Action.Kind.assume(.clock(work[number], .greaterEqual, TimeBound(2_000)))
      var locations = [
        Location(name: "idle"),
        Location(
          name: "alive",
          invariants: [takesWhile, Invariant(condition: isBackground, clock: budget, bound: TimeBound(30_000))]),
      ]
      var edges = [
        edge(0, 1, [.assume(at(app, active)), .reset(work[number], condition: .true)]),
        edge(1, 0, [.assume(executes), isDone] + end),
      ]
      let expires: [Action.Kind] = [
        .assume(isBackground), .assume(.clock(budget, .greaterEqual, TimeBound(30_000))),
      ]
      if isForgotten {
        locations.append(
          Location(
            name: "forgotten",
            invariants: [takesWhile, Invariant(condition: isBackground, clock: budget, bound: TimeBound(31_000))]))
        edges += [edge(1, 2, expires), edge(2, 0, [.assume(executes), isDone] + end)]
      } else {
        edges.append(edge(1, 0, expires + end))
      }
      system.automata.append(
        Automaton(name: "task \(number)", locations: locations, initial: LocationIndex(0), edges: edges))
    }
    let isSuspended = at(app, suspended)
    return (
      system,
      [
        Query(name: "P1", goal: .all([isSuspended, .variable(dirty)])),
        Query(name: "P2", goal: .all([isSuspended, noTask.negated])),
        Query(name: "P3", goal: .variable(wasKilled)),
      ]
    )
  }

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
