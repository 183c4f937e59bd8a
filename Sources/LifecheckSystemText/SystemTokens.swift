import LifecheckDiagnostics

/// A mistake in the text of a system, with its place.
struct SystemTextProblem: Error {
  let message: String
  let range: SourceRange

  var diagnostic: Diagnostic { Diagnostic(.error, "system-text", message, at: range) }
}

struct SystemToken: Hashable {
  enum Kind: Hashable {
    case word(SystemWord)
    case name(String)
    case text(String)
    case number(Int)
    /// Punctuation and operators, as they are written.
    case mark(String)
    case end
  }
  let kind: Kind
  let range: SourceRange
}

/// Cuts the text of a system into tokens. `//` begins a comment up to the end of the line.
struct SystemLexer {
  let file: SourceFile
  private var position = 0

  init(_ file: SourceFile) { self.file = file }

  mutating func tokens() throws(SystemTextProblem) -> [SystemToken] {
    var result: [SystemToken] = []
    repeat { result.append(try next()) } while result.last!.kind != .end
    return result
  }

  private var text: [UInt8] { file.text }
  private func byte(_ distance: Int = 0) -> UInt8 { position + distance < text.count ? text[position + distance] : 0 }

  private mutating func next() throws(SystemTextProblem) -> SystemToken {
    skipBlanks()
    let start = position
    guard position < text.count else { return token(.end, from: start) }
    let first = byte()
    if first.isNameStart { return word() }
    if first.isDigit { return try number() }
    if first == UInt8(ascii: "\"") { return try string() }
    for mark in Self.marks where text[position...].starts(with: mark.utf8) {
      position += mark.utf8.count
      return token(.mark(mark), from: start)
    }
    throw SystemTextProblem(message: "this is no part of a system", range: range(start, start + 1))
  }

  /// Longer ones first.
  private static let marks = ["...", "==", "<=", ">=", "<", ">", "=", "{", "}", "[", "]", "(", ")", ",", ":", "+", "-", "?"]

  private mutating func skipBlanks() {
    while position < text.count {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        while position < text.count, byte() != UInt8(ascii: "\n") { position += 1 }
      } else if byte() <= UInt8(ascii: " ") {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> SystemToken {
    let start = position
    // A dot belongs to a name only where the name goes on.
    while byte().isNamePart || byte() == UInt8(ascii: ".") && byte(1).isNamePart { position += 1 }
    let name = String(decoding: text[start..<position], as: UTF8.self)
    return token(SystemWord(rawValue: name).map(SystemToken.Kind.word) ?? .name(name), from: start)
  }

  private mutating func number() throws(SystemTextProblem) -> SystemToken {
    let start = position
    while byte().isDigit { position += 1 }
    // Sums of a few of them stay within a machine word.
    guard let value = Int(String(decoding: text[start..<position], as: UTF8.self)), value <= Self.largestNumber else {
      throw SystemTextProblem(message: "this number is too large; at most \(Self.largestNumber)", range: range(start, position))
    }
    return token(.number(value), from: start)
  }

  private static let largestNumber = 1_000_000_000_000_000

  private mutating func string() throws(SystemTextProblem) -> SystemToken {
    let start = position
    var content: [UInt8] = []
    position += 1
    while byte() != UInt8(ascii: "\"") {
      guard position < text.count, byte() != UInt8(ascii: "\n") else {
        throw SystemTextProblem(message: "this text is never closed", range: range(start, position))
      }
      if byte() == UInt8(ascii: "\\") {
        position += 1
        content.append(byte() == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte())
      } else {
        content.append(byte())
      }
      position += 1
    }
    position += 1
    return token(.text(String(decoding: content, as: UTF8.self)), from: start)
  }

  private func token(_ kind: SystemToken.Kind, from start: Int) -> SystemToken {
    SystemToken(kind: kind, range: range(start, position))
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file.id, start: start, end: min(end, max(start, text.count)))
  }
}
