import LifecheckLanguage

/// One line of the result.
struct Line {
  /// Without the comment at its end.
  var code = ""
  /// A comment behind code, which may be moved below those of the neighbours.
  var comment: String?
  var endsInOpenBrace = false

  /// An empty one.
  init() {}

  init(pieces: [Piece], indentation: Int, tokens: [Token]) {
    code = String(repeating: " ", count: indentation)
    var pieces = pieces[...]
    if pieces.count > 1, pieces.last?.kind == .lineComment { comment = pieces.removeLast().text }
    var before: Piece?
    for piece in pieces {
      if let before, isSpaced(before, piece, in: tokens) { code += " " }
      code += piece.text
      before = piece
    }
    endsInOpenBrace = before?.token.map { tokens[$0].kind == .leftBrace } == true
  }
}

extension [Line] {
  /// Comments at the ends of neighbouring lines begin in one column. A long line does not push those of the others away.
  func withAlignedComments() -> [String] {
    var result: [String] = []
    var rest = self[...]
    while let line = rest.popFirst() {
      guard let comment = line.comment else {
        result.append(line.code)
        continue
      }
      guard line.isShort else {
        result.append(line.code + "  " + comment)
        continue
      }
      let block = [line] + rest.prefix { $0.comment != nil && $0.isShort }
      rest = rest.dropFirst(block.count - 1)
      let column = block.map(\.width).max()! + 2
      result += block.map { $0.code + String(repeating: " ", count: column - $0.width) + $0.comment! }
    }
    return result
  }
}

extension Line {
  /// In characters, as editors count columns.
  fileprivate var width: Int { code.unicodeScalars.count }
  fileprivate var isShort: Bool { width <= 80 }
}
