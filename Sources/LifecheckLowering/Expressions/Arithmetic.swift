import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Whole numbers and durations, within what the engines count with.

extension Lowerer {
  func wholeNumbers(_ operation: BinaryOperator, _ x: Term, _ y: Term, _ range: SourceRange) throws -> Term {
    switch operation {
    case .add: return try limited(.add(x, y), range)
    case .subtract: return try limited(.subtract(x, y), range)
    case .notEqual: return Term.folded(.equal, x, y).negated
    case .multiply:
      if case .constant(let factor) = y { return try times(factor, x, range) }
      if case .constant(let factor) = x { return try times(factor, y, range) }
      throw LoweringFailure("not-linear", "one side of `*` must be a number", at: range)
    default: return .folded(operation.comparison!, x, y)
    }
  }

  private func limited(_ term: Term, _ range: SourceRange) throws -> Term {
    let values = bounds(of: term)
    guard max(abs(values.lowerBound), abs(values.upperBound)) <= NumberLiteral.largestInteger else { throw tooLarge(range) }
    return term
  }

  private func tooLarge(_ range: SourceRange) -> LoweringFailure {
    LoweringFailure(
      "integer-too-large", "this number may become too large", at: range,
      help: "the largest is \(NumberLiteral.largestInteger): count in larger units")
  }

  private func times(_ factor: Int, _ term: Term, _ range: SourceRange) throws -> Term {
    let values = bounds(of: term)
    let (product, overflows) = max(abs(values.lowerBound), abs(values.upperBound)).multipliedReportingOverflow(by: abs(factor))
    guard !overflows, product <= NumberLiteral.largestInteger else { throw tooLarge(range) }
    if case .constant(let value) = term { return .constant(value * factor) }
    guard abs(factor) <= 1000 else {
      throw LoweringFailure(
        "integer-too-large", "a variable is multiplied by 1000 at most", at: range, help: "count in larger units")
    }
    let sum = (0..<abs(factor)).reduce(Term.constant(0)) { sum, _ in .add(sum, term) }
    return factor < 0 ? .subtract(.constant(0), sum) : sum
  }

  func sum(_ x: TimeBound, _ y: TimeBound, _ range: SourceRange) throws -> TimeBound { try limited(x + y, range) }

  func scaled(_ duration: TimeBound, by factor: Int, _ range: SourceRange) throws -> TimeBound {
    let fits = sizes(of: duration).allSatisfy { $0 == 0 || abs(factor) <= NumberLiteral.longestMilliseconds / $0 }
    guard fits else { throw tooLong(range) }
    return duration.scaled(by: factor)
  }

  private func limited(_ duration: TimeBound, _ range: SourceRange) throws -> TimeBound {
    guard sizes(of: duration).allSatisfy({ $0 <= NumberLiteral.longestMilliseconds }) else { throw tooLong(range) }
    return duration
  }

  /// How large each part may be, whatever the parameters are.
  private func sizes(of duration: TimeBound) -> [Int] {
    [abs(duration.constant)] + duration.summands.map { abs($0.factor) * max(parameters[$0.parameter.index].range.upperBound, 1) }
  }

  private func tooLong(_ range: SourceRange) -> LoweringFailure {
    LoweringFailure("duration-too-long", "this duration may become too long", at: range, help: "the longest is `1000000h`")
  }
}
