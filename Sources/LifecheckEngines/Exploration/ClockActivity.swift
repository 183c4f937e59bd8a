import LifecheckSystem

/// Where the values of clocks matter: an inactive clock may have any value (Daws and Yovine, RTSS 1996).
struct ClockActivity {
  /// The use that one automaton makes of one clock.
  private struct Use {
    /// Where an invariant or an edge asks for its value.
    var readers: Set<Int> = []
    /// The edges that always set it back.
    var resets: Set<Int> = []
  }

  private let system: TimedSystem
  /// Those that goals or the rates of clocks ask for.
  private var alwaysActive: Set<ClockIndex> = []
  /// By automaton.
  private var uses: [ClockIndex: [Int: Use]] = [:]

  init(_ system: TimedSystem, goals: [Term]) {
    self.system = system
    for term in goals + system.clocks.map(\.rate) { alwaysActive.formUnion(term.readClocks) }
    for (index, automaton) in system.automata.enumerated() { add(automaton, index) }
  }

  private mutating func add(_ automaton: Automaton, _ index: Int) {
    for (location, place) in automaton.locations.enumerated() {
      for invariant in place.invariants { uses[invariant.clock, default: [:]][index, default: Use()].readers.insert(location) }
    }
    for (number, edge) in automaton.edges.enumerated() {
      for action in edge.body {
        for clock in action.readClocks { uses[clock, default: [:]][index, default: Use()].readers.insert(edge.source.index) }
        if case .reset(let clock, .true) = action.kind {
          uses[clock, default: [:]][index, default: Use()].resets.insert(number)
        }
      }
    }
  }

  /// The automaton that alone has to do with the clock, and the locations where its value matters; nil: it always may.
  func locations(of clock: ClockIndex) -> (automaton: Int, locations: Set<Int>)? {
    let users = uses[clock] ?? [:]
    if alwaysActive.contains(clock) || users.count > 1 { return nil }
    guard let (automaton, use) = users.first else { return (0, []) }
    return (automaton, closed(use, system.automata[automaton].edges))
  }

  /// With the locations from which a reader is reached before the clock is set back.
  private func closed(_ use: Use, _ edges: [Edge]) -> Set<Int> {
    var active = use.readers
    var isChanged = true
    while isChanged {
      isChanged = false
      for (number, edge) in edges.enumerated() where active.contains(edge.target.index) && !use.resets.contains(number) {
        if active.insert(edge.source.index).inserted { isChanged = true }
      }
    }
    return active
  }
}

extension LifecheckSystem.Action {
  /// The clocks whose values decide what it does. One that is set back on a condition may keep its value.
  fileprivate var readClocks: Set<ClockIndex> {
    switch kind {
    case .assume(let term), .move(_, _, let term): term.readClocks
    case .assign(_, let value, let condition): value.readClocks.union(condition.readClocks)
    case .reset(_, .true): []
    case .reset(let clock, let condition): condition.readClocks.union([clock])
    }
  }
}
