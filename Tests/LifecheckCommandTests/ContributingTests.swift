import Foundation
import LifecheckTestSupport
import Testing

/// The files that CONTRIBUTING.md sends a newcomer to are there.
struct ContributingTests {
  private static let root = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()

  @Test func theQuestionsOfANewcomerLeadToFiles() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: "## Ten questions"))
    let section = page[start.upperBound...].prefix(while: { $0 != "#" })
    let named = section.split(separator: "`").filter { $0.hasSuffix(".swift") && !$0.contains(" ") && !$0.contains("/") }.map(
      String.init)
    #expect(named.count >= 20)
    let sources = FileManager.default.enumerator(at: Self.root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    let files = Set((sources?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent })
    #expect(named.filter { !files.contains($0) } == [])
  }
}
