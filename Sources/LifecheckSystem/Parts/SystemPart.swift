/// Some variables, clocks and automata of a timed system.
package struct SystemPart: Hashable, Sendable {
  package var variables: Set<VariableIndex> = []
  package var clocks: Set<ClockIndex> = []
  package var automata: Set<AutomatonIndex> = []
  package init() {}

  package var count: Int { variables.count + clocks.count + automata.count }

  /// Adds what a term mentions.
  package mutating func add(_ term: Term) {
    term.visit { part in
      switch part {
      case .variable(let variable): variables.insert(variable)
      case .clock(let clock, _, _): clocks.insert(clock)
      case .at(let automaton, _): automata.insert(automaton)
      default: break
      }
    }
  }

  /// Adds what an action changes.
  mutating func addChange(by action: Action) {
    switch action.kind {
    case .assume: break
    case .assign(let variable, _, _): variables.insert(variable)
    case .move(let automaton, _, _): automata.insert(automaton)
    case .reset(let clock, _): clocks.insert(clock)
    }
  }

  package mutating func formUnion(_ other: SystemPart) {
    variables.formUnion(other.variables)
    clocks.formUnion(other.clocks)
    automata.formUnion(other.automata)
  }

  package mutating func formIntersection(_ other: SystemPart) {
    variables.formIntersection(other.variables)
    clocks.formIntersection(other.clocks)
    automata.formIntersection(other.automata)
  }

  package func subtracting(_ other: SystemPart) -> SystemPart {
    var rest = self
    rest.variables.subtract(other.variables)
    rest.clocks.subtract(other.clocks)
    rest.automata.subtract(other.automata)
    return rest
  }

  /// The part that a term mentions.
  package static func mentioned(in term: Term) -> SystemPart {
    var part = SystemPart()
    part.add(term)
    return part
  }
}

/// The indexes of a part, in the order of the whole, and what they were there.
package struct PartNames: Sendable {
  package let variables: [VariableIndex]
  package let clocks: [ClockIndex]
  package let automata: [AutomatonIndex]
  private let newVariables: [VariableIndex: VariableIndex]
  private let newClocks: [ClockIndex: ClockIndex]
  private let newAutomata: [AutomatonIndex: AutomatonIndex]

  init(_ part: SystemPart) {
    func ranks<Index: Hashable>(_ list: [Index], _ make: (Int) -> Index) -> [Index: Index] {
      Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, make($0)) })
    }
    variables = part.variables.sorted()
    clocks = part.clocks.sorted()
    automata = part.automata.sorted()
    newVariables = ranks(variables, VariableIndex.init)
    newClocks = ranks(clocks, ClockIndex.init)
    newAutomata = ranks(automata, AutomatonIndex.init)
  }

  /// nil: left out.
  subscript(variable: VariableIndex) -> VariableIndex? { newVariables[variable] }
  subscript(clock: ClockIndex) -> ClockIndex? { newClocks[clock] }
  subscript(automaton: AutomatonIndex) -> AutomatonIndex? { newAutomata[automaton] }

  /// nil if the term mentions something that is left out.
  func rename(_ term: Term) -> Term? {
    func all(_ parts: [Term]) -> [Term]? {
      let renamed = parts.compactMap(rename)
      return renamed.count == parts.count ? renamed : nil
    }
    switch term {
    case .constant, .choice, .bound: return term
    case .variable(let variable): return self[variable].map { .variable($0) }
    case .at(let automaton, let places): return self[automaton].map { .at($0, places) }
    case .clock(let clock, let comparison, let bound): return self[clock].map { .clock($0, comparison, bound) }
    case .not(let a): return rename(a).map { .not($0) }
    case .and(let parts): return all(parts).map { .and($0) }
    case .or(let parts): return all(parts).map { .or($0) }
    case .compare(let comparison, let a, let b): return all([a, b]).map { .compare(comparison, $0[0], $0[1]) }
    case .add(let a, let b): return all([a, b]).map { .add($0[0], $0[1]) }
    case .subtract(let a, let b): return all([a, b]).map { .subtract($0[0], $0[1]) }
    case .ifThenElse(let a, let b, let c): return all([a, b, c]).map { .ifThenElse($0[0], $0[1], $0[2]) }
    }
  }
}
