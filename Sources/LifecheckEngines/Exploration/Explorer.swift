import LifecheckSystem

// Forward exploration of discrete states with zones: for small systems the quickest way to see everything that can
// happen. It is trusted with nothing: what it reaches is replayed, and what it rules out is only a hint for an invariant
// that the solver checks.

final class Explorer {
  /// The clocks after an edge, before time passes.
  enum Entry: Hashable {
    /// As in the state before: the number of its zone.
    case kept(Int)
    case changed(Zone)
  }
  let program: ExplorationProgram
  private var store = NodeStore()
  var nodes: [NodeStore.Node] { store.nodes }
  var zones: ZoneStore { store.zones }
  private var table: StateTable
  /// For each state, the number of what is the same for all its zones, in `behaviours`.
  private var behaviourOfState: [Int32] = []
  private var behaviours: [TimeBehaviour] = []
  private var behaviourNumbers: [TimeBehaviour: Int] = [:]
  private var delays = DelayStore()
  let anything: Zone
  /// For expanding nodes; and for single edges meanwhile.
  private var execution: Execution
  var singleExecution: Execution
  /// Of the node that is being expanded.
  private let valuesOfNode: UnsafeMutableBufferPointer<UInt16>
  private let termsOfNode: TermCode.Memory
  let termsOfNewState: TermCode.Memory
  /// For each goal, the first node that reaches it.
  private(set) var reached: [Int?]
  private(set) var isComplete = false
  /// By the number of the edge.
  private var isAllowed: [Bool]?
  /// The first node that has not been expanded.
  private var next = 0
  /// Some edge has more outcomes than can be looked at one by one.
  private var hasTooManyBranches: Bool { execution.hasTooManyBranches }

  /// For each variable that only goals look at, the goals that are still open and do.
  private var watchers: [Int: Set<Int>] = [:]
  /// The variables that nobody looks at any more.
  private var settled: [Int] = []

  /// Where code is in the middle of something that takes no time, nothing begins before it has come to where it waits.
  private let isUndisturbed: Bool
  private let everyAutomaton: [Int]

  /// - Parameter terminal: States behind which nothing is of interest.
  /// - Parameter ignored: Flags that stay as they are at the start.
  /// - Parameter allowed: The edges that may be taken, if not all; the others are as urgent as ever.
  /// - Parameter isUndisturbed: Leaves out all runs in which something begins while code is in the middle of what takes no time:
  ///   many more states are seen in the same time, and most of what can go wrong.
  /// - Source: M. Musuvathi, S. Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs", PLDI 2007: most
  ///   errors need no more than a few preemptions; here without any, but for those among code that is under way.
  init(
    _ system: TimedSystem, goals: [Term], terminal: Term = .false, ignored: Set<VariableIndex> = [],
    allowed: Set<EdgeReference>? = nil, isUndisturbed: Bool = false
  ) {
    self.isUndisturbed = isUndisturbed
    everyAutomaton = Array(system.automata.indices)
    program = ExplorationProgram(system, goals: goals, terminal: terminal, ignored: Set(ignored.map(\.index)))
    reached = goals.map { _ in nil }
    anything = Zone(size: program.zoneSize)
    table = StateTable(domains: system.variables.map(\.domain) + system.automata.map(\.locations.count))
    execution = Execution(program)
    singleExecution = Execution(program)
    singleExecution.keepsTrails = true
    valuesOfNode = .allocate(capacity: program.stateWidth)
    valuesOfNode.initialize(repeating: 0)
    termsOfNode = TermCode.Memory(program.terms)
    termsOfNewState = TermCode.Memory(program.terms)
    for variable in program.goalOnlyVariables {
      watchers[variable] = Set(goals.indices.filter { goals[$0].contains { $0 == .variable(VariableIndex(variable)) } })
    }
    isAllowed = allowed.map { program.references.map($0.contains) }
    noteSettled()
  }

  deinit {
    valuesOfNode.deallocate()
    termsOfNode.deallocate()
    termsOfNewState.deallocate()
  }

  /// Explores breadth first: fewest edges first.
  /// Called again, it goes on where it stopped.
  /// - Parameters:
  ///   - maximumNodes: Where to give up; the same on every machine.
  ///   - maximumBranches: The same for the ways through edges; many may lead to few states.
  ///   - only: The goal that is enough to reach.
  ///   - mustStop: Asked often. Once it was true, nothing is to be had of this explorer any more.
  func run(maximumNodes: Int, maximumBranches: Int = .max, only: Int? = nil, mustStop: @escaping () -> Bool) {
    execution.mustStop = mustStop
    // It may know of this explorer.
    defer { execution.mustStop = { false } }
    if nodes.isEmpty {
      let start = initialStates()
      if start.isEmpty { return }
      for (values, zone) in start {
        var values = values
        values.withUnsafeMutableBufferPointer { values in
          add(values, .changed(zone), parent: -1, edge: nil, choices: UnsafeBufferPointer(start: nil, count: 0))
        }
      }
    }
    while next < nodes.count {
      if nodes.count > maximumNodes || execution.branches > maximumBranches || (next & 31 == 0 && mustStop()) { return }
      if let only, reached[only] != nil { return }
      if !nodes[next].isSubsumed, !isTerminal(nodes[next].state) { expand(next) }
      if hasTooManyBranches { return }
      next += 1
    }
    isComplete = !isUndisturbed
  }

