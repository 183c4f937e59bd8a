// Times the engines on the benchmark families: `EngineBenchmark tasks 16 ok`, `EngineBenchmark pipeline 4 3 late`.
// Settings for comparisons follow as name=value.
import Foundation
import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckSystem
import LifecheckTestSupport

var words = Array(CommandLine.arguments.dropFirst())
var options = EncodingOptions()
var limits = Limits(wallTime: .seconds(60))
for setting in words.filter({ $0.contains("=") }) {
  let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  let code: BitCode = parts[1] == "onehot" ? .oneHot : .binary
  switch parts[0] {
  case "variables": options.variables = code
  case "locations": options.locations = code
  case "selection": options.selection = code
  case "named": options.namesDelayedClocks = parts[1] == "true"
  case "seconds": limits.wallTime = .seconds(Int(parts[1])!)
  case "megabytes": limits.megabytes = Int(parts[1])!
  case "steps": limits.maximumSteps = Int(parts[1])!
  case "effort": limits.effort = Int(parts[1])!
  default:
    print("unknown setting \(parts[0])")
    exit(64)
  }
}
words = words.filter { !$0.contains("=") }
guard words.count == 3 || words.count == 4, words.dropFirst().dropLast().allSatisfy({ Int($0) != nil }) else {
  print("usage: EngineBenchmark tasks N ok|leak, or EngineBenchmark pipeline J M ok|late")
  exit(64)
}
let problem =
  words[0] == "tasks"
  ? BenchmarkFamilies.tasks(Int(words[1])!, leaks: words[2] == "leak")
  : BenchmarkFamilies.pipeline(Int(words[1])!, Int(words[2])!, isLate: words[3] == "late")
let clock = ContinuousClock()
let start = clock.now
let encoded = encode(problem.system, options)
let encoding = clock.now - start
let results = try decide(problem.system, problem.queries, limits: limits, options: options)
let total = clock.now - start
print(words.joined(separator: " "), "variables", encoded.system.variables.count, "nodes", encoded.system.bank.nodes.count)
for result in results {
  switch result.result {
  case .safe(let certificate): print("  \(result.name): safe, \(result.engine!.rawValue), k = \(certificate.k)")
  case .unsafe(let trace):
    let time = trace.steps.reduce(RationalTime?.some(.zero)) { $0?.adding($1.delay) }
    let end = time.map { "\($0.numerator)/\($0.denominator) ms" } ?? "a time that does not fit"
    print("  \(result.name): unsafe, length \(trace.length), \(trace.steps.count) steps, at \(end)")
  case .unknown(let reason, let cleared): print("  \(result.name): unknown, \(reason), cleared \(cleared)")
  }
}
print("  encoding \(encoding), total \(total)")
