import LifecheckEngines

/// One line on standard error, rewritten until it is erased.
struct ProgressLine {
  static let pause: Duration = .milliseconds(200)
  /// Who waits less wants no news.
  private static let patience: Duration = .seconds(1)

  private let paths: [String]
  private let start = ContinuousClock.now
  private let isWanted = System.isTerminal(.error) && System.environment("TERM") != "dumb"
  private var isShown = false

  init(paths: [String]) { self.paths = paths }

  /// - Parameter progress: with a single file, of that one.
  mutating func show(done: Int, _ progress: Progress?) {
    let time = ContinuousClock.now - start
    guard isWanted, time >= Self.patience else { return }
    let seconds = Int(time.components.seconds)
    let text =
      paths.count == 1
      ? Self.text(path: paths[0], progress, seconds: seconds) : Self.text(done: done, of: paths.count, seconds: seconds)
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

  static func text(done: Int, of count: Int, seconds: Int) -> String { "\(done) of \(count) files checked, \(seconds) s" }

  static func text(path: String, _ progress: Progress?, seconds: Int) -> String {
    guard let progress else { return "\(path): reading the spec, \(seconds) s" }
    return "\(path): \(progress.settled) of \(progress.total) questions settled, "
      + "runs of up to \(progress.clearedSteps) steps looked at, \(seconds) s"
  }
}
