import LifecheckDriver
import LifecheckEngines
import LifecheckReports
import LifecheckSolver
import LifecheckThreads

/// Checks files side by side, and hands over each report as soon as it and those before it are there.
///
/// The check of a file keeps to its limits itself, and reports what it knows when one is reached. Whoever has not reported a
/// while after that, or when a tenth more than its time has passed, is given up, and a new thread takes the next file. The old one ends with the program, and what it
/// still finds counts for nothing.
struct FileChecks: Sendable {
  let paths: [String]
  let jobs: Int
  let limits: Limits
  let check: @Sendable (Int, LimitWatch, (Progress) -> Void) -> CheckReport

  /// The least time to confirm and tell what is known; on a machine that has much else to do this takes a while.
  private static let leastGrace = Duration.seconds(1)
  /// Where no time was set there is no hurry: no answer is to be lost because the machine has much else to do.
  private static let unhurriedGrace = Duration.seconds(60)
  private var grace: Duration { limits.wallTime.map { max($0 / 10, Self.leastGrace) } ?? Self.unhurriedGrace }
  /// To start the command, and to write a report that says only that nothing is known.
  private static let timeToTell = Duration.milliseconds(150)
  /// Memory that is in use for so long beyond the limit is not about to be given back.
  private static let memoryGrace = Duration.seconds(1)
  /// Who has interrupted the command waits for it to end. Runners of CI wait seven seconds and more before they kill; who will not wait asks again.
  private static let farewellGrace = Duration.seconds(5)

  /// - Returns: When all files are done. After an interruption it does not return: the program is about to end.
  func run(to outlet: Outlet) -> Outlet {
    let desk = Monitor(Desk(paths: paths, limits: limits, outlet: outlet))
    Interruption.endTheCommand { interrupt(desk) }
    var line = ProgressLine(paths: paths)
    for _ in 0..<jobs { startWorker(desk) }
    var memory = limits.megabytes.map { Overdraft(allowance: $0 * jobs) }
    while !desk.wait(atMost: patience(desk), until: \.hasNews, { tell(&$0, &line) }) {
      let (done, latest) = desk.read { ($0.outlet.told.count, $0.latest) }
      line.show(done: done, latest)
      giveUpLate(desk)
      if let megabytes = limits.megabytes, memory?.lasts(for: Self.memoryGrace) ?? false {
        desk.update { $0.giveUpAll(.memoryLimit(megabytes: megabytes)) }
      }
    }
    line.erase()
    return desk.read { $0.outlet }
  }

  /// - Returns: Whether all has been told.
  private func tell(_ desk: inout Desk, _ line: inout ProgressLine) -> Bool {
    if desk.hasNews { line.erase() }
    return desk.tellReady()
  }

  /// Its work is waited for, and not the thread: it ends by itself.
  private func startWorker(_ desk: Monitor<Desk>) {
    let thread = WorkerThread {
      while let (index, watch) = desk.update({ $0.takeNext() }) {
        let report = check(index, watch) { progress in desk.update { $0.latest = progress } }
        // Given up meanwhile: another thread works in this one's place.
        guard desk.update({ $0.finish(index, with: report) }) else { return }
      }
    }
    thread.leave()
  }

  /// How long nobody needs to be given up, and the line about the progress may stay as it is.
  private func patience(_ desk: Monitor<Desk>) -> Duration {
    let next = desk.read { desk in desk.watches.compactMap { deadline(of: $0) }.min() }
    return max(.milliseconds(1), min(ProgressLine.pause, next.map { $0 - .now } ?? ProgressLine.pause))
  }

  /// When a check that has not reported is given up; nil: not yet known.
  private func deadline(of watch: LimitWatch) -> ContinuousClock.Instant? {
    [watch.end.map { $0 + grace }, watch.lastMoment.map { $0 - Self.timeToTell }].compactMap { $0 }.min()
  }

  private func giveUpLate(_ desk: Monitor<Desk>) {
    for watch in desk.read(\.watches) { watch.look() }
    let late = desk.update { $0.giveUp { deadline(of: $0).map { $0 <= .now } ?? false } }
    for _ in 0..<late { startWorker(desk) }
  }

