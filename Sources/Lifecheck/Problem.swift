internal import LifecheckDiagnostics
internal import LifecheckReports

/// What there is to say of a spec's text: an error, a warning, or a note.
public struct Problem: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// The spec, or what it uses, is not understood, or nothing was settled within the limits. There are no answers then.
    case error
    case warning
    case note
  }

  public let severity: Severity
  /// Stable and readable: `unknown-name`. docs/diagnostics.md has a line for each, `explanation(of:)` too.
  public let code: String
  /// A sentence without its full stop.
  public let message: String
  /// What to do about it; nil where the message says all.
  public let help: String?
  public let place: Place

  init(_ diagnostic: Diagnostic, _ places: Places) {
    severity = Severity(rawValue: diagnostic.severity.rawValue) ?? .error
    (code, message, help) = (diagnostic.code, diagnostic.message, diagnostic.help)
    place = Place(diagnostic.range, places)
  }
}

/// A range in a file. Lines and columns count from 1, columns in Unicode scalars; the end is the first column after it.
public struct Place: Hashable, Sendable {
  /// As the spec or the loader named it; `ios.lc` for what ships.
  public let path: String
  public let line: Int
  public let column: Int
  public let endLine: Int
  public let endColumn: Int

  init(_ range: SourceRange, _ places: Places) {
    let (start, end) = (places.start(range), places.end(range))
    path = places.path(range)
    (line, column, endLine, endColumn) = (start.line, start.column, end.line, end.column)
  }
}
