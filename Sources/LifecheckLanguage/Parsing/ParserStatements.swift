import LifecheckDiagnostics

extension Parser {
  /// The body of `owner`, which is written in the message if there is none.
  mutating func expectBlock(of owner: String) -> BlockSyntax {
    recoverAtBlock()
    if !isRecovering, atOnSameLine(.leftBrace) { return parseBlock(of: owner) }
    reportMissing(.block(of: owner, found: text(current)))
    return BlockSyntax(statements: [], range: missingRange)
  }

  /// The current token is `{`.
  mutating func parseBlock(of owner: String) -> BlockSyntax {
    let opening = advance()
    let statements = parseStatements(openedBy: opening)
    return BlockSyntax(statements: statements, range: range(from: opening.start))
  }

  /// Statements up to the closing brace, and that.
  mutating func parseStatements(openedBy opening: Token) -> [StatementSyntax] {
    let outer = (isBlockExpected, isTiming, isInSentence)
    (isBlockExpected, isTiming, isInSentence) = (false, false, false)
    defer { (isBlockExpected, isTiming, isInSentence) = outer }
    return nested { parser in
      var statements: [StatementSyntax] = []
      while !parser.at(.rightBrace), !parser.isAtEnd, !parser.isBlockLeftOpen(opening) {
        if let statement = parser.parseItemStatement(in: opening) { statements.append(statement) }
      }
      parser.noteIndentation(ofClosing: opening)
      parser.isRecovering ? parser.skipClosing() : parser.close(opening)
      return statements
    } ?? []
  }

  private mutating func parseItemStatement(in opening: Token) -> StatementSyntax? {
    let start = index
    while skip(.semicolon) {}
    guard !at(.rightBrace), !isAtEnd else { return nil }
    beginItem()
    let statement = parseStatement(in: opening)
    endItem(startedAt: start)
    return statement
  }

  private mutating func skipClosing() { if at(.rightBrace) { isRecovering = !skip(.rightBrace) } }

  // MARK: A brace that was forgotten

  /// A declaration begins here, no deeper than the line that opened the block: the block was never closed.
  private mutating func isBlockLeftOpen(_ opening: Token) -> Bool {
    guard isDeclarationHere, indentation(at: current.start) <= indentation(at: opening.start) else { return false }
    report(leftOpen(opening), at: range(previousEnd, previousEnd))
    return true
  }

  private mutating func noteIndentation(ofClosing opening: Token) {
    guard crookedBrace == nil, at(.rightBrace), current.startsLine,
      indentation(at: current.start) != indentation(at: opening.start)
    else { return }
    crookedBrace = range(current)
  }

  /// That `opening` is never closed; perhaps because what closes something in it was meant for it.
  func leftOpen(_ opening: Token) -> SyntaxProblem {
    .expectedClosing(
      of: text(opening), closing: opening.kind.closing!.spelling, opening: range(opening),
      suspect: crookedBrace.flatMap { opening.kind == .leftBrace && $0.start > opening.start ? $0 : nil })
  }

  /// A line that cannot be a statement but is a declaration.
  private var isDeclarationHere: Bool {
    guard current.startsLine, peek().kind == .name || peek().kind == .string, !peek().startsLine else { return false }
    switch current.word {
    case .func_, .event, .on, .kind, .callback, .param, .setting, .enum_, .phases, .def, .app: return peek().kind == .name
    case .property, .possible, .rule, .assume, .allow: return peek().kind == .string
    default: return false
    }
  }

