import Foundation
import LifecheckEngines
import LifecheckThreads

/// The outcome of each mutant, printed in their order, and at once: a run in the background can be read while it goes.
/// - Parameter jobs: how many mutants are tried side by side.
func judged(_ mutants: [Mutant], jobs: Int, by judge: @escaping @Sendable (Mutant) -> Outcome) -> [Outcome] {
  let printer = Monitor(Printer())
  return sideBySide(count: mutants.count, jobs: jobs) { index in
    let outcome = judge(mutants[index])
    printer.update { $0.print(text(mutants[index], outcome), at: index) }
    return outcome
  }
}

/// Prints texts in their order, whichever is there first.
private struct Printer: Sendable {
  private var waiting: [Int: String?] = [:]
  private var next = 0

  mutating func print(_ text: String?, at index: Int) {
    waiting[index] = .some(text)
    while let text = waiting.removeValue(forKey: next) {
      if let text { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
      next += 1
    }
  }
}

private func text(_ mutant: Mutant, _ outcome: Outcome) -> String? {
  switch outcome {
  case .noticed(let test, let complaint): "noticed    \(mutant.description)\n           by \(test): \(complaint)"
  case .unnoticed([]): "UNNOTICED  \(mutant.description)"
  case .unnoticed(let undecided): "UNNOTICED  \(mutant.description)\n           undecided: \(undecided.joined(separator: ", "))"
  case .refused, .touched: nil
  }
}

/// The figure: how many of those that are specs were noticed.
func summary(of outcomes: [Outcome]) -> String {
  var (noticed, unnoticed) = (0, 0)
  for outcome in outcomes {
    switch outcome {
    case .noticed: noticed += 1
    case .unnoticed: unnoticed += 1
    case .refused, .touched: break
    }
  }
  let all = noticed + unnoticed
  let share = all == 0 ? "" : ": \(noticed * 100 / all) %"
  return "\(noticed) of \(all) mutants noticed\(share); \(outcomes.count - all) more are no specs"
}
