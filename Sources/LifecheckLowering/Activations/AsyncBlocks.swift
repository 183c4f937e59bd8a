import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `async` blocks: some copies of each are processes, all further ones a crowd. What a start yields is the number of a job.

/// All copies of one `async` site.
struct Template {
  let copies: [Int]
  /// Where copy `k` keeps what it is given at its start: each non-static free name of a block.
  let given: [[VariableIndex]]
  /// The flags that a start sets when all copies are under way: one more waits, or is a member of the crowd.
  let full: [VariableIndex]
  /// Notes a copy in the middle of work in whose place the next one begins.
  let givenUp: GivenUpAtWork?
  /// Flags that remember the references that further copies are given, by variable of the first one.
  let references: [VariableIndex: [VariableIndex]]
  /// Flags that remember that one was given none, by the same.
  let givenNone: [VariableIndex: VariableIndex]
  /// Somebody keeps its job.
  let keepsJob: Bool
  let followedCopy: FollowedCopy
  /// The code lets its executor go, so that several may be in the middle of it.
  var mayOverlap = true
}

/// Whether a copy is the one to start.
private struct FreeCopy {
  let isIdle: Term
  /// It is under way, and given up for the next one.
  let isReused: Term

  var isFree: Term { .any([isIdle, isReused]) }
}

/// By the name of the closure, and where it runs.
struct Templates {
  var made: [String: Template] = [:]
}

extension Lowerer {
  /// Starts a copy of the block; its value is the job's number.
  func spawn(_ closure: Closure, on target: Value?, _ state: inout Straight, at range: SourceRange) throws -> Term {
    var executor: ExecutorKey?
    if case .executor(let node, let id)? = target { executor = ExecutorKey(node: node, executor: id) }
    let made = try withCopies(closure, state)
    if let executor, let call = try postedCall(in: made, on: executor) { return try start(call, on: executor, state, at: range) }
    let template = try self.template(for: made, executor: executor, at: range)
    let given = try captures(of: made).map { try captured($0, made, at: range) }
    return try start(template, given, executor: executor, state, at: range)
  }

  /// - Parameter values: What it is given, parallel to `template.given`.
  func start(
    _ template: Template, _ values: [Term], executor: ExecutorKey?, _ state: Straight, at range: SourceRange
  ) throws -> Term {
    if let actor = context.actor, template.copies.contains(actor) { found.noteStartingItself(range) }
    var copies = freeCopies(of: template)
    // One that is not followed may go on for as long as it likes, and one that is given up is still there until it has left.
    var isAlone = copies[0].isIdle
    if let isMeant = isWorthFollowing(template, values, at: range) {
      let couldBe = Term.all([.any(copies.map(\.isFree)), holdsFollowedDelivery(template, values)])
      notePassingOver(template.followedCopy, when: .all([state.alive, couldBe, isMeant.negated]), at: range)
      copies = copies.map { FreeCopy(isIdle: bind(.all([$0.isIdle, isMeant])), isReused: bind(.all([$0.isReused, isMeant]))) }
      if template.followedCopy.isOpen { isAlone = copies[0].isIdle }
    }
    noteOverlap(of: template.copies[0], when: .all([state.alive, isAlone.negated]), at: range)
    giveUp(copies, of: template, when: state.alive)
    let free = copies.map(\.isFree)
    var job = Term.constant(template.keepsJob ? looseJob : 0)
    for (isFree, process) in zip(free, template.copies).reversed() {
      if let number = processes[process].jobNumber, number <= known.jobCount { job = .choose(isFree, .constant(number), job) }
    }
    for (copy, process) in template.copies.enumerated() {
      let condition = Term.all([state.alive, free[copy]])
      for (slot, value) in zip(template.given[copy], values) { emit(.assign(slot, value, condition: condition), range) }
      emit(.move(AutomatonIndex(process), LocationIndex(Process.beginning), condition: condition), range)
      if let executor { post(process: process, on: executor, when: condition) }
      if let number = processes[process].jobNumber, number <= known.jobCount {
        emit(.assign(flags.jobs[number - 1], .false, condition: condition), range)
      }
    }
    let isMember = Term.all([state.alive] + free.map(\.negated))
    for flag in template.full { emit(.assign(flag, .true, condition: isMember), range) }
    noteMember(of: template, values, when: isMember, at: range)
    return bind(job)
  }

  /// Notes what a copy too many is given.
  private func noteMember(of template: Template, _ values: [Term], when isMember: Term, at range: SourceRange) {
    for (slot, value) in zip(template.given[0], values) {
      noteCaptured(value, like: slot, when: isMember)
      if let flag = template.givenNone[slot] {
        emit(.assign(flag, .true, condition: .all([isMember, .equal(value, .constant(0))])), range)
      }
      guard let flags = template.references[slot] else { continue }
      for action in noteMember(given: value, in: flags, when: isMember) { emit(action.kind, range) }
    }
  }