  private func indentation(at offset: Int) -> Int {
    let text = stream.file.text
    let start = stream.file.lineStarts[stream.file.lineIndex(at: offset)]
    return text[start..<offset].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  // MARK: One statement

  private mutating func parseStatement(in opening: Token) -> StatementSyntax? {
    let start = current.start
    if isDeclarationHere {
      report(.misplaced(.declarationInBlock(text(current), opening: range(opening))), at: range(current))
      _ = nested { parser in parser.parseDeclaration() }
      return nil
    }
    guard let kind = parseStatementKind(meant: current.word) else { return nil }
    return StatementSyntax(kind: kind, range: range(from: start))
  }

  /// - Parameter word: what the current token means, which is not what it says when it is misspelt.
  private mutating func parseStatementKind(meant word: Word?) -> StatementKindSyntax? {
    switch word {
    case .if: return parseIf()
    case .guard_: return parseGuard()
    case .for: return parseFor()
    case .return_: return parseReturn()
    case .throw_: return parseThrow()
    case .do: return parseDo()
    case .defer_: return parseDefer()
    case .var_, .let_: return .variable(parseVariable(.memory, isConstant: word == .let_))
    case .durable, .system: return parseStoredVariable()
    default: return parseActing(word)
    }
  }

  /// Statements whose first word is an ordinary name elsewhere.
  private mutating func parseActing(_ word: Word?) -> StatementKindSyntax? {
    switch word {
    case .wait where isOperandNext(orParenthesis: true): return parseWait()
    case .try_, .await: return isWaitAhead ? parseWait() : parseExpressionStatement()
    case .within where isOperandNext(orParenthesis: true): return parseWithin()
    case .lock where isOperandNext(): return parseLock()
    case .atomic where peek().kind == .leftBrace:
      advance()
      return .atomic(expectBlock(of: "atomic"))
    case .call where isOperandNext() || isStatementAlone: return parseCall()
    case .emit where isOperandNext() || isStatementAlone:
      advance()
      return .emit(parsePath(after: "emit"))
    case .reset where isOperandNext() || isStatementAlone:
      advance()
      return .reset(parsePath(after: "reset"))
    case .die where isOperandNext() || isStatementAlone:
      advance()
      return .die(expectName(of: "die"))
    case .freeze, .thaw, .start: return parseBareWord()
    default: return parseExpressionOrMisspelling()
    }
  }

  /// Nothing but the current word.
  private var isStatementAlone: Bool {
    let next = peek()
    return next.startsLine || next.kind == .semicolon || next.kind == .rightBrace || next.kind == .endOfFile
  }

  private mutating func parseBareWord() -> StatementKindSyntax {
    guard isStatementAlone else { return parseExpressionStatement() }
    switch advance().word {
    case .freeze: return .freeze
    case .thaw: return .thaw
    default: return .start
    }
  }

  /// An operand follows on this line, so the current word acts as a keyword.
  private func isOperandNext(orParenthesis: Bool = false) -> Bool {
    let next = peek()
    guard !next.startsLine else { return false }
    switch next.kind {
    case .name: return next.word != .is_ && next.word != .and && next.word != .or && next.word != .takes
    case .integer, .duration, .string: return true
    case .leftParen: return orParenthesis
    default: return false
    }
  }

  private mutating func parseExpressionOrMisspelling() -> StatementKindSyntax? {
    if let step = parseStepOperatorBefore() { return step }
    guard current.kind == .name, isOperandNext(), current.word == nil || !isOperatorWord(peek()) else {
      return isStatementStart ? parseExpressionStatement() : reportNoStatement()
    }
    if let instead = foreignStatements[text(current)] {
      report(.habit(.foreignWord(text(current), instead: instead)), at: range(current))
      return nil
    }
    guard let near = closestName(to: text(current), in: statementWords.map(\.rawValue)) else {
      return isStatementStart ? parseExpressionStatement() : reportNoStatement()
    }
    reportRepaired(.misplaced(.misspelt(text(current), meant: near)), at: range(current))
    return parseStatementKind(meant: Word(rawValue: near))
  }

  private func isOperatorWord(_ token: Token) -> Bool { token.word == .may }

  private var isStatementStart: Bool {
    switch current.kind {
    case .name: current.word != .else && current.word != .catch_ && current.word != .in
    case .leftParen, .leftBrace, .integer, .duration, .string, .bang, .minus: true
    default: false
    }
  }

  private mutating func reportNoStatement() -> StatementKindSyntax? {
    report(.missing(.statement(text(current).shortened)), at: range(current))
    return nil
  }

  // MARK: Assignments and calls

  private mutating func parseExpressionStatement() -> StatementKindSyntax {
    if let step = parseStepOperator() { return step }
    let value = parseExpression()
    if !isRecovering, let operation = assignmentOperator(current.kind) {
      advance()
      return .assign(target: value, operation: operation, value: parseExpression())
    }
    if !isRecovering, isAtItemEnd, case .binary(.equal, let target, let assigned) = value.kind {
      reportRepaired(.habit(.comparison(.isStatement)), at: operatorRange(between: target, and: assigned))
      // Read as what it was meant to be, so that nobody complains of a comparison without effect.
      return .assign(target: target, operation: .set, value: assigned)
    }
    return .expression(value)
  }

  /// `n++` and `n--`, alone in a statement.
  private mutating func parseStepOperator() -> StatementKindSyntax? {
    let (first, second, end) = (peek(1), peek(2), peek(3))
    guard isName(current), first.kind == .plus || first.kind == .minus, second.kind == first.kind, first.end == second.start,
      !first.startsLine, endsStatement(end)
    else { return nil }
    return step(name(current), text(first), at: range(current.start, second.end))
  }

  /// `++n` and `--n`, alone in a statement.
  private mutating func parseStepOperatorBefore() -> StatementKindSyntax? {
    let (first, second, word) = (current, peek(1), peek(2))
    guard first.kind == .plus || first.kind == .minus, second.kind == first.kind, first.end == second.start, isName(word),
      second.end == word.start, endsStatement(peek(3))
    else { return nil }
    return step(name(word), text(first), at: range(first.start, word.end))
  }

  private func endsStatement(_ token: Token) -> Bool {
    token.startsLine || [.semicolon, .rightBrace, .endOfFile].contains(token.kind)
  }

  /// Goes over the three tokens of `n++` or `++n`, which are read as what is to be written instead.
  private mutating func step(_ name: NameSyntax, _ sign: String, at place: SourceRange) -> StatementKindSyntax {
    reportRepaired(
      .habit(.stepOperator(sign + sign, name: name.text, instead: "\(name.text) \(sign)= 1")), at: place)
    for _ in 0..<3 { advance() }
    let target = ExpressionSyntax(.name(name), name.range)
    return .assign(target: target, operation: sign == "+" ? .add : .subtract, value: ExpressionSyntax(.integer(1), place))
  }

  private func assignmentOperator(_ kind: TokenKind) -> AssignmentOperator? {
    switch kind {
    case .assign: .set
    case .addAssign: .add
    case .subtractAssign: .subtract
    default: nil
    }
  }

  /// Where `==` stands between two operands.
  private func operatorRange(between left: ExpressionSyntax, and right: ExpressionSyntax) -> SourceRange {
    var low = index
    while low > 0, tokens[low - 1].start >= left.range.end { low -= 1 }
    while tokens[low].kind != .equal, tokens[low].start < right.range.start { low += 1 }
    return range(tokens[low])
  }
}

private let statementWords: [Word] = [
  .if, .guard_, .for, .return_, .throw_, .do, .defer_, .var_, .let_, .durable, .wait, .within, .lock, .call, .emit,
  .reset, .die, .try_, .await,
]

let foreignStatements = [
  "while": "loops are bounded: `for i in 0..<3 { … }`; to wait for a condition, `wait until …`",
  "switch": "write `if … { } else if … { }`", "repeat": "loops are bounded: `for i in 0..<3 { … }`",
  "case": "write `if … { } else if … { }`",
]
