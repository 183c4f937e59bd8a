import LifecheckSystem

/// A timed system prepared for exploration.
final class ExplorationProgram {
  final class PreparedEdge {
    /// Its place among all edges.
    let number: Int
    let reference: EdgeReference
    let isUrgent: Bool
    let code: EdgeCode
    /// For each action, the action of the system that it was made of.
    let origins: [LifecheckSystem.Action.Kind]

    fileprivate init(
      _ edge: Edge, _ reference: EdgeReference, slot: Int, number: Int, _ origins: [LifecheckSystem.Action.Kind],
      _ actions: [EdgeCode.Action]
    ) {
      (self.number, self.reference, self.origins) = (number, reference, origins)
      code = EdgeCode(
        slot: slot, target: UInt16(edge.target.index), choices: copy(of: edge.choices), actions: copy(of: actions),
        lastUses: copy(of: origins.lastUses(of: edge.choices.count)))
      isUrgent = edge.isUrgent
    }

    deinit { code.deallocate() }
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
  private let edges: [PreparedEdge]
  let edgeTable: EdgeTable
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
    mostChoices = edges.map(\.code.choices.count).max() ?? 0
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
    let activity = ClockActivity(system, goals: goalTerms)
    self.activity = system.clocks.indices.map { activity.locations(of: ClockIndex($0)) }
    terms.noteShared()
    self.terms = terms
    code = TermCode(terms, mostChoices: mostChoices)
    edgeTable = EdgeTable(
      edges.map(\.code), firstLocations: preparation.firstLocations, firstEdges: preparation.firstEdges, terms: code)
  }

  deinit {
    code.deallocate()
    edgeTable.deallocate()
  }

  // MARK: Edges

  func edges(of automaton: Int, at location: Int) -> ArraySlice<PreparedEdge> {
    edges[edgeTable.numbersOfEdges(of: automaton, at: location)]
  }
  func edge(number: Int) -> PreparedEdge { edges[number] }
  var references: [EdgeReference] { edges.map(\.reference) }

  /// The values that variables and locations may have at the start; empty if there are more combinations than that.
  func initialValues(atMost maximum: Int) -> [[UInt16]] {
    var all: [[UInt16]] = [[]]
    for variable in system.variables {
      let values = variable.initial.map { [UInt16($0)] } ?? (0..<UInt16(variable.domain)).map { $0 }
      all = all.flatMap { start in values.map { start + [$0] } }
      if all.count > maximum { return [] }
    }
    let places = system.automata.map { UInt16($0.initial.index) }
    return all.map { $0 + places }
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

  private func prepare(_ kind: LifecheckSystem.Action.Kind) -> EdgeCode.Action {
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

extension [LifecheckSystem.Action.Kind] {
  /// For each choice the last action that asks for it; −1: none.
  fileprivate func lastUses(of count: Int) -> [Int] {
    var result = [Int](repeating: -1, count: count)
    for (number, kind) in enumerated() {
      for term in LifecheckSystem.Action(kind).terms {
        term.visit { if case .choice(let choice) = $0 { result[choice.index] = number } }
      }
    }
    return result
  }
}

extension LifecheckSystem.Action.Kind {
  /// An assumption as one for each of its conjuncts.
  fileprivate var conjuncts: [Self] {
    if case .assume(let term) = self { term.conjuncts.map { .assume($0) } } else { [self] }
  }
}
