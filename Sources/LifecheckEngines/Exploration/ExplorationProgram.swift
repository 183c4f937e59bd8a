import LifecheckSystem

/// A timed system prepared for exploration.
final class ExplorationProgram {
  enum Action {
    case assume(TermProgram.Index)
    /// The choice is what the term is, less the offset: it needs no guessing.
    case bind(choice: Int, offset: Int, TermProgram.Index)
    case assign(slot: Int, TermProgram.Index, condition: TermProgram.Index)
    case move(slot: Int, UInt16, condition: TermProgram.Index)
    case reset(clock: Int, condition: TermProgram.Index)
  }
  struct PreparedEdge {
    var reference: EdgeReference
    var target: UInt16
    var isUrgent: Bool
    var choices: [Int]
    /// Each conjunct of an assumption is an action of its own.
    var actions: [Action]
    /// What each action is in the system.
    var origins: [LifecheckSystem.Action.Kind]
    var mentionsAtoms: Bool
    /// Every choice still open.
    var noChoices: [Int]
  }
  struct PreparedInvariant {
    var condition: TermProgram.Index
    /// nil: not a difference; nothing is known about it.
    var constraint: TermProgram.Constraint?
  }

  let system: TimedSystem
  /// The number of values of each variable.
  let domains: [Int]
  let terms: TermProgram
  /// For each automaton and location.
  var edges: [[[PreparedEdge]]] = []
  var invariants: [[[PreparedInvariant]]] = []
  var rates: [TermProgram.Index] = []
  var goals: [TermProgram.Index] = []
  /// The automaton that alone looks at the clock, and the locations where its value matters; nil: it always may.
  var activity: [(automaton: Int, locations: Set<Int>)?] = []
  let bounds: ClockBounds
  /// For each clock, the atoms that mention it.
  var atomsOfClock: [[Int]] = []

  var zoneSize: Int { 1 + system.clocks.count + system.parameters.count }

  var terminal: TermProgram.Index = 0
  /// Every atom still open.
  var noneDecided: [Int8] = []
  /// Variables that are assigned, but looked at by goals only.
  var goalOnlyVariables: [Int] = []

  let ignored: Set<Int>

  init(_ system: TimedSystem, goals goalTerms: [Term], terminal terminalTerm: Term, ignored: Set<Int>) {
    self.system = system
    domains = system.variables.map(\.domain)
    self.ignored = ignored
    bounds = ClockBounds(system, goals: goalTerms)
    terms = TermProgram(variableCount: system.variables.count, clockCount: system.clocks.count)
    for (index, automaton) in system.automata.enumerated() { prepare(automaton, index) }
    rates = system.clocks.map { terms.compile($0.rate) }
    goals = goalTerms.map { terms.compile($0) }
    terminal = terms.compile(terminalTerm)
    noneDecided = Array(repeating: -1, count: terms.atoms.count)
    goalOnlyVariables = unreadVariables().filter { variable in !terminalTerm.contains { $0 == .variable(VariableIndex(variable)) } }
    atomsOfClock = system.clocks.indices.map { clock in
      terms.atoms.indices.filter { atom in
        terms.atoms[atom].isOpaque || terms.atoms[atom].constraints.contains { $0.i == clock + 1 || $0.j == clock + 1 }
      }
    }
    activity = system.clocks.indices.map { activity(of: $0, goalTerms) }
  }

  private func prepare(_ automaton: Automaton, _ index: Int) {
    var byLocation = Array(repeating: [PreparedEdge](), count: automaton.locations.count)
    for (number, edge) in automaton.edges.enumerated() {
      let origins = edge.body.flatMap { $0.kind.conjuncts }.filter { kind in
        if case .assign(let variable, _, _) = kind { !ignored.contains(variable.index) } else { true }
      }
      let mentionsAtoms = edge.body.contains { $0.mentionsTime }
      byLocation[edge.source.index].append(
        PreparedEdge(
          reference: EdgeReference(automaton: AutomatonIndex(index), edge: number), target: UInt16(edge.target.index),
          isUrgent: edge.isUrgent, choices: edge.choices, actions: origins.map { prepare($0) }, origins: origins, mentionsAtoms: mentionsAtoms,
          noChoices: Array(repeating: -1, count: edge.choices.count)))
    }
    edges.append(byLocation)
    invariants.append(automaton.locations.map { location in location.invariants.map { prepare($0) } })
  }

