import LifecheckDiagnostics

/// Looks up ranges in the files of a report.
package struct Places: Sendable {
  package let files: [SourceFile]
  package var platformFiles: Set<FileID> = []

  package init(files: [SourceFile], platformFiles: Set<FileID> = []) {
    self.files = files
    self.platformFiles = platformFiles
  }

  func file(_ range: SourceRange) -> SourceFile? {
    files.indices.contains(range.file.index) ? files[range.file.index] : nil
  }

  /// Whether there is anything to point to.
  func hasText(_ range: SourceRange) -> Bool { file(range)?.text.isEmpty == false }

  /// Whether the range lies in a file that ships with the tool.
  package func isShipped(_ range: SourceRange) -> Bool { file(range)?.path.hasSuffix(Places.shippedMark) ?? false }

  /// `ios` for a range in `ios.lc` or one of its parts, as they ship; nil: it lies elsewhere.
  package func shippedPlatform(_ range: SourceRange) -> String? {
    isShipped(range) ? path(range).split { $0 == "/" || $0 == "." }.first.map(String.init) : nil
  }

  /// Whether the range lies in a platform, where someone who writes an app has nothing to mend.
  func isPlatform(_ range: SourceRange) -> Bool { platformFiles.contains(range.file) || isShipped(range) }

  /// The path of the file that it lies in, where that is one on disk: not what ships, standard input, or an option.
  func pathOnDisk(_ range: SourceRange) -> String? {
    let path = path(range)
    return isShipped(range) || path.hasPrefix("<") || isOption(range) ? nil : path
  }

  /// Whether the range lies in an option of the command line.
  func isOption(_ range: SourceRange) -> Bool { path(range).hasPrefix("--") }

  /// The path of a file that ships, as reports have it.
  static func shipped(_ path: String) -> String { path + shippedMark }

  /// The path as the user knows it.
  package func path(_ range: SourceRange) -> String {
    guard let path = file(range)?.path else { return "?" }
    return path.hasSuffix(Places.shippedMark) ? String(path.dropLast(Places.shippedMark.count)) : path
  }

  package func start(_ range: SourceRange) -> SourcePosition {
    file(range)?.position(at: range.start) ?? SourcePosition(line: 1, column: 1)
  }

  package func end(_ range: SourceRange) -> SourcePosition {
    file(range)?.position(at: range.end) ?? SourcePosition(line: 1, column: 1)
  }

  /// `notes.lc:12`
  package func place(_ range: SourceRange) -> String { "\(path(range)):\(start(range).line)" }

  /// The line where the range starts, without indentation and trailing comment.
  func excerpt(_ range: SourceRange) -> String { excerpts(range, atMost: 1) }

  /// Whether `any` decides there: then only the comment says what it means.
  func isChoice(_ range: SourceRange) -> Bool {
    guard let file = file(range), range.end <= file.text.count else { return false }
    return file.text(of: range).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains("any")
  }

  /// The line where the range starts, with its trailing comment.
  func excerptWithComment(_ range: SourceRange) -> String {
    guard let file = file(range), range.end <= file.text.count else { return "" }
    return file.lineText(file.lineIndex(at: range.start)).trimmed
  }

  /// The lines of the range, joined.
  package func wholeExcerpt(_ range: SourceRange) -> String { excerpts(range, atMost: 4) }

  private func excerpts(_ range: SourceRange, atMost limit: Int) -> String {
    guard let file = file(range), range.end <= file.text.count else { return "" }
    let first = file.lineIndex(at: range.start)
    let last = min(file.lineIndex(at: max(range.start, range.end - 1)), first + limit - 1)
    return (first...last).map { SourceFile.code(in: file.lineText($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The mark at the end of a shipped file's path (see `SourceFile.path`).
  private static let shippedMark = " (platform)"
}
