import Foundation
import Testing

/// `docs/diagnostics.md` has a line for every code in the sources.
@Suite struct DiagnosticsDocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyCodeIsDocumented() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/diagnostics.md"), encoding: .utf8)
    let codes = try Self.codesInSources()
    // Fewer would mean that diagnostics are written in a way this test does not see.
    #expect(codes.count > 100)
    #expect(codes.filter { !page.contains("| `\($0)` |") } == [])
  }

  @Test func everyDocumentedCodeExists() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/diagnostics.md"), encoding: .utf8)
    let text = try Self.sources().joined()
    let documented = page.matches(of: /(?m)^\| `([a-z0-9-]+)` \|/).map { String($0.output.1) }
    // What an answer is called may also be the name of a case.
    let cases = text.matches(of: /(?m)\bcase ([a-zA-Z, ]+?) *(?:\}|$)/).flatMap { $0.output.1.split(separator: ", ").map(String.init) }
    #expect(documented.filter { !text.contains("\"\($0)\"") && !cases.contains($0) } == [])
  }

  /// Codes stand after the severity of a `Diagnostic`, first in a `LoweringFailure`, or after the token that is expected.
  private static func codesInSources() throws -> [String] {
    let code = /(?:Diagnostic\(\s*\.(?:error|warning|note),|LoweringFailure\(|expect\(\.\w+,)\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"/
    return Set(try sources().flatMap { $0.matches(of: code).map { String($0.output.1) } }).sorted()
  }

  private static func sources() throws -> [String] {
    let folder = root.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }
}
