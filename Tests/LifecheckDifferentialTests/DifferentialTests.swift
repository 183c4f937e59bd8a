import Foundation
import LifecheckFuzzing
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// All engines, together and alone, on random systems against each other and against the reference explorer. `make fuzz`
/// looks at many more, optimised.
@Suite struct DifferentialTests {
  @Test(arguments: [false, true])
  func enginesAgreeOnRandomSystems(isWild: Bool) {
    for seed in UInt64(0)..<24 {
      let comparison = compare(seed: seed, isWild: isWild)
      if comparison.disagreement != nil { Issue.record("\(smallestDisagreement(comparison))") }
    }
  }

  @Test func enginesAgreeOnRandomSpecs() {
    var verdicts: [String] = []
    for seed in UInt64(0)..<8 {
      let comparison = compareSpec(seed: seed)
      #expect(comparison.verdicts != nil, "spec seed \(seed) has errors:\n\(randomSpec(seed: seed))")
      verdicts += comparison.verdicts ?? []
      if comparison.disagreement != nil { Issue.record("\(smallestDisagreement(comparison))") }
    }
    for verdict in ["proved", "violated", "reached"] { #expect(verdicts.contains(verdict)) }
  }
}
