// Changes the platform files in small ways, and asks the platforms' own tests (specs/platforms/tests) which changes they
// notice: `PlatformMutants`, or `PlatformMutants ios/scenes.lc` for one file; with `every=8`, only each eighth mutant, with
// `from=3` beginning at the fourth; `jobs=1` tries one at a time. `questions` only
// lists the mutants that leave the questions of all tests as they are, so that no test can notice them.
import Foundation
import LifecheckPlatforms
import LifecheckTestSupport

let words = CommandLine.arguments.dropFirst()
func number(_ name: String) -> Int? {
  words.lazy.compactMap { $0.hasPrefix("\(name)=") ? Int($0.dropFirst(name.count + 1)) : nil }.first
}

let onlyQuestions = words.contains("questions")
let wanted = words.filter { !$0.contains("=") && $0 != "questions" }
let files = shippedPlatforms.flatMap(\.files).filter { wanted.isEmpty || wanted.contains($0.path) }
let found = files.flatMap { file in mutants(of: String(decoding: platformText(file.path) ?? [], as: UTF8.self), path: file.path) }
let all = stride(from: max(number("from") ?? 0, 0), to: found.count, by: max(number("every") ?? 1, 1)).map { found[$0] }
let tests = cheapestFirst(platformTests().map(PlatformTest.init)).filter { test in files.contains { test.files.contains($0.path) } }
let jobs = number("jobs") ?? ProcessInfo.processInfo.activeProcessorCount
if onlyQuestions {
  let outcomes = judged(all, jobs: jobs) { reach(of: $0, in: tests) }
  print("\(outcomes.count { $0 == .unnoticed(undecided: []) }) of \(all.count) mutants leave the questions of all tests as they are")
} else {
  print(summary(of: judged(all, jobs: jobs) { outcome(of: $0, in: tests) }))
}
