import LifecheckSystem

/// Which processes start which without time passing in between.
struct ZeroTimeStarts {
  let system: TimedSystem
  let processes: [Process]
  let parameters: [RigidParameter]
  let requests: Requests
  /// By process and edge: those whom the edge sends on their way, or who come to be due by it.
  private var started: [[Set<Int>]] = []

  init(system: TimedSystem, processes: [Process], parameters: [RigidParameter], requests: Requests, jobVariables: [VariableIndex])
  {
    (self.system, self.processes, self.parameters, self.requests) = (system, processes, parameters, requests)
    started = processes.indices.map { process in system.automata[process].edges.map { maybeStarted(by: $0, of: process) } }
    // To look closer takes time, and matters only where there may be a round.
    for process in loops() {
      let known = known(of: process, jobVariables)
      for (index, edge) in system.automata[process].edges.enumerated() {
        let sent = Set(edge.body.compactMap(\.started))
        started[process][index].formIntersection(
          sent.union(started[process][index].filter { requests.isMade(of: $0, by: edge, of: process, where: known) }))
      }
    }
  }

  /// Those that may have been started by what they have started themselves, where some need time all the same.
  func loops(without late: Set<Int> = []) -> Set<Int> { loops(among: Set(processes.indices).subtracting(late)) }

  /// The edges of these processes that start one of the others.
  func edges(of members: Set<Int>, starting others: Set<Int>) -> [EdgeReference] {
    members.sorted().flatMap { process in
      started[process].indices.filter { !started[process][$0].isDisjoint(with: others) }
        .map { EdgeReference(automaton: AutomatonIndex(process), edge: $0) }
    }
  }

  /// An end by cancellation takes no time, but somebody has to cancel: in a loop, somebody of the loop, or whom it starts on its way.
  private func loops(among members: Set<Int>) -> Set<Int> {
    let cancelled = flagsRaised(behind: members)
    let starts = members.reduce(into: [Int: Set<Int>]()) { starts, process in
      starts[process] = startedAtOnce(by: process, cancelled).intersection(members)
    }
    let groups = starts.loops
    if groups.count == 1, groups[0] == members { return members }
    return groups.reduce(into: []) { $0.formUnion(loops(among: $1)) }
  }

  /// The requests to stop that they make at once, and all whom they start at once: the most that can be, found by leaving out what
  /// nobody asks for.
  private func flagsRaised(behind members: Set<Int>) -> Set<VariableIndex> {
    var flags = Set(processes.compactMap(\.cancelFlag))
    while true {
      let raised = flagsRaised(behind: members, where: flags)
      if raised == flags { return flags }
      flags = raised
    }
  }

  private func flagsRaised(behind members: Set<Int>, where cancelled: Set<VariableIndex>) -> Set<VariableIndex> {
    var (found, waiting) = (members, members)
    while let process = waiting.popFirst() {
      for one in startedAtOnce(by: process, cancelled) where found.insert(one).inserted { waiting.insert(one) }
    }
    let edges = found.flatMap { process in edgesAtOnce(of: process, cancelled).map { system.automata[process].edges[$0] } }
    let written = edges.flatMap(\.body).compactMap { action -> VariableIndex? in
      guard case .assign(let variable, let value, _) = action.kind, value != .false else { return nil }
      return variable
    }
    return cancelled.intersection(written)
  }

  private func startedAtOnce(by process: Int, _ cancelled: Set<VariableIndex>) -> Set<Int> {
    edgesAtOnce(of: process, cancelled).reduce(into: []) { $0.formUnion(started[process][$1]) }
  }

  /// The processes that the edge sends on their way, whose events look at what it sets, and whose urgent events wait for the end of this one.
  private func maybeStarted(by edge: Edge, of process: Int) -> Set<Int> {
    let waiting = edge.target.index == Process.idle && edge.source.index != Process.idle ? waitingForEnd(of: process) : []
    return Set(edge.body.compactMap(\.started) + waiting).union(requests.looking(at: edge))
  }

  /// A job that has been asked to stop is nobody's job any more, where whoever asks forgets it: `job.cancel(); job = none`.
  private func known(of process: Int, _ jobVariables: [VariableIndex]) -> [Term] {
    guard let number = processes[process].jobNumber, let flag = processes[process].cancelFlag else { return [] }
    return jobVariables.compactMap { variable in
      let isKept = Term.all([.equal(.variable(variable), .constant(number)), .equal(.variable(flag), .true)])
      return system.neverHolds(isKept, where: requests.isTwoValued) ? isKept.negated : nil
    }
  }

