import LifecheckDiagnostics
import LifecheckLanguage
import Testing

/// The text users read: the input on top, the output below.
@Suite struct RenderingTests {
  @Test func messageWithFix() {
    checkRendering(
      "app Notes {\n  durabel var sent = false\n}\n",
      """
      test.lc:2:3: error: `durabel` means nothing here [misspelt-word]
        2 |   durabel var sent = false
          |   ^~~~~~~
          = fix: did you mean `durable`?

      """)
  }

  @Test func labelsAndHelp() {
    checkRendering(
      "app Notes {\n  on a {\n    event b { }\n    let t = 5 s\n    if let x = t { }\n    f(a\n  }\n}\n",
      """
      test.lc:3:5: error: `event` cannot stand inside a block; is a `}` missing above? [declaration-in-block]
        3 |     event b { }
          |     ^~~~~
      test.lc:2:8: note: this block is still open
        2 |   on a {
          |        ^

      test.lc:4:13: error: a duration is written without a space [duration-with-space]
        4 |     let t = 5 s
          |             ^~~
          = fix: did you mean `5s`?

      test.lc:5:8: error: a condition declares nothing [optional-binding]
        5 |     if let x = t { }
          |        ^~~~~
          = help: compare with `none`: `x != none`

      test.lc:6:8: error: expected `)` to close `(` [expected-closing]
        6 |     f(a
          |        ^
      test.lc:6:6: note: opened here
        6 |     f(a
          |      ^

      """)
  }

  @Test func tabsWideTextAndTheEndOfTheFile() {
    checkRendering(
      "app A {\n\ton 日本語 { \t= }\n\tdef e\u{301} = 👍🏽 +",
      """
      test.lc:2:12: error: expected a statement, found `=` [expected-statement]
        2 |     on 日本語 {     = }
          |                     ^

      test.lc:3:11: error: `👍🏽` means nothing here [bad-character]
        3 |     def é = 👍🏽 +
          |             ^~

      """)
  }

  @Test func longLinesAreShownInPart() {
    let text = String(repeating: "x", count: 300) + " = = " + String(repeating: "y", count: 300)
    let rendered = render("app A {\n on b {\n\(text)\n } }")
    let lines = rendered.split(separator: "\n")
    #expect(lines[0] == "test.lc:3:304: error: expected a value after `=` [expected-expression]")
    #expect(lines[1].hasPrefix("  3 | …x") && lines[1].hasSuffix("y…") && lines[1].count < 180)
    let caret = lines[2].distance(from: lines[2].startIndex, to: lines[2].firstIndex(of: "^")!)
    #expect(Array(lines[1])[caret] == "=" && Array(lines[1])[caret - 2] == "=")
  }

  @Test func rangesOverLinesAreMarkedToTheEndOfTheFirst() {
    let source = file("one\ntwo\n")
    let range = SourceRange(file: source.id, start: 1, end: 7)
    let diagnostic = Diagnostic(.warning, "code", "message", at: range)
    #expect(
      TextRenderer(files: [source]).render(diagnostic) == """
        test.lc:1:2: warning: message [code]
          1 | one
            |  ^~

        """)
  }

  @Test func colourIsAValue() {
    let source = file("one\n")
    let diagnostic = Diagnostic(.error, "c", "m\u{1B}[2J", at: SourceRange(file: source.id, start: 0, end: 1))
    #expect(
      TextRenderer(files: [source], usesColour: true).render(diagnostic)
        == "test.lc:1:1: \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mm\u{FFFD}[2J [c]\u{1B}[0m\n  1 | one\n    | \u{1B}[1;31m^\u{1B}[0m\n"
    )
  }

  @Test func orderAndDuplicates() {
    let source = file("abc\n")
    func at(_ start: Int) -> Diagnostic {
      Diagnostic(.error, "c", "m", at: SourceRange(file: source.id, start: start, end: start))
    }
    #expect([at(2), at(0), at(2)].inReadingOrder() == [at(0), at(2)])
  }
}

@Suite struct ClosestNameTests {
  @Test(arguments: [
    ("durabel", "durable"), ("vra", "var"), ("evnt", "event"), ("x", nil), ("something", nil), ("Event", "event"),
    ("fucn", "func"),
  ])
  func findsTheLikeliest(_ written: String, _ meant: String?) {
    #expect(closestName(to: written, in: ["var", "durable", "event", "func"]) == meant)
  }

  @Test func theFirstOfEquallyNearWins() {
    #expect(closestName(to: "cat", in: ["bat", "car"]) == "bat")
  }
}

private func render(_ text: String) -> String {
  let source = file(text)
  return TextRenderer(files: [source]).render(parse(source).diagnostics)
}

private func checkRendering(_ text: String, _ expected: String) {
  #expect(render(text) == expected)
  #expect(!render(text).split(separator: "\n").contains { $0.hasSuffix(" ") })
}
