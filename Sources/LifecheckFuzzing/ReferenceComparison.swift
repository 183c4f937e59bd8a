import Foundation
import LifecheckLanguage
import LifecheckReference
import LifecheckTestSupport

/// What became of the answers to a spec when they were compared with the reference semantics of specs.
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
  package init() {}
}

/// - Parameter verdicts: lifecheck's, by a rule's id or a property's title.
package func compareWithReference(
  _ text: String, path: String = "random.lc", verdicts: [String: String], limits: ReferenceLimits, seed: UInt64
) -> ReferenceComparison {
  var comparison = ReferenceComparison()
  let outcome = check(path: path, text: Array(text.utf8), loader: testPlatforms, version: nil)
  guard let model = outcome.model else {
    comparison.notCovered = "errors"
    return comparison
  }
  do {
    let findings = try referenceFindings(for: model, subjects: Set(verdicts.keys), limits: limits, seed: seed)
    for finding in findings {
      if let verdict = verdicts[finding.subject] { comparison.take(finding, verdict) }
    }
    comparison.open += Set(verdicts.keys).subtracting(findings.map(\.subject)).count
  } catch let error as NotCovered {
    comparison.notCovered = error.what
  } catch {
    comparison.disagreement = "\(error)"
  }
  return comparison
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
      if finding.isComplete { disagree(finding, "lifecheck says \(verdict), the reference has seen all states") }
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

/// The verdicts that a fixture expects, which were worked out by hand, compared with the reference.
package func compareFixtureWithReference(_ name: String, limits: ReferenceLimits) throws -> ReferenceComparison {
  let url = fixturesFolder.appendingPathComponent("verdicts/\(name)")
  let text = try String(contentsOf: url, encoding: .utf8)
  let expected = text.split(separator: "\n").compactMap { ExpectedVerdict(line: String($0)) }
  let verdicts = Dictionary(expected.map { ($0.subject, $0.verdict) }) { first, _ in first }
  return compareWithReference(text, path: name, verdicts: verdicts, limits: limits, seed: 0)
}

/// The files of `Tests/Fixtures/verdicts`, in order.
package func fixtureNames() -> [String] {
  let folder = fixturesFolder.appendingPathComponent("verdicts").path
  return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".lc") }.sorted()
}
