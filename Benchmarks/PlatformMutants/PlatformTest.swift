import Foundation
import LifecheckEngines
import LifecheckTestSupport
import LifecheckThreads

/// A test of a platform, with what need not be asked for each mutant anew.
struct PlatformTest: Sendable {
  let fixture: Fixture
  /// With the platforms as they are; nil: the test has none.
  let fingerprint: Fingerprint?
  /// The platform files that the test reads. A mutant of another file cannot be noticed by it.
  let files: Set<String>
  private let isAsExpected = Monitor(false)

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

  /// Ends the program if the test fails before anything is changed: it would notice every mutant. Asked when it notices
  /// the first one.
  func requireAsExpected() {
    if isAsExpected.update({ $0 }) { return }
    if case .others(let complaint) = answers(to: fixture, with: nil) {
      print("\(fixture.file.path) fails before anything is changed: \(complaint)")
      exit(1)
    }
    isAsExpected.update { $0 = true }
  }
}

/// By the size of their systems: most mutants are noticed by one that takes no time.
func cheapestFirst(_ tests: [PlatformTest]) -> [PlatformTest] {
  func size(_ test: PlatformTest) -> Int { test.fingerprint?.size ?? .max }
  return tests.sorted { (size($0), $0.fixture.file.path) < (size($1), $1.fixture.file.path) }
}
