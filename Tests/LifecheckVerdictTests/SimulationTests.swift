import LifecheckDiagnostics
import LifecheckDriver
import LifecheckPlatforms
import LifecheckTestSupport
import Testing

/// Runs made by hand and at random say of each sentence what verdicts allow.
@Suite struct SimulationTests {
  private static func session(_ file: SourceFile) throws -> SimulationSession? {
    let entry = try simulate(
      path: file.path, text: file.text, loader: shippedPlatformsAndFixtures, version: nil, platformParameters: [], today: nil,
      usesColor: false, width: nil)
    guard case .session(let session) = entry else { return nil }
    return session
  }

  private static let seeds: ClosedRange<UInt64> = 1...4
  private static let steps = 60

  /// Each run is one, so that it breaks and reaches only what some run does.
  @Test(arguments: fixtures(in: "verdicts"))
  func whatARunShowsIsSo(_ fixture: Fixture) throws {
    guard let session = try Self.session(fixture.file) else { return }
    let expected = expectedVerdicts(of: fixture.file)
    for seed in Self.seeds {
      var session = session
      _ = try session.play(steps: Self.steps, seed: seed)
      let found = try session.findings()
      for name in found.violated.union(found.reached).sorted() {
        let wanted = found.violated.contains(name) ? "violated" : "reached"
        #expect(
          expected.contains { $0.subject == name && ["undecided", wanted].contains($0.verdict) },
          "seed \(seed): \(name) is \(wanted)")
      }
    }
  }

  /// Else the test above could not fail.
  @Test func chanceFindsMuchOfWhatThereIs() throws {
    var (found, all) = (0, 0)
    for (number, fixture) in fixtures(in: "verdicts").enumerated() where number % 3 == 0 {
      guard let session = try Self.session(fixture.file) else { continue }
      var names: Set<String> = []
      for seed in Self.seeds {
        var session = session
        _ = try session.play(steps: Self.steps, seed: seed)
        let findings = try session.findings()
        names.formUnion(findings.violated.union(findings.reached))
      }
      let wanted = Set(expectedVerdicts(of: fixture.file).filter { ["violated", "reached"].contains($0.verdict) }.map(\.subject))
      (found, all) = (found + names.intersection(wanted).count, all + wanted.count)
    }
    #expect(found * 2 > all, "\(found) of \(all)")
  }

  // MARK: Monitors

  private static let shop = """
    app Shop {
      var open: 0...3 = 0
      func send() async takes 1s...40s, may fail says "the order is sent"
      event order by user says "you order" when open < 3 {
        open += 1
        async { do { try await send(); open -= 1 } catch { } }
      }
      property "in time": after order, send returns within 30s
      property "one at a time": after order, never order until send returns
    }
    """

  /// The orders, and what the last one was answered.
  private static func replies(_ orders: [String]) throws -> (session: SimulationSession, last: String) {
    var session = try #require(try session(SourceFile(id: FileID(0), path: "shop.lc", text: Array(shop.utf8))))
    var last = ""
    for line in orders {
      guard case .success(let order) = SimulationOrder.read(line) else { throw Refused(line: line) }
      switch try session.obey(order) {
      case .done(let text): last = text
      case .mistake(let text): last = "mistake: \(text)"
      case .over: last = "over"
      }
    }
    return (session, last)
  }
  private struct Refused: Error { let line: String }

  /// The first order is the one whose time runs out, though the second one is followed as well.
  @Test func theNearestDeadlineOfAllOccurrencesCounts() throws {
    let (session, last) = try Self.replies([
      "you order", "go", "go", "send", "wait 10s", "you order", "go", "go", "send starts", "wait 12.5s",
    ])
    #expect(last.contains("! 7.5 s left: in time"))
    #expect(try session.findings().violated == ["one at a time"])
  }

  @Test func aDeadlineIsBrokenBehindItAndNotAtIt() throws {
    let start = ["you order", "go", "go", "send"]
    #expect(try Self.replies(start + ["wait 30s"]).session.findings().violated == [])
    #expect(try Self.replies(start + ["wait 30s", "wait 1ms"]).session.findings().violated == ["in time"])
  }

  @Test func undoTakesBackWhatWasBroken() throws {
    let orders = ["you order", "go", "go", "you order"]
    #expect(try Self.replies(orders).session.findings().violated == ["one at a time"])
    #expect(try Self.replies(orders + ["undo"]).session.findings().violated == [])
  }

  @Test func timesAreExact() throws {
    let (_, last) = try Self.replies(["you order", "go", "go", "send", "wait 0.1s", "wait 0.2s", "story"])
    #expect(last.contains(" 0.3 s  "))
  }

  @Test func theSameSeedMakesTheSameRun() throws {
    var (first, second) = (try Self.replies([]).session, try Self.replies([]).session)
    #expect(try first.play(steps: 80, seed: 5) == second.play(steps: 80, seed: 5))
    var third = try Self.replies([]).session
    #expect(try third.play(steps: 80, seed: 6) != first.play(steps: 80, seed: 5))
  }
}
