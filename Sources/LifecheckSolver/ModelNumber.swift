import BigInt

/// A number of a solver's model, with as many digits as it takes: where strict bounds are close together, models have
/// fractions that have no room in 64 bits.
package struct ModelNumber: Sendable {
  private let floor: BigInt
  /// The part above the floor: at least 0, less than 1.
  private let above: (numerator: BigInt, denominator: BigInt)

  package static let zero = ModelNumber("0")!

  /// - Parameter numeral: As solvers write it, `-7` or `15/2`.
  /// - Returns: nil if it is none.
  package init?(_ numeral: String) {
    let parts = numeral.split(separator: "/").map { BigInt($0) }
    guard parts.count <= 2, let first = parts.first, let numerator = first, let denominator = parts.count == 2 ? parts[1] : 1,
      denominator > 0
    else { return nil }
    let rest = numerator.modulus(denominator)
    floor = (numerator - rest) / denominator
    above = (rest, denominator)
  }

  package enum Sign: Hashable, Sendable { case negative, zero, positive }

  /// How a − b compares with a whole number.
  package static func difference(_ a: Self, _ b: Self, comparedWith limit: Int) -> Sign {
    let whole = a.floor - b.floor - BigInt(limit)
    // The parts above the floors differ by less than one.
    if whole != 0 { return whole > 0 ? .positive : .negative }
    let left = a.above.numerator * b.above.denominator
    let right = b.above.numerator * a.above.denominator
    return left == right ? .zero : left > right ? .positive : .negative
  }
}
