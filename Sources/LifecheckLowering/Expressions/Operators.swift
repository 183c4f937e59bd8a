import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Operators, applied to the values that their sides denote.

extension Lowerer {
  func binary(
    _ operation: BinaryOperator, _ a: Expression, _ b: Expression, _ environment: Environment, at range: SourceRange
  ) throws -> Value {
    if operation == .and { return .term(.all([try fact(a, environment), try fact(b, environment)])) }
    if operation == .or { return .term(.any([try fact(a, environment), try fact(b, environment)])) }
    let left = try evaluate(a, environment)
    let right = try evaluate(b, environment)
    switch (left, right) {
    case (.clock(let clock), .time(let bound)): return .term(try compare(clock, operation, bound, a))
    case (.time(let bound), .clock(let clock)): return .term(try compare(clock, operation.mirrored, bound, a))
    case (.time(let x), .time(let y)): return try times(operation, x, y, range)
    case (.time(let x), .term(.constant(let factor))) where operation == .multiply: return .time(try scaled(x, by: factor, range))
    case (.term(.constant(let factor)), .time(let x)) where operation == .multiply: return .time(try scaled(x, by: factor, range))
    case (.time, .term), (.term, .time), (.timeRange, .term), (.term, .timeRange):
      throw LoweringFailure(
        "not-linear", "a duration is known before the run; this number is not", at: range,
        help: "write one case for each number: `if n == 1 { wait 1s } else { wait 2s }`")
    case (.timeRange, .timeRange), (.timeRange, .time), (.time, .timeRange):
      let isSame = try areSame(try bounds(of: left, a), try bounds(of: right, b), range)
      return .term(operation == .notEqual ? isSame.negated : isSame)
    case (.storedClosure(let variables), _): return .term(try tag(of: variables, operation))
    case (_, .storedClosure(let variables)): return .term(try tag(of: variables, operation))
    default:
      let x = try asTerm(left, a)
      let y = try asTerm(right, b)
      if let kind = kind(of: a, environment) ?? kind(of: b, environment), operation == .equal || operation == .notEqual {
        let isSame = areSame(x, y, kind: kind)
        return .term(operation == .equal ? isSame : isSame.negated)
      }
      if a.type == .job || b.type == .job { return .term(sameJobs(x, y, operation)) }
      return .term(try wholeNumbers(operation, x, y, range))
    }
  }

  private func bounds(of value: Value, _ expression: Expression) throws -> (least: TimeBound, most: TimeBound?) {
    switch value {
    case .time(let time): (time, time)
    case .timeRange(let least, let most): (least, most)
    default: throw LoweringFailure("not-comparable", "these cannot be compared", at: expression.range)
    }
  }

  /// Two ranges of durations are the same if both of their ends are.
  private func areSame(
    _ x: (least: TimeBound, most: TimeBound?), _ y: (least: TimeBound, most: TimeBound?), _ range: SourceRange
  ) throws -> Term {
    let least = try times(.equal, x.least, y.least, range)
    guard case .term(let isLeast) = least else { return .false }
    guard let most = x.most, let other = y.most else { return x.most == nil && y.most == nil ? isLeast : .false }
    guard case .term(let isMost) = try times(.equal, most, other, range) else { return .false }
    return .all([isLeast, isMost])
  }

  private func asTerm(_ value: Value, _ expression: Expression) throws -> Term {
    switch value {
    case .term(let term): term
    case .node(let node): .constant(referenceValue(of: node))
    default: throw LoweringFailure("not-comparable", "these cannot be compared", at: expression.range)
    }
  }

  /// `cleanup == none`
  private func tag(
    of variables: [(condition: Term, variable: ClosureVariableKey)], _ operation: BinaryOperator
  ) throws -> Term {
    let isNone = Term.all(
      variables.map { .any([$0.condition.negated, .equal(tag(of: $0.variable), .constant(0))]) })
    return operation == .notEqual ? isNone.negated : isNone
  }

  private func compare(
    _ clock: ClockIndex, _ operation: BinaryOperator, _ bound: TimeBound, _ at: Expression
  ) throws -> Term {
    guard let comparison = operation.comparison else {
      throw LoweringFailure("stopwatch-arithmetic", "a stopwatch can only be compared with a duration", at: at.range)
    }
    return operation == .notEqual ? .clock(clock, .equal, bound).negated : .clock(clock, comparison, bound)
  }

  private func times(_ operation: BinaryOperator, _ x: TimeBound, _ y: TimeBound, _ range: SourceRange) throws -> Value {
    switch operation {
    case .add: return .time(try sum(x, y, range))
    case .subtract: return .time(try sum(x, y.scaled(by: -1), range))
    default:
      guard let comparison = operation.comparison else {
        throw LoweringFailure("duration-arithmetic", "durations can only be added, subtracted and compared", at: range)
      }
      let difference = x + y.scaled(by: -1)
      let term =
        difference.summands.isEmpty
        ? Term.folded(comparison, .constant(difference.constant), .constant(0)) : Term.bound(difference, comparison)
      return .term(operation == .notEqual ? term.negated : term)
    }
  }

  func conditional(
    _ condition: Expression, _ a: Expression, _ b: Expression, _ environment: Environment
  ) throws -> Value {
    switch try fact(condition, environment) {
    case .true: return try evaluate(a, environment)
    case .false: return try evaluate(b, environment)
    case let test: return .term(.choose(test, try finite(a, environment), try finite(b, environment)))
    }
  }
}

extension BinaryOperator {
  var comparison: Comparison? {
    switch self {
    case .equal, .notEqual: .equal
    case .less: .less
    case .lessEqual: .lessEqual
    case .greater: .greater
    case .greaterEqual: .greaterEqual
    case .or, .and, .add, .subtract, .multiply: nil
    }
  }
  var mirrored: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessEqual: .greaterEqual
    case .greater: .less
    case .greaterEqual: .lessEqual
    default: self
    }
  }
}