  func initialStates() -> [([UInt16], Zone)] {
    var zone = Zone(size: program.zoneSize)
    for clock in program.system.clocks.indices { zone.reset(clock + 1) }
    for (index, parameter) in program.system.parameters.enumerated() {
      let place = 1 + program.system.clocks.count + index
      _ = zone.constrain(place, 0, Int32(parameter.range.upperBound) * 2 + 1)
      _ = zone.constrain(0, place, Int32(-parameter.range.lowerBound) * 2 + 1)
    }
    return program.initialValues(atMost: 4096).map { ($0, zone) }
  }

  private func expand(_ index: Int) {
    let (state, number) = (nodes[index].state, nodes[index].zone)
    table.read(state, into: valuesOfNode)
    let (here, zone, edges) = (UnsafeBufferPointer(valuesOfNode), zones[number], program.edgeTable)
    termsOfNode.forget()
    for automaton in automataToMove(here, state) {
      let place = Int(here[program.system.variables.count + automaton])
      for edge in edges.numbersOfEdges(of: automaton, at: place) where isAllowed?[edge] ?? true {
        guard let start = edges.start(edge, here, termsOfNode) else { continue }
        execution.run(edges[edge], at: start, from: here, zone, number: number) { after in
          let entry = after.zoneNumber.map { Entry.kept($0) } ?? .changed(after.zone)
          add(after.values, entry, parent: index, edge: edge, choices: after.choices)
        }
      }
    }
  }

  /// Whose edges are taken from this state.
  private func automataToMove(_ here: UnsafeBufferPointer<UInt16>, _ state: Int) -> [Int] {
    guard isUndisturbed, behaviour(of: state).isUrgent else { return everyAutomaton }
    let underWay = everyAutomaton.filter { automaton in
      let place = Int(here[program.system.variables.count + automaton])
      return place != program.system.automata[automaton].initial.index
        && program.edges(of: automaton, at: place).contains { isUrgent($0, here) }
    }
    return underWay.isEmpty ? everyAutomaton : underWay
  }

  /// How many edges away from the start everything has been seen; nil where nothing is left to be seen, or where there are too
  /// many states at the start for anything to be.
  var depth: Int? { next < nodes.count ? path(to: next).count - 1 : nil }

  /// Gives up for good once there are more ways through edges than this, in the middle of an edge as well: one that leaves
  /// twenty things open has a million.
  func giveUp(afterBranches most: Int) { execution.mostBranchesInAll = most }

  /// Nothing is left to be looked at.
  var isExhausted: Bool { !nodes.isEmpty && unexpanded == 0 }

  /// How many nodes wait to be looked at.
  var unexpanded: Int { nodes.count - next }

  /// How often something was open on the way through an edge.
  var branches: Int { execution.branches }

  var outcome: String { isComplete ? "all \(nodes.count) states seen" : "given up after \(nodes.count) states" }

