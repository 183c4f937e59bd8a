import LifecheckDiagnostics
import LifecheckReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only code that opens files.
enum Files {
  /// Generous: people write kilobytes, and what checks a spec of megabytes would not end.
  static let largestSize = 1 << 20

  enum Problem: Error, Equatable {
    case missing
    case folder
    /// - Parameter limit: In bytes.
    case tooLarge(limit: Int)
    /// Permissions, broken links and the like, in the system's words.
    case unreadable(String)
  }

  static func read(_ path: String, atMost limit: Int = largestSize) -> Result<[UInt8], Problem> {
    FilesRead.note(path)
    return read(path, atMost: limit, mayBePipe: true)
  }

  /// Reads a file of the command's own: no pipe, which nobody might ever write to, and nothing that a watch looks at.
  static func readRegular(_ path: String, atMost limit: Int) -> Result<[UInt8], Problem> {
    read(path, atMost: limit, mayBePipe: false)
  }

  private static func read(_ path: String, atMost limit: Int, mayBePipe: Bool) -> Result<[UInt8], Problem> {
    // Without waiting for a pipe's other end to be opened.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(errno == ENOENT ? .missing : .unreadable(System.lastError)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(.unreadable(System.lastError)) }
    if status.st_mode & S_IFMT == S_IFDIR { return .failure(.folder) }
    if !mayBePipe, status.st_mode & S_IFMT != S_IFREG { return .failure(.unreadable("it is no file")) }
    // From here on wait for what a pipe brings.
    _ = fcntl(descriptor, F_SETFL, O_RDONLY)
    return readAll(descriptor, atMost: limit)
  }

  static func readStandardInput(atMost limit: Int = largestSize) -> Result<[UInt8], Problem> {
    readAll(System.Stream.input.rawValue, atMost: limit)
  }

  /// Until nobody writes to it any more.
  static func readPipe(_ descriptor: Int32) -> String {
    let bytes = (try? readAll(descriptor, atMost: 1 << 30).get()) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func readAll(_ descriptor: Int32, atMost limit: Int) -> Result<[UInt8], Problem> {
    var text: [UInt8] = []
    let chunkSize = 1 << 16
    while text.count <= limit {
      var end = errno
      let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        let got = Files.get(descriptor, buffer)
        end = got < 0 ? errno : 0
        count = max(got, 0)
      }
      if end == EINTR { continue }
      if end == EISDIR { return .failure(.folder) }
      if end != 0 {
        errno = end
        return .failure(.unreadable(System.lastError))
      }
      if chunk.isEmpty { return .success(text) }
      text += chunk
    }
    return .failure(.tooLarge(limit: limit))
  }

  private static func get(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// One name for each file, whatever links lead to it; nil when there is none.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

// MARK: Writing

extension Files {
  /// Makes the folder that a file lies in, with those that it lies in.
  /// - Returns: The problem as a sentence; nil: there is such a folder now.
  static func makeFolder(of file: String) -> String? {
    guard let slash = file.dropLast().lastIndex(of: "/"), slash > file.startIndex else { return nil }
    return makeFolder(String(file[..<slash])).map { "the folder of \(file) cannot be made: \($0)" }
  }

  /// Makes a folder, with those that it lies in.
  /// - Returns: The problem in the system's words; nil: there is such a folder now.
  static func makeFolder(_ path: String) -> String? {
    if mkdir(path, 0o777) == 0 { return nil }
    if errno == ENOENT, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex {
      if let problem = makeFolder(String(path[..<slash])) { return problem }
      if mkdir(path, 0o777) == 0 { return nil }
    }
    var status = stat()
    if errno == EEXIST, stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR ? nil : "there is a file of that name"
    }
    return System.lastError
  }

  /// Whether files can be made in a folder; tried by making one.
  /// - Returns: The problem in the system's words; nil: they can.
  static func tryFolder(_ path: String) -> String? {
    let trial = "\(path)/.\(getpid()).part"
    let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return System.lastError }
    close(descriptor)
    unlink(trial)
    return nil
  }

  /// Writes beside the file and then puts that in its place, so that nobody ever sees half of it. A link stays one, and a file that is
  /// there keeps its permissions. A pipe or a device stays what it is: it is written to.
  /// - Returns: The problem in the system's words; nil: it is written.
  static func replace(_ path: String, with text: String) -> String? {
    if isNoFile(path) { return pour(text, into: path) }
    let path = realPath(path) ?? path
    let draft = "\(path).\(getpid()).part"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return System.lastError }
    var status = stat()
    if stat(path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    var problem = System.write(text, to: descriptor)
    if close(descriptor) != 0, problem == nil { problem = errno }
    if problem == nil, rename(draft, path) != 0 { problem = errno }
    guard let problem else { return nil }
    unlink(draft)
    errno = problem
    return System.lastError
  }

  /// Something of that name is there, and is neither a file nor a folder: `/dev/stderr`, a pipe that somebody reads.
  static func isNoFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private static func pour(_ text: String, into path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return System.lastError }
    var problem = System.write(text, to: descriptor)
    if close(descriptor) != 0, problem == nil { problem = errno }
    guard let problem else { return nil }
    errno = problem
    return System.lastError
  }
}

extension Files.Problem {
  private var code: String {
    switch self {
    case .missing: "file-missing"
    case .folder: "file-is-folder"
    case .tooLarge: "file-too-large"
    case .unreadable: "file-unreadable"
    }
  }

  var message: String {
    switch self {
    case .missing: "there is no such file"
    case .folder: "this is a folder, not a file"
    case .tooLarge(let limit): "this file is too large; it may have at most \(limit >> 20) MB"
    case .unreadable(let reason): "this file cannot be read: \(reason)"
    }
  }

  /// The report in place of a check.
  func report(on path: String) -> CheckReport {
    let file = SourceFile(id: FileID(0), path: path, text: [])
    let place = SourceRange(file: file.id, start: 0, end: 0)
    return CheckReport(
      files: [file], path: path, platform: nil, diagnostics: [Diagnostic(.error, code, message, at: place)], answers: [])
  }
}
