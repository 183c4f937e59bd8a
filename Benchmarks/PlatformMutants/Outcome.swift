import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport

enum Outcome: Equatable, Sendable {
  /// A test fails: its name, and the first complaint.
  case noticed(test: String, complaint: String)
  /// No text that the checker takes: no mutant at all.
  case refused
  /// These tests could not answer everything in time.
  case unnoticed(undecided: [String])
  /// Asked for the questions alone: some test's are others than without the mutant, and it was not tried whether it fails.
  case touched
}

/// The platform files of this checkout as they are now, one of them changed.
func loader(with mutant: Mutant?) -> SourceLoader {
  SourceLoader(
    shipped: { path in path == mutant?.path ? [UInt8](mutant!.text.utf8) : platformText(path) },
    platformNames: shippedPlatforms.map(\.name), file: { _, _ in .failure(.notFound) })
}

/// Read anew, so that a change of a platform needs no build before its mutants are tried.
func platformText(_ path: String) -> [UInt8]? {
  (try? Data(contentsOf: repositoryFolder.appendingPathComponent("specs/platforms/\(path)"))).map([UInt8].init)
}

/// Whether any test can notice the mutant at all: much faster than to try it, and what is unnoticed here needs a test first.
func reach(of mutant: Mutant, in tests: [PlatformTest]) -> Outcome {
  tests.contains { $0.canNotice(mutant) } ? .touched : .unnoticed(undecided: [])
}

/// The outcome of the tests for a mutant: the complaint of the first test that fails.
func outcome(of mutant: Mutant, in tests: [PlatformTest]) -> Outcome {
  var undecided: [String] = []
  for test in tests where test.canNotice(mutant) {
    switch answers(to: test.fixture, with: mutant) {
    case .asExpected: continue
    case .undecided: undecided.append(test.fixture.file.path)
    case .refused: return .refused
    case .others(let complaint):
      test.requireAsExpected()
      return .noticed(test: test.fixture.file.path, complaint: complaint)
    }
  }
  return .unnoticed(undecided: undecided)
}

enum TestAnswers: Sendable {
  case asExpected
  /// Not all in time. That says nothing of the mutant, and depends on the machine.
  case undecided
  /// With the first complaint.
  case others(String)
  case refused
}

/// The answers to a test's questions, with a mutant or with the platforms as they are.
func answers(to test: Fixture, with mutant: Mutant?) -> TestAnswers {
  guard
    let report = try? verify(
      path: test.file.path, text: test.file.text, loader: loader(with: mutant),
      options: VerificationOptions(limits: Limits(wallTime: .seconds(20))))
  else { return .others("the tool breaks") }
  if report.hasErrors {
    let codes = report.diagnostics.map(\.code)
    return codes == ["time-cannot-go-on"] ? .others(codes[0]) : .refused
  }
  let complaints = mismatches(expectedVerdicts(of: test.file), report.answers)
  if let complaint = complaints.first(where: { !$0.contains("is undecided") }) { return .others(complaint) }
  return complaints.isEmpty ? .asExpected : .undecided
}
