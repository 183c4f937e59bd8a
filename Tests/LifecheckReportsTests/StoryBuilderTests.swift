import LifecheckChecking
import LifecheckDiagnostics
import LifecheckReports
import LifecheckSystem
import Testing

struct StoryBuilderTests {
  @Test func oneStepForEachLineWithTheChangesAtTheLast() throws {
    let steps = try tell([edge(["leaves", "is asked"], set: 0)])
    #expect(steps.map(\.text) == ["leaves", "is asked"])
    #expect(steps.map(\.changes.count) == [0, 1])
    #expect(steps[1].changes == [StoryStep.Change(name: "v0", from: "off", to: "on")])
    #expect(steps[0].origin == line("leaves").origin)
  }

  @Test func bookkeepingIsToldWithTheNextStepOfTheInstant() throws {
    let steps = try tell([edge([], set: 0), edge(["second"], set: 1)], delays: [1000, 0])
    #expect(steps.map(\.text) == ["second"])
    #expect(steps[0].changes.map(\.name) == ["v0", "v1"])
    #expect(steps[0].time == RationalTime(1000))
  }

  @Test func bookkeepingBeforeADelayIsToldWithTheStepBefore() throws {
    let steps = try tell([edge(["first"], set: 0), edge([], set: 1), edge(["third"], set: nil)], delays: [0, 0, 500])
    #expect(steps.map(\.text) == ["first", "third"])
    #expect(steps.map { $0.changes.map(\.name) } == [["v0", "v1"], []])
  }

  @Test func bookkeepingAloneAtItsInstantIsAStepIfItChangesSomething() throws {
    let steps = try tell([edge([], set: 0), edge([], set: nil), edge(["last"], set: 1)], delays: [100, 100, 100])
    #expect(steps.map(\.text) == ["the app goes on", "last"])
    #expect(steps.map(\.time) == [RationalTime(100), RationalTime(300)])
  }

  @Test func changesThatAreTakenBackAreNotTold() throws {
    let steps = try tell([edge([], set: 0), edge(["back"], set: 0, to: 0)])
    #expect(steps.map(\.changes) == [[]])
  }

  @Test func hiddenVariablesStayHidden() throws {
    let steps = try tell([edge(["acts"], set: 2), edge([], set: 2, to: 0)])
    #expect(steps.map(\.text) == ["acts"])
    #expect(steps[0].changes == [])
  }

  @Test func aRunThatEndsInWaitingSaysSo() throws {
    let steps = try tell([edge(["begins"], set: 0)], finalDelay: 30_001)
    #expect(steps.map(\.text) == ["begins", "nothing more has happened"])
    #expect(steps[1].time == RationalTime(30_001))
  }

  @Test func eachLineHasTheChangesOfItsPart() throws {
    var both = edge([], set: 0)
    both.body.append(Action(.assign(VariableIndex(1), .constant(1), condition: .true)))
    both.label = EdgeLabel([line("first"), EdgeLabel.Line(text: "second", origin: line("second").origin, start: 1)])
    #expect(try tell([both]).map { $0.changes.map(\.name) } == [["v0"], ["v1"]])
  }

