import LifecheckLanguage

/// More resources at once than the reference follows: this run is not followed further.
struct TooMany: Error {}

// The entries that `new` makes.

extension Evaluation {
  /// An entry that is not live, that nothing refers to, and that no sentence still follows; its variables start anew.
  func new(_ kind: KindID, _ environment: Environment, _ moment: inout Moment) throws -> Value {
    let free = try program.entries[kind]?.first {
      try !isInUse($0, moment.state) && !isInUse($0, moment.beginning) && environment.this != $0 && !isFollowed($0, moment.state)
        && !moment.state.activations.map(\.environment.this).contains($0) && !environment.locals.values.contains(.thing($0))
    }
    guard let free else { throw TooMany() }
    var first = moment.beginning
    for slot in program.slots.indices where program.slots[slot].thing == free {
      let isLife = program.slots[slot].variable == model.kinds[kind.index].lifeVariable
      moment.state.slots[slot] = try isLife ? .bool(true) : firstValue(slot: slot, &moment)
      first.slots[slot] = isLife ? .bool(false) : moment.state.slots[slot]
    }
    for (index, key) in program.stopwatches.enumerated() where key.thing == free { moment.state.stopwatches[index] = 0 }
    moment.state.taken.append(free)
    moment.first[free] = first
    return .thing(free)
  }

  private func isInUse(_ entry: Int, _ state: State) throws -> Bool {
    try isLive(entry, state) || state.values.contains(.thing(entry))
  }

  func isLive(_ entry: Int, _ state: State) throws -> Bool {
    guard let condition = model.kinds[program.things[entry].kind.index].liveWhile else { return false }
    return try isTrue(condition, Environment(this: entry), state)
  }

  private func isFollowed(_ entry: Int, _ state: State) -> Bool {
    zip(followed, state.tracks).contains { $0 == entry && $1.isDue }
  }

  /// The instances and live entries for which a condition holds, in order.
  func things(
    of kind: KindID, local: LocalID, where condition: Expression?, _ environment: Environment, _ moment: inout Moment
  ) throws -> [Int] {
    try program.things(of: kind).filter { thing in
      if program.isEntry(thing), try !isLive(thing, moment.state) { return false }
      guard let condition else { return true }
      var inside = environment
      inside.locals[local.index] = .thing(thing)
      return try value(condition, &inside, &moment).isTrue
    }
  }
}
