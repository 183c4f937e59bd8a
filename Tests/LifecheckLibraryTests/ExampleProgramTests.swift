import Foundation
import Lifecheck
import Testing

/// `make example` builds the program in `examples/embedding`, which takes minutes. What it is expected to print is looked at here, too.
struct ExampleProgramTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func printsWhatIsTrue() throws {
    let expected = try String(contentsOf: Self.root.appendingPathComponent("examples/embedding/expected.txt"), encoding: .utf8)
    let lines = try Self.lines(on: "examples/letters/broken.lc") + Self.lines(on: "examples/letters/mended.lc")
    #expect(lines + ["exit 1"] == expected.split(separator: "\n").map(String.init))
  }

  private static func lines(on path: String) throws -> [String] {
    let text = try Data(contentsOf: root.appendingPathComponent(path))
    let report = try verify(Spec(path: path, text: Array(text)))
    if report.outcome == .allGood { return ["\(path): all good"] }
    return report.answers.compactMap { answer in
      guard answer.failsTheCheck, case .violated(let story) = answer.verdict else { return nil }
      return "\(path):\(answer.lineToMend?.line ?? 1): \(answer.title): broken in \(story.steps.count) steps"
    }
  }
}
