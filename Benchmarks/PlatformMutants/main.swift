// Changes the platform files in small ways, and asks the platforms' own tests (specs/platforms/tests) which changes they
// notice: `PlatformMutants`, or `PlatformMutants ios/scenes.lc` for one file; with `every=8`, only each eighth mutant.
import Foundation
import LifecheckPlatforms
import LifecheckTestSupport

let words = CommandLine.arguments.dropFirst()
let step = words.lazy.compactMap { $0.hasPrefix("every=") ? Int($0.dropFirst("every=".count)) : nil }.first ?? 1
let wanted = words.filter { !$0.hasPrefix("every=") }
let files = shippedPlatforms.flatMap(\.files).filter { wanted.isEmpty || wanted.contains($0.path) }
let found = files.flatMap { mutants(of: String(decoding: $0.text, as: UTF8.self), path: $0.path) }
let all = stride(from: 0, to: found.count, by: max(step, 1)).map { found[$0] }
let tests = platformTests()
if case .noticed(let test, let complaint) = outcome(of: nil, in: tests) {
  print("\(test) fails before anything is changed: \(complaint)")
  exit(1)
}
report(all, judged(all, by: tests))
