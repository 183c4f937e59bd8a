import Foundation
import LifecheckDiagnostics
import LifecheckFormatting
import LifecheckFuzzing
import LifecheckLanguage
import LifecheckTestSupport
import Testing

@Suite struct FormatTests {
  /// Pairs in Tests/Fixtures/format: `name.lc`, as somebody has written it, and `name.formatted`.
  @Test(arguments: fixtures(in: "format"))
  func writesTheHouseStyle(_ fixture: Fixture) throws {
    let path = fixturesFolder.appendingPathComponent("format/\(fixture.file.path.dropLast(3)).formatted")
    #expect(try text(fixture.file) == String(contentsOf: path, encoding: .utf8))
  }

  @Test(arguments: allSpecs)
  func changesNothingTwice(_ path: String) throws {
    let once = try text(
      SourceFile(id: FileID(0), path: path, text: Array(Data(contentsOf: repository.appendingPathComponent(path)))))
    #expect(try text(file(once)) == once)
  }

  /// The layout of the lines does not depend on the blanks in them.
  @Test(arguments: allSpecs)
  func forgetsIndentation(_ path: String) throws {
    let original = try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
    guard !original.contains("/*") else { return }
    let shifted = original.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      String(repeating: " ", count: index * 7 % 5) + line.drop { $0 == " " } + (index % 3 == 0 ? " \t" : "")
    }
    #expect(try text(file(shifted.joined(separator: "\r\n"))) == text(file(original)))
  }

  @Test(arguments: UInt64(0)..<60)
  func keepsRandomSpecs(_ seed: UInt64) throws {
    let once = try text(file(randomSpec(seed: seed)))
    #expect(try text(file(once)) == once)
  }

  /// Where a line breaks decides what belongs together, so the tree is compared, and not only the tokens.
  @Test(arguments: allSpecs)
  func keepsTheMeaning(_ path: String) throws {
    try checkMeaning(String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8))
  }

  /// As somebody might write them who cares for no layout: blanks and empty lines where none are needed.
  @Test(arguments: UInt64(0)..<60)
  func keepsTheMeaningOfRandomSpecs(_ seed: UInt64) throws {
    let spec = randomSpec(seed: seed)
    try checkMeaning(spec)
    let untidy = spec.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      String(repeating: " ", count: (index + Int(seed)) % 7) + line.drop { $0 == " " } + (index % 5 == 0 ? "   \n\n\n" : "")
    }
    try checkMeaning(untidy.joined(separator: "\n"))
  }

  private func checkMeaning(_ original: String) throws {
    let formatted = try text(file(original))
    #expect(describe(parse(file(formatted)).tree) == describe(parse(file(original)).tree))
  }

  @Test func refusesWhatHasErrors() throws {
    guard case .refused(let diagnostics) = try format(file("app A {\n  on b {\n")) else {
      Issue.record("formatted")
      return
    }
    #expect(!diagnostics.isEmpty)
  }

  /// A file with errors is its own result: fixtures of wrong specs are among those of the repository.
  private func text(_ file: SourceFile) throws -> String {
    switch try format(file) {
    case .text(let text): text
    case .refused: String(decoding: file.text, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    }
  }

  private func file(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "spec.lc", text: Array(text.utf8)) }
}

private let repository = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()

/// The paths of all specs that ship, below the repository.
private let allSpecs: [String] = ["examples", "specs", "Tests/Fixtures/verdicts"].flatMap { folder in
  FileManager.default.enumerator(atPath: repository.appendingPathComponent(folder).path)!
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".lc") }.sorted().map { "\(folder)/\($0)" }
}
