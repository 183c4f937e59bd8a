import Foundation
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// The checker's diagnostics for whole files.
@Suite struct CheckingTests {
  @Test(arguments: fixtures(in: "language/checking"))
  func everyFixtureGivesWhatItAnnounces(_ fixture: Fixture) {
    let found = mismatches(in: fixture) { file in
      checkText(file.path, file.text).diagnostics.filter { $0.range.file == FileID(0) }
    }
    #expect(found == [])
  }

  @Test(arguments: fixtures(in: "language/cases"))
  func everyCaseIsAccepted(_ fixture: Fixture) {
    let outcome = checkText(fixture.file.path, fixture.file.text)
    #expect(outcome.diagnostics == [])
    #expect(outcome.model != nil)
  }

  @Test(arguments: fixtures(in: "language/platforms"))
  func everyPlatformIsAcceptedAlone(_ fixture: Fixture) {
    #expect(checkText(fixture.file.path, fixture.file.text).diagnostics == [])
  }

  @Test func modelIsMissingExactlyWhenThereIsAnError() {
    for fixture in fixtures(in: "language/checking") {
      let outcome = checkText(fixture.file.path, fixture.file.text)
      #expect((outcome.model == nil) == outcome.diagnostics.contains { $0.severity == .error }, "\(fixture)")
    }
  }

  @Test func filesThatUseEachOtherAreReported() {
    let files = ["a.lc": "use \"b.lc\"", "b.lc": "use \"a.lc\""]
    let outcome = check(path: "main.lc", text: Array("use \"a.lc\"\napp A { }".utf8), loader: loader(files), version: nil)
    #expect(outcome.diagnostics.map(\.message) == ["these files use each other in a circle: a.lc → b.lc → a.lc"])
  }

  @Test func aFileUsedTwiceIsReadOnce() {
    let files = ["a.lc": "use \"c.lc\"", "b.lc": "use \"c.lc\"", "c.lc": "const n = 3"]
    let text = "use \"a.lc\"\nuse \"b.lc\"\napp A { var x: 0...n = 0 }"
    let outcome = check(path: "main.lc", text: Array(text.utf8), loader: loader(files), version: nil)
    #expect(outcome.diagnostics == [])
    #expect(outcome.files.map(\.path) == ["main.lc", "a.lc", "c.lc", "b.lc"])
  }

  /// It may be nobody's business.
  @Test func ofAFileThatIsNoSpecNothingIsShown() {
    let files = ["users.txt": "root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/:/usr/sbin/nologin\n"]
    let text = "use \"users.txt\"\napp A { var on = false; property \"p\": never on }"
    let outcome = check(path: "main.lc", text: Array(text.utf8), loader: loader(files), version: nil)
    #expect(outcome.diagnostics.map(\.code) == ["import-no-spec"])
    #expect(outcome.files.map(\.path) == ["main.lc"])
  }

  @Test func importedFilesTakeValues() throws {
    let files = ["retry.lc": "param attempts: 1...5 = 2\nconst delay = 1s\nfunc pause() async { await wait delay }"]
    let text = "use \"retry.lc\" with attempts = 3, delay = 2s\napp A { }"
    let outcome = check(path: "main.lc", text: Array(text.utf8), loader: loader(files), version: nil)
    let model = try #require(outcome.model, "\(outcome.diagnostics)")
    #expect(
      model.variables.map { describe($0.initial as Any) } == [
        "{kind: integer(3), type: integer(3...3)}", "{kind: duration(2000), type: duration}",
      ])
    #expect(model.variables.allSatisfy { $0.storage == .constant })
  }
}

/// Checks `text` with the platforms of the fixtures, and no other files.
func checkText(_ path: String, _ text: [UInt8], version: Int? = nil) -> CheckOutcome {
  check(path: path, text: text, loader: loader([:]), version: version)
}

func loader(_ files: [String: String]) -> SourceLoader {
  SourceLoader(
    shipped: { path in
      let file = path == "ios.lc" ? "ios-draft.lc" : path
      let url = fixturesFolder.appendingPathComponent("language/platforms/\(file)")
      return (try? Data(contentsOf: url)).map { [UInt8]($0) }
    },
    platformNames: ["ios", "tiny"],
    file: { path, _ in
      if path == "broken.lc" { return .failure(.unreadable("it is not text")) }
      guard let text = files[path] else { return .failure(.notFound) }
      return .success((path, Array(text.utf8)))
    })
}
