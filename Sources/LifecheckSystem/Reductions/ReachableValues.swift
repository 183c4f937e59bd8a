/// Which values each variable may ever have, and at which locations each automaton may ever be, one by one: what they are
/// together is left open, so more may seem possible than is, and never less.
///
/// It is a least fixed point, so what begins nowhere is never entered: edges add values and locations as far as their conditions
/// can hold for those known so far, until nothing is added any more.
/// - Source: P. Cousot, R. Cousot, "Abstract interpretation", POPL 1977, with sets of values for each variable alone; M. Wegman,
///   F. Zadeck, "Constant propagation with conditional branches", TOPLAS 13 (1991), for looking only at what can be entered.
struct ReachableValues {
  private let system: TimedSystem
  /// By variable, between edges.
  private var values: [ValueSet]
  /// By variable: what else it is on the way through edges.
  private var passing: [ValueSet]
  /// By automaton and location.
  private(set) var isReached: [[Bool]]

  init(_ system: TimedSystem) {
    self.system = system
    values = system.variables.map { $0.initial.map { ValueSet($0) } ?? ValueSet(domain: $0.domain) }
    passing = system.variables.map { _ in .none }
    isReached = system.automata.map { automaton in automaton.locations.indices.map { $0 == automaton.initial.index } }
    while addAll() {}
  }

  /// Whether some run may take the edge, as far as is known.
  func canBeTaken(_ edge: Edge, of automaton: AutomatonIndex) -> Bool { effect(of: edge, of: automaton) != nil }

  /// By variable: the only value that it ever has, also on the way through an edge; nil: it may have others.
  var constants: [Int?] { zip(values, passing).map { $0.union($1).single } }

  /// - Returns: Whether anything was new.
  private mutating func addAll() -> Bool {
    var isNew = false
    for (index, automaton) in system.automata.enumerated() {
      for edge in automaton.edges {
        guard let effect = effect(of: edge, of: AutomatonIndex(index)) else { continue }
        if add(effect, AutomatonIndex(index), edge.target) { isNew = true }
      }
    }
    return isNew
  }

  private mutating func add(_ effect: AbstractStep, _ automaton: AutomatonIndex, _ target: LocationIndex) -> Bool {
    var isNew = false
    for variable in effect.passing.keys {
      let all = values[variable.index].union(effect.values[variable.index])
      if all != values[variable.index] { isNew = true }
      values[variable.index] = all
      passing[variable.index] = passing[variable.index].union(effect.passing[variable]!)
    }
    for (automaton, location) in [(automaton, target)] + effect.moves where !isReached[automaton.index][location.index] {
      isReached[automaton.index][location.index] = true
      isNew = true
    }
    return isNew
  }

  /// - Returns: nil if no run can take it.
  private func effect(of edge: Edge, of automaton: AutomatonIndex) -> AbstractStep? {
    if !isReached[automaton.index][edge.source.index] { return nil }
    var step = AbstractStep(system, values, isReached, edge, of: automaton)
    return edge.body.allSatisfy { step.apply($0.kind) } ? step : nil
  }
}

/// The effect of an edge where each variable has one of some values.
private struct AbstractStep {
  private let system: TimedSystem
  private let edge: Edge
  private let automaton: AutomatonIndex
  private var isReached: [[Bool]]
  private(set) var values: [ValueSet]
  /// Of the variables that it sets: all that they are set to.
  private(set) var passing: [VariableIndex: ValueSet] = [:]
  private(set) var moves: [(automaton: AutomatonIndex, location: LocationIndex)] = []

  init(_ system: TimedSystem, _ values: [ValueSet], _ isReached: [[Bool]], _ edge: Edge, of automaton: AutomatonIndex) {
    (self.system, self.values, self.isReached, self.edge, self.automaton) = (system, values, isReached, edge, automaton)
  }

  /// - Returns: False where an assumption cannot hold.
  mutating func apply(_ action: Action.Kind) -> Bool {
    switch action {
    case .assume(let term): return narrow(term, to: true)
    case .assign(let variable, let value, let condition): assign(variable, value, where: condition)
    case .move(let moved, let location, let condition):
      guard self.value(of: condition).canBeTrue else { return true }
      moves.append((moved, location))
      isReached[moved.index][location.index] = true
    case .reset: break
    }
    return true
  }

