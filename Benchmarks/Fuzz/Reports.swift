import Foundation
import LifecheckEngines
import LifecheckFuzzing
import LifecheckThreads

private let jobs = ProcessInfo.processInfo.activeProcessorCount

private func all<Result: Sendable>(_ seeds: Range<UInt64>, _ body: @escaping @Sendable (UInt64) -> Result) -> [Result] {
  sideBySide(count: seeds.count, jobs: jobs) { body(seeds.lowerBound + UInt64($0)) }
}

/// Comparisons of which nothing is decided say nothing: one in four must be, where there are enough to tell.
private func isEnough(_ decided: Int, of all: Int, oneIn share: Int = 4, _ what: String) -> Bool {
  if all < 5 * share || decided * share >= all { return true }
  print("  TOO FEW DECIDED: \(decided) of \(all) \(what)")
  return false
}

private func isEnough(_ results: [SpecComparison]) -> Bool {
  let verdicts = results.flatMap { $0.verdicts ?? [] }.filter { $0 != "not applicable" }
  let compared = results.map(\.reference.compared).reduce(0, +)
  return isEnough(results.count { $0.verdicts != nil }, of: results.count, "specs without errors")
    && isEnough(verdicts.count { $0 != "undecided" }, of: verdicts.count, "answers")
    && isEnough(compared, of: verdicts.count, "answers compared with the reference")
}

private func counted(_ words: [String]) -> String {
  let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
  return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
}

/// Every other system is a wild one.
func fuzzSystems(_ seeds: Range<UInt64>) -> Bool {
  let results = all(seeds) { compare(seed: $0, isWild: $0 % 2 == 1) }
  print("\(results.count) random systems, seeds \(seeds)")
  for isWild in [false, true] {
    let some = results.filter { $0.isWild == isWild }
    print(
      "  reference checker, \(isWild ? "any comparisons (finds some runs)" : "closed bounds (exact)"): \(counted(some.map(\.reference.rawValue)))"
    )
    for (index, set) in SystemComparison.engineSets.enumerated() {
      print("  engines \(set.name): \(counted(some.map { $0.answers[index].rawValue }))")
    }
  }
  let decided = SystemComparison.engineSets.indices.map { set in
    // Proofs alone decide nothing where there is a run, and have little time for the rest.
    let (name, engines) = SystemComparison.engineSets[set]
    return isEnough(
      results.count { $0.answers[set] != .unknown }, of: results.count, oneIn: engines.contains(.exploration) ? 4 : 40,
      "by \(name)")
  }
  let share = SystemComparison.shareOfProofs(.ic3, in: results)
  print(
    "  IC3 alone proves \(Int(100 * share)) % of what is proved, and must prove \(Int(100 * SystemComparison.leastShareOfIC3)) %")
  let isGood = share >= SystemComparison.leastShareOfIC3 && decided.allSatisfy { $0 }
  return report(results.filter { $0.disagreement != nil }.map(smallestDisagreement)) && isGood
}

/// Whether what is left out of a system is over-approximated.
func fuzzParts(_ seeds: Range<UInt64>) -> Bool {
  print("parts of \(seeds.count) random systems, seeds \(seeds)")
  return report(all(seeds) { whatLocalizationLoses(seed: $0) }.compactMap(\.self))
}

func fuzzSpecs(_ seeds: Range<UInt64>) -> Bool {
  let results = all(seeds) { compareSpec(seed: $0) }
  print("\(results.count) random specs, seeds \(seeds): \(results.count { $0.verdicts == nil }) with errors")
  for result in results { if let error = result.error { print("    seed \(result.seed): \(error)") } }
  print("  verdicts: \(counted(results.flatMap { $0.verdicts ?? [] }))")
  reportReference(results.map(\.reference))
  return report(results.filter { $0.disagreement != nil }) && isEnough(results)
}

/// The same code at one site and at two.
func fuzzRivals(_ seeds: Range<UInt64>) -> Bool {
  let results = all(seeds) { [randomRace(seed: $0), randomSpec(seed: $0)].map { RivalComparison(of: $0) } }.flatMap(\.self)
  let decided = results.map(\.decided).reduce(0, +)
  print("\(results.count) random specs with each block at one site and at two, seeds \(seeds): \(decided) answers compared")
  return report(results.compactMap(\.disagreement)) && isEnough(results.count { $0.decided > 0 }, of: results.count, "specs")
}

/// All engines together against the reference semantics of specs, which is given more time than `fuzzSpecs` gives it.
func fuzzReference(_ seeds: Range<UInt64>) -> Bool {
  let results = all(seeds) { compareSpec(seed: $0, effort: .reference) }
  print("\(results.count) random specs, seeds \(seeds): \(results.count { $0.verdicts == nil }) with errors")
  for result in results { if let error = result.error { print("    seed \(result.seed): \(error)") } }
  reportReference(results.map(\.reference))
  return report(results.filter { $0.disagreement != nil }) && isEnough(results)
}

/// The verdicts of the fixtures and of the platforms' tests, worked out by hand, against the reference.
func fuzzFixtures(_ seeds: Range<UInt64>) -> Bool {
  let specs = WorkedOut.all()
  let results = sideBySide(count: specs.count, jobs: jobs) { specs[$0].compare() }
  print("\(specs.count) fixtures and tests of platforms, \(results.count { $0.notCovered == nil }) covered")
  reportReference(results)
  for (spec, result) in zip(specs, results) { if let covered = result.notCovered { print("    \(spec.name): \(covered)") } }
  return report(zip(specs, results).compactMap { spec, result in result.disagreement.map { "\(spec.name): \($0)" } })
}

