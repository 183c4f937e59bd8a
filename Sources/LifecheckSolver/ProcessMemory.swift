internal import CZ3

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of this program: of the solver, of exploration, and of all the rest.
package enum ProcessMemory {
  /// The memory that the program takes up, in MB of 2^20 bytes; nil where the system does not tell.
  package static var megabytes: Int? { bytes.map { $0 >> 20 } }

  /// Has the memory of a deleted context stay with the process, for the next one; false where that is left to the system.
  ///
  /// Each context of Z3 4.8.12 fills two tables of 8 MB when it is made. By default glibc returns blocks of that size to the
  /// system at once, and fetching the pages anew takes most of the time that a context of a small problem takes.
  static let keepsFreed: Bool = {
    #if canImport(Glibc)
      // The largest threshold that glibc accepts for its own mappings, and more than any context frees.
      return mallopt(M_MMAP_THRESHOLD, 32 << 20) == 1 && mallopt(M_TRIM_THRESHOLD, 256 << 20) == 1
    #else
      return false
    #endif
  }()

  /// Returns to the system what has been freed.
  package static func returnFreed() {
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
  }

  #if os(Linux)
    /// The second number of `/proc/self/statm` counts the pages in memory (proc(5)).
    private static var bytes: Int? {
      let file = open("/proc/self/statm", O_RDONLY)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 128)
      let count = read(file, &text, text.count)
      let words = text.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
      guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  #else
    /// The footprint that Activity Monitor shows.
    private static var bytes: Int? {
      var info = rusage_info_v4()
      let result = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) { proc_pid_rusage(getpid(), RUSAGE_INFO_V4, $0) }
      }
      return result == 0 ? Int(info.ri_phys_footprint) : nil
    }
  #endif
}
