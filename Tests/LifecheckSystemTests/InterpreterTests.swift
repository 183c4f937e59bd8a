import LifecheckChecking
import LifecheckDiagnostics
import LifecheckSystem
import Testing

/// One automaton `work`: at `busy` for at most 10 ms plus a parameter, while clock `c` runs; then to `done`.
struct InterpreterTests {
  @Test func closedBoundsAreReachedAndNotPassed() throws {
    let interpreter = Interpreter(system(), parameters: [RationalTime(5, over: 2)])
    let start = try interpreter.initialState(variables: [0])
    #expect(try interpreter.maximalDelay(in: start) == RationalTime(25, over: 2))
    let end = try interpreter.delay(start, by: RationalTime(25, over: 2))
    #expect(end.clocks == [RationalTime(25, over: 2)])
    #expect(end.now == RationalTime(25, over: 2))
    expect(
      .invariantPassed(
        automaton: "work", location: "busy", clock: "c", value: RationalTime(13), bound: RationalTime(25, over: 2))
    ) { try interpreter.delay(start, by: RationalTime(13)) }
  }

  @Test func aStoppedClockStandsStill() throws {
    var stopped = system()
    stopped.clocks[0].rate = .variable(VariableIndex(0))
    let interpreter = Interpreter(stopped, parameters: [.zero])
    let state = try interpreter.initialState(variables: [0])
    #expect(try interpreter.maximalDelay(in: state) == nil)
    let later = try interpreter.delay(state, by: RationalTime(100))
    #expect(later.clocks == [.zero])
    #expect(later.now == RationalTime(100))
  }

  @Test func anUrgentEdgeStopsTimeIfSomeChoiceAllowsIt() throws {
    var urgent = system()
    urgent.automata[0].edges[0].isUrgent = true
    urgent.automata[0].edges[0].choices = [2, 3]
    urgent.automata[0].edges[0].body = [Action(.assume(.equal(.choice(ChoiceIndex(1)), .constant(2))))]
    let interpreter = Interpreter(urgent, parameters: [.zero])
    let state = try interpreter.initialState(variables: [0])
    expect(.urgentEdgePending(automaton: "work", edge: edge)) { try interpreter.delay(state, by: RationalTime(1)) }
    #expect(try interpreter.delay(state, by: .zero) == state)
    #expect(try interpreter.maximalDelay(in: state) == .zero)
    #expect(interpreter.enabledEdges(in: state).map(\.choices) == [[0, 2], [1, 2]])
  }

  @Test func bodiesRunInOrder() throws {
    var inOrder = system()
    let v = VariableIndex(0)
    inOrder.variables[0].domain = 3
    inOrder.automata[0].edges[0].body = [
      Action(.assign(v, .add(.variable(v), .constant(1)), condition: .true)),
      Action(.assume(.equal(.variable(v), .constant(1)))),
      Action(.assign(v, .constant(0), condition: .equal(.variable(v), .constant(0)))),
      Action(.assign(v, .add(.variable(v), .constant(1)), condition: .at(AutomatonIndex(0), [LocationIndex(0)]))),
      Action(.reset(ClockIndex(0), condition: .true)),
    ]
    let interpreter = Interpreter(inOrder, parameters: [.zero])
    let later = try interpreter.delay(interpreter.initialState(variables: [0]), by: RationalTime(3))
    let after = try interpreter.take(edge, choices: [], in: later)
    #expect(after.variables == [2])
    #expect(after.clocks == [.zero])
    #expect(after.locations == [LocationIndex(1)])
    expect(.notAtSource(automaton: "work", edge: edge, expected: "busy", found: "done")) {
      try interpreter.take(edge, choices: [], in: after)
    }
  }

  @Test func whatIsWrongIsNamed() throws {
    let place = SourceRange(file: FileID(0), start: 3, end: 9)
    var wrong = system()
    wrong.automata[0].edges[0].body = [
      Action(.assume(.clock(ClockIndex(0), .greaterEqual, TimeBound(4))), origin: place),
      Action(.assign(VariableIndex(0), .constant(7), condition: .true), origin: place),
    ]
    wrong.automata[0].edges[0].choices = [2]
    let interpreter = Interpreter(wrong, parameters: [.zero])
    let state = try interpreter.initialState(variables: [0])
    expect(.guardNotMet(automaton: "work", edge: edge, action: 0, origin: place)) {
      try interpreter.take(edge, choices: [0], in: state)
    }
    expect(.choiceOutOfDomain(edge: edge, choice: ChoiceIndex(0), value: 2)) {
      try interpreter.take(edge, choices: [2], in: state)
    }
    expect(.wrongCount(of: "choices", expected: 1, found: 0)) { try interpreter.take(edge, choices: [], in: state) }
    let none = EdgeReference(automaton: AutomatonIndex(4), edge: 0)
    expect(.noSuchEdge(none)) { try interpreter.take(none, choices: [], in: state) }
    expect(.negativeDelay(RationalTime(-1))) { try interpreter.delay(state, by: RationalTime(-1)) }
    let later = try interpreter.delay(state, by: RationalTime(4))
    expect(.valueOutOfDomain(variable: "v", value: 7, edge: edge, action: 1, origin: place)) {
      try interpreter.take(edge, choices: [0], in: later)
    }
  }

