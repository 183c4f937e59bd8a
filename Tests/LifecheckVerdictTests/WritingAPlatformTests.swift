import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckReports
import LifecheckTestSupport
import Testing

/// `docs/writing-a-platform.md` works as it stands: its files are checked, and give the output that it shows.
@Suite struct WritingAPlatformTests {
  @Test func theFirstAppBreaksBothRulesAsShown() throws {
    let shown = try #require(blocks["output of tickets.lc"]).split(separator: "\n").dropFirst()
    var rest = try TextReport().render([report(on: "tickets.lc")])[...]
    for line in shown {
      // Lines may be left out on the page, but none may be changed or moved.
      let found = rest.range(of: line)
      #expect(found != nil, "not in the output, or not there: \(line)")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
  }

  @Test func theMendedAppHolds() throws {
    #expect(try ExitCode(for: [report(on: "mended.lc")]) == .allGood)
  }

  @Test func linesOfTheReadersOwnPlatformAreNotTheApps() throws {
    let text = try TextReport().render([report(on: "tickets.lc")])
    #expect(!text.contains("start at kiosk.lc"))
  }
}

private func report(on name: String) throws -> CheckReport {
  let loader = SourceLoader(shipped: { _ in nil }, platformNames: []) { path, _ in
    blocks[path].map { .success((path: path, text: [UInt8]($0.utf8))) } ?? .failure(.notFound)
  }
  let text = try #require(blocks[name])
  return try verify(
    path: name, text: [UInt8](text.utf8), loader: loader, options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
}

/// The fenced blocks of the page by what their first line says: `// kiosk.lc`.
private let blocks: [String: String] = {
  let page = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/writing-a-platform.md")
  let parts = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").components(separatedBy: "```\n")
  let fenced = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  return Dictionary(uniqueKeysWithValues: fenced.map { block in (String(block.prefix { $0 != "\n" }.dropFirst(3)), block) })
}()
