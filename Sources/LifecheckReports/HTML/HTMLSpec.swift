import LifecheckDiagnostics

/// All that a page says of one spec: what is wrong with it, the verdicts, the runs, and its source beside them.
struct HTMLSpec {
  let report: CheckReport
  let places: Places
  let id: String
  private let lines: HTMLSource

  init(report: CheckReport, number: Int) {
    self.report = report
    places = Places(files: report.files, platformFiles: report.platformFiles)
    id = "spec-\(number + 1)"
    lines = HTMLSource(places: places, prefix: id)
  }

  /// One for each answer that rests on a run with steps.
  var runs: [HTMLRun] {
    report.answers.enumerated().compactMap { number, answer in
      guard answer.hasRun, let story = answer.verdict.story else { return nil }
      return HTMLRun(id: runID(number), report: report, answer: answer, story: story, places: places, source: lines)
    }
  }

  private func runID(_ answer: Int) -> String { "\(id)-run-\(answer + 1)" }

  var markup: Markup {
    """
    <section class="spec" id="\(id)" aria-labelledby="\(id)-title">
    <h2 id="\(id)-title">\(report.path)\(platform)</h2>
    \(fixed)<div class="beside">
    <div class="told">
    \(diagnostics)\(verdicts)\(versionTable)\(runs.map(\.markup))</div>
    \(lines.markup)</div>
    </section>

    """
  }

  private var platform: String { report.platform.map { " on \($0)" } ?? "" }

  /// The restrictions under which the answers hold.
  private var fixed: Markup {
    let only = [report.askedAlone].compactMap(\.self)
    let parts = only + report.platformParameters.map { "assuming \($0.name) = \($0.value)" }
    return parts.isEmpty ? .none : "<p>\(words: parts.joined(separator: ", "))</p>\n"
  }
}

// MARK: What is wrong with the spec itself

extension HTMLSpec {
  private var diagnostics: Markup {
    if report.diagnostics.isEmpty { return .none }
    let items = report.diagnostics.map { item(Remark($0, places), at: $0.range) }
    let head = report.isUnfinished ? "Not settled" : "About the spec"
    return "<h3>\(head)</h3>\n<ul class=\"verdicts\" role=\"list\">\n\(items)</ul>\n"
  }

  private func item(_ remark: Remark, at range: SourceRange) -> Markup {
    let style = remark.level == .error ? "bad" : remark.level == .warning ? "caution" : "dim"
    return """
      <li><span class="badge \(style)">\(remark.word)</span> <span class="what">\(words: remark.message) \
      <span class="id">[\(remark.rule)]</span></span> \(lines.link(range))</li>

      """
  }
}

// MARK: The verdicts

extension HTMLSpec {
  private var verdicts: Markup {
    if report.answers.isEmpty { return .none }
    let remarks = report.answers.enumerated().map { ($0, Remark($1, report, places)) }
    let items = remarks.filter { $0.1.word != VerdictWord.notApplicable.rawValue }.map(item)
    let silent = remarks.filter { $0.1.word == VerdictWord.notApplicable.rawValue }
    return "<h3>Verdicts</h3>\n<ul class=\"verdicts\" role=\"list\">\n\(items)</ul>\n" + aside(silent.map(\.1))
  }

  private func item(_ number: Int, _ remark: Remark) -> Markup {
    let answer = report.answers[number]
    let hasRun = answer.verdict.story?.steps.isEmpty == false
    let title: Markup = hasRun ? "<a href=\"#\(runID(number))\">\(words: remark.title)</a>" : "\(words: remark.title)"
    let details: Markup = remark.details.isEmpty ? .none : " <span class=\"why\">\(words: remark.details)</span>"
    return """
      <li><span class="badge \(VerdictWord(answer).cssClass)">\(remark.word)</span> <span class="what">\(title)\
      \(identifier(answer))</span>\(details) \(lines.link(answerPlace(answer)))</li>

      """
  }

  private func identifier(_ answer: Answer) -> Markup {
    answer.identifier.map { " <span class=\"id\">[\($0)]</span>" } ?? .none
  }

  /// The line to look at, or the sentence, if that is the app's.
  private func answerPlace(_ answer: Answer) -> SourceRange? {
    Section(report: report, answer: answer, places: places, isWhole: false).place
  }

  /// The rules that say nothing of the spec, folded away: a platform has many.
  private func aside(_ silent: [Remark]) -> Markup {
    if silent.isEmpty { return .none }
    let items: [Markup] = silent.map { "<li>\(words: $0.name): \(words: $0.details)</li>\n" }
    let head = silent.count == 1 ? "1 rule says nothing of this spec" : "\(silent.count) rules say nothing of this spec"
    return "<details><summary>\(head)</summary>\n<ul>\n\(items)</ul>\n</details>\n"
  }
}

// MARK: Versions

extension HTMLSpec {
  /// A row for each rule and property, a column for each version that was asked for.
  private var versionTable: Markup {
    if report.versions.isEmpty { return .none }
    let heads: [Markup] = report.versions.map { "<th scope=\"col\">\($0)</th>" }
    let rows: [Markup] = report.answers.filter { VerdictWord($0) != .notApplicable }.map { answer in
      "<tr><th scope=\"row\">\(words: answer.title)</th>\(answer.verdictByVersion.map { cell(answer, $0) })</tr>\n"
    }
    return """
      <h3>By version</h3>
      <div class="wide" role="region" aria-label="Verdicts by version" tabindex="0">
      <table>
      <thead><tr><th scope="col">rule or property</th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>

      """
  }

  /// Where the version has no such rule there is a dash.
  private func cell(_ answer: Answer, _ verdict: Verdict?) -> Markup {
    guard let verdict else { return "<td>–</td>" }
    var single = answer
    single.verdict = verdict
    let word = VerdictWord(single)
    return "<td class=\"\(word.cssClass)\">\(word.rawValue)</td>"
  }
}

extension Answer {
  /// It rests on a run with steps, which the page tells.
  var hasRun: Bool { verdict.story.map { !$0.steps.isEmpty } ?? false }
}
