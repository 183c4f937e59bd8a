/// A name that a section of a certificate declares or defines.
struct Definition {
  struct Parameter: Hashable {
    /// With its bars.
    let name: String
    let sort: String
  }
  /// With its bars.
  let name: String
  let sort: String
  let parameters: [Parameter]
  /// Without a value: the solver looks for one.
  let isDeclared: Bool
}

/// The content that a section may have.
enum SectionContent {
  /// A system: constants, and what is defined by them.
  case system
  /// A claim: functions of the state, which speak of nothing but their parameters. One that spoke of a constant of the
  /// system would be the same before and after a step, and so be kept by every step.
  case claim(state: Set<Definition.Parameter>)
}

/// Reads a section by the grammar that certificates are written in:
///
///     definition = (declare-const NAME SORT) | (define-fun NAME ((NAME SORT) …) SORT TERM)
///     term       = NAME | NUMBER | true | false | (OPERATION TERM …) | (NAME TERM …)
///
/// It is much smaller than SMT-LIB. There are no strings, no annotations and no backslashes, so no solver finds the end of
/// a name or of a command elsewhere; and a name is used only after it was defined, which happens once.
struct DefinitionReader {
  struct Failure: Error { let message: String }
  private let bytes: [UInt8]
  private let section: Format.Section
  private let content: SectionContent
  private var position = 0
  private var line: Int
  /// Names that other sections have.
  private let taken: Set<String>
  /// How many arguments the names of this section take.
  private var arity: [String: Int] = [:]
  private var definitions: [Definition] = []

  /// - Parameter firstLine: The number of the text's first line.
  init(_ text: Substring, _ section: Format.Section, _ content: SectionContent, firstLine: Int, taken: Set<String>) {
    bytes = Array(text.utf8)
    self.section = section
    self.content = content
    line = firstLine
    self.taken = taken
  }

  /// - Throws: When anything does not belong there.
  mutating func read() throws(Failure) -> [Definition] {
    while let token = try next() {
      guard token == "(" else { throw misplaced(token) }
      definitions.append(try definition())
    }
    return definitions
  }

  // MARK: Definitions

  /// Reads the rest of a definition, after the opening bracket.
  private mutating func definition() throws(Failure) -> Definition {
    let head = try some()
    let isDeclared = head == "declare-const"
    switch content {
    case .system: guard isDeclared || head == "define-fun" else { throw misplaced(head) }
    case .claim: guard head == "define-fun" else { throw misplaced(head) }
    }
    let name = try newName()
    let parameters = isDeclared ? [] : try parameters()
    let sort = try sort()
    if !isDeclared { try term(Set(parameters.map(\.name))) }
    try expect(")")
    arity[name] = parameters.count
    return Definition(name: name, sort: sort, parameters: parameters, isDeclared: isDeclared)
  }

  /// With a space, it can be none that the solver knows.
  private mutating func newName() throws(Failure) -> String {
    let name = try some()
    guard name.hasPrefix("|"), name.contains(" ") else { throw misplaced(name) }
    guard arity[name] == nil, !taken.contains(name) else { throw failure("`\(name)` is defined twice") }
    return name
  }

  private mutating func parameters() throws(Failure) -> [Definition.Parameter] {
    try expect("(")
    var parameters: [Definition.Parameter] = []
    while true {
      let token = try some()
      if token == ")" { return parameters }
      guard token == "(" else { throw misplaced(token) }
      let parameter = Definition.Parameter(name: try some(), sort: try sort())
      try expect(")")
      guard case .claim(let state) = content, state.contains(parameter), !parameters.contains(parameter) else {
        throw misplaced(parameter.name)
      }
      parameters.append(parameter)
    }
  }

  private mutating func sort() throws(Failure) -> String {
    let sort = try some()
    guard sort == "Bool" || sort == "Real" else { throw misplaced(sort) }
    return sort
  }

  // MARK: Terms

  private static let operations: Set<String> = ["not", "and", "or", "=", "ite", "<=", "<", "+", "*", "-"]

  /// Without recursion: a file may nest as deep as it likes. Numbers and kinds of arguments are left to the solver.
  private mutating func term(_ parameters: Set<String>) throws(Failure) {
    var depth = 0
    repeat {
      let token = try some()
      switch token {
      case "(":
        let head = try some()
        guard Self.operations.contains(head) || (arity[head] ?? 0) > 0 && !parameters.contains(head) else {
          throw misplaced(head)
        }
        depth += 1
      case ")":
        guard depth > 0 else { throw misplaced(token) }
        depth -= 1
      default:
        let isKnown = parameters.contains(token) || arity[token] == 0 || token == "true" || token == "false"
        guard isKnown || Self.isNumber(token) else { throw misplaced(token) }
      }
    } while depth > 0
  }

  /// `5000.0`
  private static func isNumber(_ token: String) -> Bool {
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  // MARK: Tokens

  private func failure(_ message: String) -> Failure { Failure(message: "line \(line): \(message)") }

  private func misplaced(_ token: String) -> Failure {
    failure("`\(token)` does not belong in section \(section.rawValue.prefix(3))")
  }

  private mutating func expect(_ token: String) throws(Failure) {
    let found = try some()
    guard found == token else { throw misplaced(found) }
  }

  private mutating func some() throws(Failure) -> String {
    guard let token = try next() else { throw failure("a bracket is not closed") }
    return token
  }

  /// A bracket, a quoted symbol with its bars, or another word; nil at the end.
  private mutating func next() throws(Failure) -> String? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "("), UInt8(ascii: ")"): position += 1
    case UInt8(ascii: "|"): try skipSymbol()
    default:
      while position < bytes.count, Self.isOfWord(bytes[position]) { position += 1 }
      if position == start { throw misplaced(String(decoding: bytes[start...start], as: UTF8.self)) }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Some solvers take the bar after a backslash as a part of the name.
  private mutating func skipSymbol() throws(Failure) {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "|") {
      guard (0x20...0x7e).contains(bytes[position]), bytes[position] != UInt8(ascii: "\\") else { break }
      position += 1
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "|") else {
      throw failure("a name has a character that no name has, or does not end")
    }
    position += 1
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

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default:
      [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(
        byte)
    }
  }
}
