import LifecheckDriver
import LifecheckEngines
import LifecheckThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that `--cache` names: a file for each entry, which several runs may read, write and remove at the same time.
///
/// An entry gets its name only when all of it is written, so under that name it is there as a whole or not at all. What is damaged
/// otherwise is noticed by whoever reads it, and written anew.
struct CacheFolder: Sendable {
  private let path: String
  /// The first thing that went wrong.
  private let problem = Monitor<String?>(nil)

  /// In bytes, of all entries together. What was used longest ago goes first.
  static let allowance = 1 << 28
  /// In bytes. Those of the examples have at most some hundred thousand.
  private static let largestEntry = 1 << 23
  private static let ending = ".kept"
  private static let draftHead = ".draft-"
  /// Of a draft that nobody works on any more, in seconds.
  private static let longAgo = 3600

  /// Makes it, and tries it.
  /// - Returns: nil if it is of no use, which has then been said: a check does without.
  init?(path: String) {
    self.path = path
    if let problem = Files.makeFolder(path) ?? Files.tryFolder(path) {
      Self.warn("nothing can be kept in the folder \(path): \(problem)")
      return nil
    }
  }

  var cache: ResultCache {
    ResultCache(version: RootCommand.version, read: { read($0) }, write: { write($0, $1) })
  }

  private func place(_ key: String) -> String { "\(path)/\(key)\(Self.ending)" }

  private func read(_ key: String) -> [UInt8]? {
    guard case .success(let text) = Files.readRegular(place(key), atMost: Self.largestEntry) else { return nil }
    // Now it has been used.
    utimes(place(key), nil)
    return text
  }

  private func write(_ key: String, _ text: [UInt8]) {
    guard text.count <= Self.largestEntry else { return }
    // A name of its own for each writer, also for those in other containers and on other machines.
    var draft = Array("\(path)/\(Self.draftHead)XXXXXX".utf8CString)
    let descriptor = mkstemp(&draft)
    guard descriptor >= 0 else { return note(System.lastError) }
    fchmod(descriptor, 0o644)
    var failure = System.write(text, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(draft, place(key)) != 0 { failure = errno }
    guard let failure else { return }
    unlink(draft)
    errno = failure
    note(System.lastError)
  }

  private func note(_ words: String) { problem.update { $0 = $0 ?? words } }

  private static func warn(_ words: String) { System.writeToStandardError("lifecheck: warning: \(words)\n") }

  // MARK: Tidying up

  /// Removes what is too much, and says what went wrong.
  func tidy() {
    if let words = problem.read({ $0 }) { Self.warn("something could not be kept in the folder \(path): \(words)") }
    let files = self.files
    for draft in files where draft.name.hasPrefix(Self.draftHead) && draft.time < time(nil) - Self.longAgo { remove(draft) }
    // Nothing else in the folder is touched.
    let entries = files.filter { $0.name.hasSuffix(Self.ending) && $0.name.utf8.count == 64 + Self.ending.utf8.count }
    var size = entries.map(\.size).reduce(0, +)
    for entry in entries.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }) where size > Self.allowance {
      remove(entry)
      size -= entry.size
    }
  }

  private typealias File = (name: String, size: Int, time: Int)

  private func remove(_ file: File) { unlink("\(path)/\(file.name)") }

  private var files: [File] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var result: [File] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec.tv_sec
      #else
        let time = status.st_mtim.tv_sec
      #endif
      result.append((name, Int(status.st_size), Int(time)))
    }
    return result
  }
}
