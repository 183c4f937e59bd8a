import LifecheckLanguage
import LifecheckSystem

// A lock is a variable like others. It keeps others out only where everybody takes it when it is free, and gives back what is his own. That is
// found from the steps, so what code does to such a variable beside `lock` counts as well.

extension Lowerer {
  /// The places of the code under the one lock that it takes; none where it takes several, or where somebody does not keep to the lock.
  func placesUnderOnlyLock(of copy: Int) -> Set<Int> {
    let locks = locksTaken(by: copy)
    // What belongs to something that may be made anew is given back by that.
    guard let lock = locks.first, locks.count == 1, isPlain(lock), roles[lock.index].storage == .memory,
      variables[lock.index].initial == 0,
      !isSentAway(copy), processes.allSatisfy({ placesUnder(lock, of: $0) != nil })
    else { return [] }
    return placesUnder(lock, of: processes[copy]) ?? []
  }

  private func locksTaken(by copy: Int) -> Set<VariableIndex> {
    var result: Set<VariableIndex> = []
    for edge in processes[copy].edges {
      let actions = edge.actions
      for case .assign(let variable, .true, condition: .true) in actions.map(\.kind) where edge.asks(that: variable) {
        result.insert(variable)
      }
    }
    return result
  }

  /// Whether somebody else ends what the copy does, wherever it is, without the process dying.
  private func isSentAway(_ copy: Int) -> Bool {
    processes.indices.contains { process in
      process != copy
        && processes[process].edges.contains { edge in
          edge.placeGiven(to: AutomatonIndex(copy)) == Process.idle && !endsApp(edge)
        }
    }
  }

  /// Where the process holds the lock; nil where it takes it without asking, or may give back what it does not hold.
  private func placesUnder(_ lock: VariableIndex, of process: Process) -> Set<Int>? {
    var isHeld: [Int: Bool] = [Process.idle: false, Process.beginning: false]
    var queue = [Process.idle, Process.beginning]
    while let place = queue.popLast() {
      for edge in process.edges where edge.source == place {
        // Where the app's process dies, nobody holds anything.
        guard let after = endsApp(edge) ? false : edge.holds(lock, before: isHeld[place]!, running) else { return nil }
        if let known = isHeld[edge.target] {
          if known != after { return nil }
        } else {
          isHeld[edge.target] = after
          queue.append(edge.target)
        }
      }
    }
    let held = Set(isHeld.filter(\.value).keys)
    // Who goes on behind the death of the app gives back what others have taken since.
    let outlives = process.isSystem && held.contains { !isStoppedByDeath(process.locations[$0]) }
    return outlives ? nil : held
  }
}

extension DraftEdge {
  fileprivate var actions: [Action] {
    items.compactMap { if case .action(let action) = $0.asAction { action } else { nil } }
  }

  fileprivate func asks(that lock: VariableIndex) -> Bool { actions.contains { $0.asks(that: lock) } }

  /// Where it puts another process; nil: nowhere.
  fileprivate func placeGiven(to process: AutomatonIndex) -> Int? {
    actions.reversed().lazy.compactMap { if case .move(process, let place, _) = $0.kind { place.index } else { nil } }.first
  }

  /// Whether the process holds the lock behind the edge; nil where it does not keep to it.
  fileprivate func holds(_ lock: VariableIndex, before: Bool, _ running: VariableIndex) -> Bool? {
    var (isHeld, isKnownFree) = (before, false)
    for action in actions {
      if action.asks(that: lock) { isKnownFree = true }
      // A new life begins without what the one before has left.
      guard case .assign(lock, let value, let condition) = action.kind, !condition.says(that: running, is: .false) else {
        continue
      }
      switch value {
      case .true where condition == .true && isKnownFree && !isHeld: isHeld = true
      case .false where condition == .true && isHeld: isHeld = false
      default: return nil
      }
      isKnownFree = false
    }
    return isHeld
  }
}

extension Action {
  /// It goes on only where the lock is free.
  fileprivate func asks(that lock: VariableIndex) -> Bool {
    guard case .assume(let condition) = kind else { return false }
    return condition.says(that: lock, is: .false)
  }
}

extension Term {
  fileprivate func says(that variable: VariableIndex, is value: Term) -> Bool {
    conjuncts.contains(.equal(.variable(variable), value))
  }
}
