import LifecheckLanguage

// How time passes. Delays are whole seconds, as long as all that runs lies on whole seconds; a limit is left, and a
// sentence broken, one millisecond after its time, and what runs then is aligned anew. A delay may also end where a stopwatch
// comes to a time that it is compared with, or a millisecond later. Each such delay is one that the language allows, so a run
// found so is a run of the spec. That no run is found does not mean as much: others may have other times.

extension Evaluation {
  /// The delays that are tried, none of which passes a moment at which something must happen.
  func delays(in state: State) throws -> [Int] {
    let longest = try longestDelay(in: state)
    let running = running(in: state)
    var delays: Set<Int> = [1000]
    for left in running { delays.insert((left - 1) % 1000 + 1) }
    if leaps { delays.formUnion(running) }
    if overruns(in: state).contains(0) { delays.insert(1) }
    let landmarks = try landmarks(in: state)
    delays.formUnion(landmarks)
    let passes = !running.isEmpty || !overruns(in: state).allSatisfy { $0 < 0 } || !landmarks.isEmpty
    guard passes else { return [] }
    return delays.filter { delay in longest.map { delay <= $0 } ?? true }.sorted()
  }

  private func longestDelay(in state: State) throws -> Int? {
    var longest: [Int] = []
    for activation in state.activations where !isHalted(activation, state) {
      if case .time(_, let most?, _, _)? = activation.waiting { longest.append(most) }
      longest += limits(activation).map { $0 + 1 }
    }
    // The first moment at which a stopwatch makes an event due, or lets code go on that waits for it.
    for landmark in try landmarks(in: state) where longest.allSatisfy({ landmark < $0 }) {
      let moment = Moment(state: try later(state, by: landmark))
      if try isUrgent(moment.state.activations.filter { try canAct($0, moment) }, moment) { return landmark }
    }
    return longest.min()
  }

  private func limits(_ activation: Activation) -> [Int] {
    activation.stack.compactMap { if case .limit(let left, _) = $0 { left } else { nil } }
  }

  /// The times that are left until something can or must end.
  private func running(in state: State) -> [Int] {
    state.activations.flatMap { activation -> [Int] in
      guard case .time(let least, let most, let isWall, let work)? = activation.waiting else { return [] }
      if isWall || !isHalted(activation, state) { return [least, most].compactMap { $0 }.filter { $0 > 0 } }
      return work.isSleep && least > 0 ? [least] : []
    } + overruns(in: state).filter { $0 > 0 }
  }

  /// The times that are left until more than a limit has passed.
  private func overruns(in state: State) -> [Int] {
    state.activations.flatMap(limits) + state.tracks.flatMap(\.limits)
  }

  func later(_ state: State, by time: Int) throws -> State {
    var later = state
    for index in state.stopwatches.indices where try isOn(index, state) {
      let most = self.thresholds[index].last.map { $0 + 1 } ?? 0
      later.stopwatches[index] = min(state.stopwatches[index] + time, most)
    }
    for index in state.activations.indices {
      if case .time(let least, let most, let isWall, let work)? = state.activations[index].waiting {
        // The deadline of a sleep comes nearer while the app is halted, or does not, where the device sleeps as well.
        let goesOn = isWall || !isHalted(state.activations[index], state)
        later.activations[index].waiting = .time(
          least: goesOn || work.isSleep ? max(least - time, 0) : least,
          most: goesOn ? most.map { max($0 - time, 0) } : most, isWall: isWall, work)
      }
      for frame in state.activations[index].stack.indices {
        guard case .limit(let left, let otherwise) = state.activations[index].stack[frame] else { continue }
        later.activations[index].stack[frame] = .limit(left: max(left - time, -1), otherwise: otherwise)
      }
    }
    for index in state.tracks.indices { later.tracks[index] = state.tracks[index].later(by: time) }
    return later
  }

  // MARK: Stopwatches

  private func isOn(_ index: Int, _ state: State) throws -> Bool {
    let key = program.stopwatches[index]
    guard let condition = model.stopwatches[key.stopwatch.index].condition else { return true }
    return try isTrue(condition, Environment(this: key.thing), state)
  }

  /// The delays after which a stopwatch that runs shows a time that it is compared with, or a millisecond more.
  private func landmarks(in state: State) throws -> [Int] {
    var landmarks: Set<Int> = []
    for index in state.stopwatches.indices {
      let next = thresholds[index].flatMap { [$0, $0 + 1] }.filter { $0 > state.stopwatches[index] }
      if next.isEmpty { continue }
      if try isOn(index, state) { landmarks.formUnion(next.map { $0 - state.stopwatches[index] }) }
    }
    return landmarks.sorted()
  }
}
