import LifecheckDiagnostics

/// Mistakes in the text, found before any grammar is looked at.
enum LexicalProblem {
  case badCharacter(String)
  /// A no-break space and the like.
  case invisibleCharacter(Unicode.Scalar)
  /// A character that means something else than it looks like: `≤`, `…`, `“`.
  case mistakenCharacter(String, meant: String)
  case curlyQuotes(content: String)
  case invalidUTF8
  case binaryFile
  case unterminatedComment
  case unterminatedString
  case unknownEscape(String)
  case number(NumberLiteral.Problem, text: String)
}

extension LexicalProblem {
  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .badCharacter(let text):
      Diagnostic(
        .error, "bad-character", "`\(text)` means nothing here", at: range,
        help: helpForCharacter[text.hasPrefix("@") ? "@" : text])
    case .invisibleCharacter(let scalar):
      Diagnostic(
        .error, "bad-character", "here is a character that cannot be seen (U+\(scalar.hexadecimal))", at: range,
        fixIts: [.replace(range, with: " ")])
    case .mistakenCharacter(let text, let meant):
      Diagnostic(
        .error, "bad-character", "`\(text)` means nothing here", at: range,
        fixIts: [.replace(range, with: meant)])
    case .curlyQuotes(let content):
      Diagnostic(
        .error, "bad-character", "texts stand between straight double quotes", at: range,
        fixIts: [.replace(range, with: "\"\(content)\"")])
    case .invalidUTF8:
      Diagnostic(.error, "invalid-utf8", "these bytes are not UTF-8 text", at: range, help: "save the file as UTF-8")
    case .binaryFile:
      Diagnostic(
        .error, "binary-file", "this is not a text file: it has a zero byte", at: range, help: "save the file as UTF-8")
    case .unterminatedComment:
      Diagnostic(.error, "unterminated-comment", "this comment is never closed", at: range, help: "close it with `*/`")
    case .unterminatedString:
      Diagnostic(
        .error, "unterminated-string", "this text is not closed on its line", at: range,
        fixIts: [.insert("\"", after: range)])
    case .unknownEscape(let escape):
      Diagnostic(
        .error, "unknown-escape", "`\(escape)` is not an escape", at: range, help: #"there are `\"`, `\\`, `\n` and `\t`"#)
    case .number(let problem, let text):
      problem.diagnostic(text: text, at: range)
    }
  }
}

extension NumberLiteral.Problem {
  fileprivate func diagnostic(text: String, at range: SourceRange) -> Diagnostic {
    switch self {
    case .integerTooLarge:
      Diagnostic(
        .error, "integer-too-large", "this number is too large", at: range,
        fixIts: [.replace(range, with: "\(NumberLiteral.largestInteger)")],
        help: "the largest is \(NumberLiteral.largestInteger)")
    case .durationTooLong:
      Diagnostic(
        .error, "duration-too-long", "this duration is too long", at: range,
        fixIts: [.replace(range, with: "1000000h")], help: "the longest is `1000000h`; `forever` has no end")
    case .notWholeMilliseconds(let nearest):
      Diagnostic(
        .error, "duration-not-whole", "a duration is a whole number of milliseconds", at: range,
        fixIts: [.replace(range, with: nearest)])
    case .fractionWithoutUnit:
      Diagnostic(
        .error, "fraction-without-unit", "only durations can have a fraction", at: range,
        fixIts: [.replace(range, with: "\(text)s")])
    case .unknownUnit(let unit, let repaired?):
      Diagnostic(
        .error, "unknown-unit", "`\(unit)` is not a unit of time", at: range, fixIts: [.replace(range, with: repaired)])
    case .unknownUnit(let unit, nil):
      Diagnostic(
        .error, "unknown-unit", "`\(text)` is not a number: `\(unit)` is not a unit of time", at: range,
        help: "the units are `ms`, `s`, `min` and `h`")
    }
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Advice for a character that has no meaning here: what is written instead.
private let helpForCharacter = [
  "%": "there is no remainder: begin anew with `if n < 4 { n += 1 } else { n = 0 }`",
  "@": "leave the attribute out; a thread is named by `on main`",
]
