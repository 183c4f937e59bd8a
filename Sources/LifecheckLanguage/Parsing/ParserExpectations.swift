import LifecheckDiagnostics

// Reading something that has to be there, or saying that it is missing.
extension Parser {
  /// The text of the last token, for messages of the form "expected … after `…`".
  var previousText: String { index > 0 ? text(tokens[index - 1]).shortened : "the beginning" }

  mutating func expectName(of owner: String) -> NameSyntax {
    if isName(current), !current.startsLine || index == 0 || continuesAcrossLines(tokens[index - 1]) {
      return name(advance())
    }
    if current.kind == .name, !current.startsLine, !isRecovering {
      report(.misplaced(.reservedName(text(current))), at: range(current))
      return name(advance())
    }
    reportMissing(.name(of: owner))
    return NameSyntax("", missingRange)
  }

  /// After an open bracket or a separator a line break means nothing.
  private func continuesAcrossLines(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .leftParen, .leftBracket, .leftBrace, .colon, .assign, .orOr: true
    default: token.word == .or
    }
  }

  /// `a, b, c`
  mutating func nameList(of owner: String) -> [NameSyntax] {
    var names = [expectName(of: owner)]
    while !isRecovering, skip(.comma) { names.append(expectName(of: ",")) }
    return names
  }

  @discardableResult mutating func expect(_ kind: TokenKind, _ code: String) -> Bool {
    if isRecovering { return false }
    if skip(kind) { return true }
    reportMissing(.expectedPunctuation(kind.spelling, code: code, after: previousText))
    return false
  }

  @discardableResult mutating func expect(_ word: Word, fix: String? = nil) -> Bool {
    if isRecovering { return false }
    if skip(word) { return true }
    if at(.name), closestName(to: text(current), in: [word.rawValue]) != nil {
      reportRepaired(.misplaced(.misspelt(text(current), meant: word.rawValue)), at: range(current))
      advance()
      return true
    }
    reportMissing(.word("`\(word.rawValue)`", after: previousText, fix: fix))
    return false
  }

  /// The `=` before an initial value; `==` is a slip of the finger.
  mutating func skipAssign() -> Bool {
    if at(.equal) {
      reportRepaired(.habit(.comparison(.isStatement)), at: range(current))
      advance()
      return true
    }
    return skip(.assign)
  }

  /// `= value`, if there.
  mutating func initialValue() -> ExpressionSyntax? {
    !isRecovering && skipAssign() ? parseExpression() : nil
  }

  mutating func expectInitialValue() -> ExpressionSyntax {
    if let value = initialValue() { return value }
    expect(.assign, "expected-equals")
    return missingExpression()
  }

  mutating func expectTitle(of owner: String) -> NameSyntax {
    guard !isRecovering, at(.string) else {
      reportMissing(.title(of: owner))
      return NameSyntax("", missingRange)
    }
    let token = advance()
    return NameSyntax(content(token), range(token))
  }

  mutating func expectVersion(after owner: String) -> Int? {
    guard at(.integer), case .integer(let value) = NumberLiteral(text(current)).value else {
      reportMissing(.version(after: owner))
      return nil
    }
    advance()
    return value
  }

  func missingExpression() -> ExpressionSyntax { ExpressionSyntax(.missing, missingRange) }
}
