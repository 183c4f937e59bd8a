import LifecheckLanguage

/// An action that can come next.
enum Action: Hashable {
  case activation(Int)
  case event(EventID, thing: Int)
  case setting(slot: Int)
  /// Milliseconds.
  case delay(Int)
}

extension Evaluation {
  /// All that can come next.
  func actions(in state: State) throws -> [Action] {
    let moment = Moment(state: state)
    let able = try state.activations.filter { try canAct($0, moment) }
    var actions: [Action] = able.map { .activation($0.id) }
    for (index, event) in model.events.enumerated() {
      for thing in program.things(of: event.owner) where try canHappen(EventID(index), thing, moment) {
        actions.append(.event(EventID(index), thing: thing))
      }
    }
    for slot in program.slots.indices where program.variable(slot).isSetting { actions.append(.setting(slot: slot)) }
    if try !isUrgent(able, moment) { actions += try delays(in: state).map(Action.delay) }
    return actions
  }

  /// All ways in which the action can turn out.
  func outcomes(of action: Action, in state: State) throws -> [Moment] {
    try choices.all { _ in
      var moment = Moment(state: state)
      defer { moment.isInApp = false }
      switch action {
      case .activation(let id): try act(id, &moment)
      case .event(let event, let thing): try begin(event, thing, &moment)
      case .setting(let slot): moment.state.slots[slot] = anything(program.variable(slot).type, nil)
      case .delay(let time): moment.state = try later(state, by: time)
      }
      return moment
    }
  }

  // MARK: Activations

  /// The app's code stands still while it is frozen, and so does what is on its threads. Before the process runs, code of the
  /// platform may be there alone: some of it is what starts the process.
  func isHalted(_ activation: Activation, _ state: State) -> Bool {
    if state.isRunning, !state.isFrozen { return false }
    return activation.isInApp || state.isFrozen && activation.held.contains { !program.isSystem(executor: $0) }
  }

  /// Nothing begins on a thread of the app's while there is no process, or it is frozen.
  private func isFree(_ executor: Int, _ moment: Moment) -> Bool {
    moment.holder(of: executor) == nil
      && (program.isSystem(executor: executor) || moment.state.isRunning && !moment.state.isFrozen)
  }

  func canAct(_ activation: Activation, _ moment: Moment) throws -> Bool {
    if isHalted(activation, moment.state) { return false }
    if try limitThatIsOver(activation, moment) != nil { return true }
    switch activation.waiting {
    case .time(let least, _, _, let work): return try least <= 0 || work.seesCancel && isCancelled(activation, moment.state)
    case .answers: return false
    case nil: break
    }
    if !activation.holds {
      let executor = activation.executor!
      guard moment.state.queues[executor].first == activation.id else { return false }
      let startsLife = !activation.isInApp && !moment.state.isRunning && moment.holder(of: executor) == nil
      return startsLife || isFree(executor, moment)
    }
    return try !isBlocked(activation, moment)
  }

  /// Time may not pass while one of those that can act does not let it, or where an event is due.
  func isUrgent(_ able: [Activation], _ moment: Moment) throws -> Bool {
    try able.contains { try isUrgent($0, moment) } || isEventDue(moment)
  }

  /// `latest`: the event is possible, and its last moment has come.
  private func isEventDue(_ moment: Moment) throws -> Bool {
    for index in program.forcedEvents {
      let event = model.events[index]
      for thing in program.things(of: event.owner) {
        guard let latest = event.latest, try isTrue(latest, Environment(this: thing), moment.state) else { continue }
        if try canHappen(EventID(index), thing, moment) { return true }
      }
    }
    return false
  }

  private func isUrgent(_ activation: Activation, _ moment: Moment) throws -> Bool {
    if try limitThatIsOver(activation, moment) != nil { return true }
    if activation.waiting == nil, !activation.holds, let executor = activation.executor { return !program.isLate(executor: executor) }
    guard case .time(_, let most, _, let work)? = activation.waiting else { return true }
    if work.seesCancel, try isCancelled(activation, moment.state) { return true }
    return most.map { $0 <= 0 } ?? false
  }

  // MARK: Events

  private func canHappen(_ id: EventID, _ thing: Int, _ moment: Moment) throws -> Bool {
    let event = model.events[id.index]
    let isApp = !program.isPlatformCode(event.owner)
    if isApp, !moment.state.isRunning || moment.state.isFrozen { return false }
    if !isApp, moment.state.activations.contains(where: { $0.origin == .event(id, thing: thing) }) { return false }
    if isApp, event.executor == nil, platformThing == nil, moment.state.activations.contains(where: isEventWithoutThread) { return false }
    if let executor = try executor(of: event, thing) {
      if !isFree(executor, moment) { return false }
      if moment.state.overtaking.contains(Overtaker(event: id, thing: thing, executor: executor)) { return false }
    }
    guard let when = event.when else { return true }
    // A choice in it is made anew at each moment.
    return try choices.all { _ in try isTrue(when, Environment(this: thing), moment.state) }.contains(true)
  }

  /// Without a platform there is no main thread; an app's events still come one at a time.
  private func isEventWithoutThread(_ activation: Activation) -> Bool {
    if case .event = activation.origin { activation.isApp && activation.executor == nil } else { false }
  }

  private func executor(of event: Event, _ thing: Int) throws -> Int? {
    if let id = event.executor { return try program.executor(id, for: thing) }
    if program.isPlatformCode(event.owner) || platformThing == nil { return nil }
    guard let main = program.executors.firstIndex(where: { executorName($0) == "main" && $0.thing == platformThing }) else {
      throw NotCovered(what: "no main thread")
    }
    return main
  }

  private func executorName(_ key: Program.ExecutorKey) -> String { model.executors[key.executor.index].name }

  private var platformThing: Int? { model.platform.map(program.root) }

  /// An event that comes in before those who wait, and may keep them waiting, does so once.
  private func mayKeepWaiting(_ event: Event, _ executor: Int) -> Bool {
    !program.isSystem(executor: executor) && model.keepsWaiting(event, on: program.executors[executor].executor)
  }

  /// The condition and the first statement are one step.
  private func begin(_ id: EventID, _ thing: Int, _ moment: inout Moment) throws {
    let event = model.events[id.index]
    moment.happen(.event(id, thing: thing))
    if let executor = try executor(of: event, thing), mayKeepWaiting(event, executor), !moment.state.queues[executor].isEmpty {
      moment.state.overtaking.insert(Overtaker(event: id, thing: thing, executor: executor))
    }
    let environment = Environment(this: thing)
    let number = moment.freeID()
    moment.actor = number
    moment.add(
      Activation(
        id: number, isApp: !program.isPlatformCode(event.owner), origin: .event(id, thing: thing),
        executor: try executor(of: event, thing), holds: true, environment: environment,
        stack: [
          .body(Body(isApp: program.isAppText(environment), outside: environment)), .block(program.code(event.body), next: 0),
        ]))
    try settle(number, &moment)
    try next(number, &moment)
  }
}
