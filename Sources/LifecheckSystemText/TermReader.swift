import LifecheckDiagnostics
import LifecheckSystem

/// Terms, by recursive descent: one function for each level of binding.
extension SystemReader {
  mutating func condition() throws(SystemTextProblem) -> Term {
    try nested { reader throws(SystemTextProblem) in try reader.disjunction() }
  }

  private mutating func disjunction() throws(SystemTextProblem) -> Term {
    var parts = [try conjunction()]
    while skip(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(SystemTextProblem) -> Term {
    var parts = [try negation()]
    while skip(.and) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(SystemTextProblem) -> Term {
    guard skip(.not) else { return try comparison() }
    return .not(try nested { reader throws(SystemTextProblem) in try reader.negation() })
  }

  mutating func comparison() throws(SystemTextProblem) -> Term {
    if skip(.time) { return try boundComparison() }
    switch current.kind.declaredName.flatMap({ symbols[$0] }) {
    case .clock(let clock):
      advance()
      return .clock(clock, try comparisonSign(), try bound())
    case .automaton(let automaton):
      advance()
      return .at(automaton, try places())
    default: break
    }
    let left = try term()
    guard let comparison = takeComparison() else { return left }
    return .compare(comparison, left, try term())
  }

  private mutating func boundComparison() throws(SystemTextProblem) -> Term {
    let bound = try bound()
    let comparison = try comparisonSign()
    guard try number("0") == 0 else { throw unexpected("0: times are compared with nothing else here") }
    return .bound(bound, comparison)
  }

  private mutating func places() throws(SystemTextProblem) -> [LocationIndex] {
    try expect(.at, "`at` and locations in brackets")
    try expect("[")
    let places = try list { reader throws(SystemTextProblem) in LocationIndex(try reader.number("a location")) }
    try expect("]")
    return places.sorted()
  }

  /// Sums and what binds more tightly.
  mutating func term() throws(SystemTextProblem) -> Term {
    var result = try primary()
    while true {
      if skip("+") { result = .add(result, try primary()) } else if skip("-") {
        result = .subtract(result, try primary())
      } else {
        return result
      }
    }
  }

  private mutating func primary() throws(SystemTextProblem) -> Term {
    if skip("(") {
      let inner = try nested { reader throws(SystemTextProblem) in try reader.parenthesized() }
      try expect(")")
      return inner
    }
    if skip("?") { return .choice(ChoiceIndex(try number("the number of a choice"))) }
    if skip("-") { return .constant(-(try number("a number"))) }
    if skip(.true) { return .true }
    if skip(.false) { return .false }
    if case .number(let value) = current.kind {
      advance()
      return .constant(value)
    }
    return .variable(try variable())
  }

  private mutating func parenthesized() throws(SystemTextProblem) -> Term {
    guard skip(.if) else { return try condition() }
    let test = try condition()
    try expect(.then, "`then`")
    let yes = try condition()
    try expect(.else, "`else`")
    return .ifThenElse(test, yes, try condition())
  }

  /// `15000 - 1 gap`, in milliseconds
  mutating func bound() throws(SystemTextProblem) -> TimeBound {
    var result = TimeBound(skip("-") ? -(try number("milliseconds")) : try number("milliseconds"))
    while current.kind == .mark("+") || current.kind == .mark("-") {
      let sign = skip("-") ? -1 : 1
      if sign == 1 { advance() }
      let factor = try number("how many times the parameter counts")
      result = result + TimeBound(0, [TimeBound.Summand(parameter: try parameter(), factor: sign * factor)])
    }
    return result
  }

  private mutating func comparisonSign() throws(SystemTextProblem) -> Comparison {
    guard let comparison = takeComparison() else { throw unexpected("`<`, `<=`, `==`, `>=` or `>`") }
    return comparison
  }

  private mutating func takeComparison() -> Comparison? {
    guard case .mark(let mark) = current.kind, let comparison = Comparison(rawValue: mark) else { return nil }
    advance()
    return comparison
  }
}
