import LifecheckDiagnostics

/// The cursor and the state of recovery; the grammar is in the extensions, one file per part.
struct Parser {
  let stream: TokenStream
  let tokens: [Token]
  var index = 0
  /// The first tokens of all statements and declarations so far, in order.
  var itemStarts: [Int] = []
  var diagnostics: [Diagnostic] = []
  /// What to say instead of a diagnostic of the lexer's, which does not know what stands there. None is ever left out.
  var retold: [SourceRange: Diagnostic] = [:]
  /// A mistake has been reported and the parser has not found its way again.
  var isRecovering = false
  /// The first `}` whose indentation is not that of the line it closes.
  var crookedBrace: SourceRange?
  var nesting = Nesting()
  /// In a condition: `{` begins the block that follows, not a closure.
  var isBlockExpected = false
  /// In the operand of `takes`: a second `takes` or `may fail` belongs to the outer one.
  var isTiming = false
  /// In a sentence: words like `before` end an expression.
  var isInSentence = false

  init(_ stream: TokenStream) {
    self.stream = stream
    self.tokens = stream.tokens
  }

  /// Where the statement or declaration that is being read begins.
  var itemStart: Int { itemStarts.last ?? 0 }

  mutating func beginItem() { itemStarts.append(index) }

  // MARK: Looking

  var current: Token { tokens[index] }

  func peek(_ distance: Int = 1) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  func at(_ kind: TokenKind) -> Bool { current.kind == kind }
  func at(_ word: Word) -> Bool { current.word == word }

  /// The token that could go on with the current line.
  func atOnSameLine(_ kind: TokenKind) -> Bool { current.kind == kind && !current.startsLine }
  func atOnSameLine(_ word: Word) -> Bool { current.word == word && !current.startsLine }

  var isAtEnd: Bool { at(.endOfFile) }
  /// Where a statement or declaration can end.
  var isAtItemEnd: Bool { current.startsLine || at(.semicolon) || at(.rightBrace) || isAtEnd }

  func isName(_ token: Token) -> Bool { token.kind == .name && token.word?.isReserved != true }

  // MARK: Moving

  @discardableResult mutating func advance() -> Token {
    let token = current
    if index + 1 < tokens.count { index += 1 }
    return token
  }

  mutating func take(_ kind: TokenKind) -> Token? { at(kind) ? advance() : nil }
  mutating func take(_ word: Word) -> Token? { at(word) ? advance() : nil }
  mutating func skip(_ kind: TokenKind) -> Bool { take(kind) != nil }
  mutating func skip(_ word: Word) -> Bool { take(word) != nil }

  // MARK: Text and ranges

  func text(_ token: Token) -> String {
    String(decoding: stream.file.text[token.start..<token.end], as: UTF8.self)
  }

  func range(_ token: Token) -> SourceRange { range(token.start, token.end) }

  /// From `start` to the end of what was read last.
  func range(from start: Int) -> SourceRange { range(start, max(start, previousEnd)) }

  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: stream.file.id, start: start, end: end)
  }

  var previousEnd: Int { index > 0 ? tokens[index - 1].end : 0 }

  func name(_ token: Token) -> NameSyntax { NameSyntax(text(token), range(token)) }

  func content(_ token: Token) -> String { stringContent(of: stream.file.text[token.start..<token.end]) }
}
