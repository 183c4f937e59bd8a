import LifecheckDiagnostics

/// Calls of things that cannot be called.
enum NotCallable: Problem {
  case notCalled(String, range: SourceRange)
  case notCallable(String, range: SourceRange)
  case nothingToTry(isJob: Bool, range: SourceRange)
  case callbackCalled(String, range: SourceRange)
  case eventCalled(String, range: SourceRange)
  case signalCalled(String, range: SourceRange)
  case kindCalled(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .notCalled(let name, let range):
      return Diagnostic(
        .error, "not-called", "`\(name)` is a function; call it", at: range, fixIts: [.insert("()", after: range)])
    case .notCallable(let found, let range):
      return Diagnostic(.error, "not-callable", "only functions and closures can be called, not \(found)", at: range)
    case .nothingToTry(let isJob, let range):
      return Diagnostic(
        .error, "not-callable", "expected a call here: only calls take time or fail", at: range,
        help: isJob ? "write what comes after the job at the end of its own block, or wait for it: `wait until not j.running`" : nil)
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
    }
  }
}
