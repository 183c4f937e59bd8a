/// One SMT-LIB command, as far as a certificate's form depends on it.
struct Command {
  /// `declare-const`, `define-fun`, …
  let head: String
  /// What is declared or defined, with its bars; nil if the command has no quoted name.
  let name: String?
  /// Names and sorts of the parameters of a definition.
  let parameters: [String]
}

/// Cuts a text into commands. It knows quoted symbols and comments; nothing in a certificate needs more.
struct CommandReader {
  struct Failure: Error { let line: Int }
  private let bytes: [UInt8]
  private var position = 0
  private var line: Int

  /// - Parameter firstLine: The number of the text's first line.
  init(_ text: Substring, firstLine: Int) {
    bytes = Array(text.utf8)
    line = firstLine
  }

  /// - Throws: When brackets or bars do not match.
  mutating func commands() throws(Failure) -> [Command] {
    var commands: [Command] = []
    while let token = try next() {
      guard token == "(" else { throw Failure(line: line) }
      commands.append(try command())
    }
    return commands
  }

  /// What follows the opening bracket of a command.
  private mutating func command() throws(Failure) -> Command {
    guard let head = try next() else { throw Failure(line: line) }
    guard let second = try next() else { throw Failure(line: line) }
    var parameters: [String] = []
    var depth = second == "(" ? 2 : second == ")" ? 0 : 1
    var isFirstList = head == "define-fun"
    while depth > 0 {
      guard let token = try next() else { throw Failure(line: line) }
      switch token {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 1 { isFirstList = false }
      default: if isFirstList, depth == 3, token.hasPrefix("|") { parameters.append(token) }
      }
    }
    return Command(head: head, name: second.hasPrefix("|") ? second : nil, parameters: parameters)
  }

  /// A bracket, a quoted symbol with its bars, or another word; nil at the end.
  private mutating func next() throws(Failure) -> String? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "("), UInt8(ascii: ")"): position += 1
    case UInt8(ascii: "|"):
      guard let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "|")) else { throw Failure(line: line) }
      position = end + 1
    default:
      while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "): break
      case UInt8(ascii: ";"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        continue
      default: return
      }
      position += 1
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: ";")].contains(byte)
  }
}
