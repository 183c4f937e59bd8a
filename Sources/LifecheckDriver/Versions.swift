import LifecheckDiagnostics
import LifecheckReports

/// The report on one version of the platform.
struct VersionReport {
  let version: Int
  let report: CheckReport
}

/// One answer for all versions: the worst, said of the first version that has it. A sentence that some version puts to the test is not vacuous.
/// - Parameter tellsApart: the report also says what the verdict of each version is.
func combine(_ reports: [VersionReport], platform: String?, tellsApart: Bool) -> CheckReport {
  guard var result = reports.first?.report else { preconditionFailure("no versions") }
  if let failed = reports.first(where: { $0.report.hasErrors }) { return failed.report }
  let name = platform ?? "version"
  result.platform = "\(name) \(text(ofVersions: reports.map(\.version)))"
  if tellsApart { result.versions = reports.map(\.version) }
  result.diagnostics = told(by: reports, name)
  result.answers = []
  for question in questions(of: reports.map(\.report)) {
    // A version without the question has nothing against it.
    let all = reports.compactMap { checked in question.answer(in: checked.report).map { (checked.version, $0) } }
    let worst = all.max { badness($0.1.verdict) < badness($1.1.verdict) }!
    let first = all.first { badness($0.1.verdict) == badness(worst.1.verdict) }!
    var answer = first.1
    let isEverywhere = all.count == reports.count && all.allSatisfy { badness($0.1.verdict) == badness(worst.1.verdict) }
    if !isEverywhere {
      answer.onVersion = "\(name) \(first.0)"
      if case .violated(var story) = first.1.verdict {
        story.premises.insert("on \(name) \(first.0)", at: 0)
        answer.verdict = .violated(story)
      }
    }
    if tellsApart { answer.verdictByVersion = reports.map { question.answer(in: $0.report)?.verdict } }
    result.answers.append(answer)
  }
  return result
}

/// What all versions say, and of the rest on which one. What runs on some version runs.
private func told(by reports: [VersionReport], _ name: String) -> [Diagnostic] {
  var result: [Diagnostic] = []
  for checked in reports {
    for diagnostic in checked.report.diagnostics {
      let isEverywhere = reports.allSatisfy { $0.report.diagnostics.contains(diagnostic) }
      if !isEverywhere, diagnostic.code == "never-runs" { continue }
      let isKnown = result.contains { $0.code == diagnostic.code && $0.range == diagnostic.range }
      if !isKnown { result.append(isEverywhere ? diagnostic : diagnostic.onVersion("\(name) \(checked.version)")) }
    }
  }
  return result
}

/// `12...15`, or `12, 15, 26` where there are gaps.
func text(ofVersions versions: [Int]) -> String {
  if versions.count == 1 { return "\(versions[0])" }
  let hasGaps = zip(versions, versions.dropFirst()).contains { $1 != $0 + 1 }
  return hasGaps ? versions.map(String.init).joined(separator: ", ") : "\(versions[0])...\(versions[versions.count - 1])"
}

/// All that some version is asked, in the order in which they come.
private func questions(of reports: [CheckReport]) -> [AskedAlike] {
  var result: [AskedAlike] = []
  for report in reports {
    var place = 0
    for asked in askedAlike(in: report) {
      if let known = result.firstIndex(of: asked) {
        place = known + 1
      } else {
        result.insert(asked, at: place)
        place += 1
      }
    }
  }
  return result
}

private func badness(_ verdict: Verdict) -> Int {
  switch verdict {
  case .notApplicable: 0
  case .vacuous: 1
  case .proved, .reached: 2
  case .undecided: 3
  case .unreachable, .violated: 4
  }
}