  @Test func wrongStartsAreRefused() throws {
    var rigid = system()
    rigid.initial = .bound(TimeBound(-3, [TimeBound.Summand(parameter: ParameterIndex(0), factor: 1)]), .greaterEqual)
    rigid.assumption = .equal(.variable(VariableIndex(0)), .constant(0))
    func start(_ parameters: [RationalTime], _ variables: [Int] = [0]) throws -> State {
      try Interpreter(rigid, parameters: parameters).initialState(variables: variables)
    }
    expect(.parameterOutOfRange(name: "p", value: RationalTime(21, over: 2))) { try start([RationalTime(21, over: 2)]) }
    expect(.initialConditionNotMet) { try start([RationalTime(2)]) }
    expect(.wrongCount(of: "parameters", expected: 1, found: 0)) { try start([]) }
    expect(.wrongInitialValue(variable: "v", value: 1)) { try start([RationalTime(3)], [1]) }
    #expect(throws: Never.self) { try start([RationalTime(3)]) }
    rigid.variables[0].initial = nil
    expect(.assumptionLeft) { try start([RationalTime(3)], [1]) }
  }

  @Test func overflowIsAFailure() throws {
    var free = system()
    free.automata[0].locations[0].invariants = []
    let interpreter = Interpreter(free, parameters: [.zero])
    let state = try interpreter.initialState(variables: [0])
    let late = try interpreter.delay(state, by: RationalTime(.max))
    expect(.overflow(of: "clock `c`")) { try interpreter.delay(late, by: RationalTime(1)) }
    let fine = try interpreter.delay(state, by: RationalTime(1, over: .max))
    expect(.overflow(of: "clock `c`")) { try interpreter.delay(fine, by: RationalTime(1, over: .max - 1)) }
    let factor = TimeBound(0, [TimeBound.Summand(parameter: ParameterIndex(0), factor: .max)])
    let large = Interpreter(free, parameters: [RationalTime(3)])
    expect(.overflow(of: "a time bound")) { try large.holds(.bound(factor, .less), in: state) }
    expect(.overflow(of: "a sum of values")) {
      try large.holds(.add(.constant(.max), .constant(1)), in: state)
    }
    // Comparisons of large fractions are exact.
    #expect(try interpreter.holds(.clock(ClockIndex(0), .less, TimeBound(.max)), in: late) == false)
  }

  @Test func aReplaySaysAtWhichStepItFails() throws {
    let interpreter = Interpreter(system(), parameters: [.zero])
    let goal = Term.at(AutomatonIndex(0), [LocationIndex(1)])
    let step = Step(delay: RationalTime(10), edge: edge, choices: [])
    func replay(_ steps: [Step], parameter: Int = 0) throws -> [State] {
      try interpreter.replay(
        Trace(initialVariables: [0], parameters: [RationalTime(parameter)], steps: steps, length: 1), reaching: goal)
    }
    #expect(try replay([step]).map(\.now) == [.zero, RationalTime(10)])
    #expect(failure { try replay([]) } == ReplayFailure(.goalNotReached, step: 0))
    #expect(failure { try replay([step], parameter: 1) } == ReplayFailure(.parametersDiffer, step: 0))
    #expect(failure { try replay([step, step]) }?.step == 2)
    let text = failure { try replay([step, step]) }.map { "\($0)" }
    #expect(text == "step 2: edge 0 of `work` starts at `busy`, but the automaton is at `done`")
  }

  // MARK: Helpers

  private let edge = EdgeReference(automaton: AutomatonIndex(0), edge: 0)

  private func system() -> TimedSystem {
    var system = TimedSystem()
    system.variables = [StateVariable(name: "v", domain: 2, valueNames: ["no", "yes"], initial: 0)]
    system.clocks = [Clock(name: "c", rate: .true)]
    system.parameters = [RigidParameter(name: "p", range: 0...10, preferred: nil)]
    let bound = TimeBound(10, [TimeBound.Summand(parameter: ParameterIndex(0), factor: 1)])
    let busy = Location(name: "busy", invariants: [Invariant(clock: ClockIndex(0), bound: bound)])
    let finish = Edge(
      source: LocationIndex(0), target: LocationIndex(1), isUrgent: false, body: [], label: EdgeLabel())
    system.automata = [
      Automaton(name: "work", locations: [busy, Location(name: "done")], initial: LocationIndex(0), edges: [finish])
    ]
    return system
  }

  private func failure<Result>(_ body: () throws -> Result) -> ReplayFailure? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? ReplayFailure
    }
  }

  private func expect<Result>(
    _ reason: ReplayFailure.Reason, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
  ) {
    #expect(failure(body)?.reason == reason, sourceLocation: sourceLocation)
  }
}
