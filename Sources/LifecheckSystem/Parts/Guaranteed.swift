/// A condition that does not mention some things, and guarantees another one whatever the values of these are.
///
/// The values are tried one after the other. Comparisons of clocks are taken as if they had nothing to do with each other
/// unless they name the same bound, so the result may ask for more than is needed, and never for less.
struct Guaranteed {
  private let system: TimedSystem
  private let part: SystemPart
  /// The number of trials left: a condition that needs more is taken to be guaranteed by nothing.
  private var trialsLeft = 256
  private static let mostValues = 64

  /// - Parameter part: What the result may mention.
  init(in system: TimedSystem, mentioning part: SystemPart) {
    self.system = system
    self.part = part
  }

  /// Holds only where `condition`, which has no choices, holds for all values of what is not in the part.
  mutating func condition(for condition: Term) -> Term {
    guard let leaf = condition.firstLeaf(where: isLeftOut) else { return condition }
    var parts: [Term] = []
    for replacement in alternatives(for: leaf, in: condition) {
      if trialsLeft == 0 { return .false }
      trialsLeft -= 1
      let rest = self.condition(for: condition.folded(leaf: replacement))
      if rest == .false { return .false }
      if !parts.contains(rest) { parts.append(rest) }
    }
    return parts.isEmpty ? .false : .all(parts)
  }

  private func isLeftOut(_ term: Term) -> Bool {
    switch term {
    case .variable(let variable): !part.variables.contains(variable)
    case .at(let automaton, _): !part.automata.contains(automaton)
    case .clock(let clock, _, _): !part.clocks.contains(clock)
    default: false
    }
  }

  /// The replacements of innermost terms, one for each case that can be told apart in the condition; empty if there are too many.
  private func alternatives(for leaf: Term, in condition: Term) -> [(Term) -> Term] {
    switch leaf {
    case .variable(let variable):
      let domain = system.variables[variable.index].domain
      if domain > Self.mostValues { return [] }
      return (0..<domain).map { value in { $0 == leaf ? .constant(value) : $0 } }
    case .at(let automaton, _):
      return distinctLocations(of: automaton, in: condition).map { location in
        { if case .at(automaton, let places) = $0 { places.contains(location) ? .true : .false } else { $0 } }
      }
    case .clock(let clock, _, let bound):
      return [-1, 0, 1].map { difference in
        {
          guard case .clock(clock, let comparison, bound) = $0 else { return $0 }
          return comparison.holds(difference, 0) ? .true : .false
        }
      }
    default: return []
    }
  }

  /// One of each kind of locations that the condition does not tell apart.
  private func distinctLocations(of automaton: AutomatonIndex, in condition: Term) -> [LocationIndex] {
    var asked: Set<[LocationIndex]> = []
    condition.visit { if case .at(automaton, let places) = $0 { asked.insert(places) } }
    var seen: Set<[[LocationIndex]]> = []
    let ordered = asked.sorted { $0.lexicographicallyPrecedes($1) }
    return system.automata[automaton.index].locations.indices.map(LocationIndex.init).filter { location in
      seen.insert(ordered.filter { $0.contains(location) }).inserted
    }
  }
}
