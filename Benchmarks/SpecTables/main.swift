// Checks every spec below specs/patterns and examples/cases against the verdicts that it expects (its `// expect:` lines),
// and writes the index pages of the two folders: `SpecTables`. With `--check` the pages are compared, but for their times, instead of written, and
// with `--times` it prints how long each spec took. What differs is listed, and the exit code is then 1.
import Foundation
import LifecheckTestSupport

let options = Set(CommandLine.arguments.dropFirst())
let unknown = options.subtracting(["--check", "--times"])
guard unknown.isEmpty else {
  print("SpecTables takes --check and --times, not \(unknown.sorted().joined(separator: " "))")
  exit(64)
}

let patterns = pairs(below: patternsFolder, faulty: "broken.lc", sound: "mended.lc")
let cases = pairs(below: casesFolder, faulty: "before.lc", sound: "after.lc")
let wallClock = ContinuousClock()
let start = wallClock.now
let specs = checked((patterns + cases).flatMap(\.specs))
let pages = [patternsPage(patterns, specs), casesPage(cases, patterns: patterns, specs)].compactMap { $0 }
if !options.contains("--check") { try pages.forEach { try $0.write() } }
// The platforms tested as models: each transition and way to die is there, each law holds.
let models = checked(platformTestPaths(), listsReached: false)
let total = wallClock.now - start

var complaints =
  (Array(specs.values) + models.values).flatMap(\.complaints).sorted() + brokenClaims(of: cases, patterns: patterns, specs)
if models.isEmpty { complaints.append("specs/platforms/tests: there are no tests of the platforms") }
if options.contains("--check") { complaints += pages.filter(\.isStale).map(\.complaint) }

printTimes(of: specs, total: total, isLong: options.contains("--times"))
for complaint in complaints { print(complaint) }
print("\(specs.count + models.count) specs checked, \(complaints.isEmpty ? "all as expected" : "\(complaints.count) complaints")")
exit(complaints.isEmpty ? 0 : 1)