  /// The nodes from the start to this one.
  func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var current = node
    while current >= 0 {
      path.append(current)
      current = nodes[current].parent
    }
    return path.reversed()
  }

  // MARK: States

  /// Variables whose values were dropped on the way.
  var forgottenVariables: [Int] { settled + program.ignored.sorted() }

  func isTerminal(_ state: Int) -> Bool {
    evaluate(program.terminal, in: state) == 1
  }

  func zone(of node: Int) -> Zone { zones[nodes[node].zone] }
  func behaviour(of state: Int) -> TimeBehaviour { behaviours[Int(behaviourOfState[state])] }

  /// The choices of the edge that led to the node.
  func choices(of node: Int) -> [Int] { store.choices(of: nodes[node]) }

  /// Where no run ends in a terminal state, that is a part of what can be claimed.
  var reachesTerminal: Bool { behaviourOfState.indices.contains(where: isTerminal) }

  private func add(
    _ values: UnsafeMutableBufferPointer<UInt16>, _ entry: Entry, parent: Int, edge: Int?,
    choices: UnsafeBufferPointer<Int>
  ) {
    for variable in settled { values[variable] = 0 }
    let state = number(of: UnsafeBufferPointer(values))
    for part in delayed(entry, Int(behaviourOfState[state])) where !store.includes(part, state) {
      let reference = edge.map { program.edge(number: $0).reference }
      store.insert(parent: parent, edge: reference, choices: choices.map { max($0, 0) }, state: state, zone: part)
      noteGoals(UnsafeBufferPointer(values), zones[part])
    }
  }

  /// The zones, by number, that time can lead to, without differences that no comparison can tell.
  private func delayed(_ entry: Entry, _ behaviour: Int) -> [Int] {
    if let known = delays[entry, behaviour] { return known }
    let zone =
      switch entry {
      case .kept(let number): zones[number]
      case .changed(let zone): zone
      }
    let result = behaviours[behaviour].delayed(zone).map { part in
      var part = part
      part.extrapolate(program.bounds)
      return store.zones.number(of: part)
    }
    delays[entry, behaviour] = result
    return result
  }

  /// Adds a node whether or not others include it. Only for following single paths.
  func append(_ values: [UInt16], _ zone: Zone, parent: Int, edge: EdgeReference?, choices: [Int]) -> [Int] {
    let state = values.withUnsafeBufferPointer { number(of: $0) }
    return behaviour(of: state).delayed(zone).map { part in
      store.append(parent: parent, edge: edge, choices: choices, state: state, zone: store.zones.number(of: part))
      return nodes.count - 1
    }
  }

  /// Notes the goals that the newest node is the first to reach.
  private func noteGoals(_ values: UnsafeBufferPointer<UInt16>, _ zone: Zone) {
    var undecided = program.noneDecided
    for goal in reached.indices where reached[goal] == nil {
      guard canHold(program.goals[goal], values, zone, &undecided) else { continue }
      undecided = program.noneDecided
      reached[goal] = nodes.count - 1
      for variable in watchers.keys { watchers[variable]!.remove(goal) }
      noteSettled()
    }
  }

  private func noteSettled() { settled = watchers.filter { $0.value.isEmpty }.map(\.key).sorted() }

  private func number(of values: UnsafeBufferPointer<UInt16>) -> Int {
    let (state, isNew) = table.number(of: values)
    if isNew { addState(behaviour(of: values)) }
    return state
  }

  private func addState(_ behaviour: TimeBehaviour) {
    store.addState()
    behaviourOfState.append(Int32(number(of: behaviour)))
  }

  private func number(of behaviour: TimeBehaviour) -> Int {
    if let known = behaviourNumbers[behaviour] { return known }
    behaviourNumbers[behaviour] = behaviours.count
    behaviours.append(behaviour)
    return behaviours.count - 1
  }

  private func behaviour(of values: UnsafeBufferPointer<UInt16>) -> TimeBehaviour {
    var running = Array(repeating: false, count: program.zoneSize)
    for (clock, rate) in program.rates.enumerated() { running[clock + 1] = program.code.evaluate(rate, values) != 0 }
    var inactive: [Int] = []
    for (clock, activity) in program.activity.enumerated() {
      if program.system.clocks[clock].isDeadWhileStopped, !running[clock + 1] {
        inactive.append(clock + 1)
      } else if let activity {
        let place = Int(values[program.system.variables.count + activity.automaton])
        if !activity.locations.contains(place) { inactive.append(clock + 1) }
      }
    }
    var limits: [TermProgram.Constraint] = []
    for automaton in program.invariants.indices {
      let place = Int(values[program.system.variables.count + automaton])
      for invariant in program.invariants[automaton][place] {
        guard let constraint = invariant.constraint, running[constraint.i] else { continue }
        if program.code.evaluate(invariant.condition, values) == 1 { limits.append(constraint) }
      }
    }
    return TimeBehaviour(isUrgent: isUrgent(values), running: running, inactive: inactive, limits: limits)
  }

  // MARK: Facts

  func values(of state: Int) -> [UInt16] { table.values(of: state) }

  /// `TermProgram.unknown` if it depends on comparisons of clocks that are not decided.
  func evaluate(_ term: TermProgram.Index, in state: Int, _ decided: [Int8]? = nil) -> Int {
    table.withValues(of: state) { values in
      decided.map { program.code.evaluate(term, values, decided: $0) } ?? program.code.evaluate(term, values)
    }
  }

  /// Whether the term holds for some valuation of the zone.
  func canHold(_ term: TermProgram.Index, in state: Int, _ zone: Zone) -> Bool {
    table.withValues(of: state) { values in
      var undecided = program.noneDecided
      return canHold(term, values, zone, &undecided)
    }
  }

  private func canHold(_ term: TermProgram.Index, _ values: UnsafeBufferPointer<UInt16>, _ zone: Zone, _ decided: inout [Int8])
    -> Bool
  {
    let value = program.code.evaluate(term, values, decided: decided)
    if value != TermProgram.unknown { return value != 0 }
    guard let atom = program.terms.atomsBelow[Int(term)].first(where: { decided[$0] < 0 }) else { return true }
    for (answer, part) in program.split(zone, atom) {
      decided[atom] = answer
      if canHold(term, values, part, &decided) { return true }
    }
    decided[atom] = -1
    return false
  }
}
