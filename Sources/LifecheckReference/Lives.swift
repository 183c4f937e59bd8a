import LifecheckLanguage

// Beginnings and ends of the process.

extension Evaluation {
  /// The state before the first step. Each variable has its first value. The process runs only where no platform
  /// starts it.
  func initialState(tracks: [Track]) throws -> State {
    let slots = [Value](repeating: .none, count: program.slots.count)
    let queues = [[Int]](repeating: [], count: program.executors.count)
    var moment = Moment(state: State(slots: slots, queues: queues, tracks: tracks))
    moment.state.stopwatches = program.stopwatches.map { _ in 0 }
    for slot in program.slots.indices where program.variable(slot).storage == .rigid {
      moment.state.slots[slot] = try firstValue(slot: slot, &moment)
    }
    for slot in program.slots.indices where program.variable(slot).storage != .rigid {
      moment.state.slots[slot] = try firstValue(slot: slot, &moment)
    }
    moment.state.isRunning = !program.startsLives
    return moment.state
  }

  func firstValue(slot: Int, _ moment: inout Moment) throws -> Value {
    let variable = program.variable(slot)
    if program.isOver(program.slots[slot].thing) { return firstValue(variable.type) }
    var environment = Environment(this: program.slots[slot].thing)
    switch variable.storage {
    case .constant: return .none
    case .rigid:
      guard let value = parameters[slot] else { throw Defect(what: "a parameter without a value") }
      return value
    case .memory, .durable, .system:
      if variable.isSetting { return anything(variable.type, nil) }
      if let initial = variable.initial { return try value(initial, &environment, &moment) }
      return isPlain(variable.type) ? anything(variable.type, nil) : .none
    }
  }

  private func isPlain(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .integer, .enumeration: true
    default: false
    }
  }

  private func resetMemory(_ moment: inout Moment) throws {
    for slot in program.slots.indices where program.variable(slot).storage == .memory {
      moment.state.slots[slot] = try firstValue(slot: slot, &moment)
    }
  }

  /// Where the process runs already, nothing begins.
  func startLife(_ moment: inout Moment) throws {
    if moment.state.isRunning { return }
    moment.state.isRunning = true
    moment.state.isFrozen = false
    try resetMemory(&moment)
  }

  /// `on dies` sees the last memory; then all that belongs to the process is gone.
  func die(_ reason: String, _ moment: inout Moment) throws {
    moment.happen(.dies(reason))
    let last = moment.state
    for (thing, handler) in try deathHandlers(reason).filter({ try !program.isEntry($0.thing) || isLive($0.thing, last) }) {
      var environment = Environment(this: thing)
      _ = try run(handler.body, &environment, &moment)
    }
    for activation in moment.state.activations where endsWithTheProcess(activation) { moment.remove(activation.id) }
    moment.state.queues = moment.state.queues.map { _ in [] }
    moment.state.overtaking = []
    moment.state.isRunning = false
    moment.state.hasOverlapped = false
    moment.state.isFrozen = false
    try resetMemory(&moment)
  }

  private func deathHandlers(_ reason: String) -> [(thing: Int, handler: DeathHandler)] {
    program.things.indices.filter { !program.isOver($0) }
      .flatMap { thing in model.kinds[program.things[thing].kind.index].onDies.map { (thing, $0) } }
      .filter { $0.1.answers(reason) }
      .sorted { $0.1.isBefore($1.1) }
      .map { (thing: $0.0, handler: $0.1) }
  }

  private func endsWithTheProcess(_ activation: Activation) -> Bool {
    if activation.isInApp || activation.executor != nil || !activation.keeps.isEmpty { return true }
    if case .answers = activation.waiting { return true }
    return false
  }
}
