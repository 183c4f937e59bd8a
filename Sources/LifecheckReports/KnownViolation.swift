/// A violation that a project knows of and puts up with for now: an entry of a baseline.
///
/// It covers one sentence of one spec as long as that fails in the same words; what fails in another way is news. Nothing that
/// is undecided or an error can be known: who does not know what it hides must not hide it.
package struct KnownViolation: Hashable, Sendable {
  package var spec: String
  /// A rule's id, or the title of a sentence.
  package var what: String
  package var verdict: String
  package var failure: String
  package var reason: String
  /// The last day that it counts, as 2027-01-31, in UTC; nil: it does not run out.
  package var until: String?

  package init(spec: String, what: String, verdict: String, failure: String, reason: String, until: String? = nil) {
    (self.spec, self.what, self.verdict, self.failure) = (spec, what, verdict, failure)
    (self.reason, self.until) = (reason, until)
  }

  /// All that fails in the reports, and what is known of questions that they do not answer: of other specs, or undecided now.
  /// The reason is that of `known`, where that has one for the same.
  package static func all(in reports: [CheckReport], known: [KnownViolation]) -> [KnownViolation] {
    let failing = reports.flatMap { report in
      report.answers.filter { $0.outcome == .bad }.map { answer in
        let new = KnownViolation(answer, in: report.path, reason: "known when the baseline was written")
        return known.first { $0.isSame(as: new) } ?? new
      }
    }
    let others = known.filter { entry in !failing.contains { $0.isSame(as: entry) } && !entry.isMended(in: reports) }
    return others.reduce(into: failing) { all, entry in if !all.contains(where: { $0.isSame(as: entry) }) { all.append(entry) } }
  }

  /// Whether the reports say that this does not fail so any more.
  func isMended(in reports: [CheckReport]) -> Bool {
    guard let report = reports.first(where: { $0.path == spec && !$0.hasErrors && !$0.isUnfinished }) else { return false }
    let answers = report.answers.filter { ($0.identifier ?? $0.title) == what }
    if answers.isEmpty { return report.only.isEmpty }
    return answers.allSatisfy { $0.outcome != .open && !KnownViolation($0, in: report.path, reason: "").isSame(as: self) }
  }

  init(_ answer: Answer, in path: String, reason: String) {
    let failure =
      switch answer.verdict {
      case .violated(let story): story.failure
      case .vacuous(let reason): reason
      default: ""
      }
    self.init(
      spec: path, what: answer.identifier ?? answer.title, verdict: answer.verdict.name, failure: failure, reason: reason)
  }

  func isSame(as other: KnownViolation) -> Bool {
    spec == other.spec && what == other.what && verdict == other.verdict && failure == other.failure
  }
}
