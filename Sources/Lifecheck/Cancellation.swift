internal import LifecheckEngines
internal import LifecheckThreads

/// Ends checks early, from any thread.
///
/// One may be given to several checks; all of them end. It stays cancelled: for the next check, make another.
public final class Cancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var nextNumber = 0
    var watches: [Int: LimitWatch] = [:]
  }
  private let state = Monitor(State())

  /// Ends nothing yet.
  public init() {}

  /// Whether `cancel` was called.
  public var isCancelled: Bool { state.read { $0.isCancelled } }

  /// The checks return soon, with what is confirmed by then; the rest is undecided. Returns at once.
  public func cancel() {
    let watches = state.update { state in
      state.isCancelled = true
      return state.watches.sorted { $0.key < $1.key }.map(\.value)
    }
    for watch in watches { watch.interrupt() }
  }

  /// While `work` goes on, cancelling ends it.
  func interrupting<Success, Failure>(_ watch: LimitWatch, _ work: () throws(Failure) -> Success) throws(Failure) -> Success {
    let (number, isCancelled) = state.update { state in
      state.nextNumber += 1
      state.watches[state.nextNumber] = watch
      return (state.nextNumber, state.isCancelled)
    }
    defer { state.update { $0.watches[number] = nil } }
    if isCancelled { watch.interrupt() }
    return try work()
  }
}
