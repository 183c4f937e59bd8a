import Foundation
import LifecheckTestSupport

/// A readable session with the command in Tests/Fixtures/command: prose, files, commands, and what came out.
///
///     Any prose.
///
///     --- notes.lc                     a file, up to the next line `---`
///     app Notes { … }
///     ---
///     --- ios.lc = specs/x.lc          a copy of a file of the repository
///     % mkdir folder                   a preparation, which must succeed and prints nothing
///     $ lifecheck verify notes.lc      a command for the shell
///     what it printed
///     ! what it printed on standard error
///     exit: 1
struct Transcript: CustomStringConvertible {
  enum Part {
    case verbatim(String)
    case file(name: String, lines: [String])
    case copy(name: String, from: String)
    case preparation(String)
    case command(String)
  }
  let name: String
  let text: String
  let parts: [Part]
  var description: String { name }

  static let folder = fixturesFolder.appendingPathComponent("command")

  static var all: [Transcript] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { try? Transcript(name: $0) }
  }

  init(name: String) throws {
    self.name = name
    text = try String(contentsOf: Transcript.folder.appendingPathComponent(name), encoding: .utf8)
    parts = Transcript.parts(of: text)
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    if lines.last == "" { lines.removeLast() }
    /// The lines up to the one that `isLast`, which goes too.
    func take(until isLast: (String) -> Bool) -> [String] {
      let body = lines.prefix { !isLast($0) }
      lines = lines.dropFirst(body.count + 1)
      return Array(body)
    }
    while let line = lines.popFirst() {
      if line.hasPrefix("$ ") {
        // A command that has not been recorded yet has no end, and what follows it is not its own: it must not get lost.
        let body = lines.prefix { !$0.hasPrefix("exit: ") && !$0.hasPrefix("$ ") && !$0.hasPrefix("% ") }
        let isRecorded = lines.dropFirst(body.count).first?.hasPrefix("exit: ") == true
        if isRecorded { lines = lines.dropFirst(body.count + 1) }
        parts.append(.command(String(line.dropFirst(2))))
      } else if line.hasPrefix("% ") {
        parts.append(.preparation(String(line.dropFirst(2))))
      } else if line.hasPrefix("--- ") {
        let names = line.dropFirst(4).components(separatedBy: " = ")
        parts.append(
          names.count == 2
            ? .copy(name: names[0], from: names[1]) : .file(name: names[0], lines: take { $0 == "---" }))
      } else {
        parts.append(.verbatim(line))
      }
    }
    return parts
  }
}
