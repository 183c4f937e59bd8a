import LifecheckDiagnostics
import LifecheckDriver
import LifecheckSystemText
import LifecheckTestSupport
import Testing

/// `lifecheck export --to system` writes what `lifecheck solve` reads: systems of specs use more of the text than random ones.
@Suite struct SystemTextOfSpecsTests {
  @Test(arguments: fixtures(in: "verdicts"))
  func comesBackFromText(_ fixture: Fixture) throws {
    let exported = try export(
      .system, path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, version: nil,
      platformParameters: [])
    guard case .text(let written) = exported else { return }
    let (document, diagnostics) = readSystem(SourceFile(id: FileID(0), path: "x.system", text: Array(written.utf8)))
    #expect(diagnostics.map(\.message) == [])
    #expect(document.map(write) == written)
  }
}
