import LifecheckSystem
import LifecheckTestSupport
import LifecheckThreads
import Testing

@testable import LifecheckEngines

/// When a check is over, and what becomes of those who work for it.
@Suite struct LimitWatchTests {
  /// Not by `decide`: the limit would hold for the other tests, too, which share this process.
  @Test func theMemoryOfTheWholeProgramCounts() {
    #expect(LimitWatch(Limits(megabytes: 1)).look() == .memory)
    var shared = Limits(megabytes: 1)
    shared.sharers = 1_000_000
    #expect(LimitWatch(shared).look() == nil)
  }

  @Test func theTimeCounts() {
    #expect(LimitWatch(Limits(wallTime: .zero)).look() == .time)
    #expect(LimitWatch(Limits(wallTime: .seconds(1_000))).look() == nil)
  }

  @Test func theTimeOfTheProcessorCounts() {
    var limits = Limits()
    limits.processorTime = .zero
    #expect(LimitWatch(limits).look() == .processorTime)
    limits.processorTime = .seconds(1_000)
    #expect(LimitWatch(limits).look() == nil)
  }

  @Test func whatEndsTheCheckFirstIsTold() {
    let watch = LimitWatch(Limits(wallTime: .zero))
    watch.interrupt()
    #expect(watch.look() == .interruption)
  }

  /// The next version of a platform may find room where the one before has filled it, but no time.
  @Test func onlyMemoryIsGivenBack() {
    let memory = LimitWatch(Limits(megabytes: 1))
    memory.look()
    memory.forgetMemory()
    #expect(memory.reached == nil)
    let time = LimitWatch(Limits(wallTime: .zero))
    time.look()
    time.forgetMemory()
    #expect(time.reached == .time)
  }

  @Test func whatKnowsNoLimitsIsGivenUp() {
    let watch = LimitWatch(Limits())
    #expect(watch.within { 1 } == 1)
    let isReleased = Monitor(false)
    let answer: Int? = watch.within {
      watch.interrupt()
      isReleased.await { $0 }
      return 2
    }
    #expect(answer == nil)
    isReleased.update { $0 = true }
    // The check is over: nothing is begun any more.
    #expect(watch.within { 3 } == nil)
  }
}

@Suite struct ProcessorMeterTests {
  /// Read while the thread is at work, since what works longest is what has to be stopped.
  @Test func aThreadAtWorkIsCounted() {
    let (own, other) = (ProcessorMeter(), ProcessorMeter())
    let isEnough = Monitor(false)
    let thread = WorkerThread { own.counting { while !isEnough.read({ $0 }) {} } }
    while own.used < .milliseconds(5) {}
    isEnough.update { $0 = true }
    thread.join()
    #expect(other.used == .zero)
    let used = own.used
    #expect(used >= .milliseconds(5))
    #expect(own.used == used)
  }

  @Test func whatAThreadDidBeforeIsNotCounted() {
    let clock = ThreadClock()
    let start = clock.time
    while clock.time - start < .milliseconds(5) {}
    let meter = ProcessorMeter()
    meter.counting { #expect(meter.used < clock.time - start) }
  }
}

/// The outcome of a decision that is ended.
@Suite struct EndedDecisionTests {
  private static let last = 1_999

  /// Two counters, neither of which ever stops the other: millions of states, and the last of them far away.
  private static func counters() -> TimedSystem {
    var system = TimedSystem()
    for name in ["x", "y"] {
      let variable = system.addVariable(name, domain: last + 1)
      let body: [Action.Kind] = [
        .assume(.compare(.less, .variable(variable), .constant(last))),
        .assign(variable, .add(.variable(variable), .constant(1)), condition: .true),
      ]
      system.automata.append(
        Automaton(name: name, locations: [Location(name: "counts")], initial: LocationIndex(0), edges: [edge(0, 0, body)]))
    }
    return system
  }

  private static func query(_ x: Int, _ y: Int) -> Query {
    let values = [x, y].enumerated().map { Term.equal(.variable(VariableIndex($0)), .constant($1)) }
    return Query(name: "\(x), \(y)", goal: .all(values))
  }

  @Test func whatIsConfirmedStays() throws {
    let watch = LimitWatch(Limits())
    let results = try decide(Self.counters(), [Self.query(1, 2), Self.query(Self.last, Self.last)], within: watch) { progress in
      if progress.settled == 1 { watch.interrupt() }
    }
    guard case .unsafe(let trace) = results[0].result, case .unknown(.limit(.interruption), _) = results[1].result else {
      Issue.record("\(results.map(\.result))")
      return
    }
    #expect(trace.steps.count == 3)
  }

  @Test func nothingIsBegunWhereItIsOverBefore() throws {
    let watch = LimitWatch(Limits())
    watch.interrupt()
    let results = try decide(Self.counters(), [Self.query(1, 2)], within: watch)
    guard case .unknown(.limit(.interruption), clearedSteps: 0) = results[0].result else {
      Issue.record("\(results[0].result)")
      return
    }
  }

  /// An answer that comes when the answers have been told would be known to some and not to others.
  @Test func whatIsFoundAfterwardsCountsForNothing() {
    var board = Board(count: 1)
    board.close()
    board.settle(0, QueryResult(name: "late", result: .unknown(.effort, clearedSteps: 0), engine: nil))
    #expect(board.results[0] == nil && board.mustStop)
  }

  /// Exploration can be told to stop between two ways through the same edge.
  @Test func anEdgeWithManyWaysIsLeftInTheMiddle() {
    var system = TimedSystem()
    let variables = (0..<12).map { system.addVariable("v\($0)", domain: 3) }
    let body = variables.enumerated().map { Action.Kind.assign($1, .choice(ChoiceIndex($0)), condition: .true) }
    system.automata = [
      Automaton(
        name: "dice", locations: [Location(name: "thrown")], initial: LocationIndex(0),
        edges: [edge(0, 0, choices: variables.map { _ in 3 }, body)])
    ]
    let explorer = Explorer(system, goals: [.all(variables.map { .equal(.variable($0), .constant(2)) })])
    var looks = 0
    explorer.run(maximumNodes: 1_000_000) {
      looks += 1
      return looks == 3
    }
    #expect(looks == 3 && !explorer.isComplete && explorer.reached == [nil])
  }
}

extension Monitor {
  fileprivate func await(_ isReady: (Value) -> Bool) {
    while !wait(atMost: .milliseconds(100), until: isReady, { isReady($0) }) {}
  }
}
