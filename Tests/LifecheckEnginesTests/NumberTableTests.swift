import Testing

@testable import LifecheckEngines

@Suite struct NumberTableTests {
  /// More pairs than there is room for at first; each also turned round, which is another one.
  private let pairs = (0..<3000).map { ($0 % 61, $0 * 7919 % 100_003) }

  @Test func everyPairKeepsItsNumber() {
    var table = NumberTable()
    for (number, pair) in pairs.enumerated() { table[pair.0, pair.1] = number }
    for (number, pair) in pairs.enumerated() { #expect(table[pair.0, pair.1] == number) }
  }

  @Test func aPairThatWasNotGivenHasNone() {
    var table = NumberTable()
    for (number, pair) in pairs.enumerated() where pair.0 < pair.1 { table[pair.0, pair.1] = number }
    for pair in pairs where pair.0 < pair.1 { #expect(table[pair.1, pair.0] == nil) }
  }

  @Test func theLatestNumberCounts() {
    var table = NumberTable()
    for number in 0..<5 { table[0, 0] = number }
    #expect(table[0, 0] == 4)
  }
}
