import LifecheckDiagnostics

extension TextReport {
  /// `file:line:column: error: …`, as editors pick it up, then the line with what is meant underlined.
  func addDiagnostics(of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files)
    for diagnostic in report.diagnostics {
      page.blank()
      addHead(diagnostic.severity, diagnostic.message, code: diagnostic.code, at: diagnostic.range, places, to: &page)
      addUnderlined(diagnostic.range, places, to: &page)
      for label in diagnostic.labels {
        addHead(.note, label.message, code: nil, at: label.range, places, to: &page)
        addUnderlined(label.range, places, to: &page)
      }
      for fixIt in diagnostic.fixIts { page.add([Span("try: ", .strong), Span(fixIt.message)], indent: 4, hanging: 9) }
      if let help = diagnostic.help { page.add([Span("help: ", .strong), Span(help)], indent: 4, hanging: 10) }
    }
  }

  private func addHead(
    _ severity: Diagnostic.Severity, _ message: String, code: String?, at range: SourceRange, _ places: Places,
    to page: inout Page
  ) {
    let start = places.start(range)
    // A file without text (it is empty, or could not be read) has no place to point to.
    let place = places.hasText(range) ? ":\(start.line):\(start.column)" : ""
    let style: Style = severity == .error ? .bad : severity == .warning ? .caution : .dim
    page.addUnwrapped([
      Span("\(places.path(range))\(place): ", .strong), Span("\(severity.rawValue): ", style),
      Span(message), Span(code.map { " [\($0)]" } ?? "", .dim),
    ])
  }

  private func addUnderlined(_ range: SourceRange, _ places: Places, to page: inout Page) {
    guard let file = places.file(range), places.hasText(range) else { return }
    let (start, end) = (places.start(range), places.end(range))
    let line = Array(file.lineText(start.line - 1).unicodeScalars)
    let marked = start.column - 1..<max(end.line == start.line ? end.column - 1 : line.count, start.column)
    let shown = window(around: marked, of: line.count)
    // Tabs stay tabs, so that the marks stand below what they mean.
    let lead = line[shown.lowerBound..<min(marked.lowerBound, line.count)].map { $0 == "\t" ? "\t" : " " }.joined()
    let before = shown.lowerBound > 0 ? "…" : ""
    let after = shown.upperBound < line.count ? "…" : ""
    let marks = "^" + String(repeating: "~", count: max(min(marked.upperBound, shown.upperBound) - marked.lowerBound - 1, 0))
    page.addUnwrapped([Span(before + visible(line[shown]) + after, .dim)], indent: 4)
    page.addUnwrapped([Span(before.isEmpty ? "" : " "), Span(lead), Span(marks, .good)], indent: 4)
  }

  /// The columns of a line that are shown: all, or for very long lines what surrounds the beginning of `marked`.
  private func window(around marked: Range<Int>, of count: Int) -> Range<Int> {
    let room = 160
    guard count > room else { return 0..<count }
    let start = max(0, min(marked.lowerBound - max(10, (room - marked.count) / 2), count - room))
    return start..<min(count, start + room)
  }

  /// What a terminal would obey instead of show is replaced.
  private func visible(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars.map { $0 != "\t" && $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
