import Foundation
import LifecheckLanguage
import LifecheckReference
import LifecheckTestSupport

/// The outcome of comparing the answers to a spec with the reference semantics of specs.
package struct ReferenceComparison: Sendable {
  /// Answers for which the reference knows a run, and so does lifecheck.
  package var confirmed = 0
  /// Answers on all runs of which the reference has seen all states, with the delays that it tries.
  package var exhausted = 0
  /// Answers on all runs that the reference has tried to refute, and could not within its limits.
  package var tried = 0
  /// Answers with a run that the reference did not come to within its limits, and answers that are none.
  package var open = 0
  /// The construct that the reference does not know: nothing was compared.
  package var notCovered: String?
  package var disagreement: String?
  /// Answers of which a run would have shown that they are wrong, or did show that they are right.
  package var compared: Int { confirmed + exhausted + tried }
  package init() {}
}

/// - Parameter verdicts: lifecheck's, by a rule's id or a property's title; the worst of all versions that the spec asks for.
package func compareWithReference(
  _ text: String, path: String = "random.lc", verdicts: [String: String], limits: ReferenceLimits, seed: UInt64
) -> ReferenceComparison {
  var comparison = ReferenceComparison()
  let first = check(path: path, text: Array(text.utf8), loader: testPlatforms, version: nil)
  let models = versions(first).map { check(path: path, text: Array(text.utf8), loader: testPlatforms, version: $0).model }
  guard first.model != nil, !models.contains(where: { $0 == nil }) else {
    comparison.notCovered = "errors"
    return comparison
  }
  do {
    let findings = try models.compactMap { $0 }.map {
      try referenceFindings(for: $0, subjects: Set(verdicts.keys), limits: limits, seed: seed)
    }
    let all = worst(findings)
    for finding in all {
      if let verdict = verdicts[finding.subject] { comparison.take(finding, verdict) }
    }
    comparison.open += Set(verdicts.keys).subtracting(all.map(\.subject)).count
  } catch let error as NotCovered {
    comparison.notCovered = error.what
  } catch {
    comparison.disagreement = "\(error)"
  }
  return comparison
}

/// The versions that a spec asks for; nil: the one that is taken without saying.
private func versions(_ outcome: CheckOutcome) -> [Int?] {
  guard let versions = outcome.requestedVersions, versions.count > 1 else { return [nil] }
  return versions.map { $0 }
}

/// The findings on all versions taken together: runs of any version, and completeness only where all versions have it.
private func worst(_ versions: [[Finding]]) -> [Finding] {
  Dictionary(grouping: versions.joined(), by: \.subject).values.map { findings in
    var worst = findings.first { $0.run != nil } ?? findings[0]
    worst.isTriggered = findings.contains(where: \.isTriggered)
    worst.isComplete = findings.allSatisfy(\.isComplete)
    worst.hasAllValues = findings.allSatisfy(\.hasAllValues)
    return worst
  }.sorted { $0.subject < $1.subject }
}

extension ReferenceComparison {
  fileprivate mutating func take(_ finding: Finding, _ verdict: String) {
    let hasRun = ["violated", "reached"].contains(verdict)
    let isOnAllRuns = ["proved", "vacuous", "unreachable"].contains(verdict)
    if let run = finding.run {
      if isOnAllRuns {
        disagree(finding, "lifecheck says \(verdict), the reference has a run:\n  \(run.joined(separator: "\n  "))")
      }
      if hasRun { confirmed += 1 } else { open += 1 }
    } else if finding.isTriggered, verdict == "vacuous" {
      disagree(finding, "lifecheck says vacuous, the reference has a run in which it is triggered")
    } else if hasRun {
      if finding.isComplete, finding.hasAllValues { disagree(finding, "lifecheck says \(verdict), the reference has seen all states") }
      open += 1
    } else if isOnAllRuns {
      if finding.isComplete { exhausted += 1 } else { tried += 1 }
    } else {
      open += 1
    }
  }

  private mutating func disagree(_ finding: Finding, _ text: String) {
    disagreement = disagreement ?? "\(finding.subject): \(text)"
  }
}

/// A spec of this repository with verdicts that were worked out by hand.
package struct WorkedOut: Sendable {
  package let name: String
  let text: String

  /// Those of `Tests/Fixtures/verdicts`, of `Tests/Fixtures/answered-wrongly` and of `specs/platforms/tests`, in order.
  package static func all() -> [WorkedOut] {
    (fixtures(in: "verdicts") + fixtures(in: "answered-wrongly").filter(\.hasAnswers) + platformTests()).map {
      WorkedOut(name: $0.file.path, text: String(decoding: $0.file.text, as: UTF8.self))
    }
  }

  /// The expected verdicts. A sentence that no line speaks of is no bad news: a `possible` is reached, and all else proved.
  private var verdicts: [String: String] {
    let expected = text.split(separator: "\n").compactMap { ExpectedVerdict(line: String($0)) }
    var verdicts = Dictionary(expected.map { ($0.subject, $0.verdict) }) { first, _ in first }
    let model = check(path: name, text: Array(text.utf8), loader: testPlatforms, version: nil).model
    for property in model?.properties ?? [] where property.role != .assume {
      let subject = property.identifier ?? property.title
      verdicts[subject] = verdicts[subject] ?? (property.role == .possible ? "reached" : "proved")
    }
    return verdicts
  }

  package func compare(limits: ReferenceLimits = ReferenceLimits(states: 300, steps: 2000)) -> ReferenceComparison {
    compareWithReference(text, path: name, verdicts: verdicts, limits: limits, seed: 0)
  }
}

extension Fixture {
  /// Not a spec that is refused.
  fileprivate var hasAnswers: Bool { !expectations.contains { $0.text.hasPrefix("error[") } }
}
