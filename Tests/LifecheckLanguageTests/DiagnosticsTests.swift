import LifecheckDiagnostics
import Testing

@Suite struct ReadingOrderTests {
  @Test func orderAndDuplicates() {
    let source = file("abc\n")
    func at(_ start: Int) -> Diagnostic {
      Diagnostic(.error, "c", "m", at: SourceRange(file: source.id, start: start, end: start))
    }
    #expect([at(2), at(0), at(2)].inReadingOrder() == [at(0), at(2)])
  }
}

@Suite struct ClosestNameTests {
  @Test(arguments: [
    ("durabel", "durable"), ("vra", "var"), ("evnt", "event"), ("x", nil), ("something", nil), ("Event", "event"),
    ("fucn", "func"),
  ])
  func findsTheLikeliest(_ written: String, _ meant: String?) {
    #expect(closestName(to: written, in: ["var", "durable", "event", "func"]) == meant)
  }

  @Test func theFirstOfEquallyNearWins() {
    #expect(closestName(to: "cat", in: ["bat", "car"]) == "bat")
  }
}
