extension Lexer {
  /// Skips white space and comments, noting line breaks and documentation on the way.
  mutating func skipTrivia() {
    var isLineBlank = false
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // Documentation belongs to what stands right below it.
        if isLineBlank { pendingDocumentation = [] }
        if byte() == UInt8(ascii: "\r"), byte(1) == UInt8(ascii: "\n") { position += 1 }
        position += 1
        sawLineBreak = true
        isLineBlank = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        isLineBlank = false
        skipLineComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        isLineBlank = false
        skipBlockComment()
      default: return
      }
    }
  }

  private mutating func skipLineComment() {
    let isDocumentation = byte(2) == UInt8(ascii: "/") && byte(3) != UInt8(ascii: "/")
    var start = position + (isDocumentation ? 3 : 2)
    while position < bytes.count, byte() != UInt8(ascii: "\n"), byte() != UInt8(ascii: "\r") { position += 1 }
    guard isDocumentation, sawLineBreak else { return }
    if start < position, bytes[start] == UInt8(ascii: " ") { start += 1 }
    pendingDocumentation.append(start..<position)
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 0
    repeat {
      guard position < bytes.count else {
        sawBadText = true
        return report(.unterminatedComment, from: start, to: start + 2)
      }
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if byte() == UInt8(ascii: "\n") { sawLineBreak = true }
        position += 1
      }
    } while depth > 0
  }
}
