import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport

enum Outcome: Sendable {
  /// A test fails: its name, and the first complaint.
  case noticed(test: String, complaint: String)
  /// No text that the checker takes: no mutant at all.
  case refused
  case unnoticed
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

/// What fails in the first test that fails, with a mutant or with the platforms as they are.
func outcome(of mutant: Mutant?, in tests: [PlatformTest]) -> Outcome {
  for test in tests where mutant.map(test.canNotice) ?? true {
    let test = test.fixture
    guard
      let report = try? verify(
        path: test.file.path, text: test.file.text, loader: loader(with: mutant),
        options: VerificationOptions(limits: Limits(wallTime: .seconds(20))))
    else { return .noticed(test: test.file.path, complaint: "the tool breaks") }
    if report.hasErrors {
      let codes = report.diagnostics.map(\.code)
      return codes == ["time-cannot-go-on"] ? .noticed(test: test.file.path, complaint: codes[0]) : .refused
    }
    // What was not decided in time says nothing of the mutant, and would depend on the machine.
    let complaints = mismatches(expectedVerdicts(of: test.file), report.answers)
    if let complaint = complaints.first(where: { !$0.contains("is undecided") }) {
      return .noticed(test: test.file.path, complaint: complaint)
    }
  }
  return .unnoticed
}

/// What becomes of each mutant; `jobs` of them are tried side by side.
func judged(_ mutants: [Mutant], by tests: [PlatformTest], jobs: Int) -> [Outcome] {
  sideBySide(count: mutants.count, jobs: jobs) { index in
    let result = outcome(of: mutants[index], in: tests)
    FileHandle.standardError.write(Data(".".utf8))
    return result
  }
}

/// Prints who was noticed, and the figure.
func report(_ mutants: [Mutant], _ outcomes: [Outcome]) {
  var (noticed, unnoticed) = (0, 0)
  for (mutant, outcome) in zip(mutants, outcomes) {
    switch outcome {
    case .noticed(let test, let complaint):
      noticed += 1
      print("noticed    \(mutant.description)\n           by \(test): \(complaint)")
    case .unnoticed:
      unnoticed += 1
      print("UNNOTICED  \(mutant.description)")
    case .refused: break
    }
  }
  let all = noticed + unnoticed
  let share = all == 0 ? "" : ": \(noticed * 100 / all) %"
  print("\(noticed) of \(all) mutants noticed\(share); \(mutants.count - all) more are no specs")
}
