import LifecheckDiagnostics

/// Syntax errors: words of a file that do not fit together.
enum SyntaxProblem {
  case missing(MissingText)
  case misplaced(MisplacedText)
  /// `after` and `of` name what stands before, as written.
  case expectedPunctuation(String, code: String, after: String)
  /// `suspect`: a `}` inside whose indentation is not that of the line it closes.
  case expectedClosing(of: String, closing: String, opening: SourceRange, suspect: SourceRange? = nil)
  case expectedSeparator(closing: String, before: String)
  case unmatchedBrace
  case nestingTooDeep
  case incompleteSentence(start: SourceRange)
  case habit(HabitProblem)
}

extension SyntaxProblem {
  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .missing(let problem): problem.diagnostic(at: range)
    case .misplaced(let problem): problem.diagnostic(at: range)
    case .habit(let problem): problem.diagnostic(at: range)
    case .expectedPunctuation(let text, let code, let after):
      Diagnostic(
        .error, code, "expected `\(text)` after `\(after)`", at: range,
        fixIts: range.start == range.end ? [.insert(text, after: range)] : [])
    case .expectedClosing(let opening, let closing, let place, let suspect):
      Diagnostic(.error, "expected-closing", "expected `\(closing)` to close `\(opening)`", at: range)
        .label("opened here", at: place)
        .label("this `}` is not below the line that it closes: is one missing above?", at: suspect)
    case .expectedSeparator(let closing, let found):
      Diagnostic(.error, "expected-comma", "expected `,` or `\(closing)` before `\(found)`", at: range)
    case .unmatchedBrace:
      Diagnostic(.error, "unmatched-closing", "this `}` closes nothing", at: range)
    case .nestingTooDeep:
      Diagnostic(
        .error, "nesting-too-deep", "this is nested more than \(Nesting.limit) levels deep; nothing after it was read",
        at: range, help: "give parts of it a name with `def`, or move statements into functions")
    case .incompleteSentence(let start):
      Diagnostic(
        .error, "incomplete-sentence", "this sentence says nothing about when", at: range,
        fixIts: [.insert("always ", after: start), .insert("never ", after: start)],
        help: "say `always …`, `never …`, `after …, … within …` or `… before …`")
    }
  }
}

/// Text that is missing where something else stands, or nothing. `after` and `of` name what stands before, as written.
enum MissingText {
  case expression(after: String, found: String)
  case name(of: String)
  case type(after: String, found: String)
  case title(of: String)
  case word(String, after: String, fix: String?)
  case block(of: String, found: String)
  case declaration(String)
  case statement(String)
  case version(after: String)
  case date

  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .expression(let after, let found):
      Diagnostic(
        .error, "expected-expression", "expected a value after `\(after)`", at: range,
        help: helpForValue[found])
    case .name(let owner):
      Diagnostic(.error, "expected-name", "expected a name after `\(owner)`", at: range)
    case .type(let after, let found):
      Diagnostic(
        .error, "expected-type", "expected a type after `\(after)`", at: range,
        help: found == "["
          ? "a variable holds one value: declare several things of a kind, `task part[3]`, or a variable for each"
          : "for example `Bool`, `0...3` or the name of an enumeration")
    case .title(let owner):
      Diagnostic(
        .error, "expected-title", "expected a title in quotes after `\(owner)`", at: range,
        help: "for example `\(owner) \"the draft is saved\"`")
    case .word(let word, let after, let fix):
      Diagnostic(.error, "expected-word", "expected \(word) after `\(after)`", at: range, help: fix)
    case .block(let owner, let found):
      Diagnostic(
        .error, "expected-block", "expected `{` to open the body of `\(owner)`", at: range, help: helpForWord[found])
    case .declaration(let found):
      Diagnostic(
        .error, "expected-declaration", "expected a declaration, found `\(found)`", at: range,
        help: "a declaration begins with a word like `var`, `func`, `event`, `on` or `property`, or with the name of a kind")
    case .statement(let found):
      Diagnostic(.error, "expected-statement", "expected a statement, found `\(found)`", at: range)
    case .version(let after):
      Diagnostic(
        .error, "expected-version", "expected a version after `\(after)`", at: range,
        help: "a whole number, for example `17`")
    case .date:
      Diagnostic(.error, "expected-date", "expected a date", at: range, help: "for example `2027-01-31`")
    }
  }
}

/// What begins a value in Swift.
private let helpForValue = [
  ".": "a case is written by its name alone, without the `.`; `.invalid` and `nil` are `none`",
  ".now": "a delay is `async { await wait 2s; … }`",
]

/// Words that stand elsewhere in other languages, or in this one.
private let helpForWord = [
  "catch": "it belongs to a `do`: `do { try await f() } catch { … }`, inside of the block",
  "when": "`when` says when an event can happen; what a sentence is about only for a time is `never A while B`",
  "implies": "that A implies B is `never A and not B`",
  "every": "an event comes at any time while its `when` holds; for a pace, count the time: `async { await wait 5s; due = true }`",
  "?": "one of two values is `if x { a } else { b }`",
  "on": "a handler begins on a new line or after `;`; code on another thread is `async on main { … }`",
  "in": "a closure takes nothing: let the code that calls it set a variable first, and read that",
]

/// Words that mean nothing where they stand.
enum MisplacedText {
  case unexpected(String, suggestion: String?)
  case declarationInBlock(String, opening: SourceRange)
  case misspelt(String, meant: String)
  case reservedName(String)
  case duplicateClause(String)

  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .unexpected(let found, let suggestion):
      Diagnostic(
        .error, "unexpected-text", "`\(found)` is not expected here", at: range,
        fixIts: helpForWord[found] == nil ? suggestion.map { [.replace(range, with: $0)] } ?? [] : [],
        help: helpForWord[found]
          ?? (suggestion == nil ? "a new statement or declaration begins on a new line or after `;`" : nil))
    case .declarationInBlock(let word, let opening):
      Diagnostic(
        .error, "declaration-in-block", "`\(word)` cannot stand inside a block; is a `}` missing above?", at: range
      ).label("this block is still open", at: opening)
    case .misspelt(let word, let meant):
      Diagnostic(
        .error, "misspelt-word", "`\(word)` means nothing here", at: range, fixIts: [.replace(range, with: meant)])
    case .reservedName(let word):
      Diagnostic(.error, "reserved-name", "`\(word)` is a word of the language and cannot be a name", at: range)
    case .duplicateClause(let clause):
      Diagnostic(.error, "duplicate-clause", "`\(clause)` is given twice", at: range)
    }
  }
}
