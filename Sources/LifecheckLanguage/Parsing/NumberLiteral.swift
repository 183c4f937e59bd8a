/// A number as written, `3` or `2.5s`, and its value.
package struct NumberLiteral: Equatable {
  enum Value: Equatable {
    case integer(Int)
    /// Milliseconds.
    case duration(Int)
  }
  enum Problem: Equatable {
    case integerTooLarge
    case durationTooLong
    /// `0.5ms`
    case notWholeMilliseconds(nearest: String)
    /// `1.5`
    case fractionWithoutUnit
    /// `5sec`
    case unknownUnit(String, repaired: String?)
  }
  let value: Value
  let problem: Problem?

  /// The largest numbers in specs, in literals and in computed values: beyond these, sums and products could leave 64 bits.
  package static let largestInteger = 1_000_000_000
  package static let longestMilliseconds = 1_000_000 * 3_600_000

  /// - Precondition: `text` is digits, then perhaps `.` and digits, then perhaps letters, digits and `_`.
  init(_ text: some StringProtocol) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = String(text.dropFirst(number.count))
    if let factor = millisecondsPerUnit[unit] {
      self = .duration(number, factor: factor)
    } else if unit.isEmpty {
      self = .integer(number)
    } else {
      let likely = otherUnitNames[unit].map { NumberLiteral("\(number)\($0)") }
      let isRepaired = likely.map { $0.problem == nil } ?? false
      let repaired = isRepaired ? "\(number)\(otherUnitNames[unit]!)" : nil
      self.init(value: likely?.value ?? .duration(0), problem: .unknownUnit(unit, repaired: repaired))
    }
  }

  private init(value: Value, problem: Problem? = nil) {
    self.value = value
    self.problem = problem
  }

  private static func integer(_ number: some StringProtocol) -> NumberLiteral {
    guard !number.contains(".") else { return NumberLiteral(value: .integer(0), problem: .fractionWithoutUnit) }
    guard let value = Int(number), value <= largestInteger else {
      return NumberLiteral(value: .integer(largestInteger), problem: .integerTooLarge)
    }
    return NumberLiteral(value: .integer(value))
  }

  private static func duration(_ number: some StringProtocol, factor: Int) -> NumberLiteral {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1].trimmingTrailingZeros() : ""
    guard let whole = Int(parts[0]), whole <= longestMilliseconds / factor else {
      return NumberLiteral(value: .duration(longestMilliseconds), problem: .durationTooLong)
    }
    // No unit has more than eight factors of two or five, so a longer fraction is never whole.
    let scaled = fraction.count > 8 ? nil : Int(fraction.isEmpty ? "0" : fraction)
    let power = (0..<min(fraction.count, 8)).reduce(1) { power, _ in power * 10 }
    guard let scaled, (scaled * factor).isMultiple(of: power) else {
      let near = whole * factor + Int(fraction.prefix(8))! * factor / power
      return NumberLiteral(value: .duration(near), problem: .notWholeMilliseconds(nearest: "\(max(1, near))ms"))
    }
    return NumberLiteral(value: .duration(whole * factor + scaled * factor / power))
  }
}

extension StringProtocol {
  fileprivate func trimmingTrailingZeros() -> String {
    String(String(reversed().drop { $0 == "0" }).reversed())
  }
}

let millisecondsPerUnit = ["ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000]

/// Other names that people write for the units above.
let otherUnitNames = [
  "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms",
  "sec": "s", "secs": "s", "second": "s", "seconds": "s", "S": "s",
  "m": "min", "mins": "min", "minute": "min", "minutes": "min",
  "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "H": "h",
]
