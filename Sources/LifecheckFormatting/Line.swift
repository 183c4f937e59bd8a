import LifecheckLanguage

/// One line of the result.
struct Line {
  private(set) var text = ""
  private(set) var endsInOpenBrace = false

  /// An empty one.
  init() {}

  init(pieces: [Piece], indentation: Int, tokens: [Token]) {
    text = String(repeating: " ", count: indentation)
    var before: Piece?
    for piece in pieces {
      if let before { text += String(repeating: " ", count: blanks(before, piece, in: tokens)) }
      text += piece.text
      before = piece
    }
    endsInOpenBrace = pieces.last { $0.token != nil }?.token.map { tokens[$0].kind == .leftBrace } == true
  }
}

/// Columns between two pieces of a line. Comments at the ends of lines stay where the author has put them below each other.
private func blanks(_ before: Piece, _ after: Piece, in tokens: [Token]) -> Int {
  if after.kind == .lineComment { return max(after.blanks, 2) }
  return isSpaced(before, after, in: tokens) ? 1 : 0
}
