import LifecheckDiagnostics

extension Checker {
  func binary(
    _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression? {
    switch operation {
    case .and, .or: return logical(operation, left, right, range)
    case .equal, .notEqual: return equality(operation, left, right, range)
    case .less, .lessEqual, .greater, .greaterEqual: return comparison(operation, left, right, range)
    case .add, .subtract, .multiply: return arithmetic(operation, left, right, range)
    }
  }

  private func logical(
    _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression? {
    let a = value(left, as: .bool)
    let deciding = operation == .or
    let isDecided = a.flatMap { constant($0)?.bool } == deciding
    let b = with({ $0.isDead = $0.isDead || isDecided }) { value(right, as: .bool) }
    if isDecided { return a.map(simplified) }
    guard let a, let b else { return nil }
    switch (value(of: a), value(of: b)) {
    case (!deciding, _): return b
    case (_, !deciding): return a
    default: return simplified(Expression(.binary(operation, a, b), .bool, range))
    }
  }

  /// What a side always is, where it need not be worked out: what it calls is called, whatever it is then.
  private func value(of side: Expression) -> Bool? { side.hasEffects ? nil : constant(side)?.bool }

  /// Both sides, the one that needs a type from the other last.
  private func sides(_ left: ExpressionSyntax, _ right: ExpressionSyntax) -> (Expression, Expression)? {
    let a: Expression?
    let b: Expression?
    if needsContext(left), !needsContext(right) {
      b = value(right)
      a = b == nil ? nil : value(left, expecting: b?.type)
    } else {
      a = value(left)
      b = a == nil && needsContext(right) ? nil : value(right, expecting: a?.type)
    }
    guard let a, let b else { return nil }
    return (a, b)
  }

  /// Whether the expression means something only beside a value of known type.
  private func needsContext(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.kind {
    case .none: return true
    case .any(let bounds): return bounds == nil
    case .integer: return true
    case .name(let name):
      guard localBinding(name.text) == nil else { return false }
      guard let found = find(name.text, name.range) else {
        return model.enumerations.contains { $0.cases.contains(name.text) }
      }
      if case .phaseCases = found.entry.member { return true }
      return false
    default: return false
    }
  }

  /// Both sides, where a number is compared with one that it can be.
  private func comparedSides(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> (Expression, Expression)? {
    guard let (a, b) = sides(left, right) else { return nil }
    if case (.integer, .integer) = (a.type, b.type), !fits(a, b, range) { return nil }
    return (a, b)
  }

  private func equality(
    _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression? {
    guard let (a, b) = comparedSides(left, right, range) else { return nil }
    switch (a.type, b.type) {
    case (.integer, .integer): break
    case (.reference(let x), .reference(let y)), (.instance(let x), .instance(let y)),
      (.instance(let x), .reference(let y)), (.reference(let x), .instance(let y)):
      guard x == y else { return mismatch(a, b) }
    case (.closure, .closure), (.job, .job):
      guard a.isNone || b.isNone else {
        report(ValueProblem.notComparable("closures and jobs", range: range))
        return nil
      }
    case (let x, let y):
      guard x == y else { return mismatch(a, b) }
      if x == .void {
        report(ValueProblem.notComparable(describe(x), range: range))
        return nil
      }
    }
    return simplified(Expression(.binary(operation, a, b), .bool, range))
  }

  private func comparison(
    _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression? {
    guard let (a, b) = comparedSides(left, right, range) else { return nil }
    switch (a.type, b.type) {
    case (.integer, .integer), (.duration, .duration): break
    case (.integer, let other), (.duration, let other):
      report(
        ValueProblem.mismatch(
          expected: describe(a.type == .duration ? .duration : a.type), found: describe(other), range: b.range))
      return nil
    default:
      report(ValueProblem.mismatch(expected: "a number or a duration", found: describe(a.type), range: a.range))
      return nil
    }
    return simplified(Expression(.binary(operation, a, b), .bool, range))
  }

  /// Whether a variable can have the constant that it is compared with.
  private func fits(_ a: Expression, _ b: Expression, _ range: SourceRange) -> Bool {
    for (variable, number) in [(a, b), (b, a)] {
      guard let name = variableName(variable), constant(variable) == nil, case .integer(let values) = variable.type,
        let wanted = constant(number)?.integer, !values.contains(wanted)
      else { continue }
      report(ValueProblem.neverFits("`\(name)`", type: describe(variable.type), value: "\(wanted)", range: range))
      return false
    }
    return true
  }

  private func variableName(_ expression: Expression) -> String? {
    switch expression.kind {
    case .variable(_, let id): model.variables[id.index].name
    case .local(let id): model.locals[id.index].name
    default: nil
    }
  }

  private func arithmetic(
    _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression? {
    // `2 * gap` is the one place where a bare number stands beside a duration.
    let pair = operation == .multiply ? value(left).flatMap { a in value(right).map { (a, $0) } } : sides(left, right)
    guard let (a, b) = pair else { return nil }
    let combined = Expression(.binary(operation, a, b), .duration, range)
    switch (a.type, b.type) {
    case (.duration, .duration) where operation != .multiply: return simplified(combined)
    case (.duration, .integer) where operation == .multiply, (.integer, .duration) where operation == .multiply:
      return simplified(combined)
    case (.integer(let x), .integer(let y)):
      let result = ValueType.integer(apply(operation, x, y))
      return simplified(Expression(.binary(operation, a, b), result, range))
    default:
      let wrong = a.type.isNumber ? b : a
      report(
        ValueProblem.mismatch(
          expected: a.type.isNumber ? describe(a.type) : "a number or a duration", found: describe(wrong.type),
          range: wrong.range))
      return nil
    }
  }

  /// The range of results; numbers too large to add stay at the end of what can be said.
  func apply(_ operation: BinaryOperator, _ x: ClosedRange<Int>, _ y: ClosedRange<Int>) -> ClosedRange<Int> {
    func limit(_ result: (partialValue: Int, overflow: Bool), negative: Bool) -> Int {
      result.overflow ? (negative ? Int.min : Int.max) : result.partialValue
    }
    func combine(_ a: Int, _ b: Int) -> Int {
      switch operation {
      case .add: limit(a.addingReportingOverflow(b), negative: a < 0)
      case .subtract: limit(a.subtractingReportingOverflow(b), negative: a < 0)
      default: limit(a.multipliedReportingOverflow(by: b), negative: (a < 0) != (b < 0))
      }
    }
    let corners = [x.lowerBound, x.upperBound].flatMap { a in [y.lowerBound, y.upperBound].map { combine(a, $0) } }
    return (corners.min() ?? 0)...(corners.max() ?? 0)
  }

  private func mismatch(_ a: Expression, _ b: Expression) -> Expression? {
    let isExtended = [(a, b), (b, a)].first { extends($0.0.type, $0.1.type) }
    report(
      isExtended.map { ValueProblem.extended(kind: describe($0.0.type), base: describe($0.1.type), range: $0.0.range) }
        ?? .mismatch(expected: describe(a.type), found: describe(b.type), range: b.range))
    return nil
  }

  /// `scene window { … }` contains a `scene`.
  private func extends(_ type: ValueType, _ other: ValueType) -> Bool {
    guard let kind = type.thing, let base = baseInstances[kind] else { return false }
    return model.instances[base.index].kind == other.thing
  }
}

extension ValueType {
  /// What a thing, or a reference to one, is.
  fileprivate var thing: KindID? {
    switch self {
    case .instance(let kind), .reference(let kind): kind
    default: nil
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .duration: true
    default: false
    }
  }
}

extension Expression {
  var isNone: Bool {
    if case .none = kind { true } else { false }
  }
}
