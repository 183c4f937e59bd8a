import Foundation
import Testing

@testable import LifecheckTool

/// The folder of `--cache`, and `--watch`.
@Suite(.serialized)
struct CacheTests {
  private static let spec = """
    app Door {
      var open = false
      var knocks: 0...3 = 0
      event knock when knocks < 3 { knocks += 1 }
      event enter when knocks > 1 { open = true }
      property "open": never open
      property "knocks": always knocks <= 3
      possible "all knocks": knocks == 3
    }

    """

  private func withSession(_ body: (Session) throws -> Void) throws {
    let session = try Session()
    defer { session.end() }
    try session.write(Self.spec, to: "door.lc")
    try body(session)
  }

  private func entries(_ session: Session, in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: session.folder.appendingPathComponent(folder).path).sorted()
  }

  @Test func whatIsKeptIsUsedAndWrittenAnewWhereItIsDamaged() throws {
    try withSession { session in
      let plain = try session.run("lifecheck verify door.lc")
      let command = "lifecheck verify --cache some/folder door.lc"
      #expect(try session.run(command) == plain)
      let names = try entries(session, in: "some/folder")
      #expect(names.count == 1 && names[0].hasSuffix(".kept"))
      let whole = try session.run("cat some/folder/*")
      for damage in ["truncate -s 100", "truncate -s 0", "cp door.lc", "chmod 000", "rm", "ln -sf /dev/zero", "rm -f $f; mkfifo"]
      {
        let outcome = try session.run("for f in some/folder/*.kept; do \(damage) $f; done; \(command)")
        #expect(outcome == plain, "after \(damage)")
        #expect(try session.run("cat some/folder/*") == whole, "after \(damage)")
      }
      let outcome = try session.run("rm some/folder/*; mkdir some/folder/\(names[0]); \(command)")
      #expect(outcome.output == plain.output && outcome.exitCode == plain.exitCode)
      #expect(outcome.errors.hasPrefix("lifecheck: warning: something could not be kept in the folder some/folder: "))
    }
  }

  @Test func severalRunsShareAFolder() throws {
    try withSession { session in
      let plain = try session.run("lifecheck verify door.lc")
      _ = try session.run("seq 6 | xargs -P 6 -I N sh -c 'lifecheck verify --cache shared door.lc > N.txt 2>&1; true'")
      for number in 1...6 { #expect(try session.run("cat \(number).txt").output == plain.output) }
      #expect(try entries(session, in: "shared").count == 1)
      let both = try session.run(
        "lifecheck verify --cache shared --jobs 2 door.lc door.lc; rm shared/*; lifecheck verify --cache shared door.lc door.lc")
      #expect(both.exitCode == 1 && both.errors == "")
      #expect(try entries(session, in: "shared").count == 1)
    }
  }

  @Test func aFolderThatCannotBeUsedIsSaidAndDoneWithout() throws {
    try withSession { session in
      let plain = try session.run("lifecheck verify door.lc")
      let outcome = try session.run("lifecheck verify --cache door.lc/kept door.lc")
      #expect(outcome.output == plain.output && outcome.exitCode == plain.exitCode)
      #expect(outcome.errors == "lifecheck: warning: nothing can be kept in the folder door.lc/kept: not a directory\n")
    }
  }

  @Test func theConfigurationNamesAFolderAndTheCommandLineIsStronger() throws {
    try withSession { session in
      try session.write("specs: [door.lc]\ncache: kept\n", to: ".lifecheck.yml")
      _ = try session.run("lifecheck verify --no-cache")
      #expect(throws: (any Error).self) { try entries(session, in: "kept") }
      _ = try session.run("lifecheck verify --cache other")
      #expect(throws: (any Error).self) { try entries(session, in: "kept") }
      #expect(try entries(session, in: "other").count == 1)
      _ = try session.run("lifecheck verify")
      #expect(try entries(session, in: "kept").count == 1)
    }
  }

  /// Files that are no entries are left alone, old drafts go, and of too many entries the oldest.
  @Test func aFolderIsKeptTidy() throws {
    try withSession { session in
      let prepare = """
        mkdir kept; echo mine > kept/notes.txt; echo x > kept/.draft-new; echo x > kept/.draft-old; touch -d '2 days ago' kept/.draft-old
        name=$(printf 'a%.0s' $(seq 63))
        truncate -s \(CacheFolder.allowance / 2) kept/${name}1.kept; touch -d '2 days ago' kept/${name}1.kept
        truncate -s \(CacheFolder.allowance / 2) kept/${name}2.kept; touch -d '1 day ago' kept/${name}2.kept
        """
      _ = try session.run("\(prepare)\nlifecheck verify --cache kept door.lc")
      let left = try entries(session, in: "kept")
      #expect(left.contains("notes.txt") && left.contains(".draft-new") && !left.contains(".draft-old"))
      #expect(left.filter { $0.hasPrefix("aaaa") }.map { $0.suffix(6) } == ["2.kept"])
      #expect(left.count == 4)
    }
  }

  // MARK: Watching

  private func wait(_ session: Session, for text: String, in file: String, times: Int = 1) throws {
    for _ in 0..<6000 {
      let found = (try? String(contentsOf: session.folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
      if found.components(separatedBy: text).count > times { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw Session.Failure(message: "`\(text)` does not come")
  }

  @Test func watchingChecksAgainWhateverTheCheckDependsOn() throws {
    try withSession { session in
      try session.write(
        "use \"shared.lc\"\napp A { var on = false; event e when isReady { on = true }; property \"off\": never on }\n",
        to: "a.lc")
      try session.write("def isReady = false\n", to: "shared.lc")
      let process = Process()
      process.executableURL = Session.commands.appendingPathComponent("lifecheck")
      process.arguments = ["verify", "--watch", "a.lc"]
      process.currentDirectoryURL = session.folder
      for name in ["out.txt", "err.txt"] { try session.write("", to: name) }
      process.standardOutput = try FileHandle(forWritingTo: session.folder.appendingPathComponent("out.txt"))
      process.standardError = try FileHandle(forWritingTo: session.folder.appendingPathComponent("err.txt"))
      try process.run()
      defer { process.terminate() }
      let prompt = "press Ctrl-C to end"
      try wait(session, for: prompt, in: "err.txt")
      try session.write("def isReady = true\n", to: "shared.lc")
      try wait(session, for: prompt, in: "err.txt", times: 2)
      try session.write("app A {\n", to: "a.lc")
      try wait(session, for: prompt, in: "err.txt", times: 3)
      try session.write("fail-on: nonsense\n", to: ".lifecheck.yml")
      try wait(session, for: prompt, in: "err.txt", times: 4)
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
      let reports = try session.run("cat out.txt").output.components(separatedBy: "\n\(String(repeating: "═", count: 72))\n")
      try #require(reports.count == 4)
      #expect(reports[0] == "a.lc: all good: 1 proved (--all lists every verdict)\n")
      #expect(reports[1].hasPrefix("changed: shared.lc\n\n") && reports[1].contains("1 violated"))
      #expect(reports[2].hasPrefix("changed: a.lc\n\n") && reports[2].contains("a.lc:1:8: error"))
      #expect(reports[3] == "changed: .lifecheck.yml\n\n")
      #expect(try session.run("cat err.txt").output.contains("there is no `nonsense` here"))
    }
  }

  @Test(arguments: [
    ("--watch --format json door.lc", "'--watch' writes text to standard output; other reports go to files."),
    ("--watch --report json=- door.lc", "'--watch' writes text to standard output; other reports go to files."),
    ("--watch -", "'--watch' cannot see when standard input changes: name a file."),
    ("--watch --write-baseline b.yml door.lc", "'--watch' and '--write-baseline' exclude each other."),
    ("--cache x --no-cache door.lc", "'--cache' and '--no-cache' exclude each other."),
    ("--cache '' door.lc", "'--cache' takes a folder."),
  ])
  func whatCannotBeIsRefused(_ arguments: String, _ message: String) throws {
    try withSession { session in
      let outcome = try session.run("lifecheck verify \(arguments)")
      #expect(outcome.exitCode == 64)
      #expect(outcome.errors.hasPrefix("Error: \(message)\n"))
    }
  }
}
