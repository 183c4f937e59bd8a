import LifecheckDriver
import LifecheckEngines
import LifecheckTestSupport
import Testing

/// Features that a version of a shipped platform does not have yet are refused, with a message where they are asked for.
@Suite struct PlatformVersionTests {
  @Test(arguments: [
    Early(use: "ios 6", declares: "silentPush thing", says: "`silentPush` exists since ios 7, this spec uses ios 6"),
    Early(use: "ios 6", declares: "backgroundFetch thing", says: "`backgroundFetch` exists since ios 7, this spec uses ios 6"),
    Early(use: "ios 6", declares: "backgroundSession thing", says: "`backgroundSession` exists since ios 7, this spec uses ios 6"),
    Early(use: "ios 7", declares: "voipPush thing", says: "`voipPush` exists since ios 8, this spec uses ios 7"),
    Early(use: "ios 12", declares: "bgTask thing", says: "`bgTask` exists since ios 13, this spec uses ios 12"),
    Early(use: "ios 25", declares: "bgTask thing(type: continued)", says: "`continued` exists since ios 26, this spec uses ios 25"),
    Early(use: "ios 12 with scenes", declares: "var x = false", says: "`scenes` exists since ios 13, this spec uses ios 12"),
    Early(
      use: "ios 13 with scenes, scenePhases", declares: "var x = false",
      says: "`scenePhases` exists since ios 14, this spec uses ios 13"),
  ])
  func whatComesLaterIsRefused(_ early: Early) throws {
    #expect(try messages(of: early) == [early.message])
  }

  @Test(arguments: [
    Early(use: "ios 7", declares: "silentPush thing"), Early(use: "ios 8", declares: "voipPush thing"),
    Early(use: "ios 26", declares: "bgTask thing(type: continued)"), Early(use: "ios 13 with scenes", declares: "scene main"),
    Early(use: "ios 14 with scenes, scenePhases", declares: "scene main"), Early(use: "ios 4", declares: "data draft"),
  ])
  func fromItsFirstVersionOnItIsThere(_ first: Early) throws {
    #expect(try messages(of: first) == [])
  }

  private func messages(of spec: Early) throws -> [String] {
    let text = "use \(spec.platform)\napp Early {\n  \(spec.declaration)\n  property \"there\": never not running and active\n}\n"
    let report = try verify(
      path: "early.lc", text: Array(text.utf8), loader: shippedPlatformsAndFixtures,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(1))))
    return report.diagnostics.filter { $0.code == "not-available" }.map(\.message)
  }
}

/// A declaration in a spec for one version, and the error that it gives there.
struct Early: Sendable, CustomTestStringConvertible {
  let platform: String
  let declaration: String
  let message: String
  var testDescription: String { "\(declaration) on \(platform)" }

  init(use platform: String, declares declaration: String, says message: String = "") {
    (self.platform, self.declaration, self.message) = (platform, declaration, message)
  }
}
