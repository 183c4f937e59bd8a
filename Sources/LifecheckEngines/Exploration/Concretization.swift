import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

// From a path of edges to a run with times: the clock comparisons along the path are linear constraints on the delays.

struct Concretization {
  let explorer: Explorer
  let goal: TermProgram.Index
  private var bank = FormulaBank()
  private var delays: [Formula] = []
  private var parameters: [Formula] = []
  private var facts: [Formula] = []
  /// For each clock, the delays it has counted since its last reset.
  private var counted: [[Int]]

  init(_ explorer: Explorer, goal: TermProgram.Index) {
    self.explorer = explorer
    self.goal = goal
    counted = explorer.program.system.clocks.map { _ in [] }
  }

  /// The run with the earliest end, then with every delay as short as it can be; nil if the path cannot be timed (the
  /// zones along it were larger than what can really be reached) or the solver was stopped.
  mutating func trace(to node: Int, onStart: (InterruptHandle) -> Void) throws(SolverError) -> Trace? {
    let path = explorer.path(to: node)
    declare()
    for position in path.indices {
      wait(in: path[position])
      if position + 1 < path.count {
        guard follow(path[position], path[position + 1]) else { return nil }
      }
    }
    guard let goalFact = goalFact(in: path.last!) else { return nil }
    facts.append(goalFact)
    return try solve(path, onStart)
  }

  private mutating func declare() {
    for (index, parameter) in explorer.program.system.parameters.enumerated() {
      let symbol = bank.symbol("p\(index)", .real)
      parameters.append(symbol)
      facts.append(bank.make(.lessEqual(bank.real(parameter.range.lowerBound), symbol)))
      facts.append(bank.make(.lessEqual(symbol, bank.real(parameter.range.upperBound))))
    }
  }

  private mutating func wait(in node: Int) {
    let behaviour = explorer.behaviour(of: explorer.nodes[node].state)
    let delay = bank.symbol("d\(delays.count)", .real)
    delays.append(delay)
    facts.append(bank.make(.lessEqual(bank.zero, delay)))
    if behaviour.isUrgent || !behaviour.running.contains(true) {
      facts.append(bank.make(.lessEqual(delay, bank.zero)))
      return
    }
    for clock in counted.indices where behaviour.running[clock + 1] { counted[clock].append(delays.count - 1) }
    // A delay of zero is always allowed.
    let limits = behaviour.limits.map { constraint($0) }
    facts.append(bank.or(bank.make(.lessEqual(delay, bank.zero)), bank.and(limits)))
  }

  /// x_i as a formula: a sum of delays, a parameter, or zero.
  private mutating func place(_ index: Int) -> Formula {
    if index == 0 { return bank.zero }
    let clockCount = explorer.program.system.clocks.count
    if index > clockCount { return parameters[index - 1 - clockCount] }
    let parts = counted[index - 1].map { delays[$0] }
    return parts.isEmpty ? bank.zero : parts.count == 1 ? parts[0] : bank.make(.add(parts))
  }

  private mutating func constraint(_ constraint: TermProgram.Constraint) -> Formula {
    let left = place(constraint.i)
    let right = bank.make(.add([place(constraint.j), bank.real(Int(constraint.bound >> 1))]))
    return bank.make(constraint.bound & 1 == 1 ? .lessEqual(left, right) : .less(left, right))
  }

  // MARK: Edges

  /// Repeats an edge to see which comparisons it asked, and which clocks it reset.
  private mutating func follow(_ from: Int, _ to: Int) -> Bool {
    let (source, target) = (explorer.nodes[from], explorer.nodes[to])
    guard let reference = target.edge else { return false }
    let values = explorer.values(of: source.state)
    let place = Int(values[explorer.program.system.variables.count + reference.automaton.index])
    guard let edge = explorer.program.edges(of: reference.automaton.index, at: place).first(where: { $0.reference == reference })
    else { return false }
    let ways = explorer.attempt(edge, from: from, choices: explorer.choices(of: to)).successors
    let wanted = explorer.values(of: target.state)
    let same = ways.first { $0.values == wanted }
    guard let way = same ?? ways.first(where: { explorer.forgetting($0.values) == explorer.forgetting(wanted) }) else {
      return false
    }
    replay(way.trail, edge)
    return true
  }

  private mutating func replay(_ trail: Execution.Trail, _ edge: ExplorationProgram.PreparedEdge) {
    var asked = trail.asked[...]
    for (number, action) in edge.code.actions.enumerated() {
      while let first = asked.first, first.action == number {
        asked = asked.dropFirst()
        let atom = explorer.program.terms.atoms[first.atom]
        for part in first.holds ? atom.constraints : atom.negation { facts.append(constraint(part)) }
      }
      if case .reset(let clock, _) = action, trail.resets.contains(number) { counted[clock - 1] = [] }
    }
  }

  private mutating func goalFact(in node: Int) -> Formula? {
    explorer.atomCases(goal, in: explorer.nodes[node].state).map { cases in
      bank.or(
        cases.map { literals in
          bank.and(
            literals.flatMap { literal -> [Formula] in
              let atom = explorer.program.terms.atoms[literal.atom]
              return (literal.holds ? atom.constraints : atom.negation).map { constraint($0) }
            })
        })
    }
  }

  // MARK: Times

  private mutating func solve(_ path: [Int], _ onStart: (InterruptHandle) -> Void) throws(SolverError) -> Trace? {
    let times = try LinearTimes(bank: bank, delays: delays, parameters: parameters, facts: facts)
    onStart(times.interruptHandle)
    let preferred = explorer.program.system.parameters.map(\.preferred)
    guard let solution = try times.earliest(preferred: preferred) else { return nil }
    var steps: [Step] = []
    for position in path.indices.dropFirst() {
      let (node, delay) = (path[position], solution.delays[position - 1])
      steps.append(Step(delay: delay, edge: explorer.nodes[node].edge, choices: explorer.choices(of: node)))
    }
    if let last = solution.delays.last, last > .zero { steps.append(Step(delay: last, edge: nil, choices: [])) }
    let initial = explorer.values(of: explorer.nodes[path[0]].state).prefix(explorer.program.system.variables.count)
    return Trace(
      initialVariables: initial.map(Int.init), parameters: solution.parameters, steps: steps, length: path.count - 1)
  }
}

extension Explorer {
  /// A state without what only settled goals look at.
  func forgetting(_ values: [UInt16]) -> [UInt16] {
    var values = values
    for variable in program.goalOnlyVariables { values[variable] = 0 }
    return values
  }

  /// The ways in which clock comparisons can make a term true in a discrete state; nil if there is none.
  func atomCases(_ term: TermProgram.Index, in state: Int) -> [[(atom: Int, holds: Bool)]]? {
    var cases: [[(atom: Int, holds: Bool)]] = []
    func go(_ decided: [Int8], _ literals: [(atom: Int, holds: Bool)]) {
      let value = evaluate(term, in: state, decided)
      if value == 0 { return }
      guard value == TermProgram.unknown, let atom = program.terms.atomsBelow[Int(term)].first(where: { decided[$0] < 0 }) else {
        cases.append(literals)
        return
      }
      for answer in [1, 0] as [Int8] {
        var next = decided
        next[atom] = answer
        go(next, literals + [(atom, answer == 1)])
      }
    }
    go(program.noneDecided, [])
    return cases.isEmpty ? nil : cases
  }
}
