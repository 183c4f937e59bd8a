#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long the processor has worked on some threads together: those of one check, while other checks go on beside it.
package final class ProcessorMeter: Sendable {
  private struct Account {
    /// Of threads that have ended.
    var done = Duration.zero
    /// Of those at work, when they began.
    var atWork: [Int: (clock: ThreadClock, start: Duration)] = [:]
    var next = 0
  }
  private let account = Monitor(Account())

  package init() {}

  /// Does some work on the calling thread, and counts it.
  package func counting<Result, Failure>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    let clock = ThreadClock()
    let number = account.update { account in
      account.next += 1
      account.atWork[account.next] = (clock, clock.time)
      return account.next
    }
    defer {
      account.update { account in
        let begun = account.atWork.removeValue(forKey: number)!
        account.done += begun.clock.time - begun.start
      }
    }
    return try work()
  }

  /// Until now, of those at work as well.
  package var used: Duration {
    account.read { account in account.atWork.values.reduce(account.done) { $0 + $1.clock.time - $1.start } }
  }
}

/// How long the processor has worked for the calling thread.
package func threadTime() -> Duration { ThreadClock().time }

/// How long the processor has worked for one thread, to be read by any thread for as long as that one lives.
package struct ThreadClock: Sendable {
  #if canImport(Darwin)
    private let port: mach_port_t

    /// Of the calling thread.
    package init() { port = pthread_mach_thread_np(pthread_self()) }

    package var time: Duration {
      var info = thread_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<integer_t>.size)
      _ = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          thread_info(port, thread_flavor_t(THREAD_BASIC_INFO), $0, &count)
        }
      }
      return .seconds(Int(info.user_time.seconds) + Int(info.system_time.seconds))
        + .microseconds(Int(info.user_time.microseconds) + Int(info.system_time.microseconds))
    }
  #else
    private let clock: clockid_t

    /// Of the calling thread.
    package init() {
      var clock = clockid_t()
      pthread_getcpuclockid(pthread_self(), &clock)
      self.clock = clock
    }

    package var time: Duration {
      var time = timespec()
      clock_gettime(clock, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  #endif
}
