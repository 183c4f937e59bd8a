import LifecheckDiagnostics
import LifecheckReports

// The words of `lifecheck settle`.

extension ChangeTrial {
  package func introduction(trying count: Int, within limits: String) -> String {
    let name = "\(report.path)\(report.platform.map { " on \($0)" } ?? "")"
    if openCount == 0 { return "\(name): nothing is undecided within \(limits), so there is nothing to settle.\n" }
    let answers = "\(openCount) of \(report.answers.count { $0.verdict.isAsked }) answers \(openCount == 1 ? "stays" : "stay")"
    let trying =
      switch count {
      case 0: ""
      case 1: "One change is tried, within \(limits).\n\n"
      default: "Up to \(count) changes are tried, one at a time, each within \(limits).\n\n"
      }
    return "\(name): within \(limits), \(answers) undecided: \(names).\n" + trying
  }

  /// nil: not worth telling.
  package func line(_ change: SpecChange, _ outcome: Outcome) -> String? {
    guard case .settles(let settled, let seconds) = outcome else { return nil }
    let isAll = settled == openCount
    let number = isAll ? (settled == 1 ? "it" : "all") : settled == 0 ? "none" : "\(settled)"
    // With some left open the time is the limit.
    return "  settles \(number.padded(to: 4))  \(words(change))\(isAll && seconds > 0 ? ", in \(seconds) s" : "")\n"
  }

  private func words(_ change: SpecChange) -> String {
    switch change {
    case .fixing(let values): "with \(options(values))"
    case .without(let range, let shown): "without \(shown), \(lines(range))"
    }
  }

  private func options(_ values: [String]) -> String { values.map { "`--platform-param \($0)`" }.joined(separator: " ") }

  private func lines(_ range: SourceRange) -> String {
    let file = report.files[range.file.index]
    let (first, last) = (file.position(at: range.start).line, file.position(at: range.end).line)
    return first == last ? "line \(first)" : "lines \(first) to \(last)"
  }

  /// Advice on what to do, once all have been tried.
  /// - Parameter best: The one that settles most, if any settles something.
  package func conclusion(_ best: (change: SpecChange, settled: Int)?, within limits: String) -> String {
    guard let best else {
      let more = "allow more with --timeout, or write a spec for each feature"
      return "\nNo single change settles anything within \(limits): "
        + "\(isCutShort ? more : "`lifecheck verify` says what stands in the way").\n"
    }
    let isAll = best.settled == openCount
    return "\n\(isAll ? "" : "No single change settles all of them. ")\(advice(best.change, isAll: isAll))\n"
  }

  private func advice(_ change: SpecChange, isAll: Bool) -> String {
    switch change {
    case .fixing(let values):
      let held = values.count == 1 ? "that value" : "these values"
      return "Check with \(options(values)), where you know better: the answers hold for \(held) alone."
    case .without(_, let shown):
      return "What makes the spec large is \(isAll ? "" : "most of all ")\(shown) beside the rest: write one spec with it and "
        + "what it needs, and one without it. An answer of the second says nothing of runs in which that code runs."
    }
  }

  /// A limit was reached, and with more some of it may be settled.
  private var isCutShort: Bool {
    open.contains { if case .undecided(let undecided) = $0.verdict, case .givenUp = undecided.reason { true } else { false } }
  }

  private var names: String { open.map { $0.identifier ?? "\"\($0.title)\"" }.joined(separator: ", ") }
}

extension Verdict {
  fileprivate var isAsked: Bool { if case .notApplicable = self { false } else { true } }
}

extension String {
  fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
