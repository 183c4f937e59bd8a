import ArgumentParser
import LifecheckConfiguration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `--watch`: checks again whenever a file is saved that the last check has looked at, or for.
///
/// Files are looked at again and again: what notices changes by itself is another thing on each system, and on some folders none.
struct Watch {
  /// In microseconds; short beside what a check takes.
  private static let pause: UInt32 = 20_000

  /// - Parameter check: Checks everything once, and reports it.
  func run(_ check: (MemoryCache) throws -> Void) -> Never {
    let memory = MemoryCache()
    while true {
      FilesRead.beginNoting()
      var failure: (any Error)?
      do { try check(memory) } catch {
        tell(error)
        failure = error
      }
      Interruption.endTheCommand()
      let seen = FilesRead.noted
      // An error has been told, and the next save may mend it, unless nothing was read that could be saved.
      if let failure, seen.values.allSatisfy({ $0 == nil }) { exit(VerifyCommand.exitCode(for: failure).rawValue) }
      System.writeToStandardError("\n\(Self.prompt(seen))\n")
      let changed = nextChange(since: seen)
      guard System.writeToStandardOutput(Self.separator(changed)) else { exit(ExitCode(.notWritten).rawValue) }
    }
  }

  private func tell(_ error: any Error) {
    if error is ExitCode { return }
    if let mistake = error as? ValidationError {
      return System.writeToStandardError(CommandLineMistake.told(mistake, by: VerifyCommand.self))
    }
    System.writeToStandardError("Error: \(VerifyCommand.message(for: error))\n")
  }

  private static func prompt(_ seen: [String: FileStamp?]) -> String {
    let count = seen.values.count { $0 != nil }
    // A configuration is looked for in each folder above, and need not be there.
    let awaited = seen.keys.filter { !$0.hasSuffix(Configuration.fileName) }.min() ?? "a file"
    if count == 0 { return "Waiting for \(awaited) to be there; press Ctrl-C to end." }
    return "Watching \(count == 1 ? "one file" : "\(count) files"): save one to check again, press Ctrl-C to end."
  }

  static func separator(_ changed: [String]) -> String {
    let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    return "\n\(String(repeating: "═", count: 72))\nchanged: \(changed.first ?? "")\(others)\n\n"
  }

  /// Waits until something has changed, and then until nothing changes any more: editors write a file in steps.
  private func nextChange(since seen: [String: FileStamp?]) -> [String] {
    var last = seen
    while true {
      usleep(Self.pause)
      let now = Dictionary(uniqueKeysWithValues: seen.keys.map { ($0, FileStamp($0)) })
      if now == last, now != seen { return seen.keys.filter { now[$0] != seen[$0] }.sorted() }
      last = now
    }
  }
}
