import LifecheckDriver
import LifecheckEngines
import LifecheckTestSupport
import Testing

/// The platforms tested as models: each transition and way to die is there, each law holds. `make mutate` tells how much of
/// the platforms these tests see.
@Suite struct PlatformModelTests {
  @Test(arguments: platformTests())
  func thePlatformDoesWhatTheFactsSay(_ test: Fixture) throws {
    let report = try verify(
      path: test.file.path, text: test.file.text, loader: shippedPlatformsAndFixtures,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(120))))
    #expect(report.diagnostics.map(\.message) == [])
    #expect(mismatches(expectedVerdicts(of: test.file), report.answers) == [])
  }

  @Test func thereAreTests() { #expect(!platformTests().isEmpty) }
}
