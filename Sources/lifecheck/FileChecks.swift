import LifecheckEngines
import LifecheckReports
import LifecheckSolver

/// Checks files side by side, and hands over each report as soon as it and those before it are there.
///
/// The engines keep to the limits of time and memory themselves. What comes before them, reading a spec and laying it out,
/// knows no clock; so whoever goes on well beyond a limit is given up here, and a new thread takes the next file. The old
/// one ends with the program, and what it still finds counts for nothing.
struct FileChecks: Sendable {
  let paths: [String]
  let jobs: Int
  let seconds: Seconds
  let megabytes: Int
  let check: @Sendable (Int, (Progress) -> Void) -> CheckReport

  /// Beyond its limit the check of a file has so long to come to an end by itself.
  private var grace: Duration { max(.seconds(seconds.count / 10), .seconds(2)) }
  /// Memory that is in use for so long beyond the limit is not about to be given back.
  private static let memoryGrace = Duration.seconds(1)

  /// - Returns: When all files are done. After an interruption it does not return: the program is about to end.
  func run(to outlet: Outlet) -> Outlet {
    let desk = Monitor(Desk(paths: paths, outlet: outlet))
    Interruption.endTheCommand { desk.update { $0.interrupt() } }
    var line = ProgressLine(paths: paths)
    for _ in 0..<jobs { startWorker(desk) }
    var memory = Overdraft(allowance: megabytes * jobs)
    while !desk.wait(atMost: ProgressLine.pause, until: \.hasNews, { tell(&$0, &line) }) {
      let (done, latest) = desk.read { ($0.outlet.told.count, $0.latest) }
      line.show(done: done, latest)
      giveUpLate(desk)
      if memory.lasts(for: Self.memoryGrace) { desk.update { $0.giveUpAll(.memoryLimit(megabytes: megabytes)) } }
    }
    line.erase()
    return desk.read { $0.outlet }
  }

  /// - Returns: Whether all has been told.
  private func tell(_ desk: inout Desk, _ line: inout ProgressLine) -> Bool {
    if desk.hasNews { line.erase() }
    return desk.tellReady()
  }

  private func startWorker(_ desk: Monitor<Desk>) {
    _ = WorkerThread {
      while let index = desk.update({ $0.takeNext() }) {
        let report = check(index) { progress in desk.update { $0.latest = progress } }
        // Given up meanwhile: another thread works in this one's place.
        guard desk.update({ $0.finish(index, with: report) }) else { return }
      }
    }
  }

  private func giveUpLate(_ desk: Monitor<Desk>) {
    let limit = Duration.seconds(seconds.count) + grace
    let late = desk.update { $0.giveUp(after: limit, .timeLimit(seconds: seconds.defaultValueDescription)) }
    for _ in 0..<late { startWorker(desk) }
  }
}

/// What the threads know of the files together.
private struct Desk: Sendable {
  enum State: Sendable {
    case waiting
    case underWay(since: ContinuousClock.Instant)
    case done(CheckReport)
  }
  let paths: [String]
  var outlet: Outlet
  var latest: Progress?
  private var states: [State]
  private var isInterrupted = false

  init(paths: [String], outlet: Outlet) {
    (self.paths, self.outlet) = (paths, outlet)
    states = Array(repeating: .waiting, count: paths.count)
  }

  mutating func takeNext() -> Int? {
    guard let index = states.firstIndex(where: { if case .waiting = $0 { true } else { false } }) else { return nil }
    states[index] = .underWay(since: .now)
    return index
  }

  /// - Returns: Whether anybody still waits for it.
  mutating func finish(_ index: Int, with report: CheckReport) -> Bool {
    guard case .underWay = states[index] else { return false }
    states[index] = .done(report)
    return true
  }

  /// - Returns: How many were late.
  mutating func giveUp(after limit: Duration, _ why: GivenUp) -> Int {
    let late = states.indices.filter { index in
      if case .underWay(let start) = states[index] { ContinuousClock.now - start > limit } else { false }
    }
    for index in late { states[index] = .done(why.report(on: paths[index])) }
    return late.count
  }

  mutating func giveUpAll(_ why: GivenUp) {
    for index in states.indices {
      if case .done = states[index] { continue }
      states[index] = .done(why.report(on: paths[index]))
    }
  }

  var hasNews: Bool {
    guard !isInterrupted, outlet.told.count < states.count else { return !isInterrupted }
    return if case .done = states[outlet.told.count] { true } else { false }
  }

  /// - Returns: Whether all has been told.
  mutating func tellReady() -> Bool {
    if isInterrupted { return false }
    while outlet.told.count < states.count, case .done(let report) = states[outlet.told.count] { outlet.tell(report) }
    return outlet.told.count == states.count
  }

  /// What is known is told; nobody tells anything after that.
  mutating func interrupt() {
    if isInterrupted { return }
    giveUpAll(.interrupted)
    _ = tellReady()
    outlet.finish()
    isInterrupted = true
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