  /// What it may do without time, from where others put it.
  private func edgesAtOnce(of process: Int, _ cancelled: Set<VariableIndex>) -> [Int] {
    var reached = system.placesStartedByOthers(of: process).union([Process.idle])
    var (waiting, found) = (reached, [Int]())
    while let place = waiting.popFirst() {
      for (index, edge) in system.automata[process].edges.enumerated()
      where edge.source.index == place && !needsTime(edge, of: process, cancelled) {
        found.append(index)
        if reached.insert(edge.target.index).inserted { waiting.insert(edge.target.index) }
      }
    }
    return found
  }

  /// Time has to pass before it, or may; or it waits for a cancellation that does not come.
  private func needsTime(_ edge: Edge, of process: Int, _ cancelled: Set<VariableIndex>) -> Bool {
    mayComeLate(edge, of: process)
      || edge.body.contains { action in
        guard case .assume(let condition) = action.kind else { return false }
        return condition.conjuncts.contains { part in
          if case .clock(let clock, let comparison, let bound) = part {
            return isSetBack(clock, by: process) && comparison.isFromBelow && isPositive(bound)
          }
          guard let flag = processes[process].cancelFlag, !cancelled.contains(flag) else { return false }
          return part == .equal(.variable(flag), .true) || part == .variable(flag)
        }
      }
  }

  private func mayComeLate(_ edge: Edge, of process: Int) -> Bool {
    !edge.isUrgent
      && !system.automata[process].edges.contains { $0.source == edge.source && $0.isUrgent && $0.onlyStopsTime }
      && system.automata[process].locations[edge.source.index].invariants.allSatisfy {
        isSetBack($0.clock, by: process) && isPositive($0.bound)
      }
  }

  /// It is a clock of the process's own waits, which begin at 0.
  private func isSetBack(_ clock: ClockIndex, by process: Int) -> Bool {
    processes[process].ownClocks.contains(clock)
  }

  private func isPositive(_ bound: TimeBound) -> Bool {
    let least = bound.summands.reduce(bound.constant) { sum, summand in
      let range = parameters[summand.parameter.index].range
      return sum + summand.factor * (summand.factor > 0 ? range.lowerBound : range.upperBound)
    }
    return least > 0
  }

  private func waitingForEnd(of process: Int) -> [Int] {
    processes.indices.filter { other in
      system.automata[other].edges.contains { edge in
        edge.isUrgent && edge.source.index == Process.idle && edge.body.contains { $0.asksForEnd(of: process) }
      }
    }
  }
}

extension [Int: Set<Int>] {
  /// The groups of those that lead to each other and back, by what each leads to; in the order of their first members.
  fileprivate var loops: [Set<Int>] {
    let reached = mapValues { all(from: $0) }
    var groups: [Set<Int>] = []
    for member in keys.sorted() where reached[member]!.contains(member) && !groups.contains(where: { $0.contains(member) }) {
      groups.append(reached[member]!.filter { reached[$0]?.contains(member) == true })
    }
    return groups
  }

  private func all(from start: Set<Int>) -> Set<Int> {
    var (found, waiting) = (start, start)
    while let next = waiting.popFirst() {
      for one in self[next] ?? [] where found.insert(one).inserted { waiting.insert(one) }
    }
    return found
  }
}

extension Comparison {
  fileprivate var isFromBelow: Bool { self == .greaterEqual || self == .greater }
}

extension Action {
  /// The process that it sends to some place of its code.
  fileprivate var started: Int? {
    guard case .move(let automaton, let place, _) = kind, place.index != Process.idle else { return nil }
    return automaton.index
  }

  /// Whether it asks if the process is over, as who waits for a job does. That it holds no thread is another question.
  fileprivate func asksForEnd(of process: Int) -> Bool {
    guard case .assume(let condition) = kind else { return false }
    return condition.contains { $0 == .at(AutomatonIndex(process), [LocationIndex(Process.idle)]) }
  }
}

extension TimedSystem {
  /// Whether no step makes it true: it does not hold at first, and is of variables only.
  fileprivate func neverHolds(_ condition: Term, where isTwoValued: (VariableIndex) -> Bool) -> Bool {
    let read = condition.readVariables
    for (index, automaton) in automata.enumerated() {
      for edge in automaton.edges where edge.body.contains(where: { $0.changes(read) }) {
        let before = edge.necessaryGuard(of: AutomatonIndex(index), for: condition)
        if Term.all([condition.negated, before]).mayHold(where: isTwoValued) { return false }
      }
    }
    return true
  }
}
