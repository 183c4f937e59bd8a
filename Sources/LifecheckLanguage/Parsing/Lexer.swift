import LifecheckDiagnostics

/// Cuts a file into tokens. Never fails: unreadable text becomes trivia with a diagnostic.
package func lex(_ file: SourceFile) -> TokenStream {
  var lexer = Lexer(file)
  lexer.run()
  return TokenStream(
    file: file, tokens: lexer.tokens, documentation: lexer.documentation, diagnostics: lexer.diagnostics)
}

struct Lexer {
  let file: SourceFile
  let bytes: [UInt8]
  var position = 0
  var tokens: [Token] = []
  var documentation: [Int: [Range<Int>]] = [:]
  var diagnostics: [Diagnostic] = []
  // Findings about the trivia before the next token.
  var sawLineBreak = true
  var sawBadText = false
  var pendingDocumentation: [Range<Int>] = []

  init(_ file: SourceFile) {
    self.file = file
    self.bytes = file.text
    tokens.reserveCapacity(file.text.count / 4 + 1)
  }

  mutating func run() {
    if let zero = bytes.firstIndex(of: 0) {
      giveUp(onZeroByteAt: zero)
    } else {
      scanText()
    }
    add(.endOfFile, from: position)
  }

  private mutating func scanText() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while true {
      skipTrivia()
      guard position < bytes.count else { break }
      scanToken()
    }
  }

  /// Whatever it is, it is not text, and no further message would help.
  private mutating func giveUp(onZeroByteAt zero: Int) {
    report(.binaryFile, from: zero, to: zero + 1)
    position = bytes.count
    sawBadText = true
  }

  /// The byte `distance` after the current position; 0 beyond the end, which no rule matches.
  func byte(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  mutating func add(_ kind: TokenKind, from start: Int, word: Word? = nil) {
    if !pendingDocumentation.isEmpty {
      documentation[tokens.count] = pendingDocumentation
      pendingDocumentation = []
    }
    tokens.append(
      Token(
        kind: kind, word: word, start: start, end: position, startsLine: sawLineBreak, followsBadText: sawBadText))
    sawLineBreak = false
    sawBadText = false
  }

  mutating func report(_ problem: LexicalProblem, from start: Int, to end: Int? = nil) {
    guard diagnostics.count < Parsed.mostDiagnostics else { return }
    diagnostics.append(problem.diagnostic(at: SourceRange(file: file.id, start: start, end: end ?? position)))
  }

  func text(from start: Int, to end: Int? = nil) -> String {
    String(decoding: bytes[start..<(end ?? position)], as: UTF8.self)
  }

  private mutating func scanToken() {
    let start = position
    let first = byte()
    if first.isNameStart {
      scanName()
    } else if first.isDigit {
      scanNumber()
    } else if first == UInt8(ascii: "\"") {
      scanString()
    } else if let (kind, length) = punctuation() {
      position += length
      add(kind, from: start)
    } else {
      scanUnusual()
    }
  }

  mutating func scanName() {
    let start = position
    while byte().isNamePart { position += 1 }
    // A name that goes on with letters beyond ASCII is one name all the same.
    while let scalar = scalar(), scalar.value >= 0x80, scalar.properties.isXIDContinue {
      position += UTF8.width(scalar)
      while byte().isNamePart { position += 1 }
    }
    add(.name, from: start, word: position - start <= longestWord ? wordsByText[text(from: start)] : nil)
  }

  private mutating func scanNumber() {
    let start = position
    while byte().isDigit { position += 1 }
    if byte() == UInt8(ascii: "."), byte(1).isDigit {
      position += 1
      while byte().isDigit { position += 1 }
    }
    while byte().isNamePart { position += 1 }
    let written = text(from: start)
    let literal = NumberLiteral(written)
    if let problem = literal.problem { report(.number(problem, text: written.shortened), from: start) }
    if case .integer = literal.value { add(.integer, from: start) } else { add(.duration, from: start) }
  }
}

private let wordsByText = Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0.rawValue, $0) })
private let longestWord = wordsByText.keys.map(\.utf8.count).max()!

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isNameStart: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self == 0x5F }
  var isNamePart: Bool { isNameStart || isDigit }
}

extension String {
  /// For quoting in a message: one line, without control characters, and not a whole screen.
  var shortened: String {
    let start = String(String.UnicodeScalarView(unicodeScalars.prefix(41).map { $0.isPrintable ? $0 : "\u{FFFD}" }))
    return unicodeScalars.count > 40 ? "\(start.dropLast())…" : start
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool { value >= 0x20 && !(0x7F...0x9F).contains(value) }
}
