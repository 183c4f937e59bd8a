import LifecheckDriver
import LifecheckEngines
import LifecheckReports
import LifecheckTestSupport
import Testing

/// A check that is ended in the middle tells what is confirmed by then, and nothing else.
@Suite struct InterruptedTests {
  /// Counts in binary. That its last bit is ever set takes millions of ticks; all else is soon settled.
  private static let counter: String = {
    let bits = 0..<24
    let tick = bits.reversed().reduce("") { "if b\($1) { b\($1) = false; \($0) } else { b\($1) = true }" }
    return """
      app Counter {
        var \(bits.map { "b\($0)" }.joined(separator: ", ")) = false
        var stopped = false
        event tick { \(tick) }
        property "stands still": never b0
        property "goes on": never stopped
        possible "is full": b23
      }

      """
  }()

  /// So that a test in which nobody interrupts ends as well.
  private static func watch() -> LimitWatch { LimitWatch(Limits(wallTime: .seconds(120))) }

  private func verify(
    _ text: String, _ options: VerificationOptions = VerificationOptions(), within watch: LimitWatch,
    onProgress: (Progress) -> Void = { _ in }
  ) throws -> CheckReport {
    try LifecheckDriver.verify(
      path: "spec.lc", text: [UInt8](text.utf8), loader: shippedPlatformsAndFixtures, options: options, within: watch,
      onProgress: onProgress)
  }

  @Test func whatIsConfirmedIsTold() throws {
    let watch = Self.watch()
    let report = try verify(Self.counter, within: watch) { progress in
      // All but that it is full.
      if progress.settled == progress.total - 1 { watch.interrupt() }
    }
    #expect(report.answers.map { words($0.verdict) } == ["violated", "proved", "interrupted"])
    #expect(!report.isUnfinished && !report.hasErrors)
    #expect(ExitCode(for: [report]) == .violated)
  }

  @Test func whatIsOpenIsNotGood() throws {
    let watch = Self.watch()
    let harmless = Self.counter.replacing("never b0", with: "never stopped")
    let report = try verify(harmless, within: watch) { progress in
      if progress.settled == progress.total - 1 { watch.interrupt() }
    }
    #expect(report.answers.map { words($0.verdict) } == ["proved", "proved", "interrupted"])
    #expect(ExitCode(for: [report]) == .undecided)
  }

  @Test(arguments: [nil, [17, 18]] as [[Int]?])
  func whereNothingIsKnownNothingIsTold(versions: [Int]?) throws {
    let watch = LimitWatch(Limits())
    watch.interrupt()
    let report = try verify("use ios\napp A { }", VerificationOptions(versions: versions), within: watch)
    #expect(report.isUnfinished && report.answers.isEmpty)
    #expect(report.diagnostics.map(\.code) == ["interrupted"])
    #expect(ExitCode(for: [report]) == .undecided)
  }

  /// A version of the platform that nobody came to is not good because others are.
  @Test func aVersionThatNobodyCameToIsOpen() throws {
    let watch = Self.watch()
    let spec = """
      use ios
      app A {
        var on = false
        event turn { on = true }
        event back { if ios >= 18 { on = false } }
        possible "on": on
      }

      """
    let report = try verify(spec, VerificationOptions(versions: [17, 18]), within: watch) { progress in
      if progress.settled > 0 { watch.interrupt() }
    }
    #expect(report.versions == [17, 18])
    #expect(!report.answers.isEmpty)
    for answer in report.answers { #expect(words(answer.verdictByVersion[1]!) == "interrupted") }
    #expect(ExitCode(for: [report]) == .undecided)
  }

  private func words(_ verdict: Verdict) -> String {
    if case .undecided(let undecided) = verdict, case .givenUp(.interrupted) = undecided.reason { return "interrupted" }
    return verdict.name
  }
}
