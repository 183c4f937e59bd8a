extension TextReport {
  /// A line for each rule and property, a column for each version.
  func addVersionTable(of report: CheckReport, to page: inout Page) {
    let rows = report.answers.filter { VerdictWord($0) != .notApplicable }.map { answer in
      (answer, words: answer.verdictByVersion.map { word(answer, $0) })
    }
    let widths = report.versions.indices.map { column in
      max("\(report.versions[column])".count, rows.map { $0.words[column]?.rawValue.count ?? 1 }.max() ?? 0) + 2
    }
    let heads = zip(report.versions, widths).map { Span(padded("\($0)", to: $1), .dim, breaks: false) }
    page.addUnwrapped(heads, indent: 2)
    for (answer, words) in rows {
      let cells = zip(words, widths).map { Span(padded($0?.rawValue ?? "–", to: $1), $0?.style ?? .dim, breaks: false) }
      let line = [Span(title(of: answer)), Span(notes(on: answer), .dim)]
      page.add(cells + line, indent: 2, hanging: widths.reduce(4, +))
    }
    addNotApplicable(report.answers, column: max(widths.reduce(-2, +), VerdictWord.notApplicable.rawValue.count), to: &page)
  }

  /// nil: this version has no such rule or property.
  private func word(_ answer: Answer, _ verdict: Verdict?) -> VerdictWord? {
    guard let verdict else { return nil }
    var single = answer
    single.verdict = verdict
    return VerdictWord(single)
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}
