import LifecheckReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command's requests to the operating system, without Foundation: loading that takes longer than many a check.
enum System {
  enum Stream: Int32 { case input, output, error }

  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Columns of the terminal; nil when it is none.
  static func columns(of stream: Stream) -> Int? {
    var size = winsize()
    guard isTerminal(stream), ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// nil: it is gone, or may not be read.
  static var currentFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The last error in the system's words, lower case as the end of a sentence.
  static var lastError: String {
    let text = String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The date in UTC, as 2026-11-21.
  static var today: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  /// Ends the program at once. Threads that nobody waits for any more may still be at work, and `exit` would take from under
  /// them what they work with.
  static func end(_ code: ExitCode) -> Never { _exit(Int32(code.rawValue)) }

  // MARK: Writing

  /// A reader that has seen enough, such as `head`, is no reason to die.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// False when the text could not be written, which then has been said. A reader that has gone is no failure.
  static func writeToStandardOutput(_ text: String) -> Bool {
    guard let problem = write(text, to: .output), problem != EPIPE else { return true }
    errno = problem
    writeToStandardError("lifecheck: error: cannot write to standard output: \(lastError)\n")
    return false
  }

  static func writeToStandardError(_ text: String) { _ = write(text, to: .error) }

  /// The error number, or nil when all was written.
  private static func write(_ text: String, to stream: Stream) -> Int32? { write(text, to: stream.rawValue) }

  /// The error number, or nil when all was written.
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// The error number, or nil when all was written.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let written = Musl.write(descriptor, rest.baseAddress, rest.count)
      #else
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if written < 0, errno == EINTR || errno == EAGAIN { continue }
      if written <= 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return nil
  }
}
