import LifecheckReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The report of a defect of lifecheck itself: never a verdict.
enum Defect {
  static func text(_ detail: String) -> String {
    """
    lifecheck: internal error: \(detail)

    This is a defect of lifecheck, not of your spec, and no verdict is given.
    Please report it, with
      - the spec, and the files that it uses,
      - the command line, and this message,
      - the version: lifecheck \(RootCommand.version)

    """
  }

  static func report(_ detail: String) -> Never {
    System.writeToStandardError(text(detail))
    System.end(.internalError)
  }

  // MARK: Crashes

  /// Made before anything can go wrong: a signal handler must not allocate.
  private nonisolated(unsafe) static let crashText = strdup(text("crash"))!
  private static let crashLength = strlen(crashText)
  private static let exitCode = Int32(ExitCode.internalError.rawValue)

  /// Turns a trap or, within `withSignalStack`, a stack overflow into an internal error. Set LIFECHECK_CRASH for the crash itself, to debug it.
  static func catchCrashes() {
    if System.environment("LIFECHECK_CRASH") != nil { return }
    _ = (crashLength, exitCode)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = Defect.handle
      #elseif canImport(Musl)
        action.__sa_handler.sa_handler = Defect.handle
      #else
        action.__sigaction_u.__sa_handler = Defect.handle
      #endif
      action.sa_flags = Int32(truncatingIfNeeded: UInt32(truncatingIfNeeded: SA_ONSTACK))
      sigaction(number, &action, nil)
    }
  }

  private static let handle: @convention(c) (Int32) -> Void = { _ in
    _ = write(2, Defect.crashText, Int(Defect.crashLength))
    _exit(Defect.exitCode)
  }
}
