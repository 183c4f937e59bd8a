import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport

/// What became of a spec when all engines together, exploration alone and the symbolic engines alone were asked about it.
package struct SpecComparison: Sendable {
  package var seed: UInt64
  /// The verdict of all engines together on each rule and property; nil: the spec has errors, and so no verdicts.
  package var verdicts: [String]?
  /// nil: all agree.
  package var disagreement: String?

  package static let engineSets: [(name: String, engines: Engines)] = [
    ("all", .all), ("exploration", .exploration), ("symbolic", [.boundedModelChecking, .proofs]),
  ]
}

package func compareSpec(seed: UInt64) -> SpecComparison { compareSpec(randomSpec(seed: seed), seed: seed) }

private func compareSpec(_ text: String, seed: UInt64) -> SpecComparison {
  var comparison = SpecComparison(seed: seed)
  var known: [String: (verdict: String, engines: String)] = [:]
  for (name, engines) in SpecComparison.engineSets {
    do {
      let report = try verify(
        path: "random.lc", text: Array(text.utf8), loader: testPlatforms,
        options: VerificationOptions(limits: Limits(wallTime: .seconds(2), maximumSteps: 12), engines: engines))
      if report.hasErrors { return comparison }
      if name == "all" { comparison.verdicts = report.answers.map { $0.verdict.name } }
      for answer in report.answers where answer.verdict.name != "undecided" {
        let other = known[answer.title]
        if let other, other.verdict != answer.verdict.name {
          comparison.disagreement = "\(answer.title): \(other.engines) say \(other.verdict), \(name) says \(answer.verdict.name)"
        }
        known[answer.title] = (answer.verdict.name, name)
      }
    } catch {
      comparison.disagreement = "\(name): internal error: \(error.message)"
    }
  }
  return comparison
}

/// The spec with as few lines as still disagree.
package func smallestDisagreement(_ comparison: SpecComparison) -> String {
  var lines = randomSpec(seed: comparison.seed).split(separator: "\n").map(String.init)
  var size = lines.count / 2
  while size > 0 {
    var start = 0
    while start < lines.count {
      var fewer = lines
      fewer.removeSubrange(start..<min(start + size, lines.count))
      if compareSpec(fewer.joined(separator: "\n"), seed: comparison.seed).disagreement != nil {
        lines = fewer
      } else {
        start += size
      }
    }
    size /= 2
  }
  let text = lines.joined(separator: "\n")
  return "spec seed \(comparison.seed): \(compareSpec(text, seed: comparison.seed).disagreement ?? "")\n\(text)"
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
