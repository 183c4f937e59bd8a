// Compares engines and reference checker on random systems and random specs, and counts which mistakes of an encoder are
// caught: `Fuzz count=2000 seed=0`; `kind=systems`, `kind=parts`, `kind=specs`, `kind=rivals`, `kind=reference`, `kind=fixtures`, `kind=apps`,
// `kind=mutations` or `kind=patterns` for one of them; `platform="ios 17"` for the apps of one platform; `folder=PATH` for the specs
// in a folder alone, against the reference.
import Foundation
import LifecheckFuzzing

let words = CommandLine.arguments.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
guard words.allSatisfy({ $0.count == 2 && ["count", "seed", "kind", "platform", "folder"].contains($0[0]) }) else {
  print("usage: Fuzz [count=N] [seed=N] [kind=systems|parts|specs|rivals|reference|fixtures|apps|mutations|patterns]")
  print("            [platform=NAME] [folder=PATH]")
  exit(64)
}
let options = Dictionary(words.map { ($0[0], $0[1]) }) { _, last in last }
guard let count = Int(options["count"] ?? "2000"), let seed = UInt64(options["seed"] ?? "0"), count > 0 else {
  print("count and seed are whole numbers")
  exit(64)
}

let platforms = options["platform"].map { [$0] } ?? shippedPlatformNames
/// The kinds of fuzzing, with the cost of one counted thing compared with a random system.
let parts: [(kind: String, cost: UInt64, run: (Range<UInt64>) -> Bool)] = [
  ("systems", 1, fuzzSystems), ("parts", 1, fuzzParts), ("specs", 20, fuzzSpecs), ("rivals", 20, fuzzRivals),
  ("reference", 60, fuzzReference), ("fixtures", 1000, fuzzFixtures), ("apps", 500, { fuzzApps($0, platforms) }),
  ("mutations", 100, fuzzMutations), ("patterns", 1000, fuzzPatterns),
]
if let folder = options["folder"] { exit(fuzzFiles(in: folder) ? 0 : 1) }
var isGood = true
for part in parts where [nil, part.kind].contains(options["kind"]) {
  isGood = part.run(seed..<seed + (UInt64(count) + part.cost - 1) / part.cost) && isGood
}
exit(isGood ? 0 : 1)
