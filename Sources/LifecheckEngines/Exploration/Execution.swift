import LifecheckSystem

extension Explorer {
  /// The states after an edge, for all its choices and all ways in which its clock comparisons may come out.
  func successors(of edge: ExplorationProgram.PreparedEdge, _ values: [UInt16], _ zone: Zone) -> [Successor] {
    program.mayStart(edge.number, values) ? outcomes(of: edge, values, zone) : []
  }

  /// The same for an edge that may start.
  func outcomes(of edge: ExplorationProgram.PreparedEdge, _ values: [UInt16], _ zone: Zone, number: Int? = nil) -> [Successor] {
    var run = Execution(explorer: self, edge: edge)
    run.execute(
      0, Moment(
        values: values, choices: edge.noChoices, decided: program.noneDecided, zone: zone, zoneNumber: number))
    if run.branchesLeft == 0 { hasTooManyBranches = true }
    return run.results
  }
}

extension Explorer {
  /// The states after an edge, and which of its assumptions kept it from more.
  func attempt(
    _ edge: ExplorationProgram.PreparedEdge, _ values: [UInt16], _ zone: Zone
  ) -> (successors: [Successor], failures: Set<Int>) {
    var run = Execution(explorer: self, edge: edge)
    run.execute(0, Moment(values: values, choices: edge.noChoices, decided: program.noneDecided, zone: zone))
    return (run.results, run.failures)
  }
}

/// What is known at one point of an edge's body.
struct Moment {
  var values: [UInt16]
  /// −1: not chosen yet.
  var choices: [Int]
  /// For each atom, whether it holds here; −1: not asked yet.
  var decided: [Int8]
  var zone: Zone
  /// Its number, as long as nothing has changed it.
  var zoneNumber: Int?
  /// The clock comparisons that were asked, in order, with the number of the action before which they were.
  var asked: [(action: Int, atom: Int, holds: Bool)] = []
  /// The numbers of the actions that reset a clock.
  var resets: Set<Int> = []
}

/// Runs the body of one edge, branching where something is open.
struct Execution {
  let explorer: Explorer
  let edge: ExplorationProgram.PreparedEdge
  var results: [Explorer.Successor] = []
  var moments: [Moment] = []
  var keepsMoments = false
  /// The numbers of the assumptions that some way through the body failed.
  private(set) var failures: Set<Int> = []
  /// An edge with more ways to come out is beyond exploration.
  private(set) var branchesLeft = 20_000

  init(explorer: Explorer, edge: ExplorationProgram.PreparedEdge) {
    self.explorer = explorer
    self.edge = edge
    terms = explorer.program.terms
    code = explorer.program.code
  }

  private let terms: TermProgram
  private let code: TermCode

  mutating func execute(_ start: Int, _ moment: consuming Moment) {
    var action = start
    while action < edge.actions.count {
      switch edge.actions[action] {
      case .assume(let term):
        let value = code.evaluate(term, moment.values, moment.choices, moment.decided)
        if value == TermProgram.unknown { return branch(term, action, moment) }
        if value == 0 { return fail(at: action) }
      case .bind(let choice, let offset, let term):
        let value = code.evaluate(term, moment.values, moment.choices, moment.decided)
        if value == TermProgram.unknown { return branch(term, action, moment) }
        if moment.choices[choice] >= 0 {
          guard moment.choices[choice] == value - offset else { return fail(at: action) }
        } else {
          guard (0..<edge.choices[choice]).contains(value - offset) else { return fail(at: action) }
          moment.choices[choice] = value - offset
        }
      case .assign(let slot, let value, let condition):
        let test = code.evaluate(condition, moment.values, moment.choices, moment.decided)
        if test == 0 { break }
        let result = code.evaluate(value, moment.values, moment.choices, moment.decided)
        if result == moment.values[slot] { break }
        if test == TermProgram.unknown { return branch(condition, action, moment) }
        if result == TermProgram.unknown { return branch(value, action, moment) }
        // A value outside the domain: the edge cannot be taken.
        guard result >= 0, result < explorer.program.domains[slot] else { return }
        moment.values[slot] = UInt16(result)
      case .move(let slot, let place, let condition):
        let test = code.evaluate(condition, moment.values, moment.choices, moment.decided)
        if test == 0 || moment.values[slot] == place { break }
        if test == TermProgram.unknown { return branch(condition, action, moment) }
        moment.values[slot] = place
      case .reset(let clock, let condition):
        let test = code.evaluate(condition, moment.values, moment.choices, moment.decided)
        if test == TermProgram.unknown { return branch(condition, action, moment) }
        if test == 0 { break }
        moment.zone.reset(clock)
        moment.zoneNumber = nil
        if keepsMoments { moment.resets.insert(action) }
        for atom in explorer.program.atomsOfClock[clock - 1] { moment.decided[atom] = -1 }
      }
      action += 1
    }
    let slot = explorer.program.system.variables.count + edge.reference.automaton.index
    moment.values[slot] = edge.target
    results.append(
      Explorer.Successor(values: moment.values, choices: moment.choices.contains(-1) ? moment.choices.map { max($0, 0) } : moment.choices, zone: moment.zone,
        zoneNumber: moment.zoneNumber))
    if keepsMoments { moments.append(moment) }
  }

  private mutating func fail(at action: Int) { failures.insert(action) }

  /// Tries all answers to the first thing that is open in the term.
  private mutating func branch(_ term: TermProgram.Index, _ action: Int, _ moment: Moment) {
    if branchesLeft == 0 { return }
    branchesLeft -= 1
    if let choice = terms.choicesBelow[Int(term)].first(where: { moment.choices[$0] < 0 }) {
      for value in 0..<edge.choices[choice] {
        var next = moment
        next.choices[choice] = value
        execute(action, next)
      }
      return
    }
    guard let atom = terms.atomsBelow[Int(term)].first(where: { moment.decided[$0] < 0 }) else { return }
    for (answer, part) in explorer.split(moment.zone, atom) {
      var next = moment
      next.decided[atom] = answer
      if part != next.zone { (next.zone, next.zoneNumber) = (part, nil) }
      if keepsMoments { next.asked.append((action, atom, answer == 1)) }
      execute(action, next)
    }
  }
}
