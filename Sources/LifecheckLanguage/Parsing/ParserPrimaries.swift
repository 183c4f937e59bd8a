import LifecheckDiagnostics

extension Parser {
  mutating func parsePrimary() -> ExpressionSyntax {
    let start = current.start
    let kind = parsePrimaryKind()
    if case .missing = kind { return missingExpression() }
    return ExpressionSyntax(kind, range(from: start))
  }

  private mutating func parsePrimaryKind() -> ExpressionKindSyntax {
    if isAtNextStatement { return reportNoOperand() }
    switch current.kind {
    case .integer, .duration: return parseNumber()
    case .string: return .string(content(advance()))
    case .leftParen: return parseInParentheses()
    case .leftBrace where !isBlockExpected: return parseClosure().kind
    case .name: return parseWord()
    default: return reportNoOperand()
    }
  }

  /// The line before ended too early: this one holds a statement or declaration of its own, not the operand that is due.
  private var isAtNextStatement: Bool {
    guard current.startsLine, index != itemStart, tokens[index - 1].kind != .leftParen, at(.name) else { return false }
    let next = peek()
    if next.kind == .assign || next.kind == .addAssign || next.kind == .subtractAssign { return isName(current) }
    switch current.word {
    case .new, .any, .if, .async, .sync, .count, .some_, .all: return false
    default: break
    }
    if isInSentence, isSentenceWord(next) || next.word == .for { return false }
    return startsOperand(next) && next.kind != .leftParen
  }

  private mutating func reportNoOperand() -> ExpressionKindSyntax {
    if at(.minus) {
      reportMissing(.habit(.negativeNumber))
    } else {
      let isNow = at(.dot) && text(peek()) == "now"
      reportMissing(.expression(after: previousText, found: isNow ? ".now" : text(current)))
    }
    return .missing
  }

  private mutating func parseInParentheses() -> ExpressionKindSyntax {
    let opening = advance()
    let value = nested { parser in parser.parseInBrackets() } ?? missingExpression()
    close(opening)
    return value.kind
  }

  // MARK: Numbers

  private mutating func parseNumber() -> ExpressionKindSyntax {
    let token = advance()
    switch NumberLiteral(text(token)).value {
    case .duration(let milliseconds): return .duration(milliseconds)
    case .integer(let value): return parseSpacedUnit(after: token) ?? .integer(value)
    }
  }

  /// `5 s`: one slip, one message.
  private mutating func parseSpacedUnit(after number: Token) -> ExpressionKindSyntax? {
    guard at(.name), !current.startsLine, peek().kind != .assign else { return nil }
    let unit = text(current)
    guard millisecondsPerUnit[unit] != nil || otherUnitNames[unit] != nil else { return nil }
    let joined = text(number) + (otherUnitNames[unit] ?? unit)
    reportRepaired(.habit(.durationWithSpace(joined: joined)), at: range(number.start, current.end))
    advance()
    guard case .duration(let milliseconds) = NumberLiteral(joined).value else { return nil }
    return .duration(milliseconds)
  }

  // MARK: Words

  private mutating func parseWord() -> ExpressionKindSyntax {
    guard let word = current.word else { return parseName() }
    switch word {
    case .true_, .false_: return .bool(advance().word == .true_)
    case .none_:
      advance()
      return .none
    case .self_:
      advance()
      return .selfReference
    case .any: return parseAny()
    case .new: return parseNew()
    case .if: return parseConditional()
    case .forever:
      advance()
      return .forever
    case .count where isQuantifier, .some_ where isQuantifier, .all where isQuantifier: return parseQuantified()
    case .async where startsTask: return parseTask(.async).kind
    case .sync where startsTask: return parseTask(.sync).kind
    default: return parseName()
    }
  }

  private var isQuantifier: Bool { isName(peek()) && peek(2).word == .in }

  private var startsTask: Bool { peek().kind == .leftBrace && !isBlockExpected || peek().word == .on && !peek().startsLine }

  private mutating func parseName() -> ExpressionKindSyntax {
    guard isName(current), !isSentenceWordWithoutOperand else { return reportNoOperand() }
    return .name(name(advance()))
  }

  /// `never before x`: a word of the sentence where a value should be, for another operand follows it.
  private var isSentenceWordWithoutOperand: Bool {
    isInSentence && isSentenceWord(current) && (startsOperand(peek()) || peek().kind == .endOfFile)
  }

