import LifecheckLanguage
import LifecheckReference

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
}

/// - Parameter verdicts: lifecheck's, by title.
package func compareWithReference(
  _ text: String, verdicts: [String: String], limits: ReferenceLimits, seed: UInt64
) -> ReferenceComparison {
  var comparison = ReferenceComparison()
  let outcome = check(path: "random.lc", text: Array(text.utf8), loader: testPlatforms, version: nil)
  guard let model = outcome.model else { return comparison }
  do {
    for finding in try referenceFindings(for: model, limits: limits, seed: seed) {
      guard let verdict = verdicts[finding.title] else { continue }
      comparison.take(finding, verdict)
    }
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
      if isOnAllRuns { disagree(finding, "lifecheck says \(verdict), the reference has a run:\n  \(run.joined(separator: "\n  "))") }
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
    disagreement = disagreement ?? "\(finding.title): \(text)"
  }
}
