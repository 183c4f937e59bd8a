import LifecheckDiagnostics
import LifecheckPlatforms
import LifecheckReports

/// Why reports are not those of all questions, as a sentence.
package struct MergeProblem: Error, Sendable {
  package let message: String
}

/// Puts together what several machines have found out, as one would have found it out.
/// - Parameter shards: All of one check, in their order.
/// - Returns: A report for each spec, in the order in which they were given.
/// - Throws: That some question was answered by nobody, or twice.
package func merged(_ shards: [ShardReport]) throws(MergeProblem) -> [CheckReport] {
  var reports: [CheckReport] = []
  for (index, spec) in (shards.first?.head.specs ?? []).enumerated() {
    let parts = shards.flatMap { $0.parts.filter { $0.spec == index }.map(\.report) }
    var report = try Merging(path: spec.path, parts: parts).report()
    report.refuseSilenceOfAll()
    reports.append(report)
  }
  return reports
}

private struct Merging {
  let path: String
  /// All there are about the spec, in the order of the machines.
  let parts: [CheckReport]

  func report() throws(MergeProblem) -> CheckReport {
    // Nobody knows what those would have found that were given up.
    if let unfinished = parts.first(where: \.isUnfinished) { return alone(unfinished) }
    if let broken = parts.filter(\.hasErrors).min(by: { firstVersion($0) < firstVersion($1) }) { return alone(broken) }
    guard let first = parts.first else {
      throw MergeProblem(message: "no shard has anything about \(path): check all shards again")
    }
    guard let versions = first.portion?.versions else { return try whole(parts) }
    var known: [(versions: [Int], report: CheckReport)] = []
    var reports: [VersionReport] = []
    for version in versions.all {
      if let report = known.first(where: { $0.versions.contains(version) })?.report {
        reports.append(VersionReport(version: version, report: report))
        continue
      }
      let own = parts.filter { $0.portion?.versions?.these.contains(version) ?? false }
      let report = try whole(own)
      known.append((own.first?.portion?.versions?.these ?? [], report))
      reports.append(VersionReport(version: version, report: report))
    }
    return combine(reports, platform: versions.platform, tellsApart: versions.areToldApart)
  }

  private func firstVersion(_ report: CheckReport) -> Int { report.portion?.versions?.these.first ?? 0 }

  private func alone(_ report: CheckReport) -> CheckReport {
    var report = report
    report.portion = nil
    return report
  }

  /// From parts that are about the same versions.
  private func whole(_ parts: [CheckReport]) throws(MergeProblem) -> CheckReport {
    guard var report = parts.first, let count = report.portion?.questions else {
      throw incomplete("some versions of its platform")
    }
    var answers = [Answer?](repeating: nil, count: count)
    for part in parts {
      guard let portion = part.portion, portion.questions == count, portion.numbers.count == part.answers.count else {
        throw MergeProblem(message: "the shards do not agree on what is asked of \(path): check them all again")
      }
      for (number, answer) in zip(portion.numbers, part.answers) {
        guard answers[number] == nil else {
          throw MergeProblem(message: "`\(answer.title)` of \(path) was answered by two shards: check them all again")
        }
        answers[number] = answer
      }
    }
    report.answers = answers.compactMap(\.self)
    if report.answers.count < count { throw incomplete("\(count - report.answers.count) of its \(count) questions") }
    for part in parts { report.diagnostics += part.diagnostics.filter { !report.diagnostics.contains($0) } }
    report.mends = mends(of: report)
    report.portion = nil
    return report
  }

  private func incomplete(_ what: String) -> MergeProblem {
    MergeProblem(message: "no shard has answered \(what), of \(path): check all shards again")
  }
}
