import LifecheckDiagnostics

/// Reports as text for a person at a terminal or in a build log.
///
/// First what fails the check, the line to mend at the top of each; then what is not settled, and advice; last one line of
/// counts. What is as it should be is counted, and listed only on request.
package struct TextReport: Sendable {
  package var usesColor: Bool
  /// Columns to wrap to; nil: no wrapping.
  package var width: Int?
  /// Also tells the runs of what was `reached`.
  package var tellsReachedRuns: Bool
  /// Also tells where the time went.
  package var tellsTime: Bool
  /// Also lists all verdicts, and tells each violation, not one for each cause.
  package var tellsAll = false
  /// Every step of a run, with its time, place and changes.
  package var tellsWholeStories = false
  /// How places in files become links; nil: they do not.
  package var links: Hyperlinks?

  package init(usesColor: Bool = false, width: Int? = nil, tellsReachedRuns: Bool = false, tellsTime: Bool = false) {
    self.usesColor = usesColor
    self.width = width
    self.tellsReachedRuns = tellsReachedRuns
    self.tellsTime = tellsTime
  }

  package func render(_ reports: [CheckReport]) -> String {
    let parts = reports.map(render) + (reports.count > 1 ? [renderTotal(reports)] : [])
    return parts.joined(separator: "\n")
  }

  /// One file, up to its line of counts.
  package func render(_ report: CheckReport) -> String {
    var page = Page(usesColor: usesColor, width: width, links: links)
    addDiagnostics(report.diagnostics.filter { $0.severity == .error }, of: report, to: &page)
    addFailures(of: report, to: &page)
    addUndecided(of: report, to: &page)
    addDiagnostics(report.diagnostics.filter { $0.severity != .error }, of: report, to: &page)
    if tellsReachedRuns { addReached(of: report, to: &page) }
    addAdvice(of: report, to: &page)
    if !report.versions.isEmpty || tellsAll { addVerdicts(of: report, to: &page) }
    if tellsTime, !report.efforts.isEmpty { addEfforts(of: report, to: &page) }
    page.blank()
    addSummary(of: report, to: &page)
    return page.text
  }

  /// The counts of all files together.
  package func renderTotal(_ reports: [CheckReport]) -> String {
    var page = Page(usesColor: usesColor, width: width, links: links)
    addCounts(of: reports, named: "\(reports.count) files", hint: "", to: &page)
    return page.text
  }

  /// Only what is wrong with the spec.
  package func renderDiagnostics(_ report: CheckReport) -> String {
    var page = Page(usesColor: usesColor, width: width, links: links)
    addDiagnostics(report.diagnostics, of: report, to: &page)
    return page.text
  }
}

// MARK: The list of verdicts

extension TextReport {
  private func addVerdicts(of report: CheckReport, to page: inout Page) {
    if report.answers.isEmpty { return }
    page.blank()
    if !report.versions.isEmpty { return addVersionTable(of: report, to: &page) }
    let column = report.answers.map { VerdictWord($0).rawValue.count }.max() ?? 0
    for answer in report.answers where VerdictWord(answer) != .notApplicable {
      let line = [Span(title(of: answer)), Span(notes(on: answer), .dim)]
      add(VerdictWord(answer), line, column: column, to: &page)
    }
    addNotApplicable(report.answers, column: column, to: &page)
  }

  /// Adds the rules that do not concern the app last, in one line: a platform has many rules, and an app breaks few of them.
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
      if VerdictWord(answer) == .allowed { notes.append("\(answer.verdict.name), but allowed: \"\(reason)\"") }
      if answer.needsNoAllow { notes.append("its `allow` can go: \"\(reason)\"") }
    }
    switch answer.verdict {
    case .vacuous(let reason): notes.append(reason)
    // The table of versions says it of each.
    case .proved where answer.verdictByVersion.isEmpty:
      if let version = answer.onVersion { notes.append("put to the test first on \(version)") }
    default: break
    }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }
}

