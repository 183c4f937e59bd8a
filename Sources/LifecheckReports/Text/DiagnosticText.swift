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
    let style: Style = severity == .error ? .bad : severity == .warning ? .caution : .dim
    page.addUnwrapped([
      Span("\(places.path(range)):\(start.line):\(start.column): ", .strong), Span("\(severity.rawValue): ", style),
      Span(message), Span(code.map { " [\($0)]" } ?? "", .dim),
    ])
  }

  private func addUnderlined(_ range: SourceRange, _ places: Places, to page: inout Page) {
    guard let file = places.file(range) else { return }
    let (start, end) = (places.start(range), places.end(range))
    let line = Array(file.lineText(start.line - 1).unicodeScalars)
    // Tabs stay tabs, so that the marks stand below what they mean.
    let lead = String(String.UnicodeScalarView(line.prefix(start.column - 1).map { $0 == "\t" ? "\t" : " " }))
    let last = end.line == start.line ? end.column : line.count + 1
    let marks = "^" + String(repeating: "~", count: max(last - start.column - 1, 0))
    page.addUnwrapped([Span(String(String.UnicodeScalarView(line)), .dim)], indent: 4)
    page.addUnwrapped([Span(lead), Span(marks, .good)], indent: 4)
  }
}
