import Testing

@testable import LifecheckReports

/// The rounds of a story: steps that come again and again.
struct RoundsTests {
  private func rounds(_ rows: String) -> [Rounds] { Rounds.all(in: rows.unicodeScalars.map { Int($0.value) }) }

  @Test func roundsAreCounted() {
    #expect(rounds("xabababababy") == [Rounds(start: 1, length: 2, count: 5)])
    #expect(rounds("aaaaaa") == [Rounds(start: 0, length: 1, count: 6)])
  }

  @Test func theFirstAndTheLastAreTold() {
    #expect(rounds("xababababay").map(\.folded) == [3..<7])
  }

  @Test func whatIsQuicklyReadIsNotFolded() {
    #expect(rounds("abcabcabc").isEmpty)
    #expect(rounds("aaaaa").isEmpty)
    #expect(rounds("").isEmpty)
  }

  @Test func oneAfterTheOther() {
    #expect(rounds("aaaaaabcbcbcbc") == [Rounds(start: 0, length: 1, count: 6), Rounds(start: 6, length: 2, count: 4)])
  }
}
