/// A Boolean unknown of a `SATSolver`, or its negation.
package struct Literal: Hashable, Comparable, Sendable {
  /// Twice the number of the unknown; one more if it is negated.
  package let code: Int32
  package init(code: Int32) { self.code = code }
  package init(variable: Int, isNegated: Bool = false) { code = Int32(variable) << 1 | (isNegated ? 1 : 0) }

  package var variable: Int { Int(code >> 1) }
  package var isNegated: Bool { code & 1 == 1 }
  package static prefix func ! (a: Self) -> Self { Self(code: a.code ^ 1) }
  package static func < (a: Self, b: Self) -> Bool { a.code < b.code }
}
