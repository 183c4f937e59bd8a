import Foundation
import LifecheckLowering
import LifecheckSystem
import LifecheckSystemText
import LifecheckTestSupport
import Testing

/// Small specs in Tests/Fixtures/lowering, one construct each, and beside them the timed systems that they become. With `RECORD=1` in the
/// environment the systems are written anew, and the run that recorded fails, so that nobody mistakes it for a passing one.
///
/// Of each thing one is followed, as for proofs; `// following: several` in the first line of a spec asks for more.
@Suite struct LoweredSystemTests {
  @Test(arguments: fixtures(in: "lowering"))
  func isAsRecorded(_ fixture: Fixture) throws {
    let lowered = try lowered(fixture)
    #expect(lowered.questions.compactMap { lowered.system.firstProblem(inGoal: $0.goal) } == [])
    try check(text(of: lowered), against: fixture.file.path.replacingOccurrences(of: ".lc", with: ".system"))
  }

  @Test func everySystemHasItsSpec() throws {
    let specs = Set(fixtures(in: "lowering").map { $0.file.path.dropLast(3) })
    let systems = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".system") }
    #expect(specs.count >= 60)
    #expect(Set(systems.map { $0.dropLast(7) }) == specs)
  }

  private let folder = fixturesFolder.appendingPathComponent("lowering")

  private func lowered(_ fixture: Fixture) throws -> LoweredModel {
    let text = String(decoding: fixture.file.text, as: UTF8.self)
    return try LifecheckLoweringTests.lowered(text, following: text.hasPrefix("// following: several") ? .several : .one)
  }

  private func text(of lowered: LoweredModel) -> String {
    let questions = lowered.questions.enumerated().map { number, question in
      SystemDocument.Question(title: "question \(number + 1)", goal: question.goal)
    }
    return write(SystemDocument(system: lowered.system, questions: questions))
  }

  private func check(_ text: String, against name: String) throws {
    let url = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded \(name); run again without RECORD")
      return
    }
    let (new, old) = (lines(text), lines(try String(contentsOf: url, encoding: .utf8)))
    guard new != old else { return }
    let line = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(new.count, old.count)
    let (now, before) = (line < new.count ? new[line] : "(nothing)", line < old.count ? old[line] : "(nothing)")
    Issue.record("\(name):\(line + 1) was\n  \(before)\nand is\n  \(now)")
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
