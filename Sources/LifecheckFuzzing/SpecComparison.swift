import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReference
import LifecheckReports
import LifecheckTestSupport

/// The outcome of asking all engines together, exploration alone and the symbolic engines alone about a spec.
package struct SpecComparison: Sendable {
  package var seed: UInt64
  package let text: String
  /// The verdict of all engines together on each rule and property; nil: the spec has errors, and so no verdicts.
  package var verdicts: [String]?
  /// Why there are none.
  package var error: String?
  /// nil: all agree.
  package var disagreement: String?
  package var reference = ReferenceComparison()
  fileprivate var effort: SpecEffort

  /// How a random spec is looked at.
  fileprivate init(seed: UInt64, text: String, effort: SpecEffort) {
    self.seed = seed
    self.text = text
    self.effort = effort
  }
}

/// How much is done for one random spec.
package struct SpecEffort: Sendable {
  var engineSets: [(name: String, engines: Engines)]
  var seconds: Int
  package var limits: ReferenceLimits
  /// All engines together and alone, and a short look with the reference.
  package static let engines = SpecEffort(
    engineSets: [("all", .all), ("exploration", .exploration), ("symbolic", [.boundedModelChecking, .proofs])], seconds: 2,
    limits: ReferenceLimits(states: 3000, steps: 2000))
  /// All engines together, and a long look with the reference.
  package static let reference = SpecEffort(
    engineSets: [("all", .all)], seconds: 1, limits: ReferenceLimits(states: 12_000, steps: 8000))
  /// Apps of platforms that ship have too many states to see them all: more of the time goes into runs.
  package static let apps = SpecEffort(
    engineSets: [("all", .all)], seconds: 20, limits: ReferenceLimits(states: 400, steps: 6000))
}

/// The random app of a seed for a platform that ships.
package func compareApp(_ words: PlatformWords, seed: UInt64, effort: SpecEffort = .apps) -> SpecComparison {
  compareSpec(randomApp(words, seed: seed), seed: seed, effort: effort)
}

package func compareSpec(seed: UInt64, effort: SpecEffort = .engines) -> SpecComparison {
  compareSpec(randomSpec(seed: seed), seed: seed, effort: effort)
}

/// Any spec: what all engines together say against the reference.
package func compareFile(_ text: String) -> SpecComparison { compareSpec(text, seed: 0, effort: .apps) }

private func compareSpec(_ text: String, seed: UInt64, effort: SpecEffort) -> SpecComparison {
  var comparison = SpecComparison(seed: seed, text: text, effort: effort)
  var known: [String: (verdict: String, engines: String)] = [:]
  for (name, engines) in effort.engineSets {
    do {
      let report = try verify(
        path: "random.lc", text: Array(text.utf8), loader: testPlatforms,
        options: VerificationOptions(limits: Limits(wallTime: .seconds(effort.seconds), maximumSteps: 12), engines: engines))
      if report.hasErrors {
        comparison.error = report.diagnostics.first { $0.severity == .error }.map { "\($0.code): \($0.message)" }
        return comparison
      }
      if name == "all" { comparison.verdicts = report.answers.map { $0.verdict.name } }
      for (subject, verdict) in worstVerdicts(of: report.answers) where verdict != "undecided" {
        if let other = known[subject], other.verdict != verdict {
          comparison.disagreement = "\(subject): \(other.engines) say \(other.verdict), \(name) says \(verdict)"
        }
        known[subject] = (verdict, name)
      }
    } catch {
      comparison.disagreement = "\(name): internal error: \(error.message)"
    }
  }
  let verdicts = known.mapValues(\.verdict).filter { $0.value != "not applicable" }
  comparison.reference = compareWithReference(text, verdicts: verdicts, limits: effort.limits, seed: seed)
  comparison.disagreement = comparison.disagreement ?? comparison.reference.disagreement
  return comparison
}

/// By a rule's id or a sentence's title. A rule about several kinds has an answer for each of them, and the worst one counts.
private func worstVerdicts(of answers: [Answer]) -> [(subject: String, verdict: String)] {
  let fromWorst = ["violated", "reached", "undecided", "proved", "unreachable", "vacuous", "not applicable"]
  let bySubject = Dictionary(grouping: answers) { $0.identifier ?? $0.title }.mapValues { Set($0.map(\.verdict.name)) }
  return bySubject.sorted { $0.key < $1.key }.map { subject, names in (subject, fromWorst.first(where: names.contains) ?? "undecided") }
}

/// The spec with as few lines as still disagree.
package func smallestDisagreement(_ comparison: SpecComparison) -> String {
  var lines = comparison.text.split(separator: "\n").map(String.init)
  var size = lines.count / 2
  while size > 0 {
    var start = 0
    while start < lines.count {
      var fewer = lines
      fewer.removeSubrange(start..<min(start + size, lines.count))
      if compareSpec(fewer.joined(separator: "\n"), seed: comparison.seed, effort: comparison.effort).disagreement != nil {
        lines = fewer
      } else {
        start += size
      }
    }
    size /= 2
  }
  let text = lines.joined(separator: "\n")
  return
    "spec seed \(comparison.seed): \(compareSpec(text, seed: comparison.seed, effort: comparison.effort).disagreement ?? "")\n\(text)"
}

/// The platforms that ship, and those of the fixtures.
let testPlatforms = SourceLoader(
  shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
  file: { path, _ in
    guard let data = try? Data(contentsOf: fixturesFolder.appendingPathComponent("verdicts/\(path)")) else {
      return .failure(.notFound)
    }
    return .success((path: path, text: [UInt8](data)))
  })
