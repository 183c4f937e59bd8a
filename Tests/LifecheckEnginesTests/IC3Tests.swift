import LifecheckEngines
import LifecheckSystem
import LifecheckTestSupport
import Testing

private enum Answer: Equatable { case safe, open }

/// The answers of IC3 alone: it finds proofs, and leaves runs to others.
private func answers(_ system: TimedSystem, _ goals: [Term], terminal: Term = .false) throws -> [Answer] {
  let queries = goals.enumerated().map { Query(name: "\($0)", goal: $1) }
  return try decide(system, queries, terminal: terminal, limits: Limits(wallTime: .seconds(60)), engines: .ic3).map {
    if case .safe(let certificate) = $0.result {
      #expect(certificate.engine == .ic3)
      return .safe
    }
    return .open
  }
}

private func isAt(_ variable: VariableIndex, _ value: Int) -> Term { .compare(.equal, .variable(variable), .constant(value)) }

@Suite struct IC3WithoutTimeTests {
  /// Counts up by two, and starts again at the end.
  private func counter() -> (TimedSystem, VariableIndex) {
    var system = TimedSystem()
    let count = system.addVariable("count", domain: 12)
    let add = Action.Kind.assign(count, .add(.variable(count), .constant(2)), condition: .true)
    let restart = Action.Kind.assign(count, .constant(0), condition: .true)
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "only")], initial: LocationIndex(0),
        edges: [edge(0, 0, [.assume(.compare(.less, .variable(count), .constant(10))), add]), edge(0, 0, [restart])])
    ]
    return (system, count)
  }

  @Test func whatIsReachedIsNotProved() throws {
    let (system, count) = counter()
    for value in 0..<12 { #expect(try answers(system, [isAt(count, value)]) == [value % 2 == 0 ? .open : .safe], "\(value)") }
  }

  @Test func oneProofHelpsTheNext() throws {
    let (system, count) = counter()
    #expect(try answers(system, (0..<12).map { isAt(count, $0) }) == (0..<12).map { $0 % 2 == 0 ? .open : .safe })
  }

  @Test func nothingIsAskedBehindATerminalState() throws {
    let (system, count) = counter()
    let terminal = system.variables.count
    var stopping = system
    let isOver = stopping.addVariable("is over")
    #expect(terminal == isOver.index)
    let begin = Action.Kind.assign(isOver, .constant(1), condition: isAt(count, 4))
    stopping.automata[0].edges[0].body.append(Action(begin))
    let over = isAt(isOver, 1)
    #expect(try answers(stopping, [.all([isAt(count, 8), over.negated])], terminal: over) == [.safe])
    #expect(try answers(stopping, [.all([isAt(count, 2), over.negated])], terminal: over) == [.open])
    // A proof about the states before it is no fact about those behind it.
    #expect(try answers(stopping, [.all([isAt(count, 8), over.negated]), isAt(count, 8)], terminal: over) == [.safe, .open])
    // A query for the terminal state itself is no less a question.
    #expect(try answers(stopping, [over, isAt(count, 3)], terminal: over) == [.open, .safe])
  }

  @Test func aValueThatIsNotKnownAtTheStartStaysSo() throws {
    var (system, count) = counter()
    let secret = system.addVariable("secret", domain: 3, initial: nil)
    #expect(try answers(system, [isAt(secret, 2), .all([isAt(secret, 2), isAt(count, 3)])]) == [.open, .safe])
  }
}

@Suite struct IC3WithTimeTests {
  /// Work that takes at most 5 s, `count` times; `wall` says how long it took in all.
  private func relay(_ count: Int) -> (system: TimedSystem, wall: ClockIndex, done: Term) {
    var system = TimedSystem()
    let lap = system.addClock("lap")
    let wall = system.addClock("wall")
    let limit = Invariant(clock: lap, bound: TimeBound(5_000))
    let places = (0..<count).map { Location(name: "leg \($0)", invariants: [limit]) }
    system.automata = [
      Automaton(
        name: "a", locations: places + [Location(name: "done")], initial: LocationIndex(0),
        edges: (0..<count).map { edge($0, $0 + 1, [.reset(lap, condition: .true)]) })
    ]
    let done = Term.all([at(AutomatonIndex(0), count), .clock(lap, .equal, TimeBound(0))])
    return (system, wall, done)
  }

