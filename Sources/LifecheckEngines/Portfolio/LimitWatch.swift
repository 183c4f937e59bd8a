import LifecheckSolver

/// Notices when the time is over, or the memory used up.
struct LimitWatch {
  private let end: ContinuousClock.Instant?
  /// Of the whole program, in MB.
  private let allowance: Int?
  private var nextLook = ContinuousClock.now
  /// Which of them has run out.
  private(set) var reached: UndecidedReason?

  /// Memory is looked at so often: a tenth of the smallest allowance takes longer to fill.
  private static let interval = Duration.milliseconds(50)

  init(_ limits: Limits) {
    end = limits.wallTime.map { ContinuousClock.now + $0 }
    allowance = limits.megabytes.map { $0 * limits.sharers }
  }

  /// How long nobody needs to look.
  var patience: Duration {
    let left = end.map { $0 - ContinuousClock.now } ?? .seconds(1)
    return min(max(left, .zero), allowance == nil ? .milliseconds(250) : Self.interval)
  }

  mutating func look() {
    let now = ContinuousClock.now
    if reached != nil { return }
    if let end, now >= end { return reached = .time }
    guard let allowance, now >= nextLook else { return }
    nextLook = now + Self.interval
    if isBeyond(allowance) { reached = .memory }
  }

  private func isBeyond(_ allowance: Int) -> Bool {
    func isBeyond() -> Bool { ProcessMemory.megabytes.map { $0 > allowance } ?? false }
    guard isBeyond() else { return false }
    // What was freed, by an earlier decision maybe, is not in use.
    ProcessMemory.returnFreed()
    return isBeyond()
  }
}
