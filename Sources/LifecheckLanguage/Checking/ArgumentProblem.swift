import LifecheckDiagnostics

/// Mistakes in the arguments of a call.
enum ArgumentProblem: Problem {
  /// `handedBy`: the callbacks in whose handlers it need not be given.
  case missingArgument(String, type: String, callee: String, handedBy: [String], range: SourceRange)
  /// - Parameter takesNothing: whether it has no parameters at all.
  case extraArgument(String, takesNothing: Bool = false, range: SourceRange)
  case unknownLabel(String, callee: String, known: [String], range: SourceRange)
  case argumentTwice(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .missingArgument(let name, let type, let callee, let handers, let range):
      let callbacks = handers.map { "`\($0)`" }.joined(separator: " or ")
      return Diagnostic(
        .error, "missing-argument", "`\(callee)` also needs `\(name)`: \(type)", at: range,
        help: handers.isEmpty ? nil : "only in a handler of \(callbacks) of the same thing is it that handler's own `\(name)`")
    case .extraArgument(let callee, takesNothing: true, let range):
      return Diagnostic(
        .error, "extra-argument", "`\(callee)` takes nothing", at: range,
        help: "write `\(callee)()`; code that answers what happens to it later is a handler, `on x.y { … }`")
    case .extraArgument(let callee, takesNothing: false, let range):
      return Diagnostic(.error, "extra-argument", "`\(callee)` takes no more arguments than those before", at: range)
    case .unknownLabel(let label, let callee, let known, let range):
      let list = known.isEmpty ? "it has no parameters" : "its parameters are " + known.map { "`\($0)`" }.joined(separator: ", ")
      return suggesting(label, from: known, at: range, help: list) {
        Diagnostic(.error, "unknown-label", "`\(callee)` has no parameter `\(label)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .argumentTwice(let label, let range):
      return Diagnostic(.error, "extra-argument", "`\(label)` is given twice", at: range)
    }
  }
}