  /// For each copy whether it is the one to start: the first that is not under way; if all are, the first that has been
  /// cancelled and is about to leave without anybody noticing, as if it had left just before.
  private func freeCopies(of template: Template) -> [FreeCopy] {
    let copies = template.copies
    let idle = copies.map { bind(.at(AutomatonIndex($0), [LocationIndex(Process.idle)])) }
    let none = idle.map(\.negated)
    // All is looked at before anything is done about one of them.
    let leaves = copies.map { copy in
      processes[copy].jobNumber == nil ? .false : bind(term(.leavesUnnoticed(process: copy)))
    }
    return copies.indices.map { copy in
      FreeCopy(
        isIdle: .all([idle[copy]] + none[..<copy]),
        isReused: bind(.all(none + leaves[..<copy].map(\.negated) + [leaves[copy]])))
    }
  }

  /// Ends those in whose place another one begins.
  private func giveUp(_ free: [FreeCopy], of template: Template, when alive: Term) {
    for (copy, free) in zip(template.copies, free) where processes[copy].jobNumber != nil {
      let isGivenUp = Term.all([alive, free.isReused])
      for flag in template.givenUp?.flags ?? [] {
        let wasAtWork = Term.all([isGivenUp, term(.leavesWork(process: copy))])
        unit.items.append(.action(Action(.assign(flag, .true, condition: wasAtWork))))
      }
      unit.items.append(.endOf(process: copy, condition: isGivenUp))
    }
  }

  private func template(for closure: StaticClosure, executor: ExecutorKey?, at range: SourceRange) throws -> Template {
    let isApp = executor.map(isApp) ?? context.isApp
    let name = key(of: closure) + "@\(String(describing: executor))\(isApp)"
    if let template = templates.made[name] { return template }
    let captures = captures(of: closure)
    let shown = "the async block of line \(lineNumber(range))"
    var copies: [Int] = []
    var slots: [[VariableIndex]] = []
    var flows: [Flow] = []
    for copy in 0..<followed.copies(of: range, isPosted: executor != nil && isApp) {
      let label = copy == 0 ? shown : "\(shown) (copy \(copy + 1))"
      let (process, flow) = makeStartable(label, isSystem: !isApp, executor: executor, inside: [])
      processes[process].locations[1].origin = range
      processes[process].isPlatformBlock = isApp && !model.isAppCode(closure.closure.range)
      let own = captures.map {
        makeCapture($0, closure.environment, name: shown, storage: isApp ? .memory : .system, node: nil)
      }
      processes[process].ownVariables += own
      if code.keptJobs.contains(closure.closure.range) { makeJob(process) }
      copies.append(process)
      slots.append(own)
      flows.append(flow)
    }
    // A copy too many belongs to the crowd.
    let waiting = makeWaitingCopies(shown, copies, isGivenNothing: captures.isEmpty, executor: executor, at: range)
    let choice = followedCopy(of: [closure.closure.body], given: slots[0], at: range)
    let crowd = makeCrowd(
      shown, copies, given: slots[0], waiting: waiting, followedCopy: choice, executor: executor, at: range)
    let keepsJob = code.keptJobs.contains(closure.closure.range)
    let template = Template(
      copies: copies, given: slots, full: waiting?.flags ?? crowd.flags, givenUp: crowd.givenUp,
      references: crowd.references, givenNone: crowd.givenNone, keepsJob: keepsJob, followedCopy: choice)
    templates.made[name] = template
    for (flow, own) in zip(flows, slots) {
      flow.environment = environment(of: StoredClosure(closure: closure, captures: captures), slots: own)
      later { try self.layOut(closure.closure.body, flow) }
    }
    return template
  }

  private func makeJob(_ process: Int) {
    let number = found.nextJob()
    processes[process].jobNumber = number
    if number <= known.jobCount { processes[process].cancelFlag = flags.jobs[number - 1] }
  }

  /// Lays out the body of a startable process: out of the queue, through the code, back to idle.
  private func layOut(_ body: Block, _ flow: Flow) throws {
    acts(flow.process, isApp: flow.isApp)
    if processes[flow.process].cancelFlag != nil, model.cancelsPromptly {
      flow.leaveQueue()
      let told = EdgeLabel.Line(text: "the block has been cancelled, and does not begin", origin: body.range)
      try flow.heedCancel(line: flow.isOwnCode(body.range) ? told : nil) { flow.finish() }
      flow.begin([piece(.block, body.range, in: nil)])
    } else {
      flow.begin([piece(.block, body.range, in: nil)])
      flow.leaveQueue()
    }
    flow.lastStatement = body.rangeOfLastWait
    try flow.run(body)
    flow.finish()
  }

  func cancel(_ job: Term, when condition: Term, at range: SourceRange) {
    for number in 0..<known.jobCount {
      emit(
        .assign(
          flags.jobs[number], .true,
          condition: .all([condition, .equal(job, .constant(number + 1)), term(.jobRunning(number: number + 1))])), range)
    }
  }
}

extension Block {
  /// What it waits for with its last statement, where nothing is owed behind that.
  fileprivate var rangeOfLastWait: SourceRange? {
    let owes = statements.contains { if case .deferred = $0.kind { true } else { false } }
    return owes ? nil : statements.last.flatMap(\.rangeOfWait)
  }
}

extension Statement {
  /// What it waits for, where it does nothing with that afterwards.
  fileprivate var rangeOfWait: SourceRange? {
    switch kind {
    case .expression(let expression):
      switch expression.kind {
      case .call, .work, .task(.await, _, _, _): expression.range
      default: nil
      }
    case .wait(_, _, _, isAwait: true): range
    default: nil
    }
  }
}
