import LifecheckDiagnostics

/// What can be wrong with a call.
enum CallProblem: Problem {
  /// `handedBy`: the callbacks in whose handlers it need not be given.
  case missingArgument(String, type: String, callee: String, handedBy: [String], range: SourceRange)
  case extraArgument(String, range: SourceRange)
  case unknownLabel(String, callee: String, known: [String], range: SourceRange)
  case argumentTwice(String, range: SourceRange)
  case notCalled(String, range: SourceRange)
  case notCallable(String, range: SourceRange)
  case nothingToTry(range: SourceRange)
  case missingAwait(String, range: SourceRange)
  case unhandledFailure(String, isTried: Bool, boundary: String, range: SourceRange)
  case undeclaredFailure(String, function: String, range: SourceRange)
  case callbackCalled(String, range: SourceRange)
  case eventCalled(String, range: SourceRange)
  case signalCalled(String, range: SourceRange)
  case kindCalled(String, range: SourceRange)
  case noInstance(String, function: String, range: SourceRange)
  case timedDeclared(String, hasTakes: Bool, range: SourceRange, declared: SourceRange?)
  case callInFact(String, range: SourceRange)
  case waitInAtomic(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .missingArgument(let name, let type, let callee, let handers, let range):
      let callbacks = handers.map { "`\($0)`" }.joined(separator: " or ")
      return Diagnostic(
        .error, "missing-argument", "`\(callee)` also needs `\(name)`: \(type)", at: range,
        help: handers.isEmpty ? nil : "only in a handler of \(callbacks) of the same thing is it that handler's own `\(name)`")
    case .extraArgument(let callee, let range):
      return Diagnostic(.error, "extra-argument", "`\(callee)` takes no more arguments than those before", at: range)
    case .unknownLabel(let label, let callee, let known, let range):
      let list = known.isEmpty ? "it has no parameters" : "its parameters are " + known.map { "`\($0)`" }.joined(separator: ", ")
      return suggesting(label, from: known, at: range, help: list) {
        Diagnostic(.error, "unknown-label", "`\(callee)` has no parameter `\(label)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .argumentTwice(let label, let range):
      return Diagnostic(.error, "extra-argument", "`\(label)` is given twice", at: range)
    case .notCalled(let name, let range):
      return Diagnostic(
        .error, "not-called", "`\(name)` is a function; call it", at: range, fixIts: [.insert("()", after: range)])
    case .notCallable(let found, let range):
      return Diagnostic(.error, "not-callable", "only functions and closures can be called, not \(found)", at: range)
    case .nothingToTry(let range):
      return Diagnostic(.error, "not-callable", "expected a call here: only calls take time or fail", at: range)
    case .missingAwait(let name, let range):
      let start = SourceRange(file: range.file, start: range.start, end: range.start)
      return Diagnostic(
        .error, "missing-await", "`\(name)` is async: write `await`", at: range, fixIts: [.insert("await ", after: start)])
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
    case .callbackCalled(let name, let range):
      return Diagnostic(
        .error, "callback-called", "`\(name)` is a callback: it is posted, not called", at: range, help: "write `call \(name)`")
    case .eventCalled(let name, let range):
      return Diagnostic(
        .error, "event-called", "`\(name)` is an event: it happens by itself", at: range,
        help: "move its body into a `func`, and call that from both")
    case .signalCalled(let name, let range):
      return Diagnostic(.error, "signal-called", "`\(name)` is a signal", at: range, help: "write `emit \(name)`")
    case .kindCalled(let name, let range):
      return Diagnostic(.error, "kind-called", "`\(name)` is a kind", at: range, help: "write `new \(name)` to make one")
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
