import LifecheckDiagnostics

/// What can be wrong with how the words of a file stand together.
enum SyntaxProblem {
  // Something is missing. `after` and `of` name what stands before, as written.
  case expectedExpression(after: String)
  case expectedName(of: String)
  case expectedType(after: String)
  case expectedTitle(of: String)
  case expectedPunctuation(String, code: String, after: String)
  case expectedWord(String, after: String, fix: String?)
  case expectedBlock(of: String)
  /// `suspect`: a `}` inside whose indentation is not that of the line it closes.
  case expectedClosing(of: String, closing: String, opening: SourceRange, suspect: SourceRange? = nil)
  case expectedSeparator(closing: String, before: String)
  case expectedDeclaration(String)
  case expectedStatement(String)
  case expectedVersion(after: String)
  case expectedDate
  // Something is there that should not be.
  case unexpected(String, suggestion: String?)
  case declarationInBlock(String, opening: SourceRange)
  case misspelt(String, meant: String)
  case reservedName(String)
  case unmatchedBrace
  case nestingTooDeep
  case duplicateClause(String)
  // Sentences.
  case incompleteSentence(start: SourceRange)
  case habit(HabitProblem)
}

extension SyntaxProblem {
  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .habit(let problem):
      problem.diagnostic(at: range)
    case .expectedExpression(let after):
      Diagnostic(.error, "expected-expression", "expected a value after `\(after)`", at: range)
    case .expectedName(let owner):
      Diagnostic(.error, "expected-name", "expected a name after `\(owner)`", at: range)
    case .expectedType(let after):
      Diagnostic(
        .error, "expected-type", "expected a type after `\(after)`", at: range,
        help: "for example `Bool`, `0...3` or the name of an enumeration")
    case .expectedTitle(let owner):
      Diagnostic(
        .error, "expected-title", "expected a title in quotes after `\(owner)`", at: range,
        help: "for example `\(owner) \"the draft is saved\"`")
    case .expectedPunctuation(let text, let code, let after):
      Diagnostic(
        .error, code, "expected `\(text)` after `\(after)`", at: range,
        fixIts: range.start == range.end ? [.insert(text, after: range)] : [])
    case .expectedWord(let word, let after, let fix):
      Diagnostic(.error, "expected-word", "expected \(word) after `\(after)`", at: range, help: fix)
    case .expectedBlock(let owner):
      Diagnostic(.error, "expected-block", "expected `{` to open the body of `\(owner)`", at: range)
    case .expectedClosing(let opening, let closing, let place, let suspect):
      Diagnostic(.error, "expected-closing", "expected `\(closing)` to close `\(opening)`", at: range)
        .label("opened here", at: place)
        .label("this `}` is not below the line that it closes: is one missing above?", at: suspect)
    case .expectedSeparator(let closing, let found):
      Diagnostic(.error, "expected-comma", "expected `,` or `\(closing)` before `\(found)`", at: range)
    case .expectedDeclaration(let found):
      Diagnostic(
        .error, "expected-declaration", "expected a declaration, found `\(found)`", at: range,
        help: "a declaration begins with a word like `var`, `func`, `event`, `on` or `property`, or with the name of a kind")
    case .expectedStatement(let found):
      Diagnostic(.error, "expected-statement", "expected a statement, found `\(found)`", at: range)
    case .expectedVersion(let after):
      Diagnostic(
        .error, "expected-version", "expected a version after `\(after)`", at: range,
        help: "a whole number, for example `17`")
    case .expectedDate:
      Diagnostic(.error, "expected-date", "expected a date", at: range, help: "for example `2027-01-31`")
    case .unexpected(let found, let suggestion):
      Diagnostic(
        .error, "unexpected-text", "`\(found)` is not expected here", at: range,
        fixIts: suggestion.map { [.replace(range, with: $0)] } ?? [],
        help: suggestion == nil ? "a new statement or declaration begins on a new line or after `;`" : nil)
    case .declarationInBlock(let word, let opening):
      Diagnostic(
        .error, "declaration-in-block", "`\(word)` cannot stand inside a block; is a `}` missing above?", at: range
      ).label("this block is still open", at: opening)
    case .misspelt(let word, let meant):
      Diagnostic(
        .error, "misspelt-word", "`\(word)` means nothing here", at: range, fixIts: [.replace(range, with: meant)])
    case .reservedName(let word):
      Diagnostic(.error, "reserved-name", "`\(word)` is a word of the language and cannot be a name", at: range)
    case .unmatchedBrace:
      Diagnostic(.error, "unmatched-closing", "this `}` closes nothing", at: range)
    case .nestingTooDeep:
      Diagnostic(
        .error, "nesting-too-deep", "this is nested more than \(Nesting.limit) levels deep; nothing after it was read",
        at: range, help: "give parts of it a name with `def`, or move statements into functions")
    case .duplicateClause(let clause):
      Diagnostic(.error, "duplicate-clause", "`\(clause)` is given twice", at: range)
    case .incompleteSentence(let start):
      Diagnostic(
        .error, "incomplete-sentence", "this sentence says nothing about when", at: range,
        fixIts: [.insert("always ", after: start), .insert("never ", after: start)],
        help: "say `always …`, `never …`, `after …, … within …` or `… before …`")
    }
  }
}
