import LifecheckDiagnostics
import LifecheckLanguage

/// A file in the house style, or why there is none.
package enum Formatted: Sendable {
  case text(String)
  /// The file has errors, so where its lines belong is not known.
  case refused([Diagnostic])
}

/// The formatter would have changed more than white space: a defect of ours.
package struct FormattingDefect: Error, Sendable {
  package let message: String
}

/// Writes a file in the house style: two columns for each level, four more for a line that goes on, one space between words, at
/// least two before a comment at the end, at most one empty line.
///
/// Only white space between tokens changes, and a line break stays one: the language gives meaning to it. That is not left to care. The
/// result is cut into tokens again and compared, so the meaning is that of the tokens, which are the same.
/// - Throws: `FormattingDefect` where that comparison fails; nothing may be written then.
package func format(_ file: SourceFile) throws(FormattingDefect) -> Formatted {
  let parsed = parse(file)
  guard !parsed.diagnostics.contains(where: { $0.severity == .error }) else { return .refused(parsed.diagnostics) }
  let pieces = pieces(of: parsed.stream)
  var layout = Layout(pieces: pieces, tokens: parsed.stream.tokens, itemStarts: Set(parsed.itemStarts))
  let text = layout.lines().map(\.text).joined(separator: "\n")
  let result = text.isEmpty ? "" : text + "\n"
  try compare(pieces, with: result, of: file)
  return .text(result)
}

/// The same tokens and comments, line breaks before the same ones, and the same documentation above each declaration.
private func compare(_ old: [Piece], with text: String, of file: SourceFile) throws(FormattingDefect) {
  let stream = lex(SourceFile(id: file.id, path: file.path, text: Array(text.utf8)))
  let new = pieces(of: stream)
  guard old.count == new.count else { throw FormattingDefect(message: "\(old.count) pieces became \(new.count)") }
  for (before, after) in zip(old, new) where !before.means(after) {
    throw FormattingDefect(message: "`\(before.text)` became `\(after.text)`, or stands on another line")
  }
  guard lex(file).documentationLineCounts == stream.documentationLineCounts else {
    throw FormattingDefect(message: "documentation stands above another declaration, or above none")
  }
}

extension Piece {
  fileprivate func means(_ other: Piece) -> Bool {
    kind == other.kind && text == other.text && (isFirst || (lineBreaks > 0) == (other.lineBreaks > 0))
  }
}

extension TokenStream {
  /// For the tokens below `///` lines.
  fileprivate var documentationLineCounts: [Int: Int] { documentation.mapValues(\.count) }
}
