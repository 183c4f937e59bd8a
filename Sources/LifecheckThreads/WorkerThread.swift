#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread with room for the solver's deep recursions; the default of a second thread is half a megabyte on some
/// platforms.
package struct WorkerThread {
  private static let stackBytes = 256 << 20
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  /// nil: no thread could be had, so the work was done at once.
  private let thread: pthread_t?

  package init(_ run: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    defer { pthread_attr_destroy(&attributes) }
    let body = Unmanaged.passRetained(Body { withSignalStack(run) })
    #if canImport(Darwin)
      var started: pthread_t?
      let failure = pthread_create(
        &started, &attributes,
        { argument in
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
    #else
      var started = pthread_t()
      let failure = pthread_create(
        &started, &attributes,
        { argument in
          Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
    #endif
    thread = failure == 0 ? started : nil
    if failure != 0 { body.takeRetainedValue().run() }
  }

  package func join() { if let thread { pthread_join(thread, nil) } }

  /// Nobody waits for it any more; it ends by itself, or with the program.
  package func leave() { if let thread { pthread_detach(thread) } }
}

/// Gives the calling thread a second stack meanwhile, on which a signal handler can still report an overflow of the first.
package func withSignalStack(_ body: () -> Void) {
  let size = 1 << 16
  let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  var stack = stack_t()
  stack.ss_sp = memory
  stack.ss_size = .init(size)
  sigaltstack(&stack, nil)
  body()
  stack.ss_flags = .init(SS_DISABLE)
  sigaltstack(&stack, nil)
  memory.deallocate()
}
