/// An exact rational time in milliseconds, in lowest terms, with a positive denominator.
///
/// Sums and products may not fit, and say so: `adding`, `multiplied`.
package struct RationalTime: Hashable, Comparable, Sendable {
  package let numerator: Int
  package let denominator: Int
  /// - Precondition: `denominator` is not 0.
  @inlinable package init(_ numerator: Int, over denominator: Int = 1) {
    precondition(denominator != 0)
    func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? abs(a) : gcd(b, a % b) }
    let divisor = max(gcd(numerator, denominator), 1) * (denominator < 0 ? -1 : 1)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }
  package static let zero = RationalTime(0)
  @inlinable package static func < (a: Self, b: Self) -> Bool {
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}
