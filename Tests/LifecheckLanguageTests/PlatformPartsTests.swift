import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// Platforms of several files: those that ship, and those that a spec brings along.
@Suite struct PlatformPartsTests {
  private static let platform = """
    use "kiosk/lamp.lc"
    platform kiosk 1...3 {
      system phases state: off, on = off
      thread main
      event open when off { start; state = on }
    }
    """
  private static let files = [
    "kiosk.lc": platform,
    "kiosk/lamp.lc": "use \"colours.lc\"\nsystem var switched = false\nevent switchOff when on and colourful { die gone }",
    "kiosk/colours.lc": "const colourful = false",
    "colours.lc": "use \"kiosk.lc\"",
  ]

  /// As if the files came with the tool.
  private func checkWithShipped(_ spec: String) -> CheckOutcome {
    let loader = SourceLoader(
      shipped: { path in Self.files[path].map { [UInt8]($0.utf8) } }, platformNames: ["kiosk"],
      file: { _, _ in .failure(.notFound) })
    return check(path: "app.lc", text: [UInt8](spec.utf8), loader: loader, version: nil)
  }

  /// As if they lay beside the spec. The path of a file is not looked up beside its user, so the fixture repeats one.
  private func checkWithOwn(_ path: String, _ spec: String) -> CheckOutcome {
    check(path: path, text: [UInt8](spec.utf8), loader: loader(Self.own), version: nil)
  }

  private static let own = files.merging(["colours.lc": "const colourful = false"]) { $1 }

  @Test func partsBelongToTheirPlatform() throws {
    let outcome = checkWithShipped("use kiosk 2\napp A { property \"p\": never switched }")
    #expect(outcome.diagnostics.map(\.message) == [])
    #expect(
      outcome.files.map(\.path) == [
        "app.lc", "kiosk.lc (platform)", "kiosk/lamp.lc (platform)", "kiosk/colours.lc (platform)",
      ])
    let model = try #require(outcome.model)
    #expect(model.events.allSatisfy { $0.owner == model.platform })
  }

  @Test func settingsReachTheParts() throws {
    let model = try #require(checkWithShipped("use kiosk with colourful\napp A { }").model)
    let colourful = try #require(model.variables.first { $0.name == "colourful" })
    #expect(describe(colourful.initial as Any).contains("true"))
  }

  @Test func aPartIsNoPlatformToUse() {
    #expect(checkWithShipped("use colours\napp A { }").diagnostics.map(\.code) == ["unknown-platform"])
  }

  @Test func aSpecBringsItsOwnPlatform() throws {
    let outcome = checkWithOwn("app.lc", "use \"kiosk.lc\"\napp A { property \"p\": never switched }")
    #expect(outcome.diagnostics.map(\.message) == [])
    let model = try #require(outcome.model)
    #expect(model.events.allSatisfy { $0.owner == model.platform })
  }

  @Test func aPlatformIsCheckedByItself() {
    #expect(checkWithOwn("kiosk.lc", Self.platform).diagnostics.map(\.message) == [])
  }

  /// One file with a platform and an app is a spec: what it uses is the app's, and an app's event cannot end it.
  @Test func whatASpecUsesIsTheApps() {
    let outcome = checkWithOwn("app.lc", Self.platform + "\napp A { property \"p\": never on }")
    #expect(outcome.diagnostics.map(\.code).contains("platform-only"))
  }
}
