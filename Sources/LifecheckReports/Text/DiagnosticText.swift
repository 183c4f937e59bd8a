import LifecheckDiagnostics

extension TextReport {
  /// `file:line:column: error: …`, as editors pick it up, then the line with what is meant underlined.
  func addDiagnostics(_ diagnostics: [Diagnostic], of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files)
    for diagnostic in diagnostics {
      page.blank()
      addHead(diagnostic.severity, diagnostic.message, code: diagnostic.code, at: diagnostic.range, places, to: &page)
      addUnderlined(diagnostic.range, places, to: &page)
      for label in diagnostic.labels {
        addHead(.note, label.message, code: nil, at: label.range, places, to: &page)
        addUnderlined(label.range, places, to: &page)
      }
      for fixIt in diagnostic.fixIts where !diagnostic.message.contains(fixIt.message) {
        page.add([Span("try: ", .strong), Span(fixIt.message)], indent: 4, hanging: 9)
      }
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
      Span("\(places.path(range))\(place)", .strong, file: places.pathOnDisk(range)), Span(": ", .strong),
      Span("\(severity.rawValue): ", style),
      Span(message), Span(code.map { " [\($0)]" } ?? "", .dim),
    ])
  }

  private func addUnderlined(_ range: SourceRange, _ places: Places, to page: inout Page) {
    guard let file = places.file(range), places.hasText(range) else { return }
    let excerpt = SourceExcerpt(of: range, in: file)
    page.addUnwrapped([Span(excerpt.source, .dim)], indent: 4)
    page.addUnwrapped([Span(excerpt.marks, .good)], indent: 4 + excerpt.indent)
  }
}
