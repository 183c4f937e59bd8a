import LifecheckDiagnostics

/// The policy that a project has agreed on beside its specs: which rules it switches off and why, and what counts as failure.
///
/// It only ever changes how an answer counts, never the verdict; and nothing that is undecided can be made to pass.
package struct Policy: Sendable {
  /// From here on something fails the check.
  package enum FailOn: String, CaseIterable, Sendable {
    /// Everything but advice and warnings.
    case errors
    /// Advice fails, too.
    case advice
    /// Advice and warnings fail, too.
    case warnings
  }

  package var failOn = FailOn.errors
  /// By id or title of a rule: why it is off.
  package var rulesOff: [String: String] = [:]
  /// Of the baseline.
  package var known: [KnownViolation] = []
  /// The date in UTC, as 2026-11-21: an entry of the baseline holds until its day.
  package var today = ""

  package init() {}

  /// The report as the project wants it counted.
  package func applied(to report: CheckReport) -> CheckReport {
    var report = report
    let path = report.path
    for index in report.answers.indices {
      report.answers[index] = applied(to: report.answers[index])
      guard let entry = entry(for: report.answers[index], in: path) else { continue }
      if let until = entry.until, until < today {
        // The sentence may stand in a file of the platform, which nobody can open.
        report.diagnostics.append(expired(entry, until, at: SourceRange(file: FileID(0), start: 0, end: 0)))
      } else {
        report.answers[index].allow(because: "in the baseline: \(entry.reason)")
      }
    }
    if failOn == .warnings { report.diagnostics = report.diagnostics.map(\.asError) }
    return report
  }

  private func entry(for answer: Answer, in path: String) -> KnownViolation? {
    guard answer.outcome == .bad else { return nil }
    let found = KnownViolation(answer, in: path, reason: "")
    return known.first { $0.isSame(as: found) }
  }

  private func expired(_ entry: KnownViolation, _ until: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, "baseline-expired", "the baseline's entry for `\(entry.what)` ran out with \(until) (UTC), and no longer counts",
      at: place,
      help: "mend it, or give the entry a later day and the reason why it still holds")
  }

  /// Entries of the baseline for what does not fail so any more.
  package func mended(in reports: [CheckReport]) -> [KnownViolation] { known.filter { $0.isMended(in: reports) } }

  private func applied(to answer: Answer) -> Answer {
    var answer = answer
    if failOn != .errors { answer.isAdvice = false }
    guard answer.role == .rule, answer.allowedBecause == nil, answer.outcome != .open else { return answer }
    if let reason = answer.identifier.flatMap({ rulesOff[$0] }) ?? rulesOff[answer.title] { answer.allow(because: reason) }
    return answer
  }

  /// Those of `rulesOff` that no spec has: most likely misspelt.
  package func unknownRules(in reports: [CheckReport]) -> [String] {
    let answers = reports.flatMap(\.answers)
    let known = Set(answers.compactMap(\.identifier) + answers.map(\.title))
    return rulesOff.keys.filter { !known.contains($0) }.sorted()
  }
}

extension Answer {
  fileprivate mutating func allow(because reason: String) { (allowedBecause, isAllowedElsewhere) = (reason, true) }
}

extension Diagnostic {
  /// Of a warning, as a compiler does that is told to treat warnings as errors.
  fileprivate var asError: Diagnostic {
    guard severity == .warning else { return self }
    var copy = Diagnostic(.error, code, message, at: range, fixIts: fixIts, help: help)
    for label in labels { copy = copy.label(label.message, at: label.range) }
    return copy
  }
}
