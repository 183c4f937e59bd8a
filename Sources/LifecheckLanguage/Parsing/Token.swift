import LifecheckDiagnostics

/// A piece of text the parser looks at. What lies between two tokens is trivia: white space, comments, and text that has
/// been complained about.
package struct Token: Hashable, Sendable {
  package let kind: TokenKind
  /// Which of the language's words this is; whether it acts as a keyword depends on where it stands.
  package let word: Word?
  /// UTF-8 offsets.
  package let start: Int
  package let end: Int
  /// A line break lies between this token and the one before.
  package let startsLine: Bool
  /// Unreadable text lies between this token and the one before; a message about this place would be an echo.
  package let followsBadText: Bool
}

package enum TokenKind: UInt8, Hashable, Sendable {
  case name, integer, duration, string
  case leftBrace, rightBrace, leftParen, rightParen, leftBracket, rightBracket
  case comma, semicolon, colon, dot, ellipsis, halfOpen, question, arrow
  case assign, addAssign, subtractAssign
  case equal, notEqual, less, lessEqual, greater, greaterEqual
  case plus, minus, star, bang, andAnd, orOr
  case endOfFile
}

/// The words of the language. `none` and `some` have other names here, for an optional word has cases of these names too.
package enum Word: String, Hashable, Sendable, CaseIterable {
  // Reserved: never the name of anything.
  case `if`, `else`, guard_ = "guard", `for`, `in`, return_ = "return", throw_ = "throw", `do`, catch_ = "catch"
  case defer_ = "defer", true_ = "true", false_ = "false", none_ = "none", self_ = "self", any, new, try_ = "try", await
  case and, or, not
  // Declarations.
  case app, platform, use, with, since, enum_ = "enum", const, param, setting, var_ = "var", let_ = "let"
  case durable, system, phases, def, stopwatch, while_ = "while", thread, queue, latency, callback, on, says
  case signal, kind, pool, func_ = "func", async, takes, may, fail, event, by, when, latest, dies, allow, because
  // Statements and expressions.
  case wait, wall, until, within, lock, atomic, call, emit, die, freeze, thaw, start, reset
  case is_ = "is", forever, once, count, some_ = "some", all, where_ = "where", sync, weak
  // Sentences.
  case property, possible, assume, rule, id, advice, predicts, each
  case always, eventually, never, after, before, only, exactly, at, most, per, returns, fails, becomes, enters
  case unless, the

  package var isReserved: Bool { Word.reserved.contains(self) }

  private static let reserved: Set<Word> = [
    .if, .else, .guard_, .for, .in, .return_, .throw_, .do, .catch_, .defer_, .true_, .false_, .none_, .self_, .any,
    .new, .try_, .await, .and, .or, .not,
  ]
}

/// All tokens of a file, the last being `.endOfFile`, and what was wrong with the text itself.
package struct TokenStream: Sendable {
  package let file: SourceFile
  package let tokens: [Token]
  /// For tokens below `///` lines: where the text of these lines is.
  package let documentation: [Int: [Range<Int>]]
  package let diagnostics: [Diagnostic]

  /// Trivia and tokens in turn; joined, they are the file.
  package var pieces: [ArraySlice<UInt8>] {
    var position = 0
    return tokens.flatMap { token in
      defer { position = token.end }
      return [file.text[position..<token.start], file.text[token.start..<token.end]]
    }
  }
}
