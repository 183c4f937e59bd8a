import LifecheckLanguage
import LifecheckSystem

// Facts that a member of a crowd knows where it stands. It has just tested that nothing is under way, or has just set a flag: as
// long as it holds the executor on which everybody else would have to be to change that, it is still so, whoever the member is.
// Nobody else holds that executor either. Values that it keeps under a name of its own nobody else changes anyway.
//
// - Source: C. Flanagan, S. Qadeer, "Thread-Modular Model Checking", SPIN 2003; the facts here are those that a test or an assignment
//   has shown, as in constant propagation (G. Kildall, "A Unified Approach to Global Program Optimization", POPL 1973).

extension Lowerer {
  /// By place of the copy in the finished system: what holds whenever some copy of the block is there.
  func knownAtPlaces(
    of process: Int, in system: TimedSystem, _ writers: ExecutorsOfWriters, _ meanings: Meanings
  ) throws -> [[Term]] {
    let automaton = system.automata[process]
    guard !processes[process].isSystem else { return automaton.locations.map { _ in [] } }
    let holds = heldByApp(process, meanings)
    let changedByJoining = variablesOfRounds
    let writers = writers.filter { isPlain($0.key) }
    let own = processes[process].ownVariables.filter {
      isChangedOnly(by: process, $0, in: system) && !changedByJoining.contains($0)
    }
    let effects = automaton.edges.map { edge in
      edge.body.compactMap { EffectOnFacts($0, isKnown: { writers[$0] != nil || own.contains($0) }) }
    }
    func isKept(_ fact: Term, at place: Int) -> Bool {
      fact.readVariables.allSatisfy { variable in
        let isStable = roles[variable.index].refersTo == nil || fact.isAboutNone
        return isStable && (own.contains(variable) || !writers[variable]!.isDisjoint(with: holds[place]))
      }
    }
    var known: [[Term]?] = automaton.locations.map { _ in nil }
    var waiting = system.placesStartedByOthers(of: process).union([Process.idle]).sorted()
    for place in waiting { known[place] = [] }
    while let place = waiting.popLast() {
      for (edge, effects) in zip(automaton.edges, effects) where edge.source.index == place {
        let target = edge.target.index
        let after = effects.reduce(known[place]!) { $1.applied(to: $0) }.filter { isKept($0, at: target) }
        let joined = known[target].map { $0.filter(after.contains) } ?? after
        if joined == known[target] { continue }
        known[target] = joined
        waiting.append(target)
      }
    }
    return try zip(known, holds).map { facts, executors in
      try (facts ?? [])
        + executors.sorted(by: { $0.executor.index < $1.executor.index }).map { try isFree($0, meanings) }
    }
  }

  /// By place of the process: the executors of the app that are held there. Each is held by one activation at a time.
  private func heldByApp(_ process: Int, _ meanings: Meanings) -> [Set<ExecutorKey>] {
    meanings.kept[process].map { Set(processes[process].locations[$0].holds.filter(isApp)) }
  }

  /// Whether nobody else changes what the code itself keeps there, but to say that it refers to one that is followed no longer.
  private func isChangedOnly(by process: Int, _ variable: VariableIndex, in system: TimedSystem) -> Bool {
    let values = system.valuesWritten(to: variable, byOthersThan: process) { !$0.endsAll(running) }
    return values.allSatisfy { roles[variable.index].refersTo != nil && $0.isConstant && $0 != .constant(0) }
  }

  /// In the words of the finished system.
  func isFree(_ executor: ExecutorKey, _ meanings: Meanings) throws -> Term {
    try meanings.resolve(meanings.meaning(of: .busy(executor))).negated
  }

  /// It belongs to something that is always followed, and changes only as code says, but that what it refers to may be followed no longer.
  func isPlain(_ variable: VariableIndex) -> Bool {
    let role = roles[variable.index]
    guard let node = role.node, role.boxPool == nil, !role.isJob else { return false }
    return !nodes[node].isPoolEntry
  }
}

extension TimedSystem {
  /// Where others put the automaton.
  func placesStartedByOthers(of process: Int) -> Set<Int> {
    var result: Set<Int> = []
    for action in automata.flatMap(\.edges).flatMap(\.body) {
      if case .move(let automaton, let place, _) = action.kind, automaton.index == process { result.insert(place.index) }
    }
    return result
  }
}

/// The effect of an action on the known facts.
private enum EffectOnFacts {
  case shows([Term])
  case changes(VariableIndex, to: Term?)

  /// nil: nothing.
  init?(_ action: Action, isKnown: (VariableIndex) -> Bool) {
    switch action.kind {
    case .assume(let term):
      let shown = term.conjuncts.filter { part in
        let read = part.readVariables
        return !read.isEmpty && read.allSatisfy(isKnown) && part.isOfVariablesOnly
      }
      if shown.isEmpty { return nil }
      self = .shows(shown)
    case .assign(let variable, let value, let condition):
      guard isKnown(variable) else { return nil }
      self = .changes(variable, to: condition == .true && value.isConstant ? value : nil)
    case .move, .reset: return nil
    }
  }

  func applied(to known: [Term]) -> [Term] {
    switch self {
    case .shows(let facts): known + facts.filter { !known.contains($0) }
    case .changes(let variable, let value):
      known.filter { !$0.reads(variable) } + (value.map { [Term.equal(.variable(variable), $0)] } ?? [])
    }
  }
}

extension Edge {
  /// The app's process ends, and with it all its code.
  func endsAll(_ running: VariableIndex) -> Bool {
    body.contains { $0.kind == .assign(running, .false, condition: .true) }
  }
}

extension Term {
  /// That a reference is none, or that it is not: true of it still when what it refers to is no longer followed.
  fileprivate var isAboutNone: Bool {
    switch self {
    case .not(let inner): inner.isAboutNone
    case .compare(.equal, .variable, .constant(0)): true
    default: false
    }
  }

  fileprivate var isOfVariablesOnly: Bool { !usesChoices && !mentionsLocations && !mentionsTime }
}
