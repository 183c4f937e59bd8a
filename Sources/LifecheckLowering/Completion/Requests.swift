import LifecheckSystem

/// Events that come at once, and wait for a variable to say so, which their own code then takes back: `event grant … when wanted latest true`, where
/// `wanted` is set by whoever wants it. To set it starts the event.
struct Requests {
  /// For each such event, the parts of its condition that are asked of one variable.
  private var waited: [Int: [VariableIndex: Term]] = [:]

  init(of processes: Range<Int>, in system: TimedSystem) {
    for process in processes {
      let edges = system.automata[process].edges
      let first = edges.filter { $0.source.index == Process.idle }
      guard first.contains(where: \.isUrgent) else { continue }
      let asked = first.filter { !$0.onlyStopsTime }.map(\.waitsForOneVariable)
      let always = asked.dropFirst().reduce(asked.first ?? [:]) { common, edge in common.filter { edge[$0.key] == $0.value } }
      let takenBack = always.filter { variable, part in
        edges.flatMap(\.body).contains { $0.isSet(variable) { part.value(of: variable, as: $0) == .false } }
      }
      if !takenBack.isEmpty { waited[process] = takenBack }
    }
  }

  var events: Set<Int> { Set(waited.keys) }

  /// Whom they may start.
  func made(by edges: [Edge]) -> Set<Int> {
    let actions = edges.flatMap(\.body)
    let asked = waited.filter { _, parts in
      parts.contains { variable, part in actions.contains { $0.mayMeet(part, of: variable) } }
    }
    return Set(asked.keys)
  }
}

extension Edge {
  /// The parts of what it waits for that are asked of one variable, and of nothing else.
  fileprivate var waitsForOneVariable: [VariableIndex: Term] {
    let conditions = body.flatMap { action -> [Term] in
      guard case .assume(let condition) = action.kind else { return [] }
      return condition.conjuncts
    }
    return conditions.reduce(into: [:]) { found, part in
      guard let variable = part.onlyVariable else { return }
      found[variable] = .all([found[variable] ?? .true, part])
    }
  }
}

extension Term {
  fileprivate var onlyVariable: VariableIndex? {
    let read = readVariables
    let asksMore = contains {
      switch $0 {
      case .choice, .at, .clock, .bound: true
      default: false
      }
    }
    return read.count == 1 && !asksMore ? read.first : nil
  }

  fileprivate func value(of variable: VariableIndex, as constant: Term) -> Term {
    folded { $0 == .variable(variable) ? constant : $0 }
  }
}

extension Action {
  fileprivate func isSet(_ variable: VariableIndex, _ isMeant: (Term) -> Bool) -> Bool {
    guard case .assign(variable, let value, _) = kind else { return false }
    return isMeant(value)
  }

  fileprivate func mayMeet(_ part: Term, of variable: VariableIndex) -> Bool {
    isSet(variable) { part.value(of: variable, as: $0) != .false }
  }
}
