/// The line a range begins in, with marks below the range.
package struct SourceExcerpt: Sendable {
  package let source: String
  /// How many columns before the marks stay empty.
  package let indent: Int
  /// `^~~~`: the first column is where editors jump to.
  package let marks: String

  /// Longer lines are shown as a window around the range.
  static let longestLine = 160

  package init(of range: SourceRange, in file: SourceFile) {
    let start = min(range.start, file.text.count)
    let line = file.lineIndex(at: start)
    let lineRange = contentRange(of: line, in: file)
    // A range that begins at the line break is marked behind the last character.
    let markStart = min(start, lineRange.upperBound)
    let markEnd = max(markStart, min(range.end, lineRange.upperBound))
    let shown = window(around: markStart..<markEnd, of: lineRange, in: file.text)
    let shownEnd = min(markEnd, shown.upperBound)

    let before = shown.lowerBound > lineRange.lowerBound ? "…" : ""
    let after = shown.upperBound < lineRange.upperBound ? "…" : ""
    let lead = DisplayText(file.text[shown.lowerBound..<markStart]).width
    let marked = DisplayText(file.text[shown.lowerBound..<shownEnd]).width - lead
    source = before + DisplayText(file.text[shown]).text + after
    indent = before.count + lead
    marks = "^" + String(repeating: "~", count: max(0, marked - 1))
  }
}

/// The bytes of a line without its line end; `line` counts from 0.
private func contentRange(of line: Int, in file: SourceFile) -> Range<Int> {
  let start = file.lineStarts[line]
  var end = line + 1 < file.lineStarts.count ? file.lineStarts[line + 1] : file.text.count
  while end > start, file.text[end - 1] == 10 || file.text[end - 1] == 13 { end -= 1 }
  return start..<end
}

/// The part of `line` that is shown: all of it, or what surrounds the beginning of `mark`, cut between characters.
private func window(around mark: Range<Int>, of line: Range<Int>, in text: [UInt8]) -> Range<Int> {
  guard line.count > SourceExcerpt.longestLine else { return line }
  let room = SourceExcerpt.longestLine
  let ideal = mark.lowerBound - max(10, (room - mark.count) / 2)
  var start = max(line.lowerBound, min(ideal, line.upperBound - room))
  var end = min(line.upperBound, start + room)
  while start > line.lowerBound, text[start] & 0xC0 == 0x80 { start -= 1 }
  while end < line.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
  return start..<max(end, mark.lowerBound)
}