// MARK: What was fixed

extension TextReport {
  /// `, asked for `task-valid` alone, assuming grace = 4s`: nobody is to take the answers for more than they are.
  private func assumed(in report: CheckReport) -> String {
    let only = report.askedAlone.map { ", \(visible($0))" } ?? ""
    let parts = report.platformParameters.map { "\($0.name) = \(visible($0.value))" }
    return report.portionWords + only + (parts.isEmpty ? "" : ", assuming \(parts.joined(separator: ", "))")
  }

  /// A value may have been written over several lines.
  private func visible(_ value: String) -> String {
    value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

// MARK: The counts

extension TextReport {
  private func addSummary(of report: CheckReport, to page: inout Page) {
    let platform = report.answers.isEmpty ? "" : report.platform.map { " on \($0)" } ?? ""
    addCounts(of: [report], named: report.path + platform + assumed(in: report), hint: hint(on: report), to: &page)
  }

  private func addCounts(of reports: [CheckReport], named name: String, hint: String, to page: inout Page) {
    let answers = reports.flatMap(\.answers)
    let diagnostics = reports.flatMap(\.diagnostics)
    let unfinished = reports.count(where: \.isUnfinished)
    var counts = [
      count(diagnostics.count { $0.severity == .error } - unfinished, "error"),
      count(diagnostics.count { $0.severity == .warning }, "warning"),
    ].compactMap(\.self)
    counts += VerdictWord.allCases.filter { $0 != .notApplicable }.compactMap { word in
      let number = answers.count { VerdictWord($0) == word }
      return number == 0 ? nil : "\(number) \(word.rawValue)"
    }
    if unfinished > 0 { counts.append(reports.count == 1 ? "not settled" : "\(unfinished) not settled") }
    if answers.isEmpty || reports.sayNothingOfWhatWasAsked { counts.append("nothing was checked") }
    if counts.isEmpty { counts.append("nothing of it comes up") }
    let isGood = ExitCode(for: reports) == .allGood && !answers.isEmpty
    page.addUnwrapped([
      Span("\(name): ", .strong), Span(isGood ? "all good: " : "", .good), Span(counts.joined(separator: ", ")),
      Span(hint, .dim),
    ])
  }

  private func count(_ number: Int, _ word: String) -> String? {
    number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// The hint at verdicts and steps that were not told, and how to see them.
  private func hint(on report: CheckReport) -> String {
    if report.answers.isEmpty { return "" }
    let silent = report.answers.count { VerdictWord($0) == .notApplicable }
    let told = report.answers.filter { VerdictWord($0) == .violated }.compactMap { $0.verdict.story?.steps.count }.max() ?? 0
    let aside = silent == 0 ? "" : "; \(silent) \(silent == 1 ? "rule says" : "rules say") nothing of this spec"
    let ways = [
      tellsAll ? nil : "--all lists \(silent == 0 ? "every verdict" : "them")",
      tellsWholeStories || told == 0
        ? nil : told == 1 ? "--story full tells the step in full" : "--story full tells all \(told) steps",
    ].compactMap(\.self)
    return aside + (ways.isEmpty ? "" : " (\(ways.joined(separator: ", ")))")
  }
}

extension Verdict {
  /// The run that it rests on.
  package var story: Story? {
    switch self {
    case .violated(let story), .reached(let story): story
    case .undecided(let undecided): undecided.story
    case .proved, .unreachable, .vacuous, .notApplicable: nil
    }
  }
}

extension Undecided {
  /// The run that goes beyond what is followed.
  var story: Story? {
    switch reason {
    case .instancesExhausted(_, _, _, let story), .roundsWithoutTime(_, _, let story): story
    case .givenUp, .depthLimit, .tooHard: nil
    }
  }

  /// What is beyond there.
  var endOfStory: String {
    if case .roundsWithoutTime = reason { return "the rounds go on, and each takes a little time" }
    return "whether this can happen is open: it needs one more than is followed"
  }
}
