import LifecheckDriver
import Testing

struct ShardPlanTests {
  /// For each spec, the pieces that the machines have of it.
  private func pieces(_ weights: [Int], _ count: Int) -> [[SpecPiece]] {
    let plan = ShardPlan(weights: weights, count: count)
    return weights.indices.map { spec in plan.pieces.compactMap { $0[spec] } }
  }

  @Test(arguments: [
    [1], [5, 5, 5], [100, 1, 1, 1], [3, 900, 40, 7, 7, 7], Array(repeating: 1, count: 50), [1_000_000, 999_999],
  ])
  func everyBitOfEverySpecIsSomebodys(_ weights: [Int]) {
    for count in [1, 2, 3, 4, 7, 16] {
      for (weight, pieces) in zip(weights, pieces(weights, count)) {
        let parts = pieces.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == weight * count)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(pieces.allSatisfy { $0.length == weight * count })
      }
    }
  }

  @Test func nobodyHasMoreThanAQuarterBeyondAShare() {
    for weights in [[1_000], [700, 20, 20, 20, 5], [9, 9, 9, 9, 9], [64, 32, 16, 8, 4, 2, 1]] {
      for count in 1...6 {
        let total = weights.reduce(0, +)
        for machine in ShardPlan(weights: weights, count: count).pieces {
          #expect(machine.compactMap { $0?.range.count }.reduce(0, +) <= total + total / 4)
        }
      }
    }
  }

  @Test func smallSpecsStayWhole() {
    #expect(pieces([10, 10, 10, 10, 10, 10, 10, 10], 4).allSatisfy { $0.count == 1 })
    #expect(pieces([10], 4)[0].count == 4)
  }
}
