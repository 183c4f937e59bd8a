import LifecheckLanguage

/// What can come next.
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
    if !able.contains(where: isUrgent) { actions += delays(in: state).map(Action.delay) }
    return actions
  }

  /// All ways in which the action can turn out.
  func outcomes(of action: Action, in state: State) throws -> [Moment] {
    try choices.all { _ in
      var moment = Moment(state: state)
      switch action {
      case .activation(let id): try act(id, &moment)
      case .event(let event, let thing): try begin(event, thing, &moment)
      case .setting(let slot): moment.state.slots[slot] = anything(program.variable(slot).type, nil)
      case .delay(let time): moment.state = later(state, by: time)
      }
      return moment
    }
  }

  // MARK: Activations

  private func isHalted(_ activation: Activation, _ state: State) -> Bool {
    activation.isApp && (state.isFrozen || !state.isRunning)
  }

  private func canAct(_ activation: Activation, _ moment: Moment) throws -> Bool {
    if isHalted(activation, moment.state) { return false }
    if limitThatIsOver(activation) != nil { return true }
    switch activation.waiting {
    case .time(let least, _, _, let work): return least <= 0 || work.seesCancel && activation.isCancelled
    case .answers: return false
    case nil: break
    }
    if !activation.holds {
      let executor = activation.executor!
      return moment.state.queues[executor].first == activation.id && moment.holder(of: executor) == nil
    }
    guard case .block(let code, let next)? = activation.stack.last else { return true }
    guard next < program.block(code).statements.count else { return true }
    guard case .waitUntil(let condition) = program.block(code).statements[next].kind else { return true }
    return try isTrue(condition, activation.environment, moment.state)
  }

  /// Time may not pass while it can act.
  private func isUrgent(_ activation: Activation) -> Bool {
    if limitThatIsOver(activation) != nil { return true }
    guard case .time(_, let most, _, let work)? = activation.waiting else { return true }
    if work.seesCancel, activation.isCancelled { return true }
    return most.map { $0 <= 0 } ?? false
  }

  // MARK: Events

  private func canHappen(_ id: EventID, _ thing: Int, _ moment: Moment) throws -> Bool {
    let event = model.events[id.index]
    let isApp = !program.isPlatformCode(event.owner)
    if isApp, !moment.state.isRunning || moment.state.isFrozen { return false }
    if !isApp, moment.state.activations.contains(where: { $0.origin == .event(id, thing: thing) }) { return false }
    if let executor = try executor(of: event, thing) {
      if moment.holder(of: executor) != nil { return false }
    }
    return try event.when.map { try isTrue($0, Environment(this: thing), moment.state) } ?? true
  }

  private func executor(of event: Event, _ thing: Int) throws -> Int? {
    if let id = event.executor {
      return program.executors.firstIndex {
        $0.executor == id && [thing, platformThing, model.app.map(program.root)].contains($0.thing)
      }
    }
    if program.isPlatformCode(event.owner) || platformThing == nil { return nil }
    guard let main = program.executors.firstIndex(where: { executorName($0) == "main" && $0.thing == platformThing }) else {
      throw NotCovered(what: "no main thread")
    }
    return main
  }

  private func executorName(_ key: Program.ExecutorKey) -> String { model.executors[key.executor.index].name }

  private var platformThing: Int? { model.platform.map(program.root) }

  /// The condition and the first statement are one step.
  private func begin(_ id: EventID, _ thing: Int, _ moment: inout Moment) throws {
    let event = model.events[id.index]
    moment.happen(.event(id, thing: thing))
    let environment = Environment(this: thing)
    let number = moment.freeID()
    moment.add(
      Activation(
        id: number, isApp: !program.isPlatformCode(event.owner), origin: .event(id, thing: thing),
        executor: try executor(of: event, thing), holds: true, environment: environment,
        stack: [.body(Body(outside: environment)), .block(program.code(event.body), next: 0)]))
    try settle(number, &moment)
    try next(number, &moment)
  }
}
