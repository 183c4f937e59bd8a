import LifecheckDiagnostics

/// How tightly operators bind, loosest first.
enum Binding: Int, Comparable {
  case or, and, not, comparison, range, sum, product
  static func < (a: Binding, b: Binding) -> Bool { a.rawValue < b.rawValue }
  /// The loosest binding that the right operand of such an operator may have without parentheses: the next tighter one.
  var tighter: Binding? { Binding(rawValue: rawValue + 1) }
}

private enum Infix {
  case binary(BinaryOperator, Binding)
  case range(RangeOperator)
  case isTest

  var binding: Binding {
    switch self {
    case .binary(_, let binding): binding
    case .range: .range
    case .isTest: .comparison
    }
  }
}

extension Parser {
  mutating func parseExpression() -> ExpressionSyntax { parseBinary(.or) }

  /// An expression whose outermost operator binds at least as tightly as `loosest`.
  mutating func parseBinary(_ loosest: Binding) -> ExpressionSyntax {
    nested { parser in
      parser.chain { parser in
        var left = parser.parsePrefix(loosest)
        while !parser.isRecovering, let infix = parser.currentInfix, infix.binding >= loosest {
          parser.countWrapping()
          if parser.isAtEnd { break }
          left = parser.parseRest(of: left, infix)
          parser.rejectChain(after: infix)
        }
        return left
      }
    } ?? missingExpression()
  }

  private mutating func parseRest(of left: ExpressionSyntax, _ infix: Infix) -> ExpressionSyntax {
    advance()
    let kind: ExpressionKindSyntax
    switch infix {
    case .isTest: kind = .isTest(left, expectWordOrName(after: "is"))
    case .binary(let operation, let binding): kind = .binary(operation, left, parseRightOperand(binding))
    case .range(let operation): kind = .range(operation, left, parseRightOperand(.range))
    }
    return ExpressionSyntax(kind, range(from: left.range.start))
  }

  private mutating func parseRightOperand(_ binding: Binding) -> ExpressionSyntax {
    binding.tighter.map { parseBinary($0) } ?? parseOperand()
  }

  /// `f is running`: the word may be anything.
  private mutating func expectWordOrName(after owner: String) -> NameSyntax {
    at(.name) && !current.startsLine ? name(advance()) : expectName(of: owner)
  }

  /// `a < b < c` and `a...b...c` mean nothing.
  private mutating func rejectChain(after infix: Infix) {
    guard !isRecovering, infix.binding == .comparison || infix.binding == .range else { return }
    if let next = currentInfix, next.binding == infix.binding {
      report(.habit(.comparison(.isChained)), at: range(current))
    }
  }

  // MARK: Operators

  /// The infix operator at the current position, which may begin a line: nothing else begins so.
  private var currentInfix: Infix? {
    switch current.kind {
    case .orOr: .binary(.or, .or)
    case .andAnd: .binary(.and, .and)
    case .equal: .binary(.equal, .comparison)
    case .notEqual: .binary(.notEqual, .comparison)
    case .less: .binary(.less, .comparison)
    case .lessEqual: .binary(.lessEqual, .comparison)
    case .greater: .binary(.greater, .comparison)
    case .greaterEqual: .binary(.greaterEqual, .comparison)
    case .plus: .binary(.add, .sum)
    case .minus: .binary(.subtract, .sum)
    case .star: .binary(.multiply, .product)
    case .ellipsis: .range(.closed)
    case .halfOpen: .range(.halfOpen)
    case .name: currentWordInfix
    default: nil
    }
  }

  private var currentWordInfix: Infix? {
    switch current.word {
    case .or: isAtDeath(0) ? nil : .binary(.or, .or)
    case .and: .binary(.and, .and)
    case .is_: current.startsLine ? nil : .isTest
    default: nil
    }
  }

  /// `or the app dies`, `distance` tokens from here: the end of a sentence, not an operator.
  func isAtDeath(_ distance: Int) -> Bool {
    isInSentence && peek(distance).word == .or && peek(distance + 1).word == .the && peek(distance + 2).word == .app
      && peek(distance + 3).word == .dies
  }

  // MARK: Negation

  /// `not` covers a comparison, so that `!a == b` asks what it seems to ask; on the right of a tighter operator it covers
  /// one operand.
  private mutating func parsePrefix(_ loosest: Binding) -> ExpressionSyntax {
    guard at(.bang) || at(.not) else { return parseOperand() }
    let start = advance()
    let operand =
      nested { parser in
        if parser.at(.bang) || parser.at(.not) || loosest > .comparison { return parser.parsePrefix(loosest) }
        return parser.parseBinary(.comparison)
      } ?? missingExpression()
    return ExpressionSyntax(.not(operand), range(from: start.start))
  }
}
