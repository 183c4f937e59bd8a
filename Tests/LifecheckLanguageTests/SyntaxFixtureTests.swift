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
