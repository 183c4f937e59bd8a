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
  final class PreparedEdge {
    /// Its place among all edges.
    let number: Int
    let reference: EdgeReference
    /// Where a state has the place that the edge changes.
    let slot: Int
    let target: UInt16
    let isUrgent: Bool
    /// The number of values of each choice.
    let choices: UnsafeBufferPointer<Int>
    /// Each conjunct of an assumption is an action of its own.
    let actions: UnsafeBufferPointer<Action>
    /// What each action is in the system.
    let origins: [LifecheckSystem.Action.Kind]
    let mentionsAtoms: Bool

    fileprivate init(
      _ edge: Edge, _ reference: EdgeReference, slot: Int, number: Int, _ origins: [LifecheckSystem.Action.Kind],
      _ actions: [Action]
    ) {
      (self.number, self.reference, self.slot, self.origins, self.actions) = (number, reference, slot, origins, copy(of: actions))
      target = UInt16(edge.target.index)
      isUrgent = edge.isUrgent
      choices = copy(of: edge.choices)
      mentionsAtoms = edge.body.contains { $0.mentionsTime }
    }

    deinit {
      actions.deallocate()
      choices.deallocate()
    }
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
  let code: TermCode
  /// Those of one automaton and location side by side.
  private let edges: [PreparedEdge]
  /// For each automaton, the number of its first location among all; for each of these, the number of its first edge.
  private let firstLocations: [Int]
  private let firstEdges: [Int]
  /// The conditions in front of each edge's first effect, side by side: most edges fail one of them.
  private let guards: [TermProgram.Index]
  private let firstGuards: [Int]
  /// For each automaton and location.
  let invariants: [[[PreparedInvariant]]]
  let rates: [TermProgram.Index]
  let goals: [TermProgram.Index]
  /// The automaton that alone looks at the clock, and the locations where its value matters; nil: it always may.
  let activity: [(automaton: Int, locations: Set<Int>)?]
  let bounds: ClockBounds
  /// For each clock, the atoms that mention it.
  let atomsOfClock: [[Int]]

  /// Variables, then the places of automata.
  var stateWidth: Int { system.variables.count + system.automata.count }
  /// As many as any edge has.
  let mostChoices: Int
  var zoneSize: Int { 1 + system.clocks.count + system.parameters.count }

  let terminal: TermProgram.Index
  /// Every atom still open.
  let noneDecided: [Int8]
  /// Variables that are assigned, but looked at by goals only.
  let goalOnlyVariables: [Int]

  let ignored: Set<Int>

  init(_ system: TimedSystem, goals goalTerms: [Term], terminal terminalTerm: Term, ignored: Set<Int>) {
    self.system = system
    domains = system.variables.map(\.domain)
    self.ignored = ignored
    bounds = ClockBounds(system, goals: goalTerms)
    let terms = TermProgram(variableCount: system.variables.count, clockCount: system.clocks.count)
    var preparation = Preparation(system: system, ignored: ignored, terms: terms)
    for (index, automaton) in system.automata.enumerated() { preparation.add(automaton, index) }
    edges = preparation.edges
    firstLocations = preparation.firstLocations
    firstEdges = preparation.firstEdges + [edges.count]
    guards = edges.flatMap(\.guards)
    firstGuards = edges.reduce(into: [0]) { $0.append($0.last! + $1.guards.count) }
    mostChoices = edges.map(\.choices.count).max() ?? 0
    invariants = preparation.invariants
    rates = system.clocks.map { terms.compile($0.rate) }
    goals = goalTerms.map { terms.compile($0) }
    terminal = terms.compile(terminalTerm)
    noneDecided = Array(repeating: -1, count: terms.atoms.count)
    goalOnlyVariables = system.unreadVariables().filter { variable in
      !terminalTerm.contains { $0 == .variable(VariableIndex(variable)) }
    }
    atomsOfClock = system.clocks.indices.map { clock in
      terms.atoms.indices.filter { atom in
        terms.atoms[atom].isOpaque || terms.atoms[atom].constraints.contains { $0.i == clock + 1 || $0.j == clock + 1 }
      }
    }
    activity = system.clocks.indices.map { system.activity(of: $0, goalTerms) }
    self.terms = terms
    code = TermCode(terms, mostChoices: mostChoices)
  }

  deinit { code.deallocate() }

  // MARK: Edges

  func edges(of automaton: Int, at location: Int) -> ArraySlice<PreparedEdge> {
    edges[numbersOfEdges(of: automaton, at: location)]
  }
  func numbersOfEdges(of automaton: Int, at location: Int) -> Range<Int> {
    let place = firstLocations[automaton] + location
    return firstEdges[place]..<firstEdges[place + 1]
  }
  func edge(number: Int) -> PreparedEdge { edges[number] }

  /// Whether the conditions in front of the edge's first effect can hold.
  func mayStart(_ number: Int, _ values: UnsafeBufferPointer<UInt16>) -> Bool {
    for position in firstGuards[number]..<firstGuards[number + 1] {
      if code.evaluate(guards[position], values) == 0 { return false }
    }
    return true
  }

  // MARK: Clock comparisons

  /// The parts of a zone in which the comparison holds, and does not.
  func split(_ zone: Zone, _ atom: Int) -> [(Int8, Zone)] {
    let info = terms.atoms[atom]
    if info.isOpaque { return [(1, zone), (0, zone)] }
    var parts: [(Int8, Zone)] = []
    var yes = zone
    if info.constraints.allSatisfy({ yes.constrain($0.i, $0.j, $0.bound) }) { parts.append((1, yes)) }
    var no = zone
    if info.negation.allSatisfy({ no.constrain($0.i, $0.j, $0.bound) }) { parts.append((0, no)) }
    return parts
  }
}

