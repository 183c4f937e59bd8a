import Foundation
import Testing

/// Golden files in Tests/Fixtures/reports. With `RECORD=1` in the environment they are written anew, and the run that
/// recorded fails, so that nobody mistakes it for a passing one.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/reports")

  static func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func check(_ text: String, against name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let url = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded \(name); run again without RECORD", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: try read(name), as: UTF8.self)
    if text == expected { return }
    let (new, old) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(new.count, old.count)
    let (is_, was) = (line < new.count ? new[line] : "(nothing)", line < old.count ? old[line] : "(nothing)")
    Issue.record("\(name):\(line + 1) was\n  \(was)\nand is\n  \(is_)", sourceLocation: sourceLocation)
  }
}
