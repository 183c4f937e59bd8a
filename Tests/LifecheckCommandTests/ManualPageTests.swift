import Foundation
import LifecheckTestSupport
import Testing

@testable import LifecheckTool

/// Compares docs/lifecheck.1 with the command's help. With `RECORD=1` in the environment it is written anew, and the run that recorded
/// fails.
struct ManualPageTests {
  private static let page = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/lifecheck.1")

  @Test func saysWhatTheHelpSays() throws {
    let session = try Session()
    defer { session.end() }
    let version = try session.run("lifecheck --version").output.trimmingCharacters(in: .whitespacesAndNewlines)
    let help = try session.run("lifecheck --experimental-dump-help").output
    let text = try ManualPage(help: Data(help.utf8), version: version).text
    if (try? String(contentsOf: Self.page, encoding: .utf8)) == text { return }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: Self.page)
      Issue.record("recorded docs/lifecheck.1; run again without RECORD")
      return
    }
    Issue.record("docs/lifecheck.1 is not what the help says; record it with RECORD=1 make test-only FILTER=ManualPage")
  }

  @Test func namesEveryCommand() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let commands = RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    for command in commands {
      #expect(text.contains(".SS lifecheck \(command.replacingOccurrences(of: "-", with: "\\-"))\n"), "\(command)")
    }
  }
}