  private mutating func assign(_ variable: VariableIndex, _ value: Term, where condition: Term) {
    let isSet = self.value(of: condition)
    var there = self
    guard isSet.canBeTrue, there.narrow(condition, to: true) else { return }
    // An edge that would leave the domain cannot be taken.
    let new = there.value(of: value).intersection(ValueSet(domain: system.variables[variable.index].domain))
    values[variable.index] = isSet.canBeFalse ? values[variable.index].union(new) : new
    passing[variable] = passing[variable, default: .none].union(values[variable.index])
  }

  // MARK: Conditions

  /// Leaves out values with which the condition cannot be as it should, where that is easily seen.
  /// - Returns: False if there is no way for it.
  private mutating func narrow(_ condition: Term, to truth: Bool) -> Bool {
    switch condition {
    case .not(let inner): return narrow(inner, to: !truth)
    case .and(let parts) where truth, .or(let parts) where !truth: return parts.allSatisfy { narrow($0, to: truth) }
    case .and(let parts), .or(let parts):
      let possible = parts.filter { value(of: $0).canBe(truth) }
      return possible.count == 1 ? narrow(possible[0], to: truth) : !possible.isEmpty
    case .variable(let variable): return narrow(variable, .equal, ValueSet(0), isMeant: !truth)
    case .compare(let comparison, let a, let b):
      if case .variable(let variable) = a, !narrow(variable, comparison, value(of: b), isMeant: truth) { return false }
      if case .variable(let variable) = b, !narrow(variable, comparison.mirrored, value(of: a), isMeant: truth) { return false }
      return value(of: condition).canBe(truth)
    case .constant, .choice, .at, .clock, .bound, .add, .subtract, .ifThenElse: return value(of: condition).canBe(truth)
    }
  }

  private mutating func narrow(_ variable: VariableIndex, _ comparison: Comparison, _ other: ValueSet, isMeant: Bool) -> Bool {
    values[variable.index] = values[variable.index].filtered(comparison, other, isMeant: isMeant)
    return !values[variable.index].isEmpty
  }

  // MARK: Values

  private func value(of term: Term) -> ValueSet {
    switch term {
    case .constant(let value): return ValueSet(value)
    case .variable(let variable): return values[variable.index]
    case .choice(let choice): return ValueSet(domain: edge.choices[choice.index])
    case .at(let automaton, let locations): return isAt(automaton, locations)
    case .clock, .bound: return .truths
    case .not(let inner):
      let value = value(of: inner)
      return ValueSet(canBeTrue: value.canBeFalse, canBeFalse: value.canBeTrue)
    case .and(let parts):
      let values = parts.map(value)
      return ValueSet(canBeTrue: values.allSatisfy(\.canBeTrue), canBeFalse: values.contains(where: \.canBeFalse))
    case .or(let parts):
      let values = parts.map(value)
      return ValueSet(canBeTrue: values.contains(where: \.canBeTrue), canBeFalse: values.allSatisfy(\.canBeFalse))
    case .compare(let comparison, let a, let b):
      let result = value(of: a).combined(value(of: b)) { comparison.holds($0, $1) ? 1 : 0 }
      return result.isAnything ? .truths : result
    case .add(let a, let b): return value(of: a).combined(value(of: b), +)
    case .subtract(let a, let b): return value(of: a).combined(value(of: b), -)
    case .ifThenElse(let condition, let a, let b):
      let test = value(of: condition)
      return (test.canBeTrue ? value(of: a) : .none).union(test.canBeFalse ? value(of: b) : .none)
    }
  }

  private func isAt(_ other: AutomatonIndex, _ locations: [LocationIndex]) -> ValueSet {
    if other == automaton {
      let isThere = locations.contains(edge.source)
      return ValueSet(canBeTrue: isThere, canBeFalse: !isThere)
    }
    let asked = Set(locations.map(\.index))
    let reached = isReached[other.index].indices.filter { isReached[other.index][$0] }
    return ValueSet(canBeTrue: reached.contains(where: asked.contains), canBeFalse: !reached.allSatisfy(asked.contains))
  }
}

extension Comparison {
  /// `a ⋈ b` as a comparison of `b` with `a`.
  fileprivate var mirrored: Comparison {
    switch self {
    case .less: .greater
    case .lessEqual: .greaterEqual
    case .equal: .equal
    case .greaterEqual: .lessEqual
    case .greater: .less
    }
  }
}
