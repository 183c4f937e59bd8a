import LifecheckLanguage

/// Sets pieces in lines. A line is indented by what is open before it, and by whether a statement or declaration begins with it.
struct Layout {
  let pieces: [Piece]
  let tokens: [Token]
  let itemStarts: Set<Int>

  private static let step = 2
  /// More than a step, lest it look like the block that follows.
  private static let continuation = 4
  /// No block follows a sentence.
  private static let sentenceContinuation = 2

  /// A bracket that is open.
  private struct Level {
    let opening: Int
    /// Columns before what opened it: a statement or declaration, or, within one, the line.
    let base: Int
    let isBrace: Bool
    /// Statements or declarations stand in it; if not, such as in an `enum`, each line of it is one.
    let hasItems: Bool

    var content: Int { base + (isBrace ? Layout.step : Layout.continuation) }
  }
  private var levels: [Level] = []
  private let levelsWithItems: Set<Int>
  private let sentences: Set<Int>

  init(pieces: [Piece], tokens: [Token], itemStarts: Set<Int>) {
    self.pieces = pieces
    self.tokens = tokens
    self.itemStarts = itemStarts
    self.levelsWithItems = openings(ofItems: itemStarts, in: tokens)
    self.sentences = sentenceTokens(in: tokens, itemStarts)
  }

  mutating func lines() -> [Line] {
    var lines: [Line] = []
    var rest = pieces[...]
    while let first = rest.first {
      let count = rest.dropFirst().prefix { $0.lineBreaks == 0 }.count + 1
      let next = rest.dropFirst(count).first { $0.token != nil }
      if isParted(first, from: lines.last) { lines.append(Line()) }
      lines.append(line(of: Array(rest.prefix(count)), before: next?.token))
      rest = rest.dropFirst(count)
    }
    return lines
  }

  /// By an empty line, which stays, but for the first and the last in braces.
  private func isParted(_ piece: Piece, from line: Line?) -> Bool {
    guard let line, piece.lineBreaks > 1, !line.endsInOpenBrace else { return false }
    guard let token = piece.token else { return true }
    return tokens[token].kind != .rightBrace
  }

  private mutating func line(of pieces: [Piece], before next: Int?) -> Line {
    let own = pieces.lazy.compactMap(\.token).first
    let indentation = own.map(indentation(at:)) ?? next.map(indentationOfComment(before:)) ?? 0
    let base = own.map(base(at:)) ?? indentation
    for piece in pieces { if let token = piece.token { follow(token, base: base, indentation: indentation) } }
    return Line(pieces: pieces, indentation: indentation, tokens: tokens)
  }

  private mutating func follow(_ index: Int, base: Int, indentation: Int) {
    switch tokens[index].kind {
    case .leftBrace, .leftParen, .leftBracket:
      let hasItems = levelsWithItems.contains(index)
      levels.append(
        Level(
          opening: index, base: hasItems ? base : indentation, isBrace: tokens[index].kind == .leftBrace, hasItems: hasItems))
    case .rightBrace, .rightParen, .rightBracket: _ = levels.popLast()
    default: break
    }
  }

  // MARK: Columns

  private func indentation(at index: Int) -> Int {
    guard isContinuation(index) else { return base(at: index) }
    return base(at: index) + (sentences.contains(index) ? Layout.sentenceContinuation : Layout.continuation)
  }

  /// A comment above a closing bracket belongs to what is inside.
  private func indentationOfComment(before index: Int) -> Int {
    tokens[index].kind.isClosing ? content : indentation(at: index)
  }

  /// Of what the line at this token belongs to, and what it opens.
  private func base(at index: Int) -> Int {
    guard tokens[index].kind.isClosing, let level = levels.last else { return content }
    return level.base
  }

  private var content: Int { levels.last?.content ?? 0 }

  private func isContinuation(_ index: Int) -> Bool {
    if tokens[index].kind.isClosing || itemStarts.contains(index) { return false }
    if let level = levels.last, !level.isBrace || !level.hasItems || level.opening == index - 1 { return false }
    return !isNextBranch(index)
  }

  /// `else` and `catch` below the brace before them.
  private func isNextBranch(_ index: Int) -> Bool {
    guard index > 0, tokens[index - 1].kind == .rightBrace else { return false }
    return tokens[index].word == .else || tokens[index].word == .catch_
  }
}

/// The brackets in which a statement or declaration stands directly.
private func openings(ofItems starts: Set<Int>, in tokens: [Token]) -> Set<Int> {
  var open: [Int] = []
  var result: Set<Int> = []
  for (index, token) in tokens.enumerated() {
    if starts.contains(index), let last = open.last { result.insert(last) }
    switch token.kind {
    case .leftBrace, .leftParen, .leftBracket: open.append(index)
    case .rightBrace, .rightParen, .rightBracket: _ = open.popLast()
    default: break
    }
  }
  return result
}

/// The tokens of rules and properties, which have a title.
private func sentenceTokens(in tokens: [Token], _ itemStarts: Set<Int>) -> Set<Int> {
  var result: Set<Int> = []
  var isSentence = false
  for index in tokens.indices {
    if itemStarts.contains(index) { isSentence = false }
    if index > 0, tokens[index].kind == .string, tokens[index - 1].beginsSentence { isSentence = true }
    if isSentence { result.insert(index) }
  }
  return result
}

extension Token {
  fileprivate var beginsSentence: Bool {
    switch word {
    case .property, .possible, .assume, .rule, .allow: true
    default: false
    }
  }
}

extension Piece {
  var token: Int? { if case .token(let index) = kind { index } else { nil } }
}

extension TokenKind {
  var isClosing: Bool { self == .rightBrace || self == .rightParen || self == .rightBracket }
}
