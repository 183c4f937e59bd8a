import LifecheckSystem

extension BenchmarkFamilies {
  /// One process, one shared budget, `count` background tasks. With `leaks`, the last one's expiration handler forgets
  /// to end it.
  package static func tasks(_ count: Int, leaks: Bool) -> Problem {
    var family = TaskFamily(count)
    family.system.automata += [family.app, family.handler]
    for number in 0..<count { family.system.automata.append(family.task(number, forgets: leaks && number == count - 1)) }
    return (family.system, family.queries)
  }
}

/// An app with a handler for going to the background, and its tasks.
private struct TaskFamily {
  var system = TimedSystem()
  let count: Int
  let dirty: VariableIndex
  let wasKilled: VariableIndex
  let budget: ClockIndex
  let handling: ClockIndex
  let quiet: ClockIndex
  let work: [ClockIndex]
  /// Locations of the app.
  let notRunning = 0
  let inactive = 1
  let active = 2
  let background = 3
  let suspended = 4

  init(_ count: Int) {
    self.count = count
    let executes = at(AutomatonIndex(0), 1, 2, 3)
    dirty = system.addVariable("dirty")
    wasKilled = system.addVariable("killed with a task alive")
    budget = system.addClock("budget")
    handling = system.addClock("handler", rate: executes)
    quiet = system.addClock("quiet")
    var work: [ClockIndex] = []
    for number in 0..<count { work.append(system.addClock("task \(number)", rate: executes)) }
    self.work = work
  }

  var executes: Term { at(AutomatonIndex(0), inactive, active, background) }
  var isHandled: Term { at(AutomatonIndex(1), 0) }
  var noTask: Term { .all((0..<count).map { at(AutomatonIndex(2 + $0), 0) }) }

  var queries: [Query] {
    let isSuspended = at(AutomatonIndex(0), suspended)
    return [
      Query(name: "P1", goal: .all([isSuspended, .variable(dirty)])),
      Query(name: "P2", goal: .all([isSuspended, noTask.negated])),
      Query(name: "P3", goal: .variable(wasKilled)),
    ]
  }

  // MARK: The app

  var app: Automaton {
    let isQuiet = Invariant(condition: .all([isHandled, noTask]), clock: quiet, bound: TimeBound(1_000))
    let locations = [
      Location(name: "notRunning"), Location(name: "inactive"), Location(name: "active"),
      Location(name: "background", invariants: [isQuiet]), Location(name: "suspended"),
    ]
    return Automaton(name: "app", locations: locations, initial: LocationIndex(notRunning), edges: appEdges)
  }

  private var appEdges: [Edge] {
    let leaves: [Action.Kind] = [
      .move(AutomatonIndex(1), LocationIndex(1), condition: .true), .reset(handling, condition: .true),
      .reset(budget, condition: .true),
    ]
    let isOverBudget: [Action.Kind] = [
      .assume(.clock(budget, .greaterEqual, TimeBound(31_000))), .assume(noTask.negated),
      .assign(wasKilled, .true, condition: .true),
    ]
    let handlesTooLong: [Action.Kind] = [
      .assume(isHandled.negated), .assume(.clock(handling, .greater, TimeBound(5_000))),
    ]
    return [
      edge(notRunning, inactive, []),
      edge(inactive, active, []),
      edge(active, inactive, []),
      edge(active, active, [.assign(dirty, .true, condition: .true)]),
      edge(inactive, background, leaves),
      edge(background, inactive, [.assume(isHandled)]),
      edge(background, suspended, [.assume(isHandled), .assume(noTask)]),
      edge(suspended, background, [.reset(quiet, condition: .true)]),
      edge(suspended, notRunning, die),
      edge(background, notRunning, isOverBudget + die),
      edge(background, notRunning, handlesTooLong + die),
    ]
  }

  private var die: [Action.Kind] {
    [.move(AutomatonIndex(1), LocationIndex(0), condition: .true), .assign(dirty, .false, condition: .true)]
      + (0..<count).map { .move(AutomatonIndex(2 + $0), LocationIndex(0), condition: .true) }
  }

  // MARK: What it does

  var handler: Automaton {
    let isSaved: [Action.Kind] = [
      .assume(.clock(handling, .greaterEqual, TimeBound(1_000))), .assign(dirty, .false, condition: .true),
      .reset(quiet, condition: .true),
    ]
    return Automaton(
      name: "handler",
      locations: [
        Location(name: "idle"), Location(name: "saving", invariants: [Invariant(clock: handling, bound: TimeBound(4_000))]),
      ], initial: LocationIndex(0), edges: [edge(1, 0, isSaved)])
  }

  func task(_ number: Int, forgets: Bool) -> Automaton {
    let isBackground = at(AutomatonIndex(0), background)
    func until(_ bound: Int) -> [Invariant] {
      [
        Invariant(clock: work[number], bound: TimeBound(40_000)),
        Invariant(condition: isBackground, clock: budget, bound: TimeBound(bound)),
      ]
    }
    let isDone = Action.Kind.assume(.clock(work[number], .greaterEqual, TimeBound(2_000)))
    let end: [Action.Kind] = [.reset(quiet, condition: .true)]
    let expires: [Action.Kind] = [.assume(isBackground), .assume(.clock(budget, .greaterEqual, TimeBound(30_000)))]
    var locations = [Location(name: "idle"), Location(name: "alive", invariants: until(30_000))]
    var edges = [
      edge(0, 1, [.assume(at(AutomatonIndex(0), active)), .reset(work[number], condition: .true)]),
      edge(1, 0, [.assume(executes), isDone] + end),
    ]
    if forgets {
      locations.append(Location(name: "forgotten", invariants: until(31_000)))
      edges += [edge(1, 2, expires), edge(2, 0, [.assume(executes), isDone] + end)]
    } else {
      edges.append(edge(1, 0, expires + end))
    }
    return Automaton(name: "task \(number)", locations: locations, initial: LocationIndex(0), edges: edges)
  }
}
