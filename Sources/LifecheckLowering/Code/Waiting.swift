import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Time, executors, and everything else that a process can wait for.

extension Flow {
  struct Wait {
    var lower: TimeBound
    /// nil: for ever.
    var upper: TimeBound?
    var isWall = false
    /// Lets the executor go meanwhile.
    var releases: Bool
    var canCancel: Bool
    /// Sleeping is no work.
    var isSleep = false
    var name: String?
    /// The spec's words for what it does.
    var says: String?
    var mayFail: [String]?
    /// Whose failure the monitors are told, in the unit in which the work fails or is cancelled.
    var call: Call?
    var origin: SourceRange
  }

  var currentProcess: Process {
    get { lowerer.processes[process] }
    set { lowerer.processes[process] = newValue }
  }

  /// The process's clock for waits; app code's stands still while the app is frozen.
  ///
  /// A sleep is over no sooner than by the clock on the wall, and no later than by the one that stands still: while the app is frozen
  /// its deadline comes nearer, unless the device sleeps as well.
  private func waitClock(isWall: Bool) -> ClockIndex {
    let goesOn = isWall && canStandStill && lowerer.code.canFreeze
    let isOfAppInSystem = !isApp && inside.contains(.appCode)
    let kept = goesOn ? \Process.wallClock : isOfAppInSystem ? \Process.appClock : \Process.clock
    if let clock = currentProcess[keyPath: kept] { return clock }
    let stands = canStandStill && !isWall
    let clock = lowerer.makeClock(
      "time in \(currentProcess.name)", rate: stands ? Term.variable(lowerer.frozen).negated : .true)
    currentProcess[keyPath: kept] = clock
    return clock
  }

  private var canStandStill: Bool { isApp || inside.contains(.appCode) }

  // MARK: Durations

  func wait(_ wait: Wait) throws {
    if wait.upper == TimeBound(0), wait.mayFail == nil { return try pass(wait) }
    let clock = waitClock(isWall: wait.isWall)
    let earliest = wait.isSleep ? waitClock(isWall: true) : clock
    for started in Set([clock, earliest]).sorted() { lowerer.emit(.reset(started, condition: .true), wait.origin) }
    let waiting = makeWaiting(wait, clock)
    let startLine = wait.name.flatMap { name in
      isOwnCode(wait.origin) ? EdgeLabel.Line(text: "`\(name)` starts\(inBrackets(wait.says))", origin: wait.origin) : nil
    }
    commit(to: waiting, line: startLine)
    if wait.canCancel { try cancelEdge(from: waiting, wait) }
    if let errors = wait.mayFail { try failureEdges(from: waiting, wait, errors, clock) }
    cursor = waiting
    lowerer.emit(.assume(.clock(earliest, .greaterEqual, wait.lower)), wait.origin)
    emitNoCancelBefore(wait)
    try afterWait(wait, line: endLine(wait, wait.name == nil ? "is over" : "ends"), isDone: wait.origin == lastStatement)
    try heedLateCancel(wait)
  }

  /// A cancel decides at once how a sleep ends (`onSleepCancel` of TaskSleep.swift in the Swift library), also of one that is suspended;
  /// and where cancels are prompt, whatever is waited for.
  private func emitNoCancelBefore(_ wait: Wait) {
    guard wait.canCancel, wait.isSleep || lowerer.model.cancelsPromptly, let flag = currentProcess.cancelFlag else { return }
    lowerer.emit(.assume(.equal(.variable(flag), .false)), wait.origin)
  }

  /// What was waited for has ended well, but the code has its thread only now: where cancels are prompt, one that came meanwhile throws.
  private func heedLateCancel(_ wait: Wait) throws {
    guard wait.canCancel, wait.releases, executor != nil, lowerer.model.cancelsPromptly else { return }
    try heedCancel(line: endLine(wait, "is cancelled")) { try throwError("cancelled", at: wait.origin) }
  }

  /// Whoever has been asked to stop leaves here, by `leave`; where cancels are not prompt, nobody is asked.
  func heedCancel(line: EdgeLabel.Line?, _ leave: () throws -> Void) throws {
    guard let flag = currentProcess.cancelFlag else { return }
    let here = cursor!
    lowerer.emit(.assume(.equal(.variable(flag), .true)))
    commit(line: line)
    try leave()
    cursor = here
    lowerer.emit(.assume(.equal(.variable(flag), .false)))
    commit()
  }

