import LifecheckEngines
import LifecheckTestSupport

/// A test of a platform, with what need not be asked for each mutant anew.
struct PlatformTest: Sendable {
  let fixture: Fixture
  /// With the platforms as they are; nil: the test has none.
  let fingerprint: [UInt8]?
  /// The platform files that the test reads. A mutant of another file cannot be noticed by it.
  let files: Set<String>

  init(_ fixture: Fixture) {
    self.fixture = fixture
    let read = Monitor<Set<String>>([])
    fingerprint = PlatformMutants.fingerprint(of: fixture, with: nil) { path in read.update { _ = $0.insert(path) } }
    files = read.update { $0 }
  }

  /// Whether the test's questions may have other answers with this mutant.
  func canNotice(_ mutant: Mutant) -> Bool {
    guard files.contains(mutant.path) else { return false }
    guard let fingerprint else { return true }
    return PlatformMutants.fingerprint(of: fixture, with: mutant) != fingerprint
  }
}
