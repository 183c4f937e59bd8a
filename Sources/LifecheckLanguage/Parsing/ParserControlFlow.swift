import LifecheckDiagnostics

extension Parser {
  /// An expression before a block.
  mutating func parseCondition() -> ExpressionSyntax {
    let outer = isBlockExpected
    isBlockExpected = true
    defer { isBlockExpected = outer }
    let condition = parseExpression()
    guard !isRecovering, at(.assign) else { return condition }
    reportRepaired(.habit(.comparison(.assignsInCondition)), at: range(current))
    advance()
    let value = parseExpression()
    return ExpressionSyntax(.binary(.equal, condition, value), range(from: condition.range.start))
  }

  /// A condition that is asked in code, where Swift could declare a name.
  private mutating func parseTest() -> ExpressionSyntax {
    guard at(.let_) || at(.var_), isName(peek()) || peek().word == .self_ else { return parseCondition() }
    report(.habit(.optionalBinding(text(peek()))), at: range(current.start, peek().end))
    return missingExpression()
  }

  mutating func parseIf() -> StatementKindSyntax {
    advance()
    let condition = parseTest()
    let then = expectBlock(of: "if")
    return .conditional(condition: condition, then: then, otherwise: parseElse())
  }

  /// `else { … }`, or `else if …` as a block that holds only that.
  private mutating func parseElse() -> BlockSyntax? {
    guard !isRecovering, skip(.else) else { return nil }
    guard at(.if) else { return expectBlock(of: "else") }
    let start = current.start
    let kind = nested { parser in parser.parseIf() }
    let place = range(from: start)
    return BlockSyntax(statements: kind.map { [StatementSyntax(kind: $0, range: place)] } ?? [], range: place)
  }

  mutating func parseGuard() -> StatementKindSyntax {
    advance()
    let condition = parseTest()
    while isRecovering, !at(.else), !isAtItemEnd { advance() }
    if at(.else) { isRecovering = false }
    expect(.else, fix: "`guard` needs to say what happens otherwise: `else { return }`")
    return .guardElse(condition: condition, otherwise: expectBlock(of: "guard … else"))
  }

  mutating func parseFor() -> StatementKindSyntax {
    advance()
    let title = expectName(of: "for")
    expect(.in)
    let sequence = isRecovering ? missingExpression() : parseCondition()
    let condition = clause(.where_) { $0.parseCondition() }
    return .forIn(
      name: title, sequence: sequence, condition: condition, body: expectBlock(of: "for \(title.text)"))
  }

  mutating func parseReturn() -> StatementKindSyntax {
    advance()
    return .returns(isAtItemEnd ? nil : parseExpression())
  }

  mutating func parseThrow() -> StatementKindSyntax {
    advance()
    return .throwing(isAtItemEnd ? nil : expectName(of: "throw"))
  }

  mutating func parseDo() -> StatementKindSyntax {
    advance()
    let body = expectBlock(of: "do")
    var clauses: [CatchSyntax] = []
    while !isRecovering, skip(.catch_) {
      let error = at(.leftBrace) ? nil : expectName(of: "catch")
      clauses.append(CatchSyntax(error: error, body: expectBlock(of: "catch")))
    }
    if clauses.isEmpty { expect(.catch_, fix: "say what happens on a failure: `catch { … }`") }
    return .doCatch(body: body, clauses: clauses)
  }

  mutating func parseDefer() -> StatementKindSyntax {
    advance()
    return .deferred(expectBlock(of: "defer"))
  }

  mutating func parseStoredVariable() -> StatementKindSyntax? {
    guard peek().word == .var_ || peek().word == .let_, !peek().startsLine else { return .expression(parseExpression()) }
    let storage: StorageSyntax = advance().word == .durable ? .durable : .system
    return .variable(parseVariable(storage, isConstant: at(.let_)))
  }

  // MARK: Time

  /// `try await wait`, `try? await wait`, with or without the first two.
  var isWaitAhead: Bool {
    let afterTry = at(.try_) && isQuestionNext ? 2 : 1
    let offset = at(.try_) && peek(afterTry).word == .await ? afterTry + 1 : afterTry
    let after = peek(offset + 1)
    return peek(offset).word == .wait && !after.startsLine
      && (after.kind == .name || after.kind.isLiteral || after.kind == .leftParen)
  }

  mutating func parseWait() -> StatementKindSyntax {
    let start = current
    let isOptional = at(.try_) && isQuestionNext
    let canThrow = skip(.try_)
    if isOptional { advance() }
    let isAwaited = skip(.await)
    advance()
    if at(.until) {
      // Nothing is let go while a condition is waited for, and nothing can be thrown out of it.
      if canThrow || isAwaited {
        report(.misplaced(.unexpected("\(text(start))` before `wait until", suggestion: nil)), at: range(start))
      }
      advance()
      return .waitUntil(parseExpression())
    }
    let isWall = at(.wall) && !peek().startsLine && (peek().kind == .name || peek().kind.isLiteral)
    if isWall { advance() }
    let wait = StatementKindSyntax.wait(duration: parseExpression(), isWall: isWall, canThrow: canThrow, isAwaited: isAwaited)
    return isOptional ? swallowed(wait, from: start) : wait
  }

  private var isQuestionNext: Bool { peek().kind == .question && peek().start == current.end }

  /// `try? await wait 1s` goes on at once when it is cancelled.
  private func swallowed(_ wait: StatementKindSyntax, from start: Token) -> StatementKindSyntax {
    let range = range(from: start.start)
    let body = BlockSyntax(statements: [StatementSyntax(kind: wait, range: range)], range: range)
    let end = SourceRange(file: range.file, start: range.end, end: range.end)
    return .doCatch(body: body, clauses: [CatchSyntax(error: nil, body: BlockSyntax(statements: [], range: end))])
  }

  mutating func parseWithin() -> StatementKindSyntax {
    advance()
    let limit = parseCondition()
    let body = expectBlock(of: "within")
    let otherwise = !isRecovering && skip(.else) ? expectBlock(of: "else") : nil
    return .within(limit: limit, body: body, otherwise: otherwise)
  }

  mutating func parseLock() -> StatementKindSyntax {
    advance()
    let lock = parseCondition()
    return .lock(lock, expectBlock(of: "lock"))
  }

  mutating func parseCall() -> StatementKindSyntax {
    advance()
    let start = current.start
    let path = parsePath(after: "call")
    guard !isRecovering, atOnSameLine(.leftParen) else { return .call(path, inPlace: parseBlockInPlace()) }
    let arguments = parseArguments()
    let call = ExpressionSyntax(.call(callee: path, arguments: arguments, isOptional: false), range(from: start))
    return .call(call, inPlace: parseBlockInPlace())
  }

  /// The block that runs in place of the handlers.
  private mutating func parseBlockInPlace() -> BlockSyntax? {
    !isRecovering && atOnSameLine(.leftBrace) ? expectBlock(of: "call") : nil
  }
}

extension TokenKind {
  var isLiteral: Bool { self == .integer || self == .duration || self == .string }
}
