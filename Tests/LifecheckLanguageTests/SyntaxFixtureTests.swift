import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// Every file of the folder gives the diagnostics its comments announce, and no others.
@Suite struct SyntaxFixtureTests {
  @Test(arguments: fixtures(in: "language/syntax") + fixtures(in: "language/samples"))
  func givesItsDiagnostics(_ fixture: Fixture) {
    checkFixture(fixture)
  }

  /// No other message takes the place of what cannot be read: without one it would pass for read.
  @Test(arguments: (fixtures(in: "language/samples") + fixtures(in: "language/syntax")).filter { !$0.file.path.contains("unclosed") })
  func aStrayCharacterIsNeverLost(_ fixture: Fixture) {
    let text = fixture.file.text
    let before = parse(fixture.file).diagnostics.count { $0.code == "bad-character" }
    for token in parse(fixture.file).stream.tokens {
      let bytes = Array(text[..<token.start]) + Array(" $ ".utf8) + Array(text[token.start...])
      let found = parse(SourceFile(id: FileID(0), path: fixture.file.path, text: bytes)).diagnostics
      #expect(found.count { $0.code == "bad-character" } > before, "at \(token.start)")
    }
  }

  @Test func thereAreFixtures() {
    #expect(!fixtures(in: "language/syntax").isEmpty)
    #expect(!fixtures(in: "language/samples").isEmpty)
  }

  @Test func theReaderSeesBothDirections() {
    let unexpected = Fixture(path: "a.lc", text: "app A { var = 3 }\n")
    #expect(mismatches(in: unexpected) { parse($0).diagnostics }.first?.hasPrefix("unexpected: a.lc:1:13-14") == true)
    let unmet = Fixture(path: "b.lc", text: "app A { }\n//  ^ error[x]: y\n")
    #expect(mismatches(in: unmet) { parse($0).diagnostics } == ["missing: b.lc:1:5-6 error[x]: y"])
  }
}

private func checkFixture(_ fixture: Fixture) {
  let complaints = mismatches(in: fixture) { parse($0).diagnostics }
  #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
}
