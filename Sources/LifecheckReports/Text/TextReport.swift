import LifecheckDiagnostics

/// Reports as text for a person at a terminal or in a build log.
///
/// First the verdicts, one a line; then a section for each that needs attention; last one line of counts.
package struct TextReport: Sendable {
  package var usesColor: Bool
  /// Columns to wrap to; nil: no wrapping.
  package var width: Int?
  /// Also tells the runs of what was `reached`.
  package var tellsReachedRuns: Bool
  /// Also tells where the time went.
  package var tellsTime: Bool

  package init(usesColor: Bool = false, width: Int? = nil, tellsReachedRuns: Bool = false, tellsTime: Bool = false) {
    self.usesColor = usesColor
    self.width = width
    self.tellsReachedRuns = tellsReachedRuns
    self.tellsTime = tellsTime
  }

  package func render(_ reports: [CheckReport]) -> String {
    var page = Page(usesColor: usesColor, width: width)
    for report in reports {
      page.blank()
      addDiagnostics(of: report, to: &page)
      page.blank()
      addVerdicts(of: report, to: &page)
      for answer in report.answers { addSection(for: answer, in: report, to: &page) }
      if tellsTime, !report.efforts.isEmpty { addEfforts(of: report, to: &page) }
    }
    page.blank()
    for report in reports { addSummary([report], named: report.path + assumed(in: report), to: &page) }
    if reports.count > 1 { addSummary(reports, named: "\(reports.count) files", to: &page) }
    return page.text
  }

  /// Only what is wrong with the spec.
  package func renderDiagnostics(_ report: CheckReport) -> String {
    var page = Page(usesColor: usesColor, width: width)
    addDiagnostics(of: report, to: &page)
    return page.text
  }
}

// MARK: The list of verdicts

extension TextReport {
  private func addVerdicts(of report: CheckReport, to page: inout Page) {
    if report.answers.isEmpty { return }
    page.add([
      Span(report.path, .strong), Span(report.platform.map { " on \($0)" } ?? "", .dim), Span(assumed(in: report), .caution),
    ])
    page.blank()
    if !report.versions.isEmpty { return addVersionTable(of: report, to: &page) }
    let column = report.answers.map { VerdictWord($0).rawValue.count }.max() ?? 0
    for answer in report.answers where VerdictWord(answer) != .notApplicable {
      let line = [Span(title(of: answer)), Span(notes(on: answer), .dim)]
      add(VerdictWord(answer), line, column: column, to: &page)
    }
    addNotApplicable(report.answers, column: column, to: &page)
  }

  /// What does not concern the app comes last, in one line: a platform has many rules, and an app breaks few of them.
  func addNotApplicable(_ answers: [Answer], column: Int, to page: inout Page) {
    let asked = answers.filter { VerdictWord($0) != .notApplicable }.map(shortName)
    var names: [String] = []
    for name in answers.filter({ VerdictWord($0) == .notApplicable }).map(shortName) where !(asked + names).contains(name) {
      names.append(name)
    }
    if names.isEmpty { return }
    // A log has no width, and no one reads a line without end.
    for (number, row) in rows(names, of: 72).enumerated() {
      if number == 0 {
        add(.notApplicable, [Span(row, .dim)], column: column, to: &page)
      } else {
        page.add([Span(row, .dim)], indent: column + 4, hanging: column + 6)
      }
    }
  }

  /// The names with commas, in rows of about so many characters.
  private func rows(_ names: [String], of length: Int) -> [String] {
    var rows: [String] = [""]
    for (number, name) in names.enumerated() {
      let item = number == names.count - 1 ? name : name + ","
      if !rows[rows.count - 1].isEmpty, rows[rows.count - 1].count + 1 + item.count > length { rows.append("") }
      rows[rows.count - 1] += (rows[rows.count - 1].isEmpty ? "" : " ") + item
    }
    return rows
  }

  private func add(_ word: VerdictWord, _ line: [Span], column: Int, to page: inout Page) {
    let padding = String(repeating: " ", count: column - word.rawValue.count + 2)
    page.add([Span(word.rawValue, word.style), Span(padding, breaks: false)] + line, indent: 2, hanging: column + 6)
  }

  private func shortName(_ answer: Answer) -> String { answer.identifier ?? answer.title }

  func title(of answer: Answer) -> String {
    answer.identifier.map { "\(answer.title) [\($0)]" } ?? answer.title
  }

  func notes(on answer: Answer) -> String {
    var notes: [String] = []
    if let reason = answer.allowedBecause {
      notes.append(
        VerdictWord(answer) == .allowed
          ? "\(answer.verdict.name), but allowed: \"\(reason)\"" : "its `allow` can go: \"\(reason)\"")
    }
    switch answer.verdict {
    case .vacuous(let reason): notes.append(reason)
    default: break
    }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }
}

// MARK: What was fixed

extension TextReport {
  /// `, asked for `task-valid` alone, assuming grace = 4s`: nobody is to take the answers for more than they are.
  private func assumed(in report: CheckReport) -> String {
    let only = report.only.map { ", asked for `\(visible($0))` alone" } ?? ""
    let parts = report.platformParameters.map { "\($0.name) = \(visible($0.value))" }
    return only + (parts.isEmpty ? "" : ", assuming \(parts.joined(separator: ", "))")
  }

  /// A value may have been written over several lines.
  private func visible(_ value: String) -> String {
    value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

// MARK: The counts

extension TextReport {
  private func addSummary(_ reports: [CheckReport], named name: String, to page: inout Page) {
    let answers = reports.flatMap(\.answers)
    let diagnostics = reports.flatMap(\.diagnostics)
    var counts = [(Diagnostic.Severity.error, "error"), (.warning, "warning")].compactMap { severity, word in
      count(diagnostics.filter { $0.severity == severity }.count, word)
    }
    counts += VerdictWord.allCases.compactMap { word in
      let number = answers.filter { VerdictWord($0) == word }.count
      return number == 0 ? nil : "\(number) \(word.rawValue)"
    }
    if answers.isEmpty { counts.append("nothing was checked") }
    let isGood = ExitCode(for: reports) == .allGood && !answers.isEmpty
    page.addUnwrapped([Span("\(name): ", .strong), Span(isGood ? "all good: " : "", .good), Span(counts.joined(separator: ", "))])
  }

  private func count(_ number: Int, _ word: String) -> String? {
    number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
