import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// Whatever is missing or doubled, checking ends, and there is a model exactly when there is no error.
@Suite struct CheckingRobustnessTests {
  @Test(arguments: fixtures(in: "language/checking") + fixtures(in: "language/cases"))
  func everyWordCanBeMissingOrDoubled(_ fixture: Fixture) {
    let words = wordRanges(fixture.file.text)
    // A sample of the words, another one for each file, keeps the test short.
    for (index, word) in words.enumerated() where index % 23 == fixture.file.text.count % 23 {
      let text = fixture.file.text
      expectConsistent(Array(text[..<word.lowerBound] + text[word.upperBound...]))
      expectConsistent(Array(text[..<word.upperBound] + [UInt8(ascii: " ")] + text[word.lowerBound...]))
    }
  }

  private func expectConsistent(_ text: [UInt8]) {
    let outcome = checkText("damaged.lc", text)
    #expect((outcome.model == nil) == outcome.diagnostics.contains { $0.severity == .error })
  }

  /// Runs of letters and digits, and single signs, outside of comment lines.
  private func wordRanges(_ text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      if isLetter(text[start]) {
        while end < text.count, isLetter(text[end]) { end += 1 }
      }
      if text[start] > UInt8(ascii: " ") { ranges.append(start..<end) }
      start = end
    }
    return ranges
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
