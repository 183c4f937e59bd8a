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
  case `if`, `else`
  case guard_ = "guard"
  case `for`, `in`
  case return_ = "return"
  case throw_ = "throw"
  case `do`
  case catch_ = "catch"
  case defer_ = "defer"
  case true_ = "true"
  case false_ = "false"
  case none_ = "none"
  case self_ = "self"
  case any, new
  case try_ = "try"
  case await
  case and, or, not
  // Declarations.
  case app, platform, use, with, since
  case enum_ = "enum"
  case const, param, setting
  case var_ = "var"
  case let_ = "let"
  case durable, system, phases, def, stopwatch
  case while_ = "while"
  case thread, queue, latency, callback, on, says
  case signal, kind, pool
  case func_ = "func"
  case async, takes, may, fail, event, by, when, latest, dies, allow, because, from, elsewhere
  // Statements and expressions.
  case wait, wall, until, within, lock, atomic, call, emit, die, freeze, thaw, start, reset
  case is_ = "is"
  case forever, once, count
  case some_ = "some"
  case all
  case where_ = "where"
  case sync, weak
  // Sentences.
  case property, possible, assume, rule, id, advice, predicts, about, each
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
