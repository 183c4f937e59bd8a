// Changes the platform files in small ways, and asks the platforms' own tests (specs/platforms/tests) which changes they
// notice: `PlatformMutants`, or `PlatformMutants ios/scenes.lc` for one file; with `every=8`, only each eighth mutant, with
// `from=3` beginning at the fourth; `jobs=1` tries one at a time.
import Foundation
import LifecheckPlatforms
import LifecheckTestSupport

let words = CommandLine.arguments.dropFirst()
func number(_ name: String) -> Int? {
  words.lazy.compactMap { $0.hasPrefix("\(name)=") ? Int($0.dropFirst(name.count + 1)) : nil }.first
}

let wanted = words.filter { !$0.contains("=") }
let files = shippedPlatforms.flatMap(\.files).filter { wanted.isEmpty || wanted.contains($0.path) }
let found = files.flatMap { file in mutants(of: String(decoding: platformText(file.path) ?? [], as: UTF8.self), path: file.path) }
let all = stride(from: max(number("from") ?? 0, 0), to: found.count, by: max(number("every") ?? 1, 1)).map { found[$0] }
let tests = platformTests().map(PlatformTest.init).filter { test in files.contains { test.files.contains($0.path) } }
if case .noticed(let test, let complaint) = outcome(of: nil, in: tests) {
  print("\(test) fails before anything is changed: \(complaint)")
  exit(1)
}
report(all, judged(all, by: tests, jobs: number("jobs") ?? ProcessInfo.processInfo.activeProcessorCount))
