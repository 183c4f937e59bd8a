import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckSystem
import LifecheckSystemText
import LifecheckTestSupport
import Testing

@Suite struct SystemTextTests {
  /// A text that was written, read and written again is the same.
  @Test(arguments: UInt64(0)..<80)
  func comesBackFromText(_ seed: UInt64) throws {
    let written = text(of: RandomSystem(seed: seed).problem)
    #expect(write(try read(written)) == written)
  }

  /// And it means the same to the engines, where they decide both.
  @Test(arguments: UInt64(0)..<6)
  func meansTheSameAsText(_ seed: UInt64) throws {
    let random = RandomSystem(seed: seed)
    let document = try read(text(of: random.problem))
    let original = SystemDocument(system: random.system, questions: [SystemDocument.Question(title: "goal", goal: random.goal)])
    let (before, after) = (try isReached(original), try isReached(document))
    #expect(before == nil || after == nil || before == after)
  }

  @Test(arguments: UInt64(0)..<80)
  func comesBackFromTextWithParametersAndStopwatches(_ seed: UInt64) throws {
    let random = RandomSystem(seed: seed, isWild: true)
    // Some of these enable an urgent edge by time alone, which no text may ask for.
    guard random.system.firstProblem == nil else { return }
    let written = text(of: random.problem)
    #expect(write(try read(written)) == written)
  }

  /// Names that would be read as something else.
  @Test func namesAreKeptApart() throws {
    var system = TimedSystem()
    for name in ["at", "a b", "x", "x", "0", "\"quoted\"", "upload.id"] {
      system.variables.append(StateVariable(name: name, domain: 2, valueNames: ["0", "1"], initial: 0))
    }
    system.clocks = [Clock(name: "x", rate: .true)]
    let goal = Term.all((0..<7).map { .equal(.variable(VariableIndex($0)), .constant($0 % 2)) })
    let written = write(SystemDocument(system: system, questions: [SystemDocument.Question(title: "q", goal: goal)]))
    let document = try read(written)
    #expect(document.questions[0].goal == goal)
    #expect(write(document) == written)
  }

  @Test func documentationSaysWhatIsSo() throws {
    let page = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/system-text.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```\n")
    let document = try read(blocks[1])
    let solved = try solve(document, limits: Limits(wallTime: .seconds(60)))
    let told = solved.prefix(2).map(SolvedText(document.system).text).joined(separator: "\n")
    #expect(blocks[3].contains(told))
    guard case .reachable = solved[2].outcome else {
      Issue.record("not reached")
      return
    }
  }

  @Test(arguments: [
    ("", "expected `system 1`"), ("system 2", "written by a later lifecheck"), ("system 1 var x: 1...2 = 0", "begin with 0"),
    ("system 1 var x: 0...2 = 3", "first value of `x`"), ("system 1 clock c var c: 0...1 = 0", "declared twice"),
    ("system 1 question \"q\": y", "`y` is declared nowhere"), ("system 1 question \"q\": \"y", "never closed"),
    ("system 1 automaton a starts 1 { location 0 \"x\" }", "`a` has no location 1"),
    ("system 1 automaton a starts 0 { location 0 \"x\" edge 0 to 0 { assume ?0 == 0 } }", "a choice"),
    ("system 1 var x: 0...1 = 0 rigid automaton a starts 0 { location 0 \"x\" edge 0 to 0 { set x = 1 } }", "is rigid"),
    ("system 1 var x: 0...9999999999999999 = 0", "too large"), ("system 1 var x: 0...99999999 = 0", "at most 65536 values"),
    ("system 1 clock c automaton a starts 0 { location 0 \"x\" edge 0 to 0 urgent { assume c >= 5 } }", "time alone"),
    ("system 1 \u{7}%", "no part of a system"),
  ])
  func saysWhatIsWrong(_ text: String, _ words: String) {
    let (document, diagnostics) = readSystem(SourceFile(id: FileID(0), path: "x.system", text: Array(text.utf8)))
    #expect(document == nil)
    #expect(diagnostics.map(\.message).joined().contains(words), "\(diagnostics.map(\.message))")
  }

  @Test func depthGivesOneErrorAndEnds() {
    let text = "system 1 question \"q\": " + String(repeating: "(", count: 100_000)
    let (document, diagnostics) = readSystem(SourceFile(id: FileID(0), path: "x.system", text: Array(text.utf8)))
    #expect(document == nil && diagnostics.count == 1)
  }

  private func read(_ text: String) throws -> SystemDocument {
    let (document, diagnostics) = readSystem(SourceFile(id: FileID(0), path: "x.system", text: Array(text.utf8)))
    return try #require(document, "\(diagnostics.map(\.message)) in\n\(text)")
  }

  /// nil: undecided.
  private func isReached(_ document: SystemDocument) throws -> Bool? {
    switch try solve(document, limits: Limits(wallTime: .seconds(2)))[0].outcome {
    case .reachable: true
    case .unreachable: false
    case .undecided: nil
    }
  }
}
