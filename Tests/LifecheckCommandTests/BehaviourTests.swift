import Foundation
import LifecheckEngines
import LifecheckPlatforms
import Testing

@testable import LifecheckTool

/// Behaviour that a transcript cannot show.
@Suite(.serialized)
struct BehaviourTests {
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

  /// A sentence that is soon settled, and one about millions of states.
  private static let walk = """
    app Walk {
      var east: 0...2000 = 0
      var north: 0...2000 = 0
      event right when east < 2000 { east += 1 }
      event up when north < 2000 { north += 1 }
      property "stays at home": never east == 1
      possible "the far corner": east == 2000 and north == 2000
    }

    """

  private func withSession(_ body: (Session) throws -> Void) throws {
    let session = try Session()
    defer { session.end() }
    try session.write(Self.spec, to: "door.lc")
    try body(session)
  }

  @Test(arguments: ["text", "json"])
  func sameBytesTwice(format: String) throws {
    try withSession { session in
      let command = "lifecheck verify --show-reached --format \(format) door.lc"
      let first = try session.run(command)
      #expect(first.exitCode == 1)
      #expect(first.errors == "")
      #expect(try session.run(command) == first)
    }
  }

  /// Each process hashes with a seed of its own: what depends on the order of a hash table would show.
  @Test func aSystemIsTheSameInEveryProcess() throws {
    try withSession { session in
      let spec = """
        app A {
          queue main
          var x, y, z, a, b = false
          func later(work: () -> Void) { async on main { await wait 1s; work() } }
          event go on main { later { [x, y, z] in a = x; b = y; if z { a = false } } }
          event set on main { x = any; y = any; z = any }
          property "not both": never a and b
        }

        """
      try session.write(spec, to: "copies.lc")
      let first = try session.run("lifecheck export --to smt2 copies.lc")
      #expect(first.exitCode == 0)
      for _ in 0..<5 { #expect(try session.run("lifecheck export --to smt2 copies.lc") == first) }
    }
  }

  @Test(arguments: ["text", "json"])
  func theOrderIsThatOfTheFilesHoweverManyAreCheckedAtATime(format: String) throws {
    try withSession { session in
      try session.write("app Quick { var on = false; possible \"on\": on }", to: "quick.lc")
      let command = "lifecheck verify --format \(format) door.lc quick.lc missing.lc door.lc quick.lc"
      let oneByOne = try session.run("\(command) --jobs 1")
      #expect(oneByOne.exitCode == 3)
      #expect(try session.run("\(command) --jobs 4") == oneByOne)
      #expect(try session.run(command) == oneByOne)
    }
  }

  @Test func versionsAreReadAsPeopleWriteThem() {
    #expect(PlatformVersions(argument: "17")?.numbers == [17])
    #expect(PlatformVersions(argument: "26,12...14,13")?.numbers == [12, 13, 14, 26])
    for text in ["", "12,", "x", "14...12", "-1", "1...100000", "12..14"] { #expect(PlatformVersions(argument: text) == nil) }
  }

  @Test func jsonIsJSON() throws {
    try withSession { session in
      let outcome = try session.run("lifecheck verify --format json door.lc missing.lc")
      let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      #expect(document?["exitCode"] as? Int == Int(outcome.exitCode))
      #expect((document?["reports"] as? [Any])?.count == 2)
    }
  }

  /// The file that `init` writes for a platform is a spec of it that holds, and says something.
  @Test(arguments: shippedPlatforms.map(\.name))
  func theStarterSpecHolds(platform: String) throws {
    let session = try Session()
    defer { session.end() }
    #expect(try session.run("lifecheck init --platform \(platform)").exitCode == 0)
    let outcome = try session.run("lifecheck verify --timeout 200")
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output.contains("1 reached"))
  }

  /// What the file proposes to try gives a first counterexample, about what is lost or killed.
  @Test(arguments: [
    ("ios", "    note.save()\n", "", "data-saved"), ("ios", "sending.cancel()", "", "task-ended"),
    ("android", "onStop", "onDestroy", "data-saved"),
    ("page", "on visibilitychange { if hidden { note.save() } }", "on pagehide { note.save() }", "data-saved"),
    (
      "watchos", "within 10s { do { try await fetch() } catch { } } else { }", "do { try await fetch() } catch { }",
      "refresh-completed"
    ),
  ])
  func theStarterSpecFailsWhereItSaysSo(platform: String, old: String, new: String, rule: String) throws {
    let session = try Session()
    defer { session.end() }
    let text = try #require(starterText(for: platform))
    #expect(text.contains(old))
    try session.write(text.replacing(old, with: new), to: "app.lc")
    let outcome = try session.run("lifecheck verify --timeout 200 app.lc")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("[\(rule)]"))
  }

  @Test func fileWithoutPermission() throws {
    if geteuid() == 0 { return }  // root may read everything
    try withSession { session in
      let outcome = try session.run("chmod 000 door.lc && lifecheck verify door.lc")
      #expect(outcome.output.hasPrefix("door.lc: error: this file cannot be read: permission denied [file-unreadable]\n"))
      #expect(outcome.exitCode == 3)
    }
  }

