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
  // All ask the same questions in the same order.
  var known: [Int: (answer: Answer, engines: String)] = [:]
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
      for (place, answer) in report.answers.enumerated() {
        guard let other = known[place], other.answer.verdict.name != "undecided" else {
          known[place] = (answer, name)
          continue
        }
        if answer.verdict.name != "undecided", other.answer.verdict.name != answer.verdict.name {
          comparison.disagreement =
            "\(subject(of: answer)): \(other.engines) say \(other.answer.verdict.name), \(name) says \(answer.verdict.name)"
        }
      }
    } catch {
      comparison.disagreement = "\(name): internal error: \(error.message)"
    }
  }
  let verdicts = worstVerdicts(of: known.values.map(\.answer)).filter { !["undecided", "not applicable"].contains($0.value) }
  comparison.reference = compareWithReference(text, verdicts: verdicts, limits: effort.limits, seed: seed)
  comparison.disagreement = comparison.disagreement ?? comparison.reference.disagreement
  return comparison
}

private func subject(of answer: Answer) -> String { answer.identifier ?? answer.title }

/// By a rule's id or a sentence's title. The reference has one finding on a rule about several kinds, and the checker an answer for each of
/// them: the worst one counts.
private func worstVerdicts(of answers: [Answer]) -> [String: String] {
  Dictionary(grouping: answers, by: subject).compactMapValues { alike in
    alike.map(\.verdict).min { badness($0) > badness($1) }?.name
  }
}

private func badness(_ verdict: Verdict) -> Int {
  switch verdict {
  case .notApplicable: 0
  case .vacuous: 1
  case .proved, .unreachable: 2
  case .undecided: 3
  case .violated, .reached: 4
  }
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
