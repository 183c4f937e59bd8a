import LifecheckLanguage

// Things that are there only while something is true of them. All that are over are one and the same to everybody: a thing of
// which everything is as of none, and in which what is written is lost.

extension Evaluation {
  /// Within a step: references to it are let go of behind the step, and read as those to nothing until then.
  func hasEnded(_ thing: Int, _ state: State) throws -> Bool {
    guard !program.isOver(thing), let life = model.kinds[program.things[thing].kind.index].lifeVariable else { return false }
    return state.slots[try program.slot(thing, life)] == .bool(false)
  }

  /// Behind a step: whoever refers to what is over by then refers to the one thing that stands for all of these.
  func letGoOfWhatIsOver(_ state: inout State) throws {
    for (kind, over) in program.overs {
      for entry in program.entries[kind] ?? [] where try !isLive(entry, state) {
        if state.activations.contains(where: { $0.environment.this == entry || $0.stack.contains { $0.isInside(entry) } }) {
          throw NotCovered(what: "code of one that is over")
        }
        state.replace { $0 == .thing(entry) ? .thing(over) : $0 }
      }
    }
  }
}

extension Frame {
  fileprivate func isInside(_ thing: Int) -> Bool {
    switch self {
    case .body(let body): body.outside.this == thing
    case .answer(_, let environment): environment.this == thing
    default: false
    }
  }
}
