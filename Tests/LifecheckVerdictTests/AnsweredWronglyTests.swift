import LifecheckDriver
import LifecheckTestSupport
import Testing

/// Specs that were once answered wrongly, in the smallest form in which each mistake was found. Each says at its head what is true.
@Suite struct AnsweredWronglyTests {
  /// Calls of nothing are by themselves, since the reference knows none.
  @Test(arguments: fixtures(in: "answered-wrongly") + fixtures(in: "calls-of-nothing"))
  func isAnsweredRightly(_ fixture: Fixture) throws {
    let report = try report(on: fixture, within: .seconds(60))
    #expect(mismatches(in: fixture) { _ in report.diagnostics } == [])
    if !report.hasErrors { #expect(mismatches(expectedVerdicts(of: fixture.file), report.answers, listsReached: true) == []) }
  }

  @Test func thereAreFixtures() { #expect(fixtures(in: "answered-wrongly").count >= 28) }
}
