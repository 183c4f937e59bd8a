import LifecheckEngines
import LifecheckThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes Control-C, and the signal that CI sends to a job that it cancels (`SIGTERM`), end the command.
///
/// Z3 installs a handler of its own when it reads SMT-LIB, which would only stop the question at hand, and crashes in any thread but
/// that which asks. So the signals are kept from all threads, and one thread does nothing but wait for them.
enum Interruption {
  private struct State: Sendable {
    var farewell: @Sendable () -> Void
    var isAwaited = false
    /// The signal that ends the command, once it has come.
    var signal: Int32?
  }
  private static let state = Monitor(State(farewell: {}))

  /// Call before any other thread is started: threads inherit what they block. Called again, it changes the farewell.
  /// - Parameter farewell: Tells what is known so far.
  static func endTheCommand(_ farewell: @escaping @Sendable () -> Void = {}) {
    let isAwaited = state.update { state in
      defer { (state.farewell, state.isAwaited) = (farewell, true) }
      return state.isAwaited
    }
    if !isAwaited { awaitIt() }
  }

  private static func awaitIt() {
    // As in a script's background job.
    let numbers = [SIGINT, SIGTERM].filter { !isIgnored($0) }
    if numbers.isEmpty { return }
    let awaited = signals(numbers)
    change(SIG_BLOCK, awaited)
    _ = WorkerThread {
      var signal: Int32?
      while signal == nil { signal = state.wait(atMost: .seconds(60), until: { $0.signal != nil }, { $0.signal }) }
      ProgressLine.eraseBeforeDeath()
      state.read { $0.farewell }()
      die(by: signal!)
    }
    _ = WorkerThread {
      let number = next(of: numbers)
      let first = ContinuousClock.now
      state.update { $0.signal = number }
      // Whoever ends a command may ask it twice at once: `timeout` sends its signal to the command, and then to the group that the command
      // is in. Who does not want to wait for the farewell, which a full pipe can hold up, presses again later than that.
      while true {
        let again = next(of: numbers)
        if ContinuousClock.now - first > echo { die(by: again) }
      }
    }
  }
  private static let echo = Duration.milliseconds(300)

  private static func next(of numbers: [Int32]) -> Int32 {
    var set = signals(numbers)
    var number: Int32 = 0
    sigwait(&set, &number)
    return number
  }

  private static func die(by number: Int32) {
    // Z3 may have put its own handler there meanwhile.
    signal(number, SIG_DFL)
    change(SIG_UNBLOCK, signals([number]))
    raise(number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    sigaction(number, nil, &current)
    #if canImport(Glibc)
      return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    #elseif canImport(Musl)
      return unsafeBitCast(current.__sa_handler.sa_handler, to: Int.self) == 1
    #else
      return unsafeBitCast(current.__sigaction_u.__sa_handler, to: Int.self) == 1
    #endif
  }

  private static func signals(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }

  private static func change(_ how: Int32, _ signals: sigset_t) {
    var set = signals
    pthread_sigmask(how, &set, nil)
  }
}