  /// Tells what is known so far, of the files under way as well.
  private func interrupt(_ desk: Monitor<Desk>) {
    let end = ContinuousClock.now + Self.farewellGrace
    guard desk.update({ $0.beginEnding() }) else { return }
    for watch in desk.read(\.watches) { watch.interrupt() }
    while .now < end, !desk.wait(atMost: .milliseconds(20), until: \.watches.isEmpty, { $0.watches.isEmpty }) {}
    desk.update { $0.tellAsItIs() }
  }
}

/// The state of all files, which the threads share.
private struct Desk: Sendable {
  enum State: Sendable {
    case waiting
    case underWay(LimitWatch)
    case done(CheckReport)
  }
  let paths: [String]
  let limits: Limits
  var outlet: Outlet
  var latest: Progress?
  private var states: [State]
  /// Of telling: goes on, is over, or is left to whoever ends the command.
  private enum Telling { case goesOn, isOver, isCutShort }
  private var telling = Telling.goesOn

  init(paths: [String], limits: Limits, outlet: Outlet) {
    (self.paths, self.limits, self.outlet) = (paths, limits, outlet)
    states = Array(repeating: .waiting, count: paths.count)
  }

  mutating func takeNext() -> (Int, LimitWatch)? {
    let next = states.firstIndex { if case .waiting = $0 { true } else { false } }
    guard telling == .goesOn, let index = next else { return nil }
    let watch = LimitWatch(limits)
    states[index] = .underWay(watch)
    return (index, watch)
  }

  /// Of the files under way.
  var watches: [LimitWatch] { states.compactMap { if case .underWay(let watch) = $0 { watch } else { nil } } }

  /// - Returns: Whether anybody still waits for it.
  mutating func finish(_ index: Int, with report: CheckReport) -> Bool {
    guard case .underWay = states[index] else { return false }
    states[index] = .done(report)
    return true
  }

  /// - Returns: How many that were under way are given up.
  mutating func giveUp(where isLate: (LimitWatch) -> Bool) -> Int {
    var late = 0
    for index in states.indices {
      guard case .underWay(let watch) = states[index], isLate(watch) else { continue }
      states[index] = .done(GivenUp(watch.endedBy, limits).report(on: paths[index]))
      late += 1
    }
    return late
  }

  mutating func giveUpAll(_ why: GivenUp) {
    for index in states.indices {
      if case .done = states[index] { continue }
      states[index] = .done(why.report(on: paths[index]))
    }
  }

  var hasNews: Bool {
    guard telling == .goesOn, outlet.told.count < states.count else { return telling == .isOver }
    return if case .done = states[outlet.told.count] { true } else { false }
  }

  /// - Returns: Whether all has been told.
  mutating func tellReady() -> Bool {
    guard telling == .goesOn else { return telling == .isOver }
    tellDone()
    if outlet.told.count == states.count { telling = .isOver }
    return telling == .isOver
  }

  private mutating func tellDone() {
    while outlet.told.count < states.count, case .done(let report) = states[outlet.told.count] { outlet.tell(report) }
  }

  // MARK: Interruption

  /// No file is taken any more, and nobody else tells anything.
  /// - Returns: False if all has been told.
  mutating func beginEnding() -> Bool {
    if telling == .goesOn { telling = .isCutShort }
    return telling == .isCutShort
  }

  /// Tells what is known.
  mutating func tellAsItIs() {
    giveUpAll(.interrupted)
    tellDone()
    outlet.finish()
  }
}

/// Notices memory that stays in use beyond what is allowed.
private struct Overdraft {
  let allowance: Int
  private var start: ContinuousClock.Instant?

  init(allowance: Int) { self.allowance = allowance }

  /// The engines stop at the allowance, so a quarter more is theirs to tidy up.
  mutating func lasts(for grace: Duration) -> Bool {
    guard let used = ProcessMemory.megabytes, used > allowance + allowance / 4 else {
      start = nil
      return false
    }
    let since = start ?? .now
    start = since
    return ContinuousClock.now - since > grace
  }
}
