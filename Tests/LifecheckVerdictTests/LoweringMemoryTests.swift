import LifecheckLanguage
import LifecheckTestSupport
import Testing

@testable import LifecheckLowering

/// Many specs are checked in one run of the program.
@Suite struct LoweringMemoryTests {
  @Test(arguments: fixtures(in: "verdicts") + fixtures(in: "language/checking"))
  func nothingOfATranslationOutlivesIt(_ fixture: Fixture) {
    weak var lowerer: Lowerer?
    lowerer = laidOut(fixture)
    #expect(lowerer == nil)
  }

  /// Some end in an error on their way.
  private func laidOut(_ fixture: Fixture) -> Lowerer? {
    let outcome = check(path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, version: nil)
    guard let model = outcome.model else { return nil }
    let lowerer = Lowerer(model: model, following: .several, known: Discoveries(), closures: [:])
    try? lowerer.layOutEverything()
    return lowerer
  }
}
