import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// A spec in which time cannot go on has a mistake; nothing is proved of it.
@Suite struct TimeLockTests {
  @Test func anEventThatMustHappenOnABusyThreadIsAMistake() throws {
    let report = try verify(
      path: "lock.lc", text: [UInt8](spec(thread: "on moves ").utf8), loader: loader,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
    #expect(report.diagnostics.map(\.code) == ["time-cannot-go-on"])
    #expect(report.answers.isEmpty)
  }

  @Test func withoutAThreadItHappens() throws {
    let report = try verify(
      path: "lock.lc", text: [UInt8](spec(thread: "").utf8), loader: loader,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
    #expect(report.diagnostics.isEmpty)
    #expect(report.answers.count == 1)
  }

  @Test func anEventWhoseConditionComesLaterThanItsLatestIsAMistake() throws {
    let late = spec(thread: "").replacing("when on latest", with: "when on and time >= 8s latest")
    #expect(try codes(late) == ["time-cannot-go-on"])
    let early = spec(thread: "").replacing("when on latest", with: "when on and time >= 3s latest")
    #expect(try codes(early) == [])
  }

  @Test func workThatMustEndBeforeItMayIsAMistake() throws {
    let work = spec(thread: "").replacing("takes 10s...20s", with: "takes 10s...most")
    #expect(try codes(work.replacing("func work", with: "param most: 5s...20s\n  func work")) == ["range-empty"])
    #expect(try codes(work.replacing("func work", with: "param most: 10s...20s\n  func work")) == [])
  }

  private func codes(_ text: String) throws -> [String] {
    try verify(
      path: "lock.lc", text: [UInt8](text.utf8), loader: loader,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(60)))
    ).diagnostics.map(\.code)
  }

  private func spec(thread: String) -> String {
    """
    platform clock {
      thread main
      thread moves
      system phases state: off, on = off
      stopwatch time while on
      callback opened on main
      event open by user when off { atomic { start; state = on }; call opened }
      event tick by system \(thread)when on latest time >= 5s { reset time }
    }
    use clock
    app Late {
      func work() takes 10s...20s
      on opened { async { sync on clock.moves { work() } } }
      property "ticks": never time > 7s
    }
    """
  }

  private let loader = SourceLoader(shipped: { _ in nil }, platformNames: [], file: { _, _ in .failure(.notFound) })
}
