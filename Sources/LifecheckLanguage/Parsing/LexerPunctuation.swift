extension Lexer {
  /// The punctuation at the current position and its length; the longest match wins.
  func punctuation() -> (TokenKind, length: Int)? {
    let second = byte(1)
    switch byte() {
    case UInt8(ascii: "{"): return (.leftBrace, 1)
    case UInt8(ascii: "}"): return (.rightBrace, 1)
    case UInt8(ascii: "("): return (.leftParen, 1)
    case UInt8(ascii: ")"): return (.rightParen, 1)
    case UInt8(ascii: "["): return (.leftBracket, 1)
    case UInt8(ascii: "]"): return (.rightBracket, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ";"): return (.semicolon, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: "?"): return (.question, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    case UInt8(ascii: "."): return dots()
    case UInt8(ascii: "="): return second == UInt8(ascii: "=") ? (.equal, 2) : (.assign, 1)
    case UInt8(ascii: "!"): return second == UInt8(ascii: "=") ? (.notEqual, 2) : (.bang, 1)
    case UInt8(ascii: "<"): return second == UInt8(ascii: "=") ? (.lessEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"): return second == UInt8(ascii: "=") ? (.greaterEqual, 2) : (.greater, 1)
    case UInt8(ascii: "+"): return second == UInt8(ascii: "=") ? (.addAssign, 2) : (.plus, 1)
    case UInt8(ascii: "-"):
      if second == UInt8(ascii: "=") { return (.subtractAssign, 2) }
      return second == UInt8(ascii: ">") ? (.arrow, 2) : (.minus, 1)
    case UInt8(ascii: "&"): return second == UInt8(ascii: "&") ? (.andAnd, 2) : nil
    case UInt8(ascii: "|"): return second == UInt8(ascii: "|") ? (.orOr, 2) : nil
    default: return nil
    }
  }

  private func dots() -> (TokenKind, length: Int)? {
    guard byte(1) == UInt8(ascii: ".") else { return (.dot, 1) }
    switch byte(2) {
    case UInt8(ascii: "."): return (.ellipsis, 3)
    case UInt8(ascii: "<"): return (.halfOpen, 3)
    default: return nil
    }
  }

  /// Scans text that starts like nothing in the language. Look-alikes become what they were meant to be, so that one slip gives
  /// one message; the rest is skipped up to the next readable place.
  mutating func scanUnusual() {
    guard let scalar = scalar() else { return skipInvalidUTF8() }
    if byte() == UInt8(ascii: "."), byte(1) == UInt8(ascii: ".") {
      return replace(length: 2, by: ("...", .ellipsis))
    }
    if scalar.properties.isXIDStart { return scanName() }
    if quoteLookAlikes.contains(scalar) { return scanCurlyString() }
    if let meant = lookAlikes[scalar] { return replace(length: UTF8.width(scalar), by: meant) }
    skipMeaningless(scalar)
  }

  /// A run of one character, or of several beyond ASCII: an emoji is often more than one. An attribute is one mistake with its
  /// name.
  private mutating func skipMeaningless(_ first: Unicode.Scalar) {
    let start = position
    repeat { position += UTF8.width(scalar()!) } while scalar().map { isMeaningless($0, after: first) } == true
    sawBadText = true
    let isInvisible = first.properties.isWhitespace || first.properties.generalCategory == .format
    report(isInvisible ? .invisibleCharacter(first) : .badCharacter(text(from: start).shortened), from: start)
  }

  private func isMeaningless(_ scalar: Unicode.Scalar, after first: Unicode.Scalar) -> Bool {
    if first == "@" { return scalar == first || scalar.properties.isXIDContinue }
    if scalar == first { return true }
    return first.value >= 0x80 && scalar.value >= 0x80 && !scalar.properties.isXIDStart && lookAlikes[scalar] == nil
      && !quoteLookAlikes.contains(scalar)
  }

  private mutating func replace(length: Int, by meant: (text: String, kind: TokenKind)) {
    let start = position
    position += length
    report(.mistakenCharacter(text(from: start), meant: meant.text), from: start)
    add(meant.kind, from: start)
  }

  private mutating func skipInvalidUTF8() {
    let start = position
    while position < bytes.count, bytes[position] >= 0x80, scalar() == nil { position += 1 }
    sawBadText = true
    report(.invalidUTF8, from: start)
  }

  /// The scalar at the current position; nil at the end and where the bytes are not UTF-8.
  func scalar() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    if bytes[position] < 0x80 { return Unicode.Scalar(bytes[position]) }
    var decoder = UTF8()
    var rest = bytes[position..<min(position + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return scalar
  }
}

private let lookAlikes: [Unicode.Scalar: (text: String, kind: TokenKind)] = [
  "…": ("...", .ellipsis), "≤": ("<=", .lessEqual), "≥": (">=", .greaterEqual), "≠": ("!=", .notEqual),
  "→": ("->", .arrow), "−": ("-", .minus), "–": ("-", .minus), "×": ("*", .star), "¬": ("not", .bang),
  "&": ("and", .andAnd), "|": ("or", .orOr),
]

private let quoteLookAlikes: Set<Unicode.Scalar> = ["“", "”", "„", "'"]