  @Test(arguments: [1, 2, 3, 4, 8]) func boundsAddUp(count: Int) throws {
    let (system, wall, done) = relay(count)
    let late = Term.all([done, .clock(wall, .greater, TimeBound(count * 5_000))])
    let inTime = Term.all([done, .clock(wall, .equal, TimeBound(count * 5_000))])
    #expect(try answers(system, [late, inTime]) == [.safe, .open])
  }

  @Test func anUrgentEdgeStopsTime() throws {
    var (system, wall, _) = relay(1)
    let waits = Term.all([at(AutomatonIndex(0), 0), .clock(wall, .greater, TimeBound(0))])
    #expect(try answers(system, [waits]) == [.open])
    system.automata[0].edges[0].isUrgent = true
    #expect(try answers(system, [waits]) == [.safe])
  }

  @Test func aParameterIsTheSameAllTheTime() throws {
    var (system, wall, done) = relay(1)
    system.parameters = [RigidParameter(name: "limit", range: 1_000...4_000, preferred: nil)]
    let limit = TimeBound(0, [.init(parameter: ParameterIndex(0), factor: 1)])
    system.automata[0].locations[0].invariants[0].bound = limit
    #expect(try answers(system, [.all([done, .clock(wall, .greater, TimeBound(4_000))])]) == [.safe])
    #expect(try answers(system, [.all([done, .clock(wall, .greater, TimeBound(3_999))])]) == [.open])
  }

  /// No clock has reached a parameter's least value when a run begins.
  @Test func aParameterHasItsRangeAtTheStart() throws {
    var (system, wall, _) = relay(1)
    system.clocks[wall.index].rate = .false
    system.parameters = [
      RigidParameter(name: "limit", range: 2_000...5_000, preferred: nil),
      RigidParameter(name: "longer", range: 1_000...9_000, preferred: nil),
    ]
    let limit = TimeBound(0, [.init(parameter: ParameterIndex(0), factor: 1)])
    let longer = TimeBound(0, [.init(parameter: ParameterIndex(1), factor: 1)])
    system.initial = .bound(TimeBound(0, limit.summands + [.init(parameter: ParameterIndex(1), factor: -1)]), .lessEqual)
    #expect(try answers(system, [.clock(wall, .greater, limit)]) == [.safe])
    #expect(try answers(system, [.clock(wall, .greater, longer)]) == [.safe])
    #expect(try answers(system, [.clock(wall, .less, limit)]) == [.open])
  }

  @Test func aStopwatchStandsStill() throws {
    var (system, wall, _) = relay(1)
    system.clocks[wall.index].rate = at(AutomatonIndex(0), 0)
    #expect(try answers(system, [.clock(wall, .greater, TimeBound(5_000))]) == [.safe])
    #expect(try answers(system, [.clock(wall, .greater, TimeBound(4_999))]) == [.open])
  }
}

@Suite struct IC3FamilyTests {
  @Test(arguments: [1, 3]) func tasks(count: Int) throws {
    for leaks in [false, true] {
      let (system, queries) = BenchmarkFamilies.tasks(count, leaks: leaks)
      #expect(try answers(system, queries.map(\.goal)) == [.safe, .safe, leaks ? .open : .safe])
    }
  }

  @Test func pipeline() throws {
    for isLate in [false, true] {
      let (system, queries) = BenchmarkFamilies.pipeline(2, 2, isLate: isLate)
      #expect(try answers(system, [queries[0].goal]) == [isLate ? .open : .safe])
    }
  }
}
