import LifecheckDiagnostics

/// Things that are right elsewhere, most of them in Swift, and what to write instead.
enum HabitProblem {
  case comparison(ComparisonHabit)
  case optionalBinding(String)
  case negativeNumber
  case durationWithSpace(joined: String)
  case throwsClause
  /// `use ios 17.2`
  case fractionOfVersion(String)
  /// `use "ios" 17`
  case quotedPlatform(String)
  case foreignWord(String, instead: String)
  case missingCommaBeforeDeath
  /// `var a, b = false says "…"`
  case saysOfSeveral
  /// `n++`, `n--`
  case stepOperator(String, name: String, instead: String)
  /// `(Bool) -> Void`
  case closureWithValues
  /// `async { [weak self] in … }`
  case captureInTask(mode: String)
}

extension HabitProblem {
  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .comparison(let problem): problem.diagnostic(at: range)
    case .optionalBinding(let name):
      Diagnostic(
        .error, "optional-binding", "a condition declares nothing", at: range,
        help: "compare with `none`: `\(name) != none`")
    case .negativeNumber:
      Diagnostic(
        .error, "negative-number", "`-` needs a value on its left", at: range, help: "write `0 - x` for a negative value")
    case .durationWithSpace(let joined):
      Diagnostic(
        .error, "duration-with-space", "a duration is written without a space", at: range,
        fixIts: [.replace(range, with: joined)])
    case .throwsClause:
      Diagnostic(
        .error, "throws-clause", "a function says that it can fail with `may fail`", at: range,
        fixIts: [.replace(range, with: "may fail")])
    case .fractionOfVersion(let text):
      Diagnostic(
        .error, "expected-version", "a version is a whole number", at: range,
        fixIts: [.replace(range, with: String(text.prefix { $0.isNumber }))])
    case .quotedPlatform(let name):
      Diagnostic(
        .error, "quoted-platform", "a platform is named without quotes", at: range, fixIts: [.replace(range, with: name)],
        help: "a file of your own is named in quotes, and has no version")
    case .foreignWord(let word, let instead):
      Diagnostic(.error, "foreign-word", "there is no `\(word)`", at: range, help: instead)
    case .stepOperator(let sign, let name, let instead): stepOperator(sign, of: name, instead: instead, at: range)
    case .closureWithValues: closureWithValues(at: range)
    case .captureInTask(let mode): captureInTask(mode, at: range)
    case .saysOfSeveral:
      Diagnostic(
        .error, "says-of-several", "what a story says is said of one variable", at: range, help: "declare each of them by itself")
    case .missingCommaBeforeDeath:
      Diagnostic(
        .error, "expected-comma", "expected `,` before `or the app dies`", at: range, fixIts: [.insert(",", after: range)])
    }
  }

  private func stepOperator(_ sign: String, of name: String, instead: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "step-operator", "there is no `\(sign)`", at: range, fixIts: [.replace(range, with: instead)],
      help: "`\(name)` needs a range that the new value lies in, as in `var \(name): 0...3 = 0`")
  }

  private func closureWithValues(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "closure-with-values", "a closure takes nothing", at: range,
      help: "write `() -> Void`; let the code that calls it set a variable first, and the closure read that")
  }

  private func captureInTask(_ mode: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "capture-in-task", "`\(mode)` captures nothing: its code sees the variables themselves", at: range,
      help: "leave the capture list out; to go on with an earlier value, copy it before: `let then = x`")
  }
}

/// `=` and `==`, as other languages use them.
enum ComparisonHabit {
  case assignsInCondition
  case isStatement
  case isChained

  func diagnostic(at range: SourceRange) -> Diagnostic {
    switch self {
    case .assignsInCondition:
      Diagnostic(
        .error, "assignment-in-condition", "`=` assigns; a condition compares", at: range,
        fixIts: [.replace(range, with: "==")])
    case .isStatement:
      Diagnostic(
        .error, "comparison-as-statement", "`==` compares, and nothing uses the answer", at: range,
        fixIts: [.replace(range, with: "=")])
    case .isChained:
      Diagnostic(
        .error, "comparison-chain", "comparisons cannot be chained", at: range,
        help: "write `a < b and b < c`, or use parentheses")
    }
  }
}
