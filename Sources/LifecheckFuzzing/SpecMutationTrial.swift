import Foundation
import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem
import LifecheckTestSupport

/// The patterns that ship, by path: real systems, each with a platform.
package func patternPaths() -> [String] {
  let folder = repositoryFolder.appendingPathComponent("specs/patterns")
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.sorted().flatMap { name in ["broken.lc", "mended.lc"].map { "specs/patterns/\(name)/\($0)" } }
    .filter { FileManager.default.fileExists(atPath: repositoryFolder.appendingPathComponent($0).path) }
}

/// Each mistake of the encoder on the system of a spec, with all that is asked of it.
package func trials(seed: UInt64, path: String) -> [MutationOutcome] {
  guard let questions = questions(path) else { return [] }
  return SystemMutation.allCases.map { questions.trial($0, seed: seed) }
}

private func questions(_ path: String) -> Questions? {
  guard let data = try? Data(contentsOf: repositoryFolder.appendingPathComponent(path)),
    let model = check(path: path, text: [UInt8](data), loader: testPlatforms, version: nil).model,
    let lowered = try? lower(model)
  else { return nil }
  let flags = lowered.exhaustion.map { $0.flag } + lowered.crowds.map { $0.flag }
  let exact = flags.map { Term.equal(.variable($0), .constant(0)) }
  let asked = lowered.questions.filter { $0.notApplicable == nil }
  let queries = asked.enumerated().map { number, question in
    Query(name: "goal \(number)", goal: .all([question.goal] + exact), watches: question.watches)
  }
  return Questions(system: lowered.system, queries: queries, limits: Limits(wallTime: .seconds(2), maximumSteps: 12))
}
