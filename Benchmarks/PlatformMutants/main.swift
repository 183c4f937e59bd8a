// Changes the platform files in small ways, and asks the platforms' own tests (specs/platforms/tests) which changes they
// notice: `PlatformMutants`, or `PlatformMutants ios/scenes.lc` for one file.
import Foundation
import LifecheckPlatforms
import LifecheckTestSupport

let wanted = CommandLine.arguments.dropFirst()
let files = shippedPlatforms.flatMap(\.files).filter { wanted.isEmpty || wanted.contains($0.path) }
let all = files.flatMap { mutants(of: String(decoding: $0.text, as: UTF8.self), path: $0.path) }
let tests = platformTests()
if case .noticed(let test, let complaint) = outcome(of: nil, in: tests) {
  print("\(test) fails before anything is changed: \(complaint)")
  exit(1)
}
report(all, judged(all, by: tests))
