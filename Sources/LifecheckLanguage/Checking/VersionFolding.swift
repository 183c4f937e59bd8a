import LifecheckDiagnostics

// Values that are known before any run: literals, constants, and the pinned version of the platform.

enum Constant: Equatable {
  case bool(Bool)
  case integer(Int)
  /// `Int.max` for `forever`.
  case duration(Int)
  case string(String)
  case enumCase(EnumerationID, Int)
  case none

  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var duration: Int? { if case .duration(let value) = self { value } else { nil } }
  /// An integer or a duration.
  var number: Int? { integer ?? duration }
}

extension Checker {
  /// The value of a constant expression. It may call something all the same: `f() or true`.
  func constant(_ expression: Expression) -> Constant? {
    switch expression.kind {
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .duration(let value): return .duration(value)
    case .forever: return .duration(Int.max)
    case .string(let value): return .string(value)
    case .enumCase(let enumeration, let index): return .enumCase(enumeration, index)
    case .none: return Constant.none
    case .variable(_, let id):
      let variable = model.variables[id.index]
      return variable.storage == .constant ? variable.initial.flatMap(constant) : nil
    case .definition(_, let id): return constant(id)
    case .not(let inner): return constant(inner)?.bool.map { .bool(!$0) }
    case .binary(let operation, let left, let right): return constant(operation, left, right)
    case .conditional(let condition, let then, let otherwise):
      return constant(condition)?.bool.flatMap { constant($0 ? then : otherwise) }
    default: return nil
    }
  }

  private func constant(_ id: DefinitionID) -> Constant? {
    if let known = definitionConstants[id] { return known }
    let value = constant(model.definitions[id.index].value)
    // A definition that is still being resolved has only a placeholder for its value.
    if case .done = definitionStates[id.index] { definitionConstants[id] = .some(value) }
    return value
  }

  private func constant(_ operation: BinaryOperator, _ left: Expression, _ right: Expression) -> Constant? {
    let (a, b) = (constant(left), constant(right))
    switch operation {
    case .and:
      if a == .bool(false) || b == .bool(false) { return .bool(false) }
      return a == .bool(true) && b == .bool(true) ? .bool(true) : nil
    case .or:
      if a == .bool(true) || b == .bool(true) { return .bool(true) }
      return a == .bool(false) && b == .bool(false) ? .bool(false) : nil
    case .equal: return a.flatMap { a in b.map { .bool(a == $0) } }
    case .notEqual: return a.flatMap { a in b.map { .bool(a != $0) } }
    default: break
    }
    guard let a, let b, let x = a.number, let y = b.number else { return nil }
    let isDuration = a.duration != nil || b.duration != nil
    func number(_ result: (partialValue: Int, overflow: Bool)) -> Constant? {
      let largest = isDuration ? NumberLiteral.longestMilliseconds : NumberLiteral.largestInteger
      // A number that is too large is refused where it is used.
      guard !result.overflow, (-largest...largest).contains(result.partialValue) else { return nil }
      return isDuration ? .duration(result.partialValue) : .integer(result.partialValue)
    }
    switch operation {
    case .less: return .bool(x < y)
    case .lessEqual: return .bool(x <= y)
    case .greater: return .bool(x > y)
    case .greaterEqual: return .bool(x >= y)
    case .add: return number(x.addingReportingOverflow(y))
    case .subtract: return number(x.subtractingReportingOverflow(y))
    case .multiply: return number(x.multipliedReportingOverflow(by: y))
    default: return nil
    }
  }

  /// The expression as a literal, when it is constant and calls nothing. Ranges of constants count as constants.
  func folded(_ expression: Expression) -> Expression? {
    if case .range(let low, let high) = expression.kind {
      guard let a = folded(low), let b = folded(high) else { return nil }
      return Expression(.range(a, b), expression.type, expression.range)
    }
    guard let value = constant(expression), !expression.hasEffects else { return nil }
    return literal(value, type: expression.type, range: expression.range)
  }

  private func literal(_ value: Constant, type: ValueType, range: SourceRange) -> Expression {
    switch value {
    case .bool(let value): Expression(.bool(value), .bool, range)
    case .integer(let value): Expression(.integer(value), .integer(value...value), range)
    case .duration(Int.max): Expression(.forever, .duration, range)
    case .duration(let value): Expression(.duration(value), .duration, range)
    case .string(let value): Expression(.string(value), .string, range)
    case .enumCase(let enumeration, let index):
      Expression(.enumCase(enumeration, index), .enumeration(enumeration), range)
    case .none: Expression(.none, type, range)
    }
  }

  /// The literal when constant, otherwise the expression itself.
  func simplified(_ expression: Expression) -> Expression { folded(expression) ?? expression }
}