  @Test func aCrashIsNoVerdict() throws {
    try withSession { session in
      let waiting = "mkfifo pipe; lifecheck verify - < pipe & exec 3> pipe; sleep 1"
      let outcome = try session.run("\(waiting); kill -SEGV $!; wait $!")
      #expect(outcome.exitCode == 70)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("This is a defect of lifecheck, not of your spec"))
    }
  }

  /// Also of a name that could end the link.
  @Test func placesAreLinksOnRequest() throws {
    try withSession { session in
      let name = "a\u{7}b c.lc"
      let plain = try session.run("cp door.lc '\(name)'; lifecheck verify missing.lc '\(name)'").output
      #expect(!plain.contains("\u{1B}"))
      let linked = try session.run("lifecheck verify --hyperlinks always missing.lc").output
      #expect(linked.contains("\u{1B}]8;;file://"))
      #expect(linked.contains("/missing.lc\u{1B}\\missing.lc\u{1B}]8;;\u{1B}\\: error: "))
      let odd = try session.run("lifecheck verify --hyperlinks always 'no\u{7} such.lc'").output
      #expect(odd.contains("/no%07%20such.lc\u{1B}\\"))
    }
  }

  /// Finished checks are told, and unfinished ones are no success.
  @Test(arguments: [SIGINT, SIGTERM]) func aSignalTellsWhatIsKnownAndEndsTheCommand(signal: Int32) throws {
    try withSession { session in
      let document = try interrupt("door.lc", "-", by: signal, in: session)
      let reports = try #require(document["reports"] as? [[String: Any]])
      #expect(reports.map { $0["path"] as? String } == ["door.lc", "<stdin>"])
      #expect(reports.map { $0["isUnfinished"] as? Bool }.last == true)
      #expect(document["exitCode"] as? Int != 0)
    }
  }

  /// Also of a file of which not everything is settled.
  @Test func aSignalTellsWhatIsKnownOfTheFileAtHand() throws {
    try withSession { session in
      try session.write(Self.walk, to: "walk.lc")
      let document = try interrupt("walk.lc", by: SIGINT, in: session)
      let report = try #require((document["reports"] as? [[String: Any]])?.first)
      let answers = try #require(report["answers"] as? [[String: Any]])
      #expect(answers.first?["verdict"] as? String == "violated")
      let open = answers.compactMap { $0["undecided"] as? [String: Any] }
      #expect(open.contains { $0["reason"] as? String == "interrupted" })
      #expect(report["isUnfinished"] == nil)
      #expect(document["exitCode"] as? Int == 1)
    }
  }

  /// As `timeout` does, which asks the command and then its group: the second one does not cut off what the first one asks for.
  @Test func aSignalThatComesTwiceAtOnceCountsOnce() throws {
    try withSession { session in
      let document = try interrupt("door.lc", "-", by: SIGTERM, times: 2, in: session)
      #expect((document["reports"] as? [Any])?.count == 2)
    }
  }

  /// - Returns: What the report says when the signal has come after some seconds.
  private func interrupt(
    _ files: String..., by signal: Int32, times: Int = 1, in session: Session
  ) throws -> [String: Any] {
    let process = Process()
    process.executableURL = Session.commands.appendingPathComponent("lifecheck")
    process.arguments = ["verify", "--report", "json=out.json"] + files
    process.currentDirectoryURL = session.folder
    (process.standardInput, process.standardOutput) = (Pipe(), FileHandle.nullDevice)
    try process.run()
    Thread.sleep(forTimeInterval: 3)
    for _ in 0..<times {
      kill(process.processIdentifier, signal)
      // So that they are two, and not one that has been sent twice.
      Thread.sleep(forTimeInterval: 0.01)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    let text = try session.run("cat out.json").output
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Then the clock does not count.
  @Test func theLimitOfTheProcessorIsToldAsSuch() throws {
    try withSession { session in
      try session.write(Self.walk, to: "walk.lc")
      let outcome = try session.run("lifecheck verify --cpu-limit 0.5 walk.lc")
      #expect(outcome.exitCode != 0)
      #expect(outcome.output.contains("the limit of 0.5 s of the processor was reached"), "\(outcome.output)")
    }
  }

  @Test func progressIsInTheWordsOfTheUser() {
    #expect(ProgressLine.text(done: 3, of: 12, seconds: 4) == "3 of 12 files checked, 4 s")
    #expect(ProgressLine.text(path: "a.lc", nil, seconds: 2) == "a.lc: reading the spec, 2 s")
    #expect(
      ProgressLine.text(path: "a.lc", Progress(settled: 2, total: 5, clearedSteps: 7), seconds: 12)
        == "a.lc: 2 of 5 questions settled, runs of up to 7 steps looked at, 12 s")
  }

  @Test func anInternalErrorSaysWhatToSend() {
    let text = Defect.text("door.lc: a run cannot be replayed")
    #expect(text.hasPrefix("lifecheck: internal error: door.lc: a run cannot be replayed\n"))
    #expect(text.contains("the spec") && text.contains(RootCommand.version))
  }
}
