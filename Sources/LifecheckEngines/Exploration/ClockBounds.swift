import LifecheckSystem

/// For each index of a zone, the largest constants that matter: a valuation beyond them can be taken for another one.
///
/// Guards that ask for much (`x ≥ c`) and those that ask for little (`x ≤ c`) are told apart: beyond the largest lower
/// bound a larger value allows all that a smaller one does, up to the first upper bound.
/// - Source: G. Behrmann, P. Bouyer, K. Larsen, R. Pelánek, "Lower and upper bounds in zone-based abstractions of timed
///   automata", STTT 8 (2006), section 3. It holds for clocks that stand still too, as both valuations have the same ones.
struct ClockBounds {
  private(set) var lower: [Int32]
  private(set) var upper: [Int32]
  private let largestParameters: [Int]

  init(_ system: TimedSystem, goals: [Term]) {
    largestParameters = system.parameters.map { max(abs($0.range.lowerBound), abs($0.range.upperBound)) }
    lower = Array(repeating: 0, count: 1 + system.clocks.count + system.parameters.count)
    upper = lower
    for (index, parameter) in system.parameters.enumerated() {
      let place = 1 + system.clocks.count + index
      lower[place] = Int32(clamping: parameter.range.upperBound)
      upper[place] = lower[place]
    }
    for goal in goals { note(goal, isPositive: true) }
    for clock in system.clocks { note(clock.rate, isPositive: nil) }
    for automaton in system.automata {
      for invariant in automaton.locations.flatMap(\.invariants) {
        note(.clock(invariant.clock, .lessEqual, invariant.bound), isPositive: true)
      }
      for edge in automaton.edges { note(edge) }
    }
  }

  private mutating func note(_ edge: Edge) {
    for action in edge.body {
      switch action.kind {
      // An assumption of an urgent edge also matters where it does not hold.
      case .assume(let term): note(term, isPositive: edge.isUrgent ? nil : true)
      case .assign(_, let value, let condition):
        note(value, isPositive: nil)
        note(condition, isPositive: nil)
      case .move(_, _, let condition), .reset(_, let condition): note(condition, isPositive: nil)
      }
    }
  }

  /// - Parameter isPositive: Whether it matters that the term holds, or that it does not; nil: both.
  private mutating func note(_ term: Term, isPositive: Bool?) {
    switch term {
    case .constant, .variable, .choice, .at, .bound: break
    case .clock(let clock, let comparison, let bound): note(clock, comparison, bound, isPositive: isPositive)
    case .not(let inner): note(inner, isPositive: isPositive.map { !$0 })
    case .and(let parts), .or(let parts): for part in parts { note(part, isPositive: isPositive) }
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b):
      note(a, isPositive: nil)
      note(b, isPositive: nil)
    case .ifThenElse(let condition, let a, let b):
      note(condition, isPositive: nil)
      note(a, isPositive: isPositive)
      note(b, isPositive: isPositive)
    }
  }

  private mutating func note(_ clock: ClockIndex, _ comparison: Comparison, _ bound: TimeBound, isPositive: Bool?) {
    let size = largestSize(of: bound)
    let place = 1 + clock.index
    let isBoth = isPositive == nil || comparison == .equal || !bound.summands.isEmpty
    let asksForMuch = (comparison == .greater || comparison == .greaterEqual) == (isPositive ?? true)
    if isBoth || asksForMuch { lower[place] = max(lower[place], size) }
    if isBoth || !asksForMuch { upper[place] = max(upper[place], size) }
  }

  private func largestSize(of bound: TimeBound) -> Int32 {
    let parameters = bound.summands.map { abs($0.factor) * largestParameters[$0.parameter.index] }
    return Int32(clamping: min(parameters.reduce(abs(bound.constant), +), Int(Zone.largestConstant)))
  }
}
