/// Identifies a source file within one run: an index into the run's list of files.
package typealias FileID = ID<SourceFile>

/// A half-open range of UTF-8 offsets in one file. Lines and columns are computed only where text is rendered.
package struct SourceRange: Hashable, Sendable {
  package let file: FileID
  package let start: Int
  package let end: Int
  package init(file: FileID, start: Int, end: Int) {
    precondition(start <= end)
    self.file = file
    self.start = start
    self.end = end
  }
  /// The smallest range that covers both; the files must be the same.
  package func union(_ other: SourceRange) -> SourceRange {
    precondition(file == other.file)
    return SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
  }
  /// Whether all of the other one is in this one.
  package func covers(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.end <= end }
}

/// A 1-based line and column; the column counts characters (Unicode scalars), as editors do.
package struct SourcePosition: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The text of one file, with its line starts.
package struct SourceFile: Sendable {
  package let id: FileID
  /// The path as the user gave it, or with ` (platform)` at its end for a shipped file: `ios.lc (platform)`.
  package let path: String
  package let text: [UInt8]
  /// UTF-8 offset of the first byte of each line.
  package let lineStarts: [Int]

  package init(id: FileID, path: String, text: [UInt8]) {
    self.id = id
    self.path = path
    self.text = text
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    self.lineStarts = starts
  }

  /// 0-based index of the line that holds `offset`.
  package func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  package func position(at offset: Int) -> SourcePosition {
    let line = lineIndex(at: offset)
    let column = text[lineStarts[line]..<min(offset, text.count)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return SourcePosition(line: line + 1, column: column + 1)
  }

  /// The text of a line without its line end; `index` is 0-based.
  package func lineText(_ index: Int) -> String {
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : text.count
    while end > start, text[end - 1] == 10 || text[end - 1] == 13 { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// The code in a piece of a line: without a comment at its end, and without blanks around it.
  package static func code(in text: some StringProtocol) -> String {
    var isQuoted = false
    var end = text.endIndex
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if !isQuoted, text[index...].hasPrefix("//") {
        end = index
        break
      }
    }
    return text[..<end].trimmed
  }

  package func text(of range: SourceRange) -> String {
    String(decoding: text[range.start..<range.end], as: UTF8.self)
  }
}

extension StringProtocol {
  /// Without blanks at either end.
  package var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
