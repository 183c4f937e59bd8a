import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckReports
import LifecheckTestSupport
import Testing

/// Monitors look at steps, so a fact that time alone makes true is refused where its becoming true matters.
@Suite struct StopwatchFactTests {
  @Test(arguments: [
    "never late becomes true", "never enters late", "never late for 2s", "after late becomes true, done within 1s",
    "after open, done within 10s unless late", "never time >= 5s for 2s",
  ])
  func isRefused(_ sentence: String) throws { #expect(try report(sentence).diagnostics.map(\.code) == ["not-supported"]) }

  @Test func canBeAskedOfTheStateAndOfAnEventOfThatMoment() throws {
    #expect(try words("never time > 7s") == ["violated"])
    #expect(try words("never rung becomes true") == ["violated"])
    #expect(try words("never on for 4s") == ["violated"])
    #expect(try words("never rung and time < 5s") == ["proved"])
  }

  private func words(_ sentence: String) throws -> [String] { try report(sentence).answers.map { $0.verdict.name } }

  private func report(_ sentence: String) throws -> CheckReport {
    let text = """
      platform clock {
        system phases state: off, on = off
        system var rung = false
        stopwatch time while on
        def late = time >= 5s
        signal done
        event open by user when off { atomic { start; state = on } }
        event ring by system when on and not rung and time >= 5s latest time >= 5s { rung = true }
        rule "it" id it: \(sentence)
      }
      use clock
      app Idle { }
      """
    return try verify(
      path: "clock.lc", text: [UInt8](text.utf8),
      loader: SourceLoader(shipped: { _ in nil }, platformNames: [], file: { _, _ in .failure(.notFound) }),
      options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
  }
}