  @Test func whatComesBeforeTheFirstLineEndsTheLineBefore() throws {
    var second = edge([], set: 0)
    second.body.append(Action(.assign(VariableIndex(1), .constant(1), condition: .true)))
    second.label = EdgeLabel([EdgeLabel.Line(text: "second", origin: line("second").origin, start: 1)])
    #expect(try tell([edge(["first"], set: nil), second]).map { $0.changes.map(\.name) } == [["v0"], ["v1"]])
    #expect(
      try tell([edge(["first"], set: nil), second], delays: [0, 1]).map { $0.changes.map(\.name) } == [[], ["v0", "v1"]])
  }

  @Test func aLineThatSetsWhatWasThereSaysSo() throws {
    var copies = edge(["copies"], set: nil)
    copies.body = [
      Action(.assign(VariableIndex(0), .variable(VariableIndex(1)), condition: .true), origin: line("copies").origin)
    ]
    #expect(try tell([copies]).map(\.changes) == [[StoryStep.Change(name: "v0", from: "off", to: "off")]])
    // Of a literal the line says it itself.
    copies.body = [Action(.assign(VariableIndex(0), .constant(0), condition: .true), origin: line("copies").origin)]
    #expect(try tell([copies]).map(\.changes) == [[]])
  }

  @Test func workThatADeathEndsIsTold() throws {
    let (idle, sending) = (LocationIndex(0), LocationIndex(1))
    let start = Edge(source: idle, target: sending, isUrgent: false, body: [], label: EdgeLabel([line("`send` starts")]))
    let work = Automaton(
      name: "work", locations: [Location(name: "idle"), Location(pause: .work("send"), origin: line("`send` starts").origin)],
      initial: idle, edges: [start])
    let death = Edge(
      source: idle, target: idle, isUrgent: false, body: [Action(.move(AutomatonIndex(0), idle, condition: .true))],
      label: EdgeLabel([line("the app is killed")]))
    let end = Automaton(name: "end", locations: [Location(name: "here")], initial: idle, edges: [death])
    #expect(try told([work, end], [0, 1]) == ["`send` starts", "`send` is not over yet", "the app is killed"])
    #expect(
      try told([work, end], [0], finalDelay: 9) == ["`send` starts", "`send` is not over yet", "nothing more has happened"])
  }

  @Test func workThatAFreezeStopsIsTold() throws {
    let (idle, waiting) = (LocationIndex(0), LocationIndex(1))
    let start = Edge(source: idle, target: waiting, isUrgent: false, body: [], label: EdgeLabel([line("waits")]))
    let work = Automaton(
      name: "work", locations: [Location(name: "idle"), Location(pause: .turn, origin: line("waits").origin)],
      initial: idle, edges: [start])
    let freeze = edge(["the app is suspended"], set: 0)
    let system = Automaton(name: "system", locations: [Location(name: "here")], initial: idle, edges: [freeze])
    let frozen = StateVariable(name: "the app is frozen", domain: 2, valueNames: ["no", "yes"], initial: 0)
    let texts = try told([work, system], [0, 1], variables: [frozen], frozen: VariableIndex(0))
    #expect(texts == ["waits", "the app is suspended", "this waits until the app goes on"])
  }

  @Test func workIsASpanWithItsDeadlineAndWhatItRunsOn() throws {
    let span = try #require(try spans(takingAtMost: 40_000, ends: true).first)
    #expect((span.actor, span.executor, span.name) == ("work", "disk", "`send`"))
    #expect((span.from, span.to, span.deadline) == (RationalTime(0), RationalTime(9), RationalTime(40_000)))
    #expect((span.steps, span.isOver) == (0...1, true))
  }

  @Test func workThatIsNotOverIsASpanUpToTheEnd() throws {
    let span = try #require(try spans(takingAtMost: 40_000, ends: false).first)
    #expect((span.to, span.isOver) == (RationalTime(9), false))
  }

  @Test func aStepThatGoesToAnotherQueueOrComesBackIsOnThatQueue() throws {
    let (home, there) = (LocationIndex(0), LocationIndex(1))
    let hops = Automaton(
      name: "hops", locations: [Location(name: "idle"), Location(name: "there")], initial: home,
      edges: [
        Edge(source: home, target: there, isUrgent: false, body: [], label: EdgeLabel([line("goes")])),
        Edge(source: there, target: home, isUrgent: false, body: [], label: EdgeLabel([line("comes back")])),
        Edge(source: home, target: home, isUrgent: false, body: [], label: EdgeLabel([line("stays")])),
      ])
    var system = TimedSystem()
    system.automata = [hops]
    let steps = (0..<3).map { Step(delay: .zero, edge: EdgeReference(automaton: AutomatonIndex(0), edge: $0), choices: []) }
    let trace = Trace(initialVariables: [], parameters: [], steps: steps, length: 3)
    let states = try Interpreter(system, parameters: []).replay(trace, reaching: .true)
    let told = StoryBuilder(system, executors: Executors([["main", "disk"]])).steps(of: trace, through: states)
    #expect(told.map(\.executor) == ["disk", "disk", "main"])
  }

  @Test func whoTakesAStepAndWhatMattersIsTold() throws {
    let steps = try story([edge(["one"], set: 0), edge(["another"], set: 1)], subjects: [VariableIndex(1)]).steps
    #expect(steps.map(\.actor) == ["the app", "the app"])
    #expect(steps.map(\.concernsSentence) == [false, true])
  }

  @Test func whatIsFollowedIsNoPartOfTheStory() throws {
    var joins = edge([], set: 0)
    joins.label = EdgeLabel(isAboutFollowing: true)
    #expect(try tell([edge(["first"], set: 1), joins]).map { $0.changes.map(\.name) } == [["v1"]])
  }

  @Test func thePlatformsOwnDoingIsAStepOfItsOwn() throws {
    var platform = edge([], set: 1)
    platform.body[0].origin = SourceRange(file: FileID(1), start: 3, end: 4)
    let steps = try tell([edge(["the app acts"], set: 0)], others: [platform])
    #expect(steps.map(\.text) == ["the app acts", "the system goes on"])
    #expect(steps.map { $0.changes.map(\.name) } == [["v0"], ["v1"]])
  }

  @Test func theCauseIsTheLastChangeByTheAppThatMatters() throws {
    let edges = [edge(["one"], set: 0), edge(["another"], set: 1), edge(["back"], set: 0, to: 0)]
    #expect(try cause(edges, in: [1]) == line("another").origin)
    #expect(try cause(edges, in: [0, 1]) == line("back").origin)
    #expect(try cause(edges, in: [2]) == nil)
  }

  @Test func ofSeveralLinesInOneStepTheOneThatBreaksItIsTheCause() throws {
    var edge = edge([], set: 0)
    edge.body += [Action(.assign(VariableIndex(1), .constant(1), condition: .true))]
    edge.label = EdgeLabel([line("it"), line("it goes on").starting(at: 1)])
    let isSet = { (variable: Int) in Term.equal(.variable(VariableIndex(variable)), .constant(1)) }
    #expect(try story([edge], to: isSet(0)).cause == line("it").origin)
    #expect(try story([edge], to: isSet(1)).cause == nil)
  }

  @Test func whatIsSoFromTheStartIsToldWhereItIsDeclared() throws {
    let steps = try story([], subjects: [VariableIndex(1), VariableIndex(2)]).steps
    #expect(steps.map(\.text) == ["`v1` is off"])
    #expect(steps.map(\.origin) == [line("v1").origin])
  }

  // MARK: Helpers

  private func line(_ text: String) -> EdgeLabel.Line {
    EdgeLabel.Line(text: text, origin: SourceRange(file: FileID(0), start: text.utf8.count, end: text.utf8.count))
  }

  /// Nobody sets a local back: it is gone with the code that has it.
  @Test func theEndOfALocalIsNoChange() throws {
    var end = edge(["ends"], set: 0, to: 0)
    end.body.append(Action(.assign(VariableIndex(1), .constant(0), condition: .true)))
    let begin = edge(["begins"], set: 1)
    let start = edge(["starts"], set: 0)
    let changes = try story([start, begin, end], locals: [VariableIndex(0)]).steps.map { $0.changes.map(\.name) }
    #expect(changes == [[], ["v1"], ["v1"]])
  }

  private func edge(_ lines: [String], set variable: Int?, to value: Int = 1) -> Edge {
    let body = variable.map { [Action(.assign(VariableIndex($0), .constant(value), condition: .true))] } ?? []
    return Edge(
      source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, body: body, label: EdgeLabel(lines.map(line)))
  }

  /// Takes the edges one after the other, then those of another automaton. File 1 is the platform's.
  private func tell(_ edges: [Edge], others: [Edge] = [], delays: [Int]? = nil, finalDelay: Int? = nil) throws -> [StoryStep] {
    try story(edges, others: others, delays: delays, finalDelay: finalDelay).steps
  }

  private func cause(_ edges: [Edge], in variables: [Int]) throws -> SourceRange? {
    try story(edges, subjects: Set(variables.map { VariableIndex($0) })).cause
  }

  /// The texts, where these automata take their first edges.
  private func told(
    _ automata: [Automaton], _ order: [Int], variables: [StateVariable] = [], finalDelay: Int? = nil,
    frozen: VariableIndex? = nil
  ) throws -> [String] {
    var system = TimedSystem()
    system.automata = automata
    system.variables = variables
    var steps = order.map { Step(delay: .zero, edge: EdgeReference(automaton: AutomatonIndex($0), edge: 0), choices: []) }
    if let finalDelay { steps.append(Step(delay: RationalTime(finalDelay), edge: nil, choices: [])) }
    let trace = Trace(initialVariables: variables.map { _ in 0 }, parameters: [], steps: steps, length: steps.count)
    let states = try Interpreter(system, parameters: []).replay(trace, reaching: .true)
    return StoryBuilder(system, platformFiles: [FileID(1)], frozen: frozen).steps(of: trace, through: states).map(\.text)
  }

  /// `send` starts, and 9 ms later the run or the work is over.
  private func spans(takingAtMost limit: Int, ends: Bool) throws -> [StorySpan] {
    let (idle, sending) = (LocationIndex(0), LocationIndex(1))
    let start = Action(.reset(ClockIndex(0), condition: .true))
    let bound = Invariant(clock: ClockIndex(0), bound: TimeBound(limit))
    let work = Automaton(
      name: "work",
      locations: [Location(name: "idle"), Location(pause: .work("send"), invariants: [bound], origin: line("starts").origin)],
      initial: idle,
      edges: [
        Edge(source: idle, target: sending, isUrgent: false, body: [start], label: EdgeLabel([line("starts")])),
        Edge(source: sending, target: idle, isUrgent: false, body: [], label: EdgeLabel([line("ends")])),
      ])
    var system = TimedSystem()
    system.automata = [work]
    system.clocks = [Clock(name: "time in work", rate: .true)]
    let last = Step(
      delay: RationalTime(9), edge: ends ? EdgeReference(automaton: AutomatonIndex(0), edge: 1) : nil, choices: [])
    let first = Step(delay: .zero, edge: EdgeReference(automaton: AutomatonIndex(0), edge: 0), choices: [])
    let trace = Trace(initialVariables: [], parameters: [], steps: [first, last], length: 2)
    let states = try Interpreter(system, parameters: []).replay(trace, reaching: .true)
    return StoryBuilder(system, executors: Executors([["disk", "disk"]])).story(of: trace, through: states, failure: "").spans
  }

  private func story(
    _ edges: [Edge], others: [Edge] = [], delays: [Int]? = nil, finalDelay: Int? = nil,
    to goal: Term? = nil, subjects: Set<VariableIndex> = [], locals: Set<VariableIndex> = []
  ) throws -> Story {
    var system = TimedSystem()
    system.variables = (0..<3).map {
      StateVariable(
        name: "v\($0)", domain: 2, valueNames: ["off", "on"], initial: 0, isHidden: $0 == 2, origin: line("v1").origin)
    }
    system.automata = [
      Automaton(name: "the app", locations: [Location(name: "here")], initial: LocationIndex(0), edges: edges),
      Automaton(name: "the rest", locations: [Location(name: "there")], initial: LocationIndex(0), edges: others),
    ]
    var steps = edges.indices.map {
      Step(delay: RationalTime(delays?[$0] ?? 0), edge: EdgeReference(automaton: AutomatonIndex(0), edge: $0), choices: [])
    }
    steps += others.indices.map {
      Step(delay: .zero, edge: EdgeReference(automaton: AutomatonIndex(1), edge: $0), choices: [])
    }
    if let finalDelay { steps.append(Step(delay: RationalTime(finalDelay), edge: nil, choices: [])) }
    let trace = Trace(initialVariables: [0, 0, 0], parameters: [], steps: steps, length: steps.count)
    let states = try Interpreter(system, parameters: []).replay(trace, reaching: .true)
    return StoryBuilder(system, platformFiles: [FileID(1)], locals: locals).story(
      of: trace, through: states, to: goal, failure: "", subjects: subjects)
  }
}