  /// No time passes; but who has been asked to stop, stops here, and who lets the executor go, queues for it again.
  private func pass(_ wait: Wait) throws {
    if wait.canCancel, let flag = currentProcess.cancelFlag {
      let here = makeLocation("", stable: false, origin: wait.origin)
      commit(to: here)
      try cancelEdge(from: here, wait)
      cursor = here
      lowerer.emit(.assume(.equal(.variable(flag), .false)), wait.origin)
    }
    guard wait.releases, executor != nil else { return }
    try afterWait(wait, line: nil, urgent: true)
    try heedLateCancel(wait)
  }

  private func makeWaiting(_ wait: Wait, _ clock: ClockIndex) -> Int {
    let held = (executor, alsoHeld)
    if wait.releases { executor = nil }
    let waiting = makeLocation(wait.name.map { .work($0) } ?? .condition, work: !wait.isSleep, origin: wait.origin)
    (executor, alsoHeld) = held
    if let upper = wait.upper {
      currentProcess.locations[waiting].invariants.append(Invariant(clock: clock, bound: upper))
    }
    return waiting
  }

  private func endLine(_ wait: Wait, _ how: String) -> EdgeLabel.Line? {
    guard isOwnCode(wait.origin) else { return nil }
    return EdgeLabel.Line(text: "\(wait.name.map { "`\($0)`" } ?? "the wait") \(how)", origin: wait.origin)
  }

  private func failureEdges(from waiting: Int, _ wait: Wait, _ errors: [String], _ clock: ClockIndex) throws {
    for error in errors.isEmpty ? [""] : errors {
      cursor = waiting
      lowerer.emit(.assume(.clock(clock, .greaterEqual, wait.lower)), wait.origin)
      emitNoCancelBefore(wait)
      wait.call.map(lowerer.fail)
      try afterWait(wait, line: endLine(wait, error.isEmpty ? "fails" : "fails: \(wordsOf(error))"))
      try throwError(error, at: wait.origin)
      cursor = nil
    }
  }

  private func cancelEdge(from waiting: Int, _ wait: Wait) throws {
    guard let flag = currentProcess.cancelFlag else { return }
    cursor = waiting
    lowerer.emit(.assume(.equal(.variable(flag), .true)), wait.origin)
    wait.call.map(lowerer.fail)
    try afterWait(wait, line: endLine(wait, "is cancelled"), urgent: true)
    try throwError("cancelled", at: wait.origin)
    cursor = nil
  }

  /// From the waiting location back to running code: at once, or through the executor's queue.
  /// - Parameter isDone: There is nothing left to do for who stands in that.
  private func afterWait(_ wait: Wait, line: EdgeLabel.Line?, urgent: Bool = false, isDone: Bool = false) throws {
    guard wait.releases, let executor else {
      commit(urgent: urgent, line: line)
      return
    }
    lowerer.post(process: process, on: executor, when: .true)
    let queued = makeQueued(executor, origin: wait.origin)
    currentProcess.locations[queued].isDone = isDone
    commit(to: queued, urgent: urgent, line: line, mobility: .visible)
    acquire(executor)
  }

  // MARK: Executors

  /// A location in the queue of `executor`; what is held besides stays held.
  func makeQueued(_ executor: ExecutorKey, origin: SourceRange?) -> Int {
    let held = self.executor
    self.executor = nil
    let queued = makeLocation(.turn, origin: origin)
    self.executor = held
    currentProcess.locations[queued].queuedOn = executor
    return queued
  }

  /// From the head of the queue to running, as soon as the executor is free.
  /// - Parameter line: What is told of it.
  func acquire(_ executor: ExecutorKey, line: EdgeLabel.Line? = nil) {
    self.executor = executor
    home = executor
    lowerer.emit(.assume(lowerer.term(.busy(executor)).negated))
    lowerer.emit(.assume(lowerer.term(.behindOthers(automaton: process, executor)).negated))
    lowerer.unit.items.append(.dequeue(process: process, executor))
    let latency = lowerer.latency(of: executor)
    commit(urgent: latency == nil, line: line, mobility: line == nil ? .local : .automatic)
  }

  /// From the queue that a startable process begins in, if its code belongs to an executor.
  func leaveQueue(line: EdgeLabel.Line? = nil) {
    guard let executor else {
      if line != nil { commit(line: line) }
      return
    }
    self.executor = nil
    acquire(executor, line: line)
  }

