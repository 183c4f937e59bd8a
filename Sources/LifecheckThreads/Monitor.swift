#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that several threads share, and wait on.
package final class Monitor<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>

  @inlinable package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes or reads the value alone, and wakes whoever waits.
  @inlinable package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Reads the value alone. Nobody is woken, so it may be done often.
  @inlinable package func read<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Waits for the next change, at most so long; then reads the value.
  @inlinable package func wait<Result>(atMost duration: Duration, until isReady: (Value) -> Bool, _ body: (inout Value) -> Result)
    -> Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if !isReady(value) {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let (seconds, attoseconds) = duration.components
      let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
      var end = timespec()
      end.tv_sec = now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &end)
    }
    return body(&value)
  }
}
