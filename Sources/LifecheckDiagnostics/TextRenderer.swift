/// Diagnostics as text for a terminal or a build log.
///
///     Notes.lc:3:15: error: expected a value after `=` [expected-expression]
///       3 |   var x: Bool = = true
///         |                 ^
///         = help: …
///
/// The first line has the form that Xcode and other editors turn into a link; labels have it too, as notes.
package struct TextRenderer: Sendable {
  package let usesColour: Bool
  private let files: [FileID: SourceFile]

  package init(files: [SourceFile], usesColour: Bool = false) {
    self.usesColour = usesColour
    self.files = Dictionary(files.map { ($0.id, $0) }) { first, _ in first }
  }

  /// All of them in reading order, each once, with an empty line between two.
  package func render(_ diagnostics: some Sequence<Diagnostic>) -> String {
    diagnostics.inReadingOrder().map { render($0) }.joined(separator: "\n")
  }

  /// One diagnostic; ends with a line break.
  package func render(_ diagnostic: Diagnostic) -> String {
    let message = "\(diagnostic.message) [\(diagnostic.code)]"
    var lines = place(diagnostic.severity, message, at: diagnostic.range)
    let margin = marginWidth(at: diagnostic.range)
    lines += diagnostic.fixIts.map { margin + "= fix: \(describe($0))" }
    lines += diagnostic.help.map { [margin + "= help: \($0)"] } ?? []
    for label in diagnostic.labels { lines += place(.note, label.message, at: label.range) }
    return lines.map { $0.withoutTrailingSpaces + "\n" }.joined()
  }

  // MARK: Parts

  /// The message with its place, and the line it is about.
  private func place(_ severity: Diagnostic.Severity, _ message: String, at range: SourceRange) -> [String] {
    let title = painted("\(severity.rawValue):", severity.colour) + " " + painted(singleLine(message), .bold)
    guard let file = files[range.file] else { return [title] }
    let position = file.position(at: range.start)
    let excerpt = SourceExcerpt(of: range, in: file)
    let margin = marginWidth(at: range)
    let number = String(repeating: " ", count: margin.count - excerpt.lineNumber.count - 1) + excerpt.lineNumber
    return [
      "\(file.path):\(position.line):\(position.column): \(title)",
      "\(number) | \(excerpt.source)",
      "\(margin)| \(painted(excerpt.marks, severity.colour))",
    ]
  }

  /// Spaces up to where the `|` stands.
  private func marginWidth(at range: SourceRange) -> String {
    let digits = files[range.file].map { "\($0.lineIndex(at: range.start) + 1)".count } ?? 1
    return String(repeating: " ", count: max(4, digits + 1))
  }

  /// Named by its message; what it does to the text is added where the message does not say it.
  private func describe(_ fix: Diagnostic.FixIt) -> String { singleLine(fix.message) }

  private func singleLine(_ text: String) -> String { DisplayText(text.utf8).text }

  private func painted(_ text: String, _ colour: Colour) -> String {
    usesColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

private enum Colour: String {
  case bold = "1"
  case red = "1;31"
  case yellow = "1;33"
  case cyan = "1;36"
}

extension Diagnostic.Severity {
  fileprivate var colour: Colour {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }
}
