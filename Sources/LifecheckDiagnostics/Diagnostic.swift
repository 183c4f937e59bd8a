/// One message about the user's text: what was found, what was expected, and the likeliest repair.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable { case error, warning, note }

  /// A second place that explains the message.
  package struct Label: Hashable, Sendable {
    package let message: String
    package let range: SourceRange
  }

  /// An edit that would repair the text.
  package struct FixIt: Hashable, Sendable {
    package let message: String
    package let range: SourceRange
    package let replacement: String
    /// Inserts `text` right after `range`.
    package static func insert(_ text: String, after range: SourceRange) -> FixIt {
      FixIt(
        message: "insert `\(text)`",
        range: SourceRange(file: range.file, start: range.end, end: range.end), replacement: text)
    }
    package static func replace(_ range: SourceRange, with text: String) -> FixIt {
      FixIt(message: "did you mean `\(text)`?", range: range, replacement: text)
    }
  }

  package let severity: Severity
  /// Stable and readable, for example `duration-missing-unit`. Documented in docs/diagnostics.md.
  package let code: String
  package private(set) var message: String
  package let range: SourceRange
  package private(set) var labels: [Label] = []
  package private(set) var fixIts: [FixIt] = []
  /// The next thing to do, in one sentence; printed as `help: …`.
  package private(set) var help: String?

  package init(
    _ severity: Severity, _ code: String, _ message: String, at range: SourceRange, fixIts: [FixIt] = [],
    help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.range = range
    self.fixIts = fixIts
    self.help = help
  }

  /// The same, about one version of the platform: `ios 17`.
  package func onVersion(_ version: String) -> Diagnostic {
    var copy = self
    copy.message = "on \(version): \(message)"
    return copy
  }

  /// - Parameter range: nil: there is nothing to point to.
  package func label(_ message: String, at range: SourceRange?) -> Diagnostic {
    guard let range else { return self }
    var copy = self
    copy.labels.append(Label(message: message, range: range))
    return copy
  }
}
