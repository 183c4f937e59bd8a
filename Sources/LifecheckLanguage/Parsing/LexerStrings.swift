extension Lexer {
  mutating func scanString() {
    let start = position
    position += 1
    while position < bytes.count, !isLineEnd {
      if byte() == UInt8(ascii: "\"") {
        position += 1
        return add(.string, from: start)
      }
      if byte() == UInt8(ascii: "\\") { skipEscape() } else { position += 1 }
    }
    report(.unterminatedString, from: start)
    add(.string, from: start)
  }

  private mutating func skipEscape() {
    let start = position
    position += 1
    guard position < bytes.count, !isLineEnd else { return }
    let isKnown = escapes[byte()] != nil
    position += 1
    while position < bytes.count, byte() & 0xC0 == 0x80 { position += 1 }
    if !isKnown { report(.unknownEscape(text(from: start)), from: start) }
  }

  /// `“…”` or `'…'`: surely meant as a text.
  mutating func scanCurlyString() {
    let start = position
    let opening = scalar()!
    position += UTF8.width(opening)
    let contentStart = position
    while position < bytes.count, !isLineEnd {
      let end = position
      let next = scalar()
      position += next.map(UTF8.width) ?? 1
      if opening == "'" ? next == "'" : next == "”" || next == "“" || next == "\"" {
        report(.curlyQuotes(content: text(from: contentStart, to: end)), from: start)
        return add(.string, from: start)
      }
    }
    report(.unterminatedString, from: start)
    add(.string, from: start)
  }

  private var isLineEnd: Bool { byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") }
}

private let escapes: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "t"): UInt8(ascii: "\t"),
]

/// The content of a text token: without its quotes, escapes replaced. Odd tokens, already complained about, give what they can.
func stringContent(of token: ArraySlice<UInt8>) -> String {
  var rest = token
  // A straight quote is one byte; the others are three.
  let quoteLength = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'") ? 1 : 3
  rest = rest.dropFirst(quoteLength)
  var content: [UInt8] = []
  while let next = rest.popFirst() {
    if next == UInt8(ascii: "\""), rest.isEmpty { break }
    guard next == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
      content.append(next)
      continue
    }
    content.append(escapes[escaped] ?? escaped)
  }
  let text = String(decoding: content, as: UTF8.self)
  return quoteLength == 1 && token.first == UInt8(ascii: "\"") ? text : text.droppingClosingQuote
}

extension String {
  fileprivate var droppingClosingQuote: String {
    last.map { "”“'\"".contains($0) } == true ? String(dropLast()) : self
  }
}