  func isSentenceWord(_ token: Token) -> Bool {
    switch token.word {
    case .before, .within, .unless, .until, .only, .exactly, .at, .per, .while_, .returns, .fails, .becomes: true
    default: false
    }
  }

  /// Whether this token can begin an operand on the line of the one before.
  func startsOperand(_ token: Token) -> Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .integer, .duration, .string, .leftParen: return true
    case .name: return isName(token) && token.word != .is_ && token.word != .takes || startsWithReservedWord(token)
    default: return false
    }
  }

  private func startsWithReservedWord(_ token: Token) -> Bool {
    switch token.word {
    case .true_, .false_, .self_, .any, .new: true
    default: token.word == .none_
    }
  }

  // MARK: Choices

  private mutating func parseAny() -> ExpressionKindSyntax {
    advance()
    let ends = isInSentence && isSentenceWord(current) || at(.where_)
    return .any(startsOperand(current) && !ends ? parseBinary(.range) : nil)
  }

  private mutating func parseNew() -> ExpressionKindSyntax {
    advance()
    let kind = expectName(of: "new")
    return .new(kind, !isRecovering && atOnSameLine(.leftParen) ? parseArguments() : [])
  }

  /// `if C { a } else { b }` as a value.
  private mutating func parseConditional() -> ExpressionKindSyntax {
    nested { parser in
      parser.advance()
      let condition = parser.parseCondition()
      let then = parser.parseInBraces(of: "if")
      parser.expect(.else, fix: "a value has to be given for both cases")
      if parser.isRecovering { return .conditional(condition, then, parser.missingExpression()) }
      let start = parser.current.start
      let otherwise =
        parser.at(.if)
        ? ExpressionSyntax(parser.parseConditional(), parser.range(from: start)) : parser.parseInBraces(of: "else")
      return .conditional(condition, then, otherwise)
    } ?? .missing
  }

  private mutating func parseInBraces(of owner: String) -> ExpressionSyntax {
    recoverAtBlock()
    guard !isRecovering, let opening = take(.leftBrace) else {
      reportMissing(.block(of: owner, found: text(current)))
      return missingExpression()
    }
    let value = parseInBrackets()
    close(opening)
    return value
  }

  /// `count t in BackgroundTask where t.open`
  private mutating func parseQuantified() -> ExpressionKindSyntax {
    let quantifier = QuantifierSyntax(rawValue: text(advance()))!
    let title = expectName(of: quantifier.rawValue)
    advance()
    let sequence = parsePath(after: "in")
    return .quantified(quantifier, title, sequence, clause(.where_) { $0.parseExpression() })
  }

  // MARK: Paths and closures

  /// `self.upload[0].expired`: names, members and indices.
  mutating func parsePath(after owner: String) -> ExpressionSyntax {
    let start = current.start
    guard !current.startsLine, isName(current) || at(.self_) else {
      let name = expectName(of: owner)
      return ExpressionSyntax(.name(name), name.range)
    }
    return chain { parser in
      var path = parser.parsePrimary()
      while !parser.isRecovering, parser.at(.dot) || parser.atOnSameLine(.leftBracket) {
        parser.countWrapping()
        if parser.isAtEnd { break }
        let kind = parser.at(.dot) ? parser.parseMember(of: path) : parser.parseIndex(of: path)
        path = ExpressionSyntax(kind, parser.range(from: start))
      }
      return path
    }
  }

  /// `{ [x, weak y] in … }`; the current token is `{`.
  mutating func parseClosure() -> ExpressionSyntax {
    let opening = advance()
    let captures = at(.leftBracket) ? parseCaptures() : []
    let statements = parseStatements(openedBy: opening)
    let place = range(from: opening.start)
    let closure = ClosureSyntax(captures: captures, body: BlockSyntax(statements: statements, range: place))
    return ExpressionSyntax(.closure(closure), place)
  }

  private mutating func parseCaptures() -> [ClosureSyntax.Capture] {
    let opening = advance()
    var captures: [ClosureSyntax.Capture] = []
    repeat {
      let isWeak = at(.weak) && (isName(peek()) || peek().word == .self_)
      if isWeak { advance() }
      let title = at(.self_) ? name(advance()) : expectName(of: "[")
      captures.append(ClosureSyntax.Capture(name: title, isWeak: isWeak))
    } while !isRecovering && skip(.comma)
    close(opening)
    expect(.in)
    return captures
  }
}
