import Foundation
import LifecheckTestSupport
import Testing

/// The output that the pages show is that of the command. With `RECORD=1` in the environment the pages are written anew, and the
/// run that recorded fails.
///
/// A fenced block that begins with `// name.lc` is the file of that name from there on, until another block is; one that begins with
/// `$ lifecheck …` shows what the command says of the files as they are there.
@Suite(.serialized)
struct ReadmeTests {
  private static let root = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()

  private struct Block {
    /// By their numbers in the page.
    let lines: Range<Int>
    /// The first of them.
    let head: String

    var command: String? { head.hasPrefix("$ lifecheck ") ? String(head.dropFirst(2)) : nil }

    var file: String? {
      guard head.hasPrefix("// "), head.hasSuffix(".lc"), !head.dropFirst(3).contains(" ") else { return nil }
      return String(head.dropFirst(3))
    }
  }

  @Test(arguments: ["README.md", "docs/first-spec.md", "docs/from-a-crash-log.md", "docs/reading-a-counterexample.md"])
  func outputIsAsShown(_ name: String) throws {
    let page = Self.root.appendingPathComponent(name)
    var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let blocks = blocks(of: lines)
    #expect(blocks.count { $0.command != nil } >= 2)
    let session = try Session()
    defer { session.end() }
    try FileManager.default.createSymbolicLink(
      at: session.folder.appendingPathComponent("examples"), withDestinationURL: Self.root.appendingPathComponent("examples"))
    var differing: [(Range<Int>, [String])] = []
    for block in blocks {
      if let file = block.file { try session.write(lines[block.lines].joined(separator: "\n") + "\n", to: file) }
      guard let command = block.command else { continue }
      let outcome = try session.run(command)
      let now = (outcome.output + outcome.errors).trimmingCharacters(in: .newlines).components(separatedBy: "\n")
      let shown = block.lines.dropFirst()
      if now == Array(lines[shown]) { continue }
      differing.append((shown, now))
      Issue.record("\(name): `\(command)` says now\n\(now.joined(separator: "\n"))")
    }
    guard !differing.isEmpty, ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    for (range, now) in differing.reversed() { lines.replaceSubrange(range, with: now) }
    try Data(lines.joined(separator: "\n").utf8).write(to: page)
  }

  /// The first spec in README is that of the example, without the name that stands above it elsewhere.
  @Test func theFirstSpecIsTheExample() throws {
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let spec = try String(contentsOf: Self.root.appendingPathComponent("examples/letters/broken.lc"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(spec)```"))
  }

  private func blocks(of lines: [String]) -> [Block] {
    var result: [Block] = []
    var start: Int?
    for (number, line) in lines.enumerated() where line.hasPrefix("```") {
      if let first = start, first < number { result.append(Block(lines: first..<number, head: lines[first])) }
      start = start == nil ? number + 1 : nil
    }
    return result
  }
}
