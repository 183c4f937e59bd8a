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

  /// The tour shows less of a story than the command does, and nothing that the command does not say.
  @Test func theTourIsShortenedOnly() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/language.md"), encoding: .utf8)
    let tour = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("The tour\n") })
    let (spec, answer) = try #require(Self.split(tour, at: "`lifecheck verify` answers"))
    let session = try Session()
    defer { session.end() }
    try session.write(Self.indented(spec).joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n", to: "tour.lc")
    let said = try session.run("lifecheck verify tour.lc").output.components(separatedBy: "\n")
    let shown = Self.indented(answer).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(shown.count > 5)
    let missing = shown.filter { line in !said.contains { $0.trimmingCharacters(in: .whitespaces) == line } }
    #expect(missing.isEmpty, "docs/language.md shows what is not said")
  }

  private static func split(_ text: String, at words: String) -> (String, String)? {
    text.range(of: words).map { (String(text[..<$0.lowerBound]), String(text[$0.upperBound...])) }
  }

  /// The lines that are set as code, without their indent.
  private static func indented(_ text: String) -> [String] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix("    ") || $0.isEmpty }.map { String($0.dropFirst(4)) }
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