extension ExplorationProgram.PreparedEdge {
  fileprivate var guards: [TermProgram.Index] {
    var result: [TermProgram.Index] = []
    for action in actions {
      guard case .assume(let term) = action else { break }
      result.append(term)
    }
    return result
  }
}

/// Edges and invariants with their terms compiled.
private struct Preparation {
  let system: TimedSystem
  let ignored: Set<Int>
  let terms: TermProgram
  var edges: [ExplorationProgram.PreparedEdge] = []
  var firstLocations: [Int] = []
  var firstEdges: [Int] = []
  var invariants: [[[ExplorationProgram.PreparedInvariant]]] = []

  mutating func add(_ automaton: Automaton, _ index: Int) {
    firstLocations.append(firstEdges.count)
    for location in automaton.locations.indices {
      firstEdges.append(edges.count)
      for (number, edge) in automaton.edges.enumerated() where edge.source.index == location {
        add(edge, EdgeReference(automaton: AutomatonIndex(index), edge: number))
      }
    }
    invariants.append(automaton.locations.map { location in location.invariants.map { prepare($0) } })
  }

  private mutating func add(_ edge: Edge, _ reference: EdgeReference) {
    let origins = edge.body.flatMap { $0.kind.conjuncts }.filter { kind in
      if case .assign(let variable, _, _) = kind { !ignored.contains(variable.index) } else { true }
    }
    edges.append(
      ExplorationProgram.PreparedEdge(
        edge, reference, slot: system.variables.count + reference.automaton.index, number: edges.count, origins,
        origins.map { prepare($0) }))
  }

  private func prepare(_ invariant: Invariant) -> ExplorationProgram.PreparedInvariant {
    let condition = terms.compile(invariant.condition)
    let atom = terms.compile(.clock(invariant.clock, .lessEqual, invariant.bound))
    let number = terms.atomsBelow[Int(atom)][0]
    return ExplorationProgram.PreparedInvariant(condition: condition, constraint: terms.atoms[number].constraints.first)
  }

  private func prepare(_ kind: LifecheckSystem.Action.Kind) -> ExplorationProgram.Action {
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
}

extension LifecheckSystem.Action.Kind {
  /// An assumption as one for each of its conjuncts.
  fileprivate var conjuncts: [Self] {
    if case .assume(let term) = self { term.conjuncts.map { .assume($0) } } else { [self] }
  }
}
