/// Reads JSON as reports have it: numbers are whole, and no member comes twice.
/// - Source: RFC 8259.
struct JSONReader {
  struct Failure: Error { let line: Int }
  private let bytes: [UInt8]
  private var position = 0
  /// Reports nest less deeply.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: The line at which the text is no JSON, or has a number with a fraction.
  mutating func document() throws(Failure) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw failure }
    return value
  }

  private var failure: Failure { Failure(line: 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }) }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.deepest else { throw failure }
    skipBlanks()
    guard position < bytes.count else { throw failure }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .integer(try integer())
    }
  }

  // MARK: Lists

  private mutating func members(depth: Int) throws(Failure) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    var keys: Set<String> = []
    position += 1
    if take(UInt8(ascii: "}")) { return [] }
    repeat {
      skipBlanks()
      let key = try string()
      guard keys.insert(key).inserted, take(UInt8(ascii: ":")) else { throw failure }
      members.append((key, try value(depth: depth + 1)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure }
    return members
  }

  private mutating func elements(depth: Int) throws(Failure) -> [JSONValue] {
    var elements: [JSONValue] = []
    position += 1
    if take(UInt8(ascii: "]")) { return [] }
    repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure }
    return elements
  }

  // MARK: Words

  private mutating func word(_ text: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[position...].starts(with: text.utf8) else { throw failure }
    position += text.utf8.count
    return value
  }

  private mutating func integer() throws(Failure) -> Int {
    let start = position
    while position < bytes.count, bytes[position] == UInt8(ascii: "-") || isDigit(bytes[position]) { position += 1 }
    let isWhole = position == bytes.count || !".eE+".utf8.contains(bytes[position])
    guard isWhole, let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else { throw failure }
    return number
  }

  private mutating func string() throws(Failure) -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure }
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): result += Array(String(Character(try escape())).utf8)
      case 0..<0x20: throw failure
      default: result.append(byte)
      }
    }
    throw failure
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    guard position < bytes.count else { throw failure }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"):
      let high = try codeUnit()
      guard (0xD800..<0xDC00).contains(high) else {
        guard let scalar = Unicode.Scalar(high) else { throw failure }
        return scalar
      }
      guard bytes[position...].starts(with: "\\u".utf8) else { throw failure }
      position += 2
      let low = try codeUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw failure }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))!
    case let byte where "\"\\/".utf8.contains(byte): return Unicode.Scalar(byte)
    default: throw failure
    }
  }

  private mutating func codeUnit() throws(Failure) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else { throw failure }
    position += 4
    return unit
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while position < bytes.count, " \n\r\t".utf8.contains(bytes[position]) { position += 1 }
  }
}
