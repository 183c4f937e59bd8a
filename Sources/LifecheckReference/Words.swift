import LifecheckLanguage

// A run in the reference's words, for whoever looks for the cause of a disagreement.

extension Evaluation {
  /// A step, and what it has changed.
  func words(_ action: Action, from before: State, to after: State) -> String {
    let who =
      switch action {
      case .activation(let id): "activation \(id)\(place(of: id, before))"
      case .event(let event, let thing): "event \(name(thing)).\(model.events[event.index].name)"
      case .setting(let slot): "setting \(program.variable(slot).name)"
      case .delay(let time): "\(time) ms pass"
      }
    return ([who] + changes(before, after)).joined(separator: " | ")
  }

  /// The line of the statement that it does, or is in.
  private func place(of id: Int, _ state: State) -> String {
    guard let activation = state.activations.first(where: { $0.id == id }),
      case .block(let code, let next)? = activation.stack.last(where: { if case .block = $0 { true } else { false } }),
      next < program.block(code).statements.count
    else { return "" }
    let range = program.block(code).statements[next].range
    let file = model.files[range.file.index]
    return " at \(file.path):\(file.position(at: range.start).line)"
  }

  private func changes(_ before: State, _ after: State) -> [String] {
    var changes: [String] = []
    for slot in program.slots.indices where before.slots[slot] != after.slots[slot] {
      changes.append("\(name(program.slots[slot].thing)).\(program.variable(slot).name)=\(after.slots[slot])")
    }
    if before.isRunning != after.isRunning { changes.append("running=\(after.isRunning)") }
    if before.isFrozen != after.isFrozen { changes.append("frozen=\(after.isFrozen)") }
    for activation in after.activations where !before.activations.contains(activation) {
      changes.append("\(activation.id):\(activation.origin)\(activation.waiting.map { " waits \($0)" } ?? "")\(activation.holds ? "" : " off")")
    }
    for id in Set(before.activations.map(\.id)).subtracting(after.activations.map(\.id)).sorted() { changes.append("\(id) ends") }
    return changes
  }

  private func name(_ thing: Int) -> String {
    let kind = model.kinds[program.things[thing].kind.index].name
    guard let member = program.members.first(where: { $0.value == thing })?.key else { return kind }
    return model.instances[member.instance.index].name
  }
}
