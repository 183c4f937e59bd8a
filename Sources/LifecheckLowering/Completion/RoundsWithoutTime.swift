import LifecheckDiagnostics
import LifecheckSystem

// Code that may start itself again without time passing. In the world each round takes some time, however little, and there may be any
// number of rounds. Left as it is, such code would stop time for everything else, and whatever comes later would be "proved".
//
// So a block on such a way may begin as late as it likes, from the moment on at which a flag is set. What is proved is proved of these
// runs, too; a run in which the flag is set is never shown as a violation, as with further copies.
//
// - Source: S. Tripakis, "Verifying Progress in Timed Systems", ARTS 1999: where each loop of the code takes some time at least, time
//   always goes on. Here this is asked of the ways by which code starts code.

extension Lowerer {
  /// Lets time go on between the rounds; what it makes of the system must come before variables are counted.
  func letTimeGoOn(in system: inout TimedSystem, _ meanings: Meanings) throws -> [ExhaustionSite] {
    let blocks = ZeroTimeStarts(system: system, processes: processes, parameters: parameters).processesInLoops
      .filter { isBlock($0) }.sorted()
    if blocks.isEmpty { return [] }
    let flag = makeFlag("rounds without time")
    let isLate = Term.equal(.variable(flag), .true)
    var beginnings: [Term] = []
    for block in blocks {
      guard let beginning = meanings.kept[block].firstIndex(of: Process.beginning) else {
        throw TranslationDefect(what: "a block without a beginning is started")
      }
      beginnings.append(.at(AutomatonIndex(block), [LocationIndex(beginning)]))
      system.automata[block].edges = system.automata[block].edges.flatMap { edge in
        edge.source.index == beginning ? edge.promptOrLate(isLate) : [edge]
      }
    }
    system.automata.append(
      Automaton(
        name: "rounds without time", locations: [Location(name: "any")], initial: LocationIndex(0),
        edges: [
          Edge(
            source: LocationIndex(0), target: LocationIndex(0), isUrgent: false,
            body: [Action(.assume(.all([isLate.negated, .any(beginnings)]))), Action(.assign(flag, .true, condition: .true))],
            label: EdgeLabel())
        ]))
    return [siteOfRounds(blocks, in: system, flag)]
  }

  /// Named by a block of the spec, or by the first of its code that a round comes to.
  private func siteOfRounds(_ blocks: [Int], in system: TimedSystem, _ flag: VariableIndex) -> ExhaustionSite {
    func beginning(of block: Int) -> SourceRange { processes[block].locations[Process.beginning].origin! }
    if let own = blocks.first(where: { isAppFile(beginning(of: $0).file) }) {
      return ExhaustionSite(what: processes[own].name, bound: nil, origin: beginning(of: own), flag: flag)
    }
    let code = blocks.flatMap { system.automata[$0].edges }.flatMap(\.label.lines).compactMap(\.origin)
    guard let first = code.first(where: { isAppFile($0.file) }) else {
      return ExhaustionSite(what: processes[blocks[0]].name, bound: nil, origin: beginning(of: blocks[0]), flag: flag)
    }
    return ExhaustionSite(what: "the code of line \(lineNumber(first))", bound: nil, origin: first, flag: flag)
  }

  private func isBlock(_ process: Int) -> Bool { crowds.contains { $0.copies.contains(process) } }
}

extension Edge {
  /// Urgent as long as the condition does not hold, and free to come late when it does.
  func promptOrLate(_ isLate: Term) -> [Edge] {
    guard isUrgent, !onlyStopsTime else { return [self] }
    var (prompt, late) = (self, self)
    prompt.body.insert(Action(.assume(isLate.negated)), at: 0)
    late.isUrgent = false
    late.body.insert(Action(.assume(isLate)), at: 0)
    return [prompt, late]
  }
}

/// Which processes start which without time passing in between.
private struct ZeroTimeStarts {
  let system: TimedSystem
  let processes: [Process]
  let parameters: [RigidParameter]

  /// Those that may have been started by what they have started themselves.
  var processesInLoops: Set<Int> { loops(among: Set(processes.indices)) }

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
    let written = found.flatMap { edgesAtOnce(of: $0, cancelled) }.flatMap(\.body).compactMap { action -> VariableIndex? in
      guard case .assign(let variable, let value, _) = action.kind, value != .false else { return nil }
      return variable
    }
    return cancelled.intersection(written)
  }

  /// The processes that it sends on their way, or whose urgent events wait for its end, on ways that need no time.
  private func startedAtOnce(by process: Int, _ cancelled: Set<VariableIndex>) -> Set<Int> {
    let edges = edgesAtOnce(of: process, cancelled)
    let waiting = edges.contains { $0.target.index == Process.idle } ? waitingForEnd(of: process) : []
    return Set(edges.flatMap(\.body).compactMap(\.started) + waiting)
  }

  /// What it may do without time, from where others put it.
  private func edgesAtOnce(of process: Int, _ cancelled: Set<VariableIndex>) -> [Edge] {
    var reached = system.placesStartedByOthers(of: process).union([Process.idle])
    var (waiting, found) = (reached, [Edge]())
    while let place = waiting.popFirst() {
      for edge in system.automata[process].edges where edge.source.index == place && !needsTime(edge, of: process, cancelled) {
        found.append(edge)
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
    let draft = processes[process]
    return draft.limitClocks.contains(clock) || [draft.clock, draft.appClock, draft.wallClock].contains(clock)
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
