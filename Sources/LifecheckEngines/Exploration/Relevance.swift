import LifecheckSystem

// What exploration may leave out: variables that only goals look at, and clocks where nobody does.

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

  // MARK: What matters about clocks

  func activity(of clock: Int, _ goals: [Term]) -> (automaton: Int, locations: Set<Int>)? {
    let index = ClockIndex(clock)
    if goals.contains(where: { $0.mentions(index) }) || clocks.contains(where: { $0.rate.mentions(index) }) { return nil }
    let users = automata.indices.filter { automata[$0].mentions(index) }
    guard users.count <= 1 else { return nil }
    guard let user = users.first else { return (0, []) }
    let automaton = automata[user]
    var active: Set<Int> = []
    var isChanged = true
    while isChanged {
      isChanged = false
      for location in automaton.locations.indices where !active.contains(location) {
        let isUsed =
          automaton.locations[location].invariants.contains { $0.clock == index }
          || automaton.edges.contains { edge in
            edge.source.index == location
              && (edge.body.contains { $0.looksAt(index) }
                || (active.contains(edge.target.index) && !edge.body.contains { $0.alwaysResets(index) }))
          }
        if isUsed {
          active.insert(location)
          isChanged = true
        }
      }
    }
    return (user, active)
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
  func looksAt(_ clock: ClockIndex) -> Bool {
    switch kind {
    case .assume(let term): term.mentions(clock)
    case .assign(_, let value, let condition): value.mentions(clock) || condition.mentions(clock)
    case .move(_, _, let condition): condition.mentions(clock)
    case .reset(let other, let condition): condition.mentions(clock) || (other == clock && condition != .true)
    }
  }
  func alwaysResets(_ clock: ClockIndex) -> Bool {
    if case .reset(clock, .true) = kind { return true }
    return false
  }
}

extension Automaton {
  func mentions(_ clock: ClockIndex) -> Bool {
    locations.contains { $0.invariants.contains { $0.clock == clock } }
      || edges.contains { edge in edge.body.contains { $0.looksAt(clock) || $0.alwaysResets(clock) } }
  }
}
