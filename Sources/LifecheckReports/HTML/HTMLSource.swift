import LifecheckDiagnostics

/// The text of a spec and of what it uses, a line each, so that steps can point to it. What ships with the tool is left out.
struct HTMLSource {
  let places: Places
  /// Makes the ids of the lines differ from those of other specs.
  let prefix: String

  private var files: [SourceFile] {
    places.files.filter { !places.isShipped(SourceRange(file: $0.id, start: 0, end: 0)) && !$0.text.isEmpty }
  }

  var markup: Markup {
    if files.isEmpty { return .none }
    return """
      <aside class="source" aria-label="Source of \(files[0].path)" tabindex="0">
      \(files.map(listing))</aside>

      """
  }

  private func listing(_ file: SourceFile) -> Markup {
    // A text that ends in a line break has no line behind it.
    let count = file.lineStarts.last == file.text.count ? file.lineStarts.count - 1 : file.lineStarts.count
    let lines: [Markup] = (0..<count).map { "<li id=\"\(id(file.id, $0 + 1))\"><code>\(code(file.lineText($0)))</code></li>\n" }
    return "<h3>\(file.path)</h3>\n<ol class=\"code\">\n\(lines)</ol>\n"
  }

  /// The blanks before it are part of the line.
  private func code(_ line: String) -> Markup { "\(line.replacing("\t", with: "    "))" }

  private func id(_ file: FileID, _ line: Int) -> String { "\(prefix)-file-\(file.index + 1)-line-\(line)" }

  /// The id of the line where the range begins; nil: it is not on the page.
  func line(_ range: SourceRange?) -> String? {
    guard let range, files.contains(where: { $0.id == range.file }) else { return nil }
    return id(range.file, places.start(range).line)
  }

  /// `notes.lc:12`, which leads to the line if that is on the page.
  func link(_ range: SourceRange?) -> Markup {
    guard let range, places.hasText(range) else { return .none }
    guard let line = line(range) else { return "<span class=\"place\">\(places.place(range))</span>" }
    return "<a class=\"place\" href=\"#\(line)\">\(places.place(range))</a>"
  }
}
