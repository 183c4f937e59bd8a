import LifecheckDiagnostics
import LifecheckSystem

// Code that may start itself again without time passing. In the world each round takes some time, however little, and there may be any
// number of rounds. Left as it is, such code would stop time for everything else, and whatever comes later would be "proved".
//
// So a block on such a way, or an event that the code asks for, may begin as late as it likes, from the moment on at which a flag is set:
// any moment at which the next round is started. What is proved is proved of these runs, too; a run in which the flag is set is never
// shown as a violation, as with further copies.
//
// - Source: S. Tripakis, "Verifying Progress in Timed Systems", ARTS 1999: where each loop of the code takes some time at least, time
//   always goes on. Here this is asked of the ways by which code starts code.

extension Lowerer {
  /// Lets time go on between the rounds; what it makes of the system must come before variables are counted.
  func letTimeGoOn(in system: inout TimedSystem, _ meanings: Meanings) throws -> [ExhaustionSite] {
    let declarations = model.declarationsChangedByTheApp
    let requests = Requests(of: processes.indices, in: system, variables, unknowns: Set(unknowns.variables)) {
      $0.origin.map(declarations.contains) ?? false
    }
    let starts = ZeroTimeStarts(
      system: system, processes: processes, parameters: parameters, requests: requests,
      jobVariables: roles.indices.filter { roles[$0].isJob }.map { VariableIndex($0) })
    let members = starts.loops()
    let blocks = members.filter { isBlock($0) }
    // Where a block is on the way, it is enough that the block comes late.
    let events = starts.loops(without: blocks).intersection(starts.requests.events)
    let late = blocks.union(events)
    if late.isEmpty { return [] }
    let flag = makeFlag("rounds without time")
    let goingRound = starts.edges(of: members, starting: late)
    for edge in goingRound { system.automata[edge.automaton.index].edges[edge.edge].mayRaise(flag) }
    for process in late.sorted() {
      let beginning = events.contains(process) ? Process.idle : Process.beginning
      guard let place = meanings.kept[process].firstIndex(of: beginning) else {
        throw TranslationDefect(what: "a block without a beginning is started")
      }
      system.automata[process].letComeLate(from: place, .equal(.variable(flag), .true))
    }
    return [try siteOfRounds(late.sorted(), goingRound, in: starts.system, flag)]
  }

  /// Named by a block of the spec, or by the first of its code that starts the next round.
  private func siteOfRounds(
    _ late: [Int], _ starting: [EdgeReference], in system: TimedSystem, _ flag: VariableIndex
  ) throws -> ExhaustionSite {
    for process in late where isBlock(process) {
      let beginning = processes[process].locations[Process.beginning].origin!
      guard isAppFile(beginning.file) else { continue }
      return ExhaustionSite(what: processes[process].name, bound: nil, origin: beginning, flag: flag)
    }
    let code = starting.flatMap { system.automata[$0.automaton.index].lines(before: $0.edge) }
    if let own = code.first(where: { isAppFile($0.file) }) {
      return ExhaustionSite(what: "the code of line \(lineNumber(own))", bound: nil, origin: own, flag: flag)
    }
    guard let first = code.first else { throw TranslationDefect(what: "code starts itself, and stands nowhere") }
    return ExhaustionSite(what: processes[late[0]].name, bound: nil, origin: first, flag: flag)
  }

  private func isBlock(_ process: Int) -> Bool { crowds.contains { $0.copies.contains(process) } }
}

extension Automaton {
  /// The lines of the edge, the last first, and those of the edges that lead to it, the nearest first.
  fileprivate func lines(before edge: Int) -> [SourceRange] {
    var (found, waiting) = ([edge], [edge][...])
    while let next = waiting.popFirst() {
      let before = edges.indices.filter { edges[$0].target == edges[next].source && !found.contains($0) }
      found += before
      waiting += before
    }
    return found.flatMap { edges[$0].label.lines.compactMap(\.origin).reversed() }
  }

  /// From this place nothing has to go on at once any more where the condition holds.
  fileprivate mutating func letComeLate(from place: Int, _ isLate: Term) {
    edges = edges.flatMap { $0.source.index == place ? $0.promptOrLate(isLate) : [$0] }
  }
}

extension Edge {
  fileprivate mutating func mayRaise(_ flag: VariableIndex) {
    choices.append(2)
    let isRaised = Term.equal(.choice(ChoiceIndex(choices.count - 1)), .true)
    body.append(Action(.assign(flag, .true, condition: isRaised)))
  }

  /// Urgent as long as the condition does not hold, and free to come late when it does.
  func promptOrLate(_ isLate: Term) -> [Edge] {
    guard isUrgent else { return [self] }
    let prompt = assuming(isLate.negated)
    var late = assuming(isLate)
    late.isUrgent = false
    return onlyStopsTime ? [prompt] : [prompt, late]
  }

  /// Where the condition does not hold, it cannot be taken.
  private func assuming(_ condition: Term) -> Edge {
    var edge = self
    edge.body.insert(Action(.assume(condition)), at: 0)
    edge.label.lines = label.lines.map { $0.starting(at: $0.start == 0 ? 0 : $0.start + 1) }
    return edge
  }
}
