import LifecheckSystem
import Testing

@Suite struct RationalTimeTests {
  @Test func differencesOfLargeFractionsAreCompared() {
    let third = RationalTime(1_000_000_000_000_000_003, over: 3_000_000_000_000_000_000)
    let fifth = RationalTime(1_000_000_000_000_000_001, over: 5_000_000_000_000_000_000)
    #expect(RationalTime.difference(third, fifth, comparedWith: 0) == .positive)
    #expect(RationalTime.difference(fifth, third, comparedWith: 0) == .negative)
    #expect(RationalTime.difference(third, third, comparedWith: 0) == .zero)
    #expect(fifth < third)
  }

  @Test(arguments: [
    (7, 2, 3, 2, 2, RationalTime.Sign.zero), (-1, 2, 1, 2, -1, .zero), (-1, 3, 1, 2, -1, .positive), (5, 2, 1, 3, 3, .negative),
  ])
  func differencesAreExact(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ limit: Int, _ sign: RationalTime.Sign) {
    #expect(RationalTime.difference(RationalTime(a, over: b), RationalTime(c, over: d), comparedWith: limit) == sign)
  }
}
