import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Whole numbers and durations, within what the engines count with.

extension Lowerer {
  /// More than any variable can hold, and less than overflows.
  private static let largestNumber = 1_000_000_000
  /// A hundred years, in milliseconds.
  private static let longestDuration = 3_200_000_000_000

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
    guard max(abs(values.lowerBound), abs(values.upperBound)) <= Self.largestNumber else { throw tooLarge(range) }
    return term
  }

  private func tooLarge(_ range: SourceRange) -> LoweringFailure {
    LoweringFailure("value-out-of-range", "this may be beyond 1000000000, which is not decided", at: range, help: "count in larger units")
  }

  private func times(_ factor: Int, _ term: Term, _ range: SourceRange) throws -> Term {
    let values = bounds(of: term)
    let (product, overflows) = max(abs(values.lowerBound), abs(values.upperBound)).multipliedReportingOverflow(by: abs(factor))
    guard !overflows, product <= Self.largestNumber else { throw tooLarge(range) }
    if case .constant(let value) = term { return .constant(value * factor) }
    guard abs(factor) <= 1000 else {
      throw LoweringFailure("value-out-of-range", "a factor beyond 1000 is not decided", at: range, help: "count in larger units")
    }
    let sum = (0..<abs(factor)).reduce(Term.constant(0)) { sum, _ in .add(sum, term) }
    return factor < 0 ? .subtract(.constant(0), sum) : sum
  }

  func scaled(_ duration: TimeBound, by factor: Int, _ range: SourceRange) throws -> TimeBound {
    let sizes = [abs(duration.constant)] + duration.summands.map { abs($0.factor) }
    for size in sizes {
      let (product, overflows) = size.multipliedReportingOverflow(by: abs(factor))
      guard !overflows, product <= Self.longestDuration else {
        throw LoweringFailure("value-out-of-range", "a duration beyond a hundred years is not decided", at: range)
      }
    }
    return duration.scaled(by: factor)
  }
}
