import LifecheckSystem

extension RationalTime {
  /// For people: `0 s`, `2.5 s`, `1 min 5 s`, `2 h 30 s`; a time that no short decimal gives exactly is `about` one.
  package var text: String {
    let (microseconds, isExact) = roundedMicroseconds
    let perMinute = 60_000_000
    let (days, hours) = (microseconds / (1440 * perMinute), microseconds / (60 * perMinute) % 24)
    let (minutes, rest) = (microseconds / perMinute % 60, microseconds % perMinute)
    var parts: [String] = []
    if days != 0 { parts.append("\(days) d") }
    if hours != 0 { parts.append("\(hours) h") }
    if minutes != 0 { parts.append("\(minutes) min") }
    if rest != 0 || parts.isEmpty { parts.append("\(decimal(rest)) s") }
    return (isExact ? "" : "about ") + parts.joined(separator: " ")
  }

  private var roundedMicroseconds: (Int, isExact: Bool) {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let (base, overflow) = whole.multipliedReportingOverflow(by: 1000)
    let (part, partOverflow) = rest.multipliedReportingOverflow(by: 1000)
    if overflow || partOverflow { return (overflow ? Int.max : base, false) }
    return (base + part / denominator, part % denominator == 0)
  }

  private func decimal(_ microseconds: Int) -> String {
    let (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction == 0 { return "\(seconds)" }
    var digits = String(String(fraction + 1_000_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)"
  }
}
