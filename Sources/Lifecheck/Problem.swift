internal import LifecheckDiagnostics
internal import LifecheckReports

/// A message about a spec's text: an error, a warning, or a note.
public struct Problem: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// The spec, or what it uses, is not understood, or nothing was settled within the limits. There are no answers then.
    case error
    /// Most likely a mistake, such as code that can never run. It fails nothing.
    case warning
    /// A remark that belongs to another problem.
    case note
  }

  /// Errors alone keep a spec from being checked.
  public let severity: Severity
  /// Stable and readable: `unknown-name`. docs/diagnostics.md has a line for each, `explanation(of:)` too.
  public let code: String
  /// A sentence without its full stop.
  public let message: String
  /// Advice on what to do about it; nil where the message says all.
  public let help: String?
  /// The place that it is about; the start of the spec where it is about no line.
  public let place: Place

  init(_ diagnostic: Diagnostic, _ places: Places) {
    severity = Severity(rawValue: diagnostic.severity.rawValue) ?? .error
    (code, message, help) = (diagnostic.code, diagnostic.message, diagnostic.help)
    place = Place(diagnostic.range, places)
  }
}

/// A range in a file. Lines and columns count from 1; the end is the first column after it.
public struct Place: Hashable, Sendable {
  /// As the spec or the loader named it; `ios.lc` for what ships.
  public let path: String
  /// Of the first character.
  public let line: Int
  /// Of the first character, in Unicode scalars.
  public let column: Int
  /// Of the end.
  public let endLine: Int
  /// Behind the last character, in Unicode scalars.
  public let endColumn: Int
  /// As `column`, in UTF-16 code units: how editors count. Their protocol counts from 0.
  public let utf16Column: Int
  /// As `endColumn`, in UTF-16 code units.
  public let utf16EndColumn: Int

  init(_ range: SourceRange, _ places: Places) {
    let (start, end) = (places.start(range), places.end(range))
    path = places.path(range)
    (line, column, endLine, endColumn) = (start.line, start.column, end.line, end.column)
    let file = places.files.indices.contains(range.file.index) ? places.files[range.file.index] : nil
    utf16Column = column + (file?.surrogatePairs(before: range.start) ?? 0)
    utf16EndColumn = endColumn + (file?.surrogatePairs(before: range.end) ?? 0)
  }
}

extension SourceFile {
  /// Of the characters between the start of the line and the offset, how many take two code units in UTF-16 for one scalar: those
  /// that take four bytes in UTF-8.
  fileprivate func surrogatePairs(before offset: Int) -> Int {
    text[lineStarts[lineIndex(at: offset)]..<min(offset, text.count)].count { $0 >= 0xF0 }
  }
}
