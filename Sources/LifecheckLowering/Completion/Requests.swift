import LifecheckSystem

/// Events that come at once, and what makes them due.
struct Requests {
  private let variables: [StateVariable]
  /// That some job which is not followed is under way may be so or not, at any moment.
  private let unknowns: Set<VariableIndex>
  /// By event: what it waits for, for each way on which it begins.
  private var conditions: [Int: [Term]] = [:]
  private var read: [Int: Set<VariableIndex>] = [:]
  /// The events that wait for a variable which code of the app sets, by itself or by what it calls, and their own code takes back:
  /// `event grant … when wanted latest true { wanted = false; … }`.
  private(set) var events: Set<Int> = []

  /// - Parameter isAsked: Whether code of the app changes the variable.
  init(
    of processes: Range<Int>, in system: TimedSystem, _ variables: [StateVariable], unknowns: Set<VariableIndex>,
    where isAsked: (StateVariable) -> Bool
  ) {
    (self.variables, self.unknowns) = (variables, unknowns)
    for process in processes {
      let idle = system.automata[process].edges.filter { $0.source.index == Process.idle }
      guard idle.contains(where: \.isUrgent) else { continue }
      let first = idle.filter { !$0.onlyStopsTime }
      let isThere = Term.at(AutomatonIndex(process), [LocationIndex(Process.idle)])
      conditions[process] = first.map { edge in
        .all(edge.necessaryGuard(of: AutomatonIndex(process)).conjuncts.filter { $0 != isThere && !$0.mayPass })
      }
      read[process] = conditions[process]!.reduce(into: []) { $0.formUnion($1.readVariables) }
      let asked = first.map(\.waitsForOneVariable)
      let always = asked.reduce(asked.first ?? []) { $0.intersection($1) }
      let own = system.automata[process].edges.flatMap(\.body)
      let isRequested = always.contains { part in
        isAsked(variables[part.onlyVariable!.index]) && own.contains { $0.mayTakeBack(part) }
      }
      if isRequested { events.insert(process) }
    }
  }

  /// The events that look at what the edge sets.
  func looking(at edge: Edge) -> Set<Int> {
    events.filter { event in edge.body.contains { $0.changes(read[event]!) } }
  }

  /// Whether the event may become due by the edge.
  /// - Parameter known: What holds before it.
  func isMade(of event: Int, by edge: Edge, of process: Int, where known: [Term]) -> Bool {
    guard let ways = conditions[event] else { return true }
    let before = Term.all([Term.any(ways).negated] + known)
    return ways.contains { way in
      let unknown = way.readVariables.intersection(unknowns)
      // One that is due by what is unknown alone may as well not be.
      let values: [Term] = unknown.isEmpty ? [.false] : [.false, .true]
      return values.allSatisfy { value in
        let needed = edge.necessaryGuard(of: AutomatonIndex(process), for: way)
        return Term.all([before, needed]).where(unknown, are: value).mayHold(where: isTwoValued)
      }
    }
  }

  func isTwoValued(_ variable: VariableIndex) -> Bool { variables[variable.index].domain == 2 }
}

extension Edge {
  /// The parts of what it waits for that are asked of one variable, and of nothing else.
  fileprivate var waitsForOneVariable: Set<Term> {
    let conditions = body.flatMap { action -> [Term] in
      guard case .assume(let condition) = action.kind else { return [] }
      return condition.conjuncts
    }
    return Set(conditions.filter { $0.onlyVariable != nil })
  }
}

extension Term {
  fileprivate func `where`(_ variables: Set<VariableIndex>, are value: Term) -> Term {
    folded { leaf in
      guard case .variable(let variable) = leaf, variables.contains(variable) else { return leaf }
      return value
    }
  }

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

  /// It asks where code is, but for its end: without time it may be elsewhere.
  fileprivate var mayPass: Bool {
    contains { part in
      guard case .at(_, let places) = part else { return false }
      return places != [LocationIndex(Process.idle)]
    }
  }
}

extension Action {
  func changes(_ variables: Set<VariableIndex>) -> Bool {
    guard case .assign(let variable, _, _) = kind else { return false }
    return variables.contains(variable)
  }

  /// The part may not hold any more behind it.
  fileprivate func mayTakeBack(_ part: Term) -> Bool {
    guard case .assign(let variable, let value, _) = kind, part.onlyVariable == variable else { return false }
    return part.folded { $0 == .variable(variable) ? value : $0 } != .true
  }
}
