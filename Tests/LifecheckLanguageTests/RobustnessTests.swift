import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// Whatever the text is, parsing ends, tokens print back exactly, and nothing traps.
@Suite struct RobustnessTests {
  static let everything = fixtures(in: "language/samples") + fixtures(in: "language/syntax")

  @Test(arguments: everything)
  func survivesDeletedAndDoubledTokens(_ fixture: Fixture) {
    let text = fixture.file.text
    let tokens = lex(fixture.file).tokens
    // Each token of a small file; of the big sample every few, or debug builds take minutes.
    for token in stride(from: 0, to: tokens.count, by: 1 + tokens.count / 400).map({ tokens[$0] }) {
      checkSurvives(Array(text[..<token.start] + text[token.end...]))
      checkSurvives(Array(text[..<token.end] + [UInt8(ascii: " ")] + text[token.start...]))
    }
  }

  @Test(arguments: everything)
  func survivesCutOffAnywhere(_ fixture: Fixture) {
    for end in stride(from: 0, to: fixture.file.text.count, by: 97) { checkSurvives(Array(fixture.file.text[..<end])) }
  }

  @Test func survivesRandomBytes() {
    var random = SmallGenerator(state: 7)
    for _ in 0..<500 {
      checkSurvives((0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 33) })
    }
  }

  @Test func survivesRandomTokens() {
    let tokens = lex(Self.everything[1].file).tokens
    let text = Self.everything[1].file.text
    var random = SmallGenerator(state: 11)
    for _ in 0..<200 {
      let picked = (0..<40).map { _ in tokens[Int(random.next() >> 33) % tokens.count] }
      checkSurvives(picked.flatMap { Array(text[$0.start..<$0.end]) + [UInt8(ascii: $0.startsLine ? "\n" : " ")] })
    }
  }

  // MARK: Depth and size

  @Test(arguments: [
    "(", "!", "not ", "f(", "x[", "{", "a.b { ", "if x { ", "try ", "await ", "1 + ", "1 * ", "a and ", "a or ",
    "x.", "f()", "x[0]", "if x { 1 } else ", "async { ", "some a in b where ", "any ", "a < ", "new A(", "if a { ",
    "return ", "var x = ", "1...", "x?.f()",
  ])
  func depthGivesOneErrorAndEnds(_ unit: String) {
    // A thousand levels take every path that a hundred thousand take; the longest runs are in the next test.
    let body = String(repeating: unit, count: 1_000)
    let diagnostics = parse(file("app A { on b { x = \(body)")).diagnostics
    #expect(diagnostics.count <= 2)
    let statement = parse(file("app A { on b { \(body)")).diagnostics
    #expect(statement.filter { $0.code == "nesting-too-deep" }.count <= 1)
  }

  @Test(arguments: ["kind A { ", "kind A { var x: (", "func f(x: (", "kind A { b c { ", "on dies { on dies {\n"])
  func deepDeclarationsEnd(_ unit: String) {
    let diagnostics = parse(file("app A { " + String(repeating: unit, count: 1_000))).diagnostics
    #expect(!diagnostics.isEmpty)
  }

  @Test(arguments: ["(", "!", "1 + "])
  func veryDeepExpressionsGiveExactlyOneError(_ unit: String) {
    let text = "app A { on b { x = " + String(repeating: unit, count: 100_000)
    #expect(parse(file(text)).diagnostics.map(\.code) == ["nesting-too-deep"])
  }

  @Test func manyOptionalMarksEnd() {
    let diagnostics = parse(file("app A { var x: B" + String(repeating: "?", count: 100_000))).diagnostics
    #expect(diagnostics.map(\.code) == ["nesting-too-deep"])
  }

  /// Chains inside chains: each alone is within the limit, together they are not.
  @Test func deepChainsOfDeepArgumentsEnd() {
    var text = "x"
    for _ in 0..<150 { text = "f(\(text))" + String(repeating: "()", count: 150) }
    #expect(parse(file("app A { on b { \(text) } }")).diagnostics.map(\.code) == ["nesting-too-deep"])
  }

  @Test func manyMistakesAreCapped() {
    #expect(parse(file(String(repeating: "@ # ", count: 20_000))).diagnostics.count == 1_000)
    #expect(parse(file("app A {\n" + String(repeating: "var = 3\n", count: 20_000))).diagnostics.count == 1_000)
  }

  @Test func largeFilesAreReadInReasonableTime() {
    let line = "  event edit by user when active and x < 3 { draft.edit(); if a.b { c = d + 1 } }\n"
    let text = "app A {\n" + String(repeating: line, count: 3_000) + "}\n"
    let elapsed = ContinuousClock().measure { #expect(parse(file(text)).diagnostics.isEmpty) }
    // A debug build on a busy machine; a release build takes a small part of this.
    #expect(elapsed < .seconds(60))
  }

  @Test func zeroBytesGiveOneMessage() {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x70, 0, 0x70, 0]
    #expect(parse(SourceFile(id: FileID(0), path: "x.lc", text: utf16)).diagnostics.map(\.code) == ["binary-file"])
  }

  @Test func invalidUTF8GivesOneMessage() {
    let text = Array("app A { var x".utf8) + [0xFF, 0xC3, 0x28] + Array(": Bool }".utf8)
    #expect(parse(SourceFile(id: FileID(0), path: "x.lc", text: text)).diagnostics.first?.code == "invalid-utf8")
  }
}

private func checkSurvives(_ text: [UInt8]) {
  let file = SourceFile(id: FileID(0), path: "x.lc", text: text)
  let stream = lex(file)
  #expect(Array(stream.pieces.joined()) == text)
  for range in parse(file).diagnostics.flatMap({ [$0.range] + $0.labels.map(\.range) }) {
    _ = SourceExcerpt(of: range, in: file)
  }
}

func file(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "test.lc", text: Array(text.utf8)) }

/// A generator whose sequence is the same on every run.
struct SmallGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
