import LifecheckEngines
import LifecheckThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes Control-C end the command.
///
/// Z3 installs a handler of its own when it reads SMT-LIB, which would only stop the question at hand, and crashes in any thread but
/// that which asks. So the signal is kept from all threads, and one thread does nothing but wait for it.
enum Interruption {
  private struct State: Sendable {
    var farewell: @Sendable () -> Void
    var isAwaited = false
  }
  private static let state = Monitor(State(farewell: {}))

  /// Call before any other thread is started: threads inherit what they block. Called again, it changes the farewell.
  /// - Parameter farewell: Tells what is known so far.
  static func endTheCommand(_ farewell: @escaping @Sendable () -> Void = {}) {
    let isAwaited = state.update { state in
      defer { state = State(farewell: farewell, isAwaited: true) }
      return state.isAwaited
    }
    if !isAwaited { awaitIt() }
  }

  private static func awaitIt() {
    var current = sigaction()
    sigaction(SIGINT, nil, &current)
    #if canImport(Glibc)
      let isIgnored = unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    #elseif canImport(Musl)
      let isIgnored = unsafeBitCast(current.__sa_handler.sa_handler, to: Int.self) == 1
    #else
      let isIgnored = unsafeBitCast(current.__sigaction_u.__sa_handler, to: Int.self) == 1
    #endif
    // As in a script's background job.
    if isIgnored { return }
    change(SIG_BLOCK)
    _ = WorkerThread {
      var awaited = signals
      var number: Int32 = 0
      sigwait(&awaited, &number)
      // Who does not want to wait for the farewell, which a full pipe can hold up, presses again.
      signal(SIGINT, SIG_DFL)
      change(SIG_UNBLOCK)
      ProgressLine.eraseBeforeDeath()
      state.read { $0.farewell }()
      // Z3 may have put its own handler there meanwhile.
      signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    return set
  }

  private static func change(_ how: Int32) {
    var set = signals
    pthread_sigmask(how, &set, nil)
  }
}
