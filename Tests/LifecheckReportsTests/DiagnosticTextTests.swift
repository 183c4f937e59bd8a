import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckReports
import Testing

/// The text users read of what is wrong with a spec: the input on top, the output below.
@Suite struct DiagnosticTextTests {
  @Test func messageWithFix() {
    checkRendering(
      "app Notes {\n  durabel var sent = false\n}\n",
      """
      test.lc:2:3: error: `durabel` means nothing here [misspelt-word]
            durabel var sent = false
            ^~~~~~~
          try: did you mean `durable`?

      """)
  }

  @Test func labelsAndHelp() {
    checkRendering(
      "app Notes {\n  on a {\n    event b { }\n    let t = 5 s\n    if let x = t { }\n    f(a\n  }\n}\n",
      """
      test.lc:3:5: error: `event` cannot stand inside a block; is a `}` missing above? [declaration-in-block]
              event b { }
              ^~~~~
      test.lc:2:8: note: this block is still open
            on a {
                 ^

      test.lc:4:13: error: a duration is written without a space [duration-with-space]
              let t = 5 s
                      ^~~
          try: did you mean `5s`?

      test.lc:5:8: error: a condition declares nothing [optional-binding]
              if let x = t { }
                 ^~~~~
          help: compare with `none`: `x != none`

      test.lc:6:8: error: expected `)` to close `(` [expected-closing]
              f(a
                 ^
      test.lc:6:6: note: opened here
              f(a
               ^

      """)
  }

  @Test func tabsWideTextAndTheEndOfTheFile() {
    checkRendering(
      "app A {\n\ton 日本語 { \t= }\n\tdef e\u{301} = 👍🏽 +",
      """
      test.lc:2:12: error: expected a statement, found `=` [expected-statement]
              on 日本語 {     = }
                              ^

      test.lc:3:11: error: `👍🏽` means nothing here [bad-character]
              def é = 👍🏽 +
                      ^~

      """)
  }

  @Test func longLinesAreShownInPart() {
    let text = String(repeating: "x", count: 300) + " = = " + String(repeating: "y", count: 300)
    let lines = render("app A {\n on b {\n\(text)\n } }").split(separator: "\n")
    #expect(lines[0] == "test.lc:3:304: error: expected a value after `=` [expected-expression]")
    #expect(lines[1].hasPrefix("    …x") && lines[1].hasSuffix("y…") && lines[1].count < 180)
    let caret = lines[2].distance(from: lines[2].startIndex, to: lines[2].firstIndex(of: "^")!)
    #expect(Array(lines[1])[caret] == "=" && Array(lines[1])[caret - 2] == "=")
  }

  @Test func rangesOverLinesAreMarkedToTheEndOfTheFirst() {
    let source = file("one\ntwo\n")
    let range = SourceRange(file: source.id, start: 1, end: 7)
    #expect(
      render([Diagnostic(.warning, "code", "message", at: range)], in: source) == """
        test.lc:1:2: warning: message [code]
            one
             ^~

        """)
  }

  @Test func textOfTheSpecCannotSteerTheTerminal() {
    let source = file("one\u{202E}\n")
    let diagnostic = Diagnostic(.error, "c", "m\u{1B}[2J", at: SourceRange(file: source.id, start: 0, end: 1))
    #expect(
      render([diagnostic], in: source, usesColor: true).replacing("\u{1B}", with: "\\e") == #"""
        \e[1mtest.lc:1:1\e[0m\e[1m: \e[0m\e[1;31merror: \e[0mm�[2J\e[2m [c]\e[0m
            \e[2mone�\e[0m
            \e[32m^\e[0m

        """#)
  }
}

private func file(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "test.lc", text: Array(text.utf8)) }

private func render(_ diagnostics: [Diagnostic], in file: SourceFile, usesColor: Bool = false) -> String {
  let report = CheckReport(files: [file], path: file.path, platform: nil, diagnostics: diagnostics, answers: [])
  return TextReport(usesColor: usesColor).renderDiagnostics(report)
}

private func render(_ text: String) -> String {
  let source = file(text)
  return render(parse(source).diagnostics.inReadingOrder(), in: source)
}

private func checkRendering(_ text: String, _ expected: String) {
  #expect(render(text) == expected)
  #expect(!render(text).split(separator: "\n").contains { $0.hasSuffix(" ") })
}
