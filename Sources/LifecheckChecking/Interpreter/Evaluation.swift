import LifecheckSystem

/// The values that a term is read in.
struct Evaluation {
  var state: State
  let parameters: [RationalTime]
  /// nil outside an edge.
  var choices: [Int]?

  func holds(_ term: Term) throws(ReplayFailure) -> Bool { try value(of: term) != 0 }

  /// The whole number that the term stands for; 0 and 1 for false and true.
  func value(of term: Term) throws(ReplayFailure) -> Int {
    switch term {
    case .constant(let value): return value
    case .variable(let variable): return state.variables[variable.index]
    case .choice(let choice):
      guard let choices else { throw ReplayFailure(.choiceOutsideEdge) }
      return choices[choice.index]
    case .at(let automaton, let locations): return locations.contains(state.locations[automaton.index]) ? 1 : 0
    case .clock(let clock, let comparison, let bound):
      return comparison.holds(between: state.clocks[clock.index], and: try value(of: bound)) ? 1 : 0
    case .bound(let bound, let comparison): return comparison.holds(between: try value(of: bound), and: .zero) ? 1 : 0
    case .not(let inner): return try holds(inner) ? 0 : 1
    case .and(let parts):
      for part in parts where try !holds(part) { return 0 }
      return 1
    case .or(let parts):
      for part in parts where try holds(part) { return 1 }
      return 0
    case .compare(let comparison, let a, let b):
      return comparison.holds(try value(of: a), try value(of: b)) ? 1 : 0
    case .add(let a, let b): return try checked(value(of: a).addingReportingOverflow(value(of: b)))
    case .subtract(let a, let b): return try checked(value(of: a).subtractingReportingOverflow(value(of: b)))
    case .ifThenElse(let condition, let a, let b): return try value(of: holds(condition) ? a : b)
    }
  }

  /// The time that the bound stands for.
  func value(of bound: TimeBound) throws(ReplayFailure) -> RationalTime {
    var total = RationalTime(bound.constant)
    for summand in bound.summands {
      guard let part = parameters[summand.parameter.index].multiplied(by: summand.factor), let sum = total.adding(part)
      else { throw ReplayFailure(.overflow(of: "a time bound")) }
      total = sum
    }
    return total
  }

  private func checked(_ result: (partialValue: Int, overflow: Bool)) throws(ReplayFailure) -> Int {
    if result.overflow { throw ReplayFailure(.overflow(of: "a sum of values")) }
    return result.partialValue
  }
}

extension Comparison {
  fileprivate func holds(between a: RationalTime, and b: RationalTime) -> Bool {
    switch self {
    case .less: a.isLess(than: b)
    case .lessEqual: !b.isLess(than: a)
    case .equal: a == b
    case .greaterEqual: !a.isLess(than: b)
    case .greater: b.isLess(than: a)
    }
  }
}
