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

/// The shipped files, one of them changed.
func loader(with mutant: Mutant?) -> SourceLoader {
  SourceLoader(
    shipped: { path in path == mutant?.path ? [UInt8](mutant!.text.utf8) : shippedText(path) },
    platformNames: shippedPlatforms.map(\.name), file: { _, _ in .failure(.notFound) })
}

/// What fails in the first test that fails, with a mutant or with the platforms as they are.
func outcome(of mutant: Mutant?, in tests: [Fixture]) -> Outcome {
  for test in tests {
    guard let report = try? verify(
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

/// Filled in any order, by index.
final class Outcomes: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Outcome]
  init(count: Int) { values = Array(repeating: .unnoticed, count: count) }
  func set(_ index: Int, _ value: Outcome) { lock.withLock { values[index] = value } }
  var all: [Outcome] { lock.withLock { values } }
}

/// What becomes of each mutant; they are tried side by side.
func judged(_ mutants: [Mutant], by tests: [Fixture]) -> [Outcome] {
  let outcomes = Outcomes(count: mutants.count)
  DispatchQueue.concurrentPerform(iterations: mutants.count) { index in
    outcomes.set(index, outcome(of: mutants[index], in: tests))
    FileHandle.standardError.write(Data(".".utf8))
  }
  return outcomes.all
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
