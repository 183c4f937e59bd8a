// Arithmetic on times that reports overflow instead of trapping: a trace comes from outside and may hold any number.

extension RationalTime {
  /// nil when the exact result does not fit.
  package func adding(_ other: RationalTime) -> RationalTime? {
    let shared = greatestCommonDivisor(denominator, other.denominator)
    let factor = other.denominator / shared
    guard let left = product(numerator, factor), let right = product(other.numerator, denominator / shared),
      let common = product(denominator, factor)
    else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow || sum == .min ? nil : RationalTime(sum, over: common)
  }

  /// nil when the exact result does not fit.
  package func subtracting(_ other: RationalTime) -> RationalTime? { other.multiplied(by: -1).flatMap { adding($0) } }

  /// nil when the exact result does not fit.
  package func multiplied(by factor: Int) -> RationalTime? {
    guard factor != 0 else { return .zero }
    let shared = greatestCommonDivisor(factor, denominator)
    return product(numerator, factor / shared).map { RationalTime($0, over: denominator / shared) }
  }

  /// nil when the exact result does not fit.
  package func multiplied(by other: RationalTime) -> RationalTime? {
    let crossed = RationalTime(numerator, over: other.denominator)
    guard let part = RationalTime(other.numerator, over: denominator).multiplied(by: crossed.numerator) else { return nil }
    return product(part.denominator, crossed.denominator).map { RationalTime(part.numerator, over: $0) }
  }

  /// Exact for all values.
  @inlinable package func isLess(than other: RationalTime) -> Bool {
    let left = numerator.multipliedFullWidth(by: other.denominator)
    let right = other.numerator.multipliedFullWidth(by: denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// `7` or `7/2`.
  package var fraction: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

/// nil on overflow; the least integer counts as one, since it has no absolute value.
private func product(_ a: Int, _ b: Int) -> Int? {
  let (result, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow || result == .min ? nil : result
}

/// At least 1 when not both are 0.
private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int(clamping: a)
}
