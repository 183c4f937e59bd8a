import LifecheckReports
import Testing

struct TextReportTests {
  @Test func violations() throws {
    try Golden.check(TextReport().render([Samples().notes]), against: "notes.txt")
  }

  @Test func narrowWindow() throws {
    try Golden.check(TextReport(width: 56).render([Samples().notes]), against: "notes-narrow.txt")
  }

  @Test func colors() throws {
    let text = TextReport(usesColor: true, width: 80).render([try Samples().notes])
    try Golden.check(text.replacing("\u{1B}", with: "\\e"), against: "notes-color.txt")
  }

  @Test func undecided() throws {
    try Golden.check(TextReport(width: 100).render([Samples().undecided]), against: "undecided.txt")
  }

  @Test func allGood() throws {
    try Golden.check(TextReport(width: 100).render([Samples().allGood]), against: "all-good.txt")
  }

  @Test func reachedRunsWhenAskedFor() throws {
    try Golden.check(TextReport(width: 100, tellsReachedRuns: true).render([Samples().allGood]), against: "reached.txt")
  }

  @Test func errorsInASpecAmongSeveral() throws {
    try Golden.check(TextReport(width: 100).render([Samples.broken(), Samples().allGood]), against: "broken.txt")
  }

  @Test(arguments: [nil, 40, 56, 80, 100] as [Int?])
  func noTrailingSpacesAndNoWordsOfTheTrade(width: Int?) throws {
    let samples = try Samples()
    let text = try TextReport(width: width, tellsReachedRuns: true)
      .render([samples.notes, samples.undecided, samples.allGood, Samples.broken()])
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.last != " ", "\(line)")
    }
    for word in ["solver", "induction", "invariant", "theory", "z3", "sat ", "clause", "symbolic"] {
      #expect(!text.lowercased().contains(word), "\(word)")
    }
    #expect(!text.contains("\n\n\n"))
  }
}
