/// How values of finite domains are written in Boolean unknowns.
package enum BitCode: Hashable, Sendable {
  /// The digits of the number: few unknowns.
  case binary
  /// One unknown per value: simple conditions. Two values share one unknown all the same.
  case oneHot

  package func bitCount(domain: Int) -> Int {
    switch self {
    case _ where domain <= 1: 0
    case _ where domain == 2: 1
    case .binary: Int.bitWidth - (domain - 1).leadingZeroBitCount
    case .oneHot: domain
    }
  }

  /// The bits that are set in the code of `value`.
  package func isSet(bit: Int, of value: Int, domain: Int) -> Bool {
    switch self {
    case .oneHot where domain > 2: bit == value
    default: value >> bit & 1 == 1
    }
  }
}