  private func prepare(_ invariant: Invariant) -> PreparedInvariant {
    let condition = terms.compile(invariant.condition)
    let atom = terms.compile(.clock(invariant.clock, .lessEqual, invariant.bound))
    let number = terms.atomsBelow[Int(atom)][0]
    return PreparedInvariant(condition: condition, constraint: terms.atoms[number].constraints.first)
  }

  private func prepare(_ kind: LifecheckSystem.Action.Kind) -> Action {
    switch kind {
    case .assume(.compare(.equal, .choice(let choice), let value)):
      .bind(choice: choice.index, offset: 0, terms.compile(value))
    case .assume(.compare(.equal, .add(.choice(let choice), .constant(let offset)), let value)):
      .bind(choice: choice.index, offset: offset, terms.compile(value))
    case .assume(let term): .assume(terms.compile(term))
    case .assign(let variable, let value, let condition):
      .assign(slot: variable.index, terms.compile(value), condition: terms.compile(condition))
    case .move(let automaton, let location, let condition):
      .move(slot: system.variables.count + automaton.index, UInt16(location.index), condition: terms.compile(condition))
    case .reset(let clock, let condition): .reset(clock: clock.index + 1, condition: terms.compile(condition))
    }
  }

  /// Variables that no edge, rate or invariant depends on.
  private func unreadVariables() -> [Int] {
    var read: Set<Int> = []
    func look(_ term: Term) {
      _ = term.contains {
        if case .variable(let variable) = $0 { read.insert(variable.index) }
        return false
      }
    }
    for automaton in system.automata {
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
    system.clocks.forEach { look($0.rate) }
    return system.variables.indices.filter { !read.contains($0) && system.variables[$0].initial == 0 }
  }

  // MARK: What matters about clocks

  private func activity(of clock: Int, _ goals: [Term]) -> (automaton: Int, locations: Set<Int>)? {
    let index = ClockIndex(clock)
    if goals.contains(where: { $0.mentions(index) }) || system.clocks.contains(where: { $0.rate.mentions(index) }) { return nil }
    let users = system.automata.indices.filter { system.automata[$0].mentions(index) }
    guard users.count <= 1 else { return nil }
    guard let user = users.first else { return (0, []) }
    let automaton = system.automata[user]
    var active: Set<Int> = []
    var isChanged = true
    while isChanged {
      isChanged = false
      for location in automaton.locations.indices where !active.contains(location) {
        let isUsed =
          automaton.locations[location].invariants.contains { $0.clock == index }
          || automaton.edges.contains { edge in
            edge.source.index == location
              && (edge.body.contains { $0.looksAt(index) } || (active.contains(edge.target.index) && !edge.body.contains { $0.alwaysResets(index) }))
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

extension LifecheckSystem.Action.Kind {
  /// An assumption as one for each of its conjuncts.
  fileprivate var conjuncts: [Self] {
    if case .assume(let term) = self { term.conjuncts.map { .assume($0) } } else { [self] }
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

extension Term {
  func mentions(_ clock: ClockIndex) -> Bool { contains { if case .clock(clock, _, _) = $0 { true } else { false } } }
  var mentionsTime: Bool {
    contains {
      switch $0 {
      case .clock, .bound: true
      default: false
      }
    }
  }
  /// Whether some part satisfies the condition.
  func contains(_ isMeant: (Term) -> Bool) -> Bool {
    if isMeant(self) { return true }
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: return false
    case .not(let inner): return inner.contains(isMeant)
    case .and(let parts), .or(let parts): return parts.contains { $0.contains(isMeant) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      return a.contains(isMeant) || b.contains(isMeant)
    case .ifThenElse(let a, let b, let c): return [a, b, c].contains { $0.contains(isMeant) }
    }
  }
}
