internal import CZ3

/// Has the memory of a deleted context stay with the process, for the next one.
///
/// Each context of Z3 4.8.12 fills two tables of 8 MB when it is made. By default glibc returns blocks of that size to the
/// system at once, and fetching the pages anew takes most of the time that a context of a small problem takes.
enum FreedMemory {
  static let isKept: Bool = {
    #if canImport(Glibc)
      // The largest threshold that glibc accepts for its own mappings, and more than any context frees.
      return mallopt(M_MMAP_THRESHOLD, 32 << 20) == 1 && mallopt(M_TRIM_THRESHOLD, 256 << 20) == 1
    #else
      return false
    #endif
  }()
}
