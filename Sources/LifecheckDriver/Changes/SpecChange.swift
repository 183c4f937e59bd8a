import LifecheckDiagnostics

/// One change of a spec, or of what is taken for fixed, that may make it small enough to be decided.
package enum SpecChange: Hashable, Sendable {
  /// Of the platform, as on the command line: `grace=5s`.
  case fixing([String])
  /// The spec without the code there, which is `shown` so: "`event sync`".
  case without(SourceRange, shown: String)

  /// The spec's text with the change; lines stay where they are.
  package func applied(to text: [UInt8]) -> [UInt8] {
    guard case .without(let range, _) = self else { return text }
    var text = text
    for index in range.start..<range.end where text[index] != UInt8(ascii: "\n") { text[index] = UInt8(ascii: " ") }
    return text
  }

  package func applied(to options: VerificationOptions) -> VerificationOptions {
    guard case .fixing(let values) = self else { return options }
    var options = options
    options.platformParameters += values
    return options
  }

  /// Whether it fixes nothing but some of these.
  package func isPart(of values: Set<String>) -> Bool {
    if case .fixing(let own) = self { values.isSuperset(of: own) } else { false }
  }
}
