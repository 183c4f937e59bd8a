import LifecheckLanguage

// How time passes. Delays are whole seconds, as long as all that runs lies on whole seconds; a limit is left, and a
// sentence broken, one millisecond after its time, and what runs then is aligned anew. Each such delay is one that the
// language allows, so a run found so is a run of the spec. That no run is found does not mean as much: others may have
// other times.

extension Evaluation {
  /// The delays that are tried, none of which passes a moment at which something must happen.
  func delays(in state: State) -> [Int] {
    let longest = longestDelay(in: state)
    var delays: Set<Int> = [1000]
    for left in running(in: state) where left > 0 { delays.insert((left - 1) % 1000 + 1) }
    if overruns(in: state).contains(0) { delays.insert(1) }
    let passes = !running(in: state).isEmpty || !overruns(in: state).allSatisfy { $0 < 0 }
    guard passes else { return [] }
    return delays.filter { delay in longest.map { delay <= $0 } ?? true }.sorted()
  }

  private func longestDelay(in state: State) -> Int? {
    var longest: [Int] = []
    for activation in state.activations {
      let isHalted = activation.isApp && (state.isFrozen || !state.isRunning)
      if case .time(_, let most?, _, _)? = activation.waiting, !isHalted { longest.append(most) }
      if !isHalted { longest += limits(activation).map { $0 + 1 } }
    }
    return longest.min()
  }

  private func limits(_ activation: Activation) -> [Int] {
    activation.stack.compactMap { if case .limit(let left, _) = $0 { left } else { nil } }
  }

  /// The times that are left until something can or must end.
  private func running(in state: State) -> [Int] {
    state.activations.flatMap { activation -> [Int] in
      guard case .time(let least, let most, let isWall, _)? = activation.waiting else { return [] }
      if !isWall, state.isFrozen { return [] }
      return [least, most].compactMap { $0 }.filter { $0 > 0 }
    } + overruns(in: state).filter { $0 > 0 }
  }

  /// The times that are left until more than a limit has passed.
  private func overruns(in state: State) -> [Int] {
    state.activations.flatMap(limits) + state.tracks.compactMap(\.left)
  }

  func later(_ state: State, by time: Int) -> State {
    var state = state
    for index in state.activations.indices {
      if case .time(let least, let most, let isWall, let work)? = state.activations[index].waiting {
        if isWall || !(state.activations[index].isApp && state.isFrozen) {
          state.activations[index].waiting = .time(
            least: max(least - time, 0), most: most.map { max($0 - time, 0) }, isWall: isWall, work)
        }
      }
      for frame in state.activations[index].stack.indices {
        guard case .limit(let left, let otherwise) = state.activations[index].stack[frame] else { continue }
        state.activations[index].stack[frame] = .limit(left: max(left - time, -1), otherwise: otherwise)
      }
    }
    for index in state.tracks.indices { state.tracks[index].left = state.tracks[index].left.map { max($0 - time, -1) } }
    return state
  }
}
