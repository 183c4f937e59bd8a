import LifecheckLanguage

/// A token or a comment: what stays as it is.
struct Piece: Equatable {
  enum Kind: Equatable {
    /// By its index in the file.
    case token(Int)
    case lineComment
    case blockComment
  }
  let kind: Kind
  let text: String
  /// Line breaks between the piece before and this one.
  var lineBreaks: Int
  /// Blanks directly before it.
  let blanks: Int
  let isFirst: Bool
}

/// The tokens of a file and the comments between them, in order. The end of the file is no piece.
func pieces(of stream: TokenStream) -> [Piece] {
  var reader = PieceReader(text: stream.file.text)
  for (index, token) in stream.tokens.enumerated() {
    reader.readTrivia(upTo: token.start)
    if token.kind != .endOfFile { reader.add(.token(index), from: token.start, to: token.end) }
  }
  return reader.pieces
}

private struct PieceReader {
  let text: [UInt8]
  var pieces: [Piece] = []
  private var position = 0
  private var lineBreaks = 0
  private var blanks = 0

  init(text: [UInt8]) { self.text = text }

  mutating func readTrivia(upTo end: Int) {
    while position < end {
      switch text[position] {
      case UInt8(ascii: "\n"):
        lineBreaks += 1
        blanks = 0
        position += 1
      // Alone it is a line end of old; before a line feed it belongs to that.
      case UInt8(ascii: "\r"):
        if !isNext(UInt8(ascii: "\n")) { lineBreaks += 1 }
        position += 1
      case UInt8(ascii: "/") where isNext(UInt8(ascii: "/")): add(.lineComment, from: position, to: lineEnd(before: end))
      case UInt8(ascii: "/"): add(.blockComment, from: position, to: blockEnd(before: end))
      default:
        blanks += 1
        position += 1
      }
    }
  }

  mutating func add(_ kind: Piece.Kind, from start: Int, to end: Int) {
    var content = String(decoding: text[start..<end], as: UTF8.self)
    if kind == .lineComment { content = content.withoutTrailingBlanks } else { content.replace("\r\n", with: "\n") }
    pieces.append(
      Piece(kind: kind, text: content, lineBreaks: lineBreaks, blanks: blanks, isFirst: pieces.isEmpty))
    position = end
    lineBreaks = 0
    blanks = 0
  }

  private func isNext(_ byte: UInt8) -> Bool { position + 1 < text.count && text[position + 1] == byte }

  private func lineEnd(before end: Int) -> Int {
    text[position..<end].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? end
  }

  /// Block comments nest.
  private func blockEnd(before end: Int) -> Int {
    var depth = 0
    var index = position
    while index + 1 < end {
      let pair = (text[index], text[index + 1])
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        depth += 1
        index += 2
      } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return end
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    var scalars = unicodeScalars[...]
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    return String(scalars)
  }
}
