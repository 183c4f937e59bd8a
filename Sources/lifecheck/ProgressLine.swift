import LifecheckEngines

/// Runs `body` on a thread with room for deep recursions, and meanwhile tells a user at a terminal how far it is.
func withProgress<Success: Sendable, Failure: Error>(
  on path: String, _ body: @escaping @Sendable ((Progress) -> Void) throws(Failure) -> Success
) throws(Failure) -> Success {
  let state = Monitor(Running<Success, Failure>())
  let thread = WorkerThread {
    Defect.prepareThread()
    let outcome: Result<Success, Failure>
    do throws(Failure) {
      outcome = .success(try body { progress in state.update { $0.progress = progress } })
    } catch { outcome = .failure(error) }
    state.update { $0.outcome = outcome }
  }
  var line = ProgressLine(path: path)
  var outcome: Result<Success, Failure>?
  while outcome == nil {
    let progress: Progress?
    (outcome, progress) = state.wait(atMost: ProgressLine.pause, until: { $0.outcome != nil }) { ($0.outcome, $0.progress) }
    if outcome == nil { line.show(progress) }
  }
  line.erase()
  thread.join()
  return try outcome!.get()
}

private struct Running<Success: Sendable, Failure: Error>: Sendable {
  var progress: Progress?
  var outcome: Result<Success, Failure>?
}

/// One line on standard error, rewritten until it is erased.
struct ProgressLine {
  static let pause: Duration = .milliseconds(200)
  /// Who waits less wants no news.
  private static let patience: Duration = .seconds(1)

  private let path: String
  private let start = ContinuousClock.now
  private let isWanted = System.isTerminal(.error) && System.environment("TERM") != "dumb"
  private var isShown = false

  init(path: String) { self.path = path }

  mutating func show(_ progress: Progress?) {
    let time = ContinuousClock.now - start
    guard isWanted, time >= Self.patience else { return }
    let text = Self.text(path: path, progress, seconds: Int(time.components.seconds))
    System.writeToStandardError("\r\u{1B}[K" + text.prefix((System.columns(of: .error) ?? 80) - 1))
    isShown = true
  }

  mutating func erase() {
    if isShown { System.writeToStandardError("\r\u{1B}[K") }
    isShown = false
  }

  /// The command is told to end, and no longer knows whether a line is shown.
  static func eraseBeforeDeath() {
    if System.isTerminal(.error) { System.writeToStandardError("\r\u{1B}[K") }
  }

  static func text(path: String, _ progress: Progress?, seconds: Int) -> String {
    guard let progress else { return "\(path): reading the spec, \(seconds) s" }
    return "\(path): \(progress.settled) of \(progress.total) questions settled, "
      + "runs of up to \(progress.clearedSteps) steps looked at, \(seconds) s"
  }
}
