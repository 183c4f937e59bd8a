import LifecheckEngines
import LifecheckThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a check depends on, as they were just before it read them. Those that it looked for in vain are among them: once one of
/// them is there, the check may come out differently.
enum FilesRead {
  /// By path, nil for what was not there; nil as a whole: nobody wants to know.
  private static let stamps = Monitor<[String: FileStamp?]?>(nil)

  static func beginNoting() { stamps.update { $0 = [:] } }

  /// The files that were looked for since then.
  static var noted: [String: FileStamp?] { stamps.read { $0 ?? [:] } }

  static func note(_ path: String) {
    guard stamps.read({ $0 != nil }) else { return }
    let stamp = FileStamp(path)
    // The earliest: whatever changed after that may have been read or not.
    stamps.update { if $0?.index(forKey: path) == nil { $0?.updateValue(stamp, forKey: path) } }
  }
}

/// The attributes of a file that change when it is saved, be it written anew or another one put in its place.
struct FileStamp: Hashable, Sendable {
  private let file: UInt64
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// nil: there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (file, size) = (UInt64(status.st_ino), Int(status.st_size))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }
}
