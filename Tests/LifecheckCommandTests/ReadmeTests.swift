import Foundation
import LifecheckTestSupport
import Testing

/// What README shows of the command is what the command says. With `RECORD=1` in the environment it is written anew, and the run that
/// recorded fails.
@Suite(.serialized)
struct ReadmeTests {
  private static let root = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()
  private static let readme = root.appendingPathComponent("README.md")

  /// A fenced block that begins with `$ command`.
  private struct Shown {
    let command: String
    /// The lines of its output, by their numbers in the page.
    let output: Range<Int>
  }

  @Test func outputIsAsShown() throws {
    var lines = try String(contentsOf: Self.readme, encoding: .utf8).components(separatedBy: "\n")
    let blocks = shown(in: lines)
    #expect(blocks.count >= 2)
    let session = try Session()
    defer { session.end() }
    try FileManager.default.createSymbolicLink(
      at: session.folder.appendingPathComponent("examples"), withDestinationURL: Self.root.appendingPathComponent("examples"))
    var differ = false
    for block in blocks.reversed() {
      let outcome = try session.run(block.command)
      let now = (outcome.output + outcome.errors).trimmingCharacters(in: .newlines).components(separatedBy: "\n")
      if now == Array(lines[block.output]) { continue }
      differ = true
      Issue.record("`\(block.command)` says now\n\(now.joined(separator: "\n"))")
      lines.replaceSubrange(block.output, with: now)
    }
    guard differ, ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    try Data(lines.joined(separator: "\n").utf8).write(to: Self.readme)
  }

  private func shown(in lines: [String]) -> [Shown] {
    lines.indices.compactMap { index in
      guard index > 0, lines[index - 1] == "```", lines[index].hasPrefix("$ lifecheck "),
        let end = lines[index...].firstIndex(of: "```")
      else { return nil }
      return Shown(command: String(lines[index].dropFirst(2)), output: index + 1..<end)
    }
  }
}