/// The specs in a folder, one after the other.
func fuzzFiles(in folder: String) -> Bool {
  let paths = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".lc") }.sorted()
  let results = sideBySide(count: paths.count, jobs: jobs) { number in
    compareFile((try? String(contentsOfFile: "\(folder)/\(paths[number])", encoding: .utf8)) ?? "")
  }
  print("\(paths.count) specs of \(folder)")
  for (path, result) in zip(paths, results) { if let error = result.error { print("    \(path): \(error)") } }
  reportReference(results.map(\.reference))
  return report(zip(paths, results).compactMap { path, result in result.disagreement.map { "\(path): \($0)" } })
}

/// Small random apps of the platforms that ship, all engines together against the reference.
/// - Parameter platforms: each as it stands behind `use`.
func fuzzApps(_ seeds: Range<UInt64>, _ platforms: [String]) -> Bool {
  var isGood = true
  for platform in platforms {
    guard let words = PlatformWords(platform) else {
      print("\(platform): no such platform")
      isGood = false
      continue
    }
    let results = all(seeds) { compareApp(words, seed: $0) }
    print("\(results.count) random apps for \(platform), seeds \(seeds): \(results.count { $0.verdicts == nil }) with errors")
    for result in results { if let error = result.error { print("    seed \(result.seed): \(error)") } }
    print("  verdicts: \(counted(results.flatMap { $0.verdicts ?? [] }))")
    reportReference(results.map(\.reference))
    isGood = report(results.filter { $0.disagreement != nil }) && isEnough(results) && isGood
  }
  return isGood
}

private func reportReference(_ compared: [ReferenceComparison]) {
  func sum(_ count: (ReferenceComparison) -> Int) -> Int { compared.map(count).reduce(0, +) }
  print(
    "  reference for specs: \(sum(\.confirmed)) runs confirmed, \(sum(\.exhausted)) answers on all runs kept in all states, "
      + "\(sum(\.tried)) in some, \(sum(\.open)) not compared")
  let unknown = compared.compactMap(\.notCovered)
  if !unknown.isEmpty { print("  specs that the reference does not cover: \(counted(unknown))") }
}

private func report(_ comparisons: [SpecComparison]) -> Bool {
  for comparison in comparisons { print("  seed \(comparison.seed): \(firstLine(comparison.disagreement ?? ""))") }
  return report(comparisons.map(smallestDisagreement))
}

private func firstLine(_ text: String) -> String { text.split(separator: "\n").first.map(String.init) ?? "" }

private func report(_ disagreements: [String]) -> Bool {
  print(disagreements.isEmpty ? "  all agree" : "  \(disagreements.count) disagree")
  disagreements.forEach { print("\n\($0)") }
  let refuted = Refutations.take()
  if !refuted.isEmpty { print("  certificates that a fresh solver refuted: \(counted(refuted))") }
  return disagreements.isEmpty && refuted.isEmpty
}

func fuzzMutations(_ seeds: Range<UInt64>) -> Bool {
  print("mistakes of an encoder, each on \(seeds.count) random systems, seeds \(seeds)")
  return reportMutations(all(seeds) { seed in SystemMutation.allCases.map { trial($0, seed: seed, isWild: seed % 2 == 1) } })
}

/// On the systems of some patterns that ship.
func fuzzPatterns(_ seeds: Range<UInt64>) -> Bool {
  let paths = patternPaths()
  print("mistakes of an encoder, each on \(seeds.count) patterns, seeds \(seeds)")
  return reportMutations(all(seeds) { trials(seed: $0, path: paths[Int($0 &* 7) % paths.count]) })
}

/// - Parameter outcomes: for each system one for each mistake.
private func reportMutations(_ outcomes: [[MutationOutcome]]) -> Bool {
  print("  tried | wrong runs: refused by replay | wrong proofs: caught, by runs alone, by steps alone")
  let outcomes = outcomes.filter { !$0.isEmpty }
  for (index, mutation) in SystemMutation.allCases.enumerated() {
    print("  \(Tally(outcomes.map { $0[index] })) \(mutation.rawValue)")
  }
  let total = Tally(outcomes.flatMap { $0 })
  print("  \(total) all")
  return total.missed == 0
}

private struct Tally: CustomStringConvertible {
  var (tried, runs, refused, proofs, caught, byRuns, bySteps) = (0, 0, 0, 0, 0, 0, 0)
  var missed: Int { runs - refused + proofs - caught }

  init(_ outcomes: [MutationOutcome]) {
    for outcome in outcomes where outcome != .notTried {
      tried += 1
      switch outcome {
      case .notTried, .right: break
      case .wrongRun(let isCaught):
        runs += 1
        refused += isCaught ? 1 : 0
      case .wrongProof(let isCaught, let isCaughtByRuns, let isCaughtBySteps):
        proofs += 1
        caught += isCaught ? 1 : 0
        byRuns += isCaughtByRuns ? 1 : 0
        bySteps += isCaughtBySteps ? 1 : 0
      }
    }
  }

  var description: String {
    "\(tried) | \(runs): \(refused) | \(proofs): \(caught), \(byRuns), \(bySteps)\(missed > 0 ? "  MISSED \(missed)" : "")"
  }
}
