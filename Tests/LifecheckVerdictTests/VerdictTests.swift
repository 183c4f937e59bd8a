import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport
import Testing

@Suite struct VerdictTests {
  @Test(arguments: fixtures(in: "verdicts"))
  func verdictsAreAsExpected(_ fixture: Fixture) throws {
    let expected = expectedVerdicts(of: fixture.file)
    let report = try report(on: fixture, within: .seconds(600))
    // That some code never runs is often the point.
    #expect(report.diagnostics.filter { $0.code != "never-runs" }.map(\.message) == [])
    #expect(mismatches(expected, report.answers) == [])
  }

  @Test(arguments: fixtures(in: "verdicts"))
  func everyFixtureExpectsSomething(_ fixture: Fixture) {
    #expect(!expectedVerdicts(of: fixture.file).isEmpty)
  }

  @Test func thereAreFixtures() { #expect(!fixtures(in: "verdicts").isEmpty) }
}

/// The answers to all that a fixture asks, as far as they come in time.
func report(on fixture: Fixture, within time: Duration) throws -> CheckReport {
  try verify(
    path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures,
    options: VerificationOptions(limits: Limits(wallTime: time)))
}

/// Shipped platforms by name, and files beside the fixtures by path.
let shippedPlatformsAndFixtures = SourceLoader(
  shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
  file: { path, _ in
    guard let data = try? Data(contentsOf: fixturesFolder.appendingPathComponent("verdicts/\(path)")) else {
      return .failure(.notFound)
    }
    return .success((path: path, text: [UInt8](data)))
  })
