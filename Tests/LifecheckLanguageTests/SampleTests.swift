import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

@Suite struct SampleTests {
  @Test(arguments: fixtures(in: "language/samples"))
  func everySampleParses(_ sample: Fixture) {
    let diagnostics = parse(sample.file).diagnostics
    #expect(mismatches(in: sample) { _ in diagnostics } == [])
  }

  @Test func thereAreSamples() { #expect(!fixtures(in: "language/samples").isEmpty) }
}
