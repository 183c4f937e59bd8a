import LifecheckSolver
import LifecheckThreads

/// Notices when a check has come to one of its limits, or is told to end. One check has one watch, which all of its threads
/// share: once it is over, it is over for all of them.
package final class LimitWatch: Sendable {
  private struct State {
    /// Which limit has been reached first, and when.
    var end: (limit: ReachedLimit, time: ContinuousClock.Instant)?
    var nextLook = ContinuousClock.now
  }
  package let limits: Limits
  /// The meter of the processor time that is used for the check.
  let meter = ProcessorMeter()
  private let state = Monitor(State())
  private let timeIsOver: ContinuousClock.Instant?
  /// Until then the check must have told what it knows: a tenth after its time. nil: its time has no end.
  package let lastMoment: ContinuousClock.Instant?

  /// Memory is looked at so often: a tenth of the smallest allowance takes longer to fill.
  private static let interval = Duration.milliseconds(50)
  /// The part of the time that is kept to confirm and tell results, which has to happen within the limit, too.
  private static let keptForAnswers = (share: 10, most: Duration.milliseconds(500))
  /// A machine that has much else to do is not back sooner.
  private static let leastDelay = Duration.milliseconds(250)

  /// The time begins now.
  package init(_ limits: Limits) {
    self.limits = limits
    let start = ContinuousClock.now
    timeIsOver = limits.wallTime.map { start + $0 - min($0 / Self.keptForAnswers.share, Self.keptForAnswers.most) }
    lastMoment = limits.wallTime.map { start + $0 + max($0 / 10, Self.leastDelay) }
  }

  /// Which limit has been reached; nil: none yet.
  package var reached: ReachedLimit? { state.read { $0.end?.limit } }

  /// The reason why the check has ended, to be asked by those who were ended. Nobody but who interrupts ends it without a limit.
  package var endedBy: ReachedLimit { reached ?? .interruption }

  /// Since when no more is to be looked for; nil: it still is.
  package var end: ContinuousClock.Instant? { state.read { $0.end?.time } }

  /// Tells all of the check's threads to end, and to tell what they have found.
  package func interrupt() { state.update { note(.interruption, &$0) } }

  /// Forgets that memory ran out: memory that an earlier decision of the check had in use may be free by now.
  package func forgetMemory() { state.update { if $0.end?.limit == .memory { $0.end = nil } } }

  /// How long nobody needs to look.
  package var patience: Duration {
    let left = timeIsOver.map { $0 - .now } ?? .seconds(1)
    let isCounting = limits.megabytes != nil || limits.processorTime != nil
    return min(max(left, .zero), isCounting ? Self.interval : .milliseconds(250))
  }

  /// Until a limit is reached, at least, for who works alone; nil: there is no hurry.
  package var timeLeft: Duration? {
    if reached != nil { return .zero }
    let left = [timeIsOver.map { $0 - .now }, limits.processorTime.map { $0 - meter.used }].compactMap { $0 }.min()
    return left.map { max($0, .zero) }
  }

  /// Looks at the limits, and tells all threads if one is reached.
  /// - Returns: Which one.
  @discardableResult
  package func look() -> ReachedLimit? {
    let mayLookClosely = state.update { state in
      if let timeIsOver, .now >= timeIsOver { note(.time, &state) }
      guard state.end == nil, .now >= state.nextLook else { return false }
      state.nextLook = .now + Self.interval
      return true
    }
    if mayLookClosely, let limit = usedUp { state.update { note(limit, &$0) } }
    return reached
  }

  private func note(_ limit: ReachedLimit, _ state: inout State) {
    if state.end == nil { state.end = (limit, .now) }
  }

  private var usedUp: ReachedLimit? {
    if let most = limits.processorTime, meter.used >= most { return .processorTime }
    guard let allowance = limits.megabytes.map({ $0 * limits.sharers }) else { return nil }
    return isBeyond(allowance) ? .memory : nil
  }

  /// - Parameter allowance: Of the whole program, in MB.
  private func isBeyond(_ allowance: Int) -> Bool {
    func isBeyond() -> Bool { ProcessMemory.megabytes.map { $0 > allowance } ?? false }
    guard isBeyond() else { return false }
    // Memory that was freed, by an earlier decision maybe, is not in use.
    ProcessMemory.returnFreed()
    return isBeyond()
  }
}

extension LimitWatch {
  /// A thread that works for the check.
  package func startThread(_ work: @escaping @Sendable () -> Void) -> WorkerThread {
    WorkerThread { self.meter.counting(work) }
  }

  /// Does some work on the calling thread, which counts as done for the check.
  package func counting<Result, Failure>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    try meter.counting(work)
  }

  /// Does something that knows no limits, and gives it up when the check is over.
  ///
  /// The work then goes on in its thread, and what it finds counts for nothing.
  /// - Returns: nil if it was given up.
  package func within<Success: Sendable>(_ work: @escaping @Sendable () -> Success) -> Success? {
    if look() != nil { return nil }
    let result = Monitor<Success?>(nil)
    let thread = startThread {
      let found = work()
      result.update { $0 = found }
    }
    while true {
      if let found = result.wait(atMost: patience, until: { $0 != nil }, { $0 }) {
        thread.join()
        return found
      }
      if look() != nil {
        thread.leave()
        return nil
      }
    }
  }
}