  /// Runs a block on another executor, or beside (nil), and comes back, holding the present one or not.
  func hop(to target: ExecutorKey?, holding: Bool, _ body: Block, at range: SourceRange) throws {
    let (outer, belongs, held) = (executor, home, alsoHeld)
    // An app that waits by `sync` for what it keeps waits for ever. A platform says `sync on main` where it may be there already.
    let isOfPlatform = lowerer.model.kinds[environment.selfKind.index].isPlatformCode
    if target == outer, target == nil || !holding || isOfPlatform {
      // In line: nothing to queue for, and nothing is held besides, for which whoever comes back would wait for ever.
      if !lowerer.unit.items.isEmpty { commit() }
      return try runOwn(body)
    }
    if let target, lowerer.isApp(target), !lowerer.startsProcess(body) { try endIfDead(at: range) }
    if holding, let outer { alsoHeld.append(outer) }
    goOver(to: target, at: range)
    scopes.append(.hop(outer: outer, alsoHeld: held))
    try runOwn(body)
    scopes.removeLast()
    if cursor != nil { return try returnHop(to: outer, alsoHeld: held, isDone: range == lastStatement) }
    // All ways through the block have left it: what comes after it has never been there.
    (executor, home, alsoHeld) = (outer, belongs, held)
  }

  /// `return` ends the block, as a closure, and not the code around it.
  private func runOwn(_ body: Block) throws {
    guard body.mayReturn else { return try run(body) }
    let exit = makeLocation("", stable: false)
    scopes.append(.function(exit: exit, result: nil, outside: inside))
    try run(body)
    scopes.removeLast()
    jump(to: exit)
    cursor = isReached(exit) ? exit : nil
  }

  private func goOver(to target: ExecutorKey?, at range: SourceRange) {
    executor = nil
    guard let target else {
      home = nil
      commit(line: line(range), mobility: .release)
      return
    }
    lowerer.post(process: process, on: target, when: .true)
    let queued = makeQueued(target, origin: range)
    let never = alsoHeld.contains(target) ? "never begins: this code keeps the thread that it waits for" : nil
    commit(to: queued, line: line(range, says: never), mobility: .visible)
    acquire(target)
  }

  /// - Parameter isDone: There is nothing left to do, so that who stands still here is in the middle of nothing.
  func returnHop(to outer: ExecutorKey?, alsoHeld held: [ExecutorKey], isDone: Bool = false) throws {
    let wasHeld = outer.map { alsoHeld.contains($0) && !held.contains($0) } ?? true
    alsoHeld = held
    executor = outer
    home = outer
    if wasHeld {
      commit(mobility: isSystemsOwn ? .closes : .release)
      return
    }
    lowerer.post(process: process, on: outer!, when: .true)
    let queued = makeQueued(outer!, origin: nil)
    currentProcess.locations[queued].isDone = isDone
    commit(to: queued, mobility: .visible)
    acquire(outer!)
  }

  // MARK: Conditions, locks

  func waitUntil(_ condition: Expression, at range: SourceRange) throws {
    let waiting = makeLocation(.condition, origin: range)
    commit(to: waiting, line: nil)
    // It is looked at all the time, and taken up at once: what is unknown must be able to stay false.
    let fact = try lowerer.outsideUnits { try lowerer.fact(condition, environment) }
    // Time may not pass the moment at which it becomes true.
    if fact.mentionsClock {
      currentProcess.locations[waiting].invariants.append(try lowerer.moment(of: fact, in: condition.range))
    }
    lowerer.emit(.assume(fact), range)
    commit(line: isOwnCode(range) ? EdgeLabel.Line(text: "`\(lowerer.sourceText(condition.range))` is true", origin: range) : nil)
  }

  func locked(_ lock: Expression, _ body: Block, at range: SourceRange) throws {
    guard let held = try lowerer.lockVariable(lock, environment) else {
      throw LoweringFailure(
        "not-a-lock", "this is not a lock", at: lock.range,
        help: "a lock is a `Bool` variable, or one thing with `var held: Bool`, by its name: `store`, `stores[0]`")
    }
    let waiting = makeLocation(.lock("lock \(lowerer.sourceText(lock.range))"), origin: lock.range)
    commit(to: waiting, line: nil)
    lowerer.emit(.assume(.equal(.variable(held), .false)), range)
    lowerer.emit(.assign(held, .true, condition: .true), range)
    // From here on it is owed, also where a limit ends before the first statement of the block.
    scopes.append(.locked(held))
    commit(
      line: isOwnCode(range) ? EdgeLabel.Line(text: "`lock \(lowerer.sourceText(lock.range))` is taken", origin: lock.range) : nil
    )
    try run(body)
    scopes.removeLast()
    if cursor != nil {
      lowerer.emit(.assign(held, .false, condition: .true), range)
      commit()
    }
  }
}
