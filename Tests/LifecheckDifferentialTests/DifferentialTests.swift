import Foundation
import LifecheckEngines
import LifecheckFuzzing
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// All engines, together and alone, on random systems against each other and against the reference explorer. `make fuzz`
/// looks at many more, optimised.
@Suite struct DifferentialTests {
  @Test(arguments: [false, true])
  func enginesAgreeOnRandomSystems(isWild: Bool) {
    var decided = SystemComparison.engineSets.map { _ in 0 }
    var decidedByReference = 0
    let comparisons = (UInt64(0)..<24).map { compare(seed: $0, isWild: isWild) }
    for comparison in comparisons {
      if comparison.disagreement != nil { Issue.record("\(smallestDisagreement(comparison))") }
      for (set, answer) in comparison.answers.enumerated() where answer != .unknown { decided[set] += 1 }
      decidedByReference += comparison.reference == .unknown ? 0 : 1
    }
    // Where all is unknown, all agree. Proofs alone decide nothing where there is a run.
    let searching = SystemComparison.engineSets.indices.filter { SystemComparison.engineSets[$0].engines.contains(.exploration) }
    #expect(searching.allSatisfy { decided[$0] >= 6 }, "\(decided)")
    #expect(isWild || decidedByReference >= 12)
    #expect(SystemComparison.shareOfProofs(.ic3, in: comparisons) >= SystemComparison.leastShareOfIC3)
    #expect(Refutations.take() == [])
  }

  @Test func partsCanDoAllThatRandomSystemsCan() {
    for seed in UInt64(0)..<300 {
      if let complaint = whatLocalizationLoses(seed: seed) { Issue.record("\(complaint)") }
    }
  }

  /// What only one block touches is touched by every run of that block.
  @Test func blocksAtOneSiteAreAsAtTwo() {
    var decided = 0
    for seed in UInt64(0)..<16 {
      let comparison = RivalComparison(of: randomRace(seed: seed))
      decided += comparison.decided
      if let complaint = comparison.disagreement { Issue.record("\(complaint)") }
    }
    #expect(decided >= 30)
  }

  @Test func enginesAgreeOnRandomSpecs() {
    var verdicts: [String] = []
    var compared = 0
    for seed in UInt64(0)..<8 {
      let comparison = compareSpec(seed: seed)
      #expect(comparison.verdicts != nil, "spec seed \(seed) has errors:\n\(randomSpec(seed: seed))")
      verdicts += comparison.verdicts ?? []
      compared += comparison.reference.compared
      if comparison.disagreement != nil { Issue.record("\(smallestDisagreement(comparison))") }
    }
    for verdict in ["proved", "violated", "reached"] { #expect(verdicts.contains(verdict)) }
    #expect(verdicts.count { $0 != "undecided" } >= 16)
    #expect(compared >= 12)
    #expect(Refutations.take() == [])
  }
}
