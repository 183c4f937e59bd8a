import LifecheckDiagnostics

/// The mistakes that a call can contain.
enum CallProblem: Problem {
  case missingAwait(String, range: SourceRange)
  case needlessAwait(String, range: SourceRange, declared: SourceRange)
  case unhandledFailure(String, isTried: Bool, boundary: String, range: SourceRange)
  case undeclaredFailure(String, function: String, range: SourceRange)
  case noInstance(String, function: String, range: SourceRange)
  case timedDeclared(String, hasTakes: Bool, range: SourceRange, declared: SourceRange?)
  case callInFact(String, range: SourceRange)
  case waitInAtomic(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .missingAwait(let name, let range):
      let start = SourceRange(file: range.file, start: range.start, end: range.start)
      return Diagnostic(
        .error, "missing-await", "`\(name)` is async: write `await`", at: range, fixIts: [.insert("await ", after: start)])
    case .needlessAwait(let name, let range, let declared):
      return Diagnostic(
        .error, "needless-await", "`\(name)` is not `async`: it holds its thread, and notices no cancellation, `await` or not",
        at: range,
        help: "leave the `await` out; or, if it does let its thread go, write `func \(name)(…) async` where it is declared"
      ).label("declared here", at: declared)
    case .unhandledFailure(let name, false, _, let range):
      return Diagnostic(
        .error, "unhandled-failure", "`\(name)` may fail: write `try` and catch it, or `try?`", at: range)
    case .unhandledFailure(let name, true, let boundary, let range):
      return Diagnostic(
        .error, "unhandled-failure", "`\(name)` may fail, and nothing catches it in \(boundary)", at: range,
        help: "put it inside `do { … } catch { … }`, or write `try?`")
    case .undeclaredFailure(let error, let function, let range):
      return Diagnostic(
        .error, "undeclared-failure", "`\(function)` does not say that it may fail with `\(error)`", at: range,
        help: "add `\(error)` to its `may fail with`")
    case .noInstance(let kind, let function, let range):
      return Diagnostic(
        .error, "no-instance", "`\(function)` belongs to each `\(kind)`: say to which one", at: range)
    case .timedDeclared(let name, let hasTakes, let range, let declared):
      let text =
        hasTakes
        ? "\(name) says in its declaration how long it takes" : "\(name) is code: it takes the time that its statements take"
      let diagnostic = Diagnostic(
        .error, "takes-on-declared", text, at: range, help: "write `takes` and `may fail` in the declaration")
      return declared.map { diagnostic.label("declared here", at: $0) } ?? diagnostic
    case .callInFact(let name, let range):
      return Diagnostic(.error, "call-in-fact", "a fact cannot call `\(name)`: facts change nothing", at: range)
    case .waitInAtomic(let name, let range):
      return Diagnostic(
        .error, "wait-in-atomic", "`\(name)` may take time, and nothing in an `atomic` block may", at: range,
        help: "move it out of the block, or use `lock`")
    }
  }
}
