/// Which parameters one may give their smallest or largest value without a change of what can be reached.
///
/// A parameter that only ever stands where a smaller value allows more (`x ≥ p` in a guard, `x > p` in a goal) allows most at
/// its smallest value: a run with any other value is a run with that one too. So what cannot be reached with it cannot be
/// reached at all, and an invariant of the system with it is one of the system with every value. The same holds the other
/// way round for upper bounds, of guards and of time that passes.
/// - Source: T. Hune, J. Romijn, M. Stoelinga, F. Vaandrager, "Linear parametric model checking of timed automata", JLAP 52-53
///   (2002), section 4 (L/U automata).
package struct MonotonousParameters: Sendable {
  private struct Directions: OptionSet {
    let rawValue: Int
    static let smaller = Directions(rawValue: 1)
    static let larger = Directions(rawValue: 2)
  }
  /// For each parameter, where its value may lie so that more is allowed.
  private var directions: [Directions]
  private let ranges: [ClosedRange<Milliseconds>]

  package init(_ system: TimedSystem, goals: [Term]) {
    directions = system.parameters.map { _ in [] }
    ranges = system.parameters.map(\.range)
    for term in [system.initial, system.assumption] + goals { note(term, isWanted: true) }
    for clock in system.clocks { note(clock.rate, isWanted: nil) }
    for automaton in system.automata {
      for invariant in automaton.locations.flatMap(\.invariants) {
        note(invariant.condition, isWanted: nil)
        note(.clock(invariant.clock, .lessEqual, invariant.bound), isWanted: true)
      }
      for edge in automaton.edges { note(edge) }
    }
  }

  /// The value to take; nil: it depends, or the parameter is not used.
  private func value(of parameter: ParameterIndex) -> Milliseconds? {
    switch directions[parameter.index] {
    case .smaller: ranges[parameter.index].lowerBound
    case .larger: ranges[parameter.index].upperBound
    default: nil
    }
  }

  package var areNone: Bool { directions.indices.allSatisfy { value(of: ParameterIndex($0)) == nil } }

  // MARK: What they are used for

  private mutating func note(_ edge: Edge) {
    for action in edge.body {
      switch action.kind {
      // Urgent edges also matter where they are not allowed.
      case .assume(let term): note(term, isWanted: edge.isUrgent ? nil : true)
      case .assign, .move, .reset: for term in action.terms { note(term, isWanted: nil) }
      }
    }
  }

  /// - Parameter isWanted: Whether more is allowed where the term holds, or where it does not; nil: that depends.
  private mutating func note(_ term: Term, isWanted: Bool?) {
    switch term {
    case .constant, .variable, .choice, .at: break
    case .clock(_, let comparison, let bound): note(bound, onLeft: false, comparison, isWanted)
    case .bound(let bound, let comparison): note(bound, onLeft: true, comparison, isWanted)
    case .not(let inner): note(inner, isWanted: isWanted.map { !$0 })
    case .and(let parts), .or(let parts): for part in parts { note(part, isWanted: isWanted) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      note(a, isWanted: nil)
      note(b, isWanted: nil)
    case .ifThenElse(let condition, let a, let b):
      note(condition, isWanted: nil)
      note(a, isWanted: isWanted)
      note(b, isWanted: isWanted)
    }
  }

  private mutating func note(_ bound: TimeBound, onLeft: Bool, _ comparison: Comparison, _ isWanted: Bool?) {
    for summand in bound.summands {
      guard let isWanted, comparison != .equal else {
        directions[summand.parameter.index] = [.smaller, .larger]
        continue
      }
      let isUpperBound = comparison == .less || comparison == .lessEqual
      // `x ≤ p` holds more easily the larger p is; `p ≤ 0` the smaller.
      let grows = (isUpperBound != onLeft) == (summand.factor > 0)
      directions[summand.parameter.index].insert(grows == isWanted ? .larger : .smaller)
    }
  }

  // MARK: Taking their values

  package func fixed(in bound: TimeBound) -> TimeBound {
    var result = TimeBound(bound.constant)
    for summand in bound.summands {
      if let value = value(of: summand.parameter) {
        result.constant += summand.factor * value
      } else {
        result.summands.append(summand)
      }
    }
    return result
  }

  package func fixed(in term: Term) -> Term {
    term.mapped { leaf in
      switch leaf {
      case .clock(let clock, let comparison, let bound):
        let value = fixed(in: bound)
        // No clock is below 0.
        let isCertain = comparison == .greaterEqual && value.constant <= 0 && value.summands.isEmpty
        return isCertain ? .true : .clock(clock, comparison, value)
      case .bound(let bound, let comparison):
        let value = fixed(in: bound)
        if !value.summands.isEmpty { return .bound(value, comparison) }
        return comparison.holds(value.constant, 0) ? .true : .false
      default: return leaf
      }
    }
  }

  /// The same system with the values in place of the parameters, which are still there and mean nothing.
  package func fixed(in system: TimedSystem) -> TimedSystem {
    if areNone { return system }
    var result = system
    result.initial = fixed(in: system.initial)
    result.assumption = fixed(in: system.assumption)
    for index in system.clocks.indices { result.clocks[index].rate = fixed(in: system.clocks[index].rate) }
    for (index, automaton) in system.automata.enumerated() {
      for (place, location) in automaton.locations.enumerated() {
        result.automata[index].locations[place].invariants = location.invariants.map {
          Invariant(condition: fixed(in: $0.condition), clock: $0.clock, bound: fixed(in: $0.bound))
        }
      }
      for (number, edge) in automaton.edges.enumerated() where edge.body.contains(where: \.mentionsParameters) {
        result.automata[index].edges[number].body = edge.body.map { $0.mapped { fixed(in: $0) } }
      }
    }
    return result
  }
}

extension Action {
  fileprivate var mentionsParameters: Bool {
    terms.contains { term in
      term.contains { part in
        switch part {
        case .clock(_, _, let bound), .bound(let bound, _): !bound.summands.isEmpty
        default: false
        }
      }
    }
  }
}
