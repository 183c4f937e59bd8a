import Foundation
import Testing

/// Runs the transcripts. With `RECORD=1` in the environment they are written anew, and the run that recorded fails.
@Suite(.serialized)
struct TranscriptTests {
  @Test(arguments: Transcript.all)
  func transcript(_ transcript: Transcript) throws {
    let session = try Session()
    defer { session.end() }
    var lines: [String] = []
    for part in transcript.parts { lines += try play(part, in: session) }
    try check(lines.joined(separator: "\n") + "\n", against: transcript)
  }

  @Test func thereAreTranscripts() { #expect(Transcript.all.count >= 5) }

  /// The part as a recording has it.
  private func play(_ part: Transcript.Part, in session: Session) throws -> [String] {
    switch part {
    case .verbatim(let line): return [line]
    case .file(let name, let lines):
      try session.write(lines.map { $0 + "\n" }.joined(), to: name)
      return ["--- \(name)"] + lines + ["---"]
    case .copy(let name, let path):
      try session.copy(path, to: name)
      return ["--- \(name) = \(path)"]
    case .preparation(let command):
      let outcome = try session.run(command)
      #expect(outcome == Session.Outcome(output: "", errors: "", exitCode: 0), "\(command)")
      return ["% \(command)"]
    case .command(let command):
      let outcome = try session.run(command)
      return ["$ \(command)"] + lines(outcome.output, in: session) + lines(outcome.errors, in: session).map { "! \($0)".trimmed }
        + ["exit: \(outcome.exitCode)"]
    }
  }

  private func lines(_ text: String, in session: Session) -> [String] {
    var lines = masked(text, in: session).components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "⏎ missing" }
    return lines
  }

  /// Masks the folder, which differs from run to run, and escape characters.
  private func masked(_ text: String, in session: Session) -> String {
    text.replacingOccurrences(of: session.folder.path, with: "FOLDER").replacingOccurrences(of: "\u{1B}", with: "\\e")
  }

  private func check(_ text: String, against transcript: Transcript) throws {
    if text == transcript.text { return }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: Transcript.folder.appendingPathComponent(transcript.name))
      Issue.record("recorded \(transcript.name); run again without RECORD")
      return
    }
    let (new, old) = (text.components(separatedBy: "\n"), transcript.text.components(separatedBy: "\n"))
    let line = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(new.count, old.count)
    let (isNow, was) = (line < new.count ? new[line] : "(nothing)", line < old.count ? old[line] : "(nothing)")
    Issue.record("\(transcript.name):\(line + 1) was\n  \(was)\nand is\n  \(isNow)\nin\n\(text)")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
