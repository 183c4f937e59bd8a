import LifecheckSystem

// The variables that exploration may leave out: those that only goals look at.

extension TimedSystem {
  /// Variables that no edge, rate or invariant depends on.
  func unreadVariables() -> [Int] {
    var read: Set<Int> = []
    func look(_ term: Term) {
      _ = term.contains {
        if case .variable(let variable) = $0 { read.insert(variable.index) }
        return false
      }
    }
    for automaton in automata {
      for location in automaton.locations { location.invariants.forEach { look($0.condition) } }
      for action in automaton.edges.flatMap(\.body) {
        switch action.kind {
        case .assume(let term), .move(_, _, let term), .reset(_, let term): look(term)
        case .assign(_, let value, let condition):
          look(value)
          look(condition)
        }
      }
    }
    clocks.forEach { look($0.rate) }
    return variables.indices.filter { !read.contains($0) && variables[$0].initial == 0 }
  }
}

extension LifecheckSystem.Action {
  var mentionsTime: Bool {
    switch kind {
    case .assume(let term): term.mentionsTime
    case .assign(_, let value, let condition): value.mentionsTime || condition.mentionsTime
    case .move(_, _, let condition), .reset(_, let condition): condition.mentionsTime
    }
  }
}
