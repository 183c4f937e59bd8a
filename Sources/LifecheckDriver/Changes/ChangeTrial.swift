import LifecheckDiagnostics
import LifecheckReports

/// A trial of changes of a spec: how many of the answers that were undecided a change settles.
package struct ChangeTrial: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// So many of them, in so many seconds.
    case settles(Int, seconds: Int)
    /// The spec has errors with it.
    case impossible
  }

  /// Without the change.
  let report: CheckReport
  private let questions: [AskedAlike]
  var open: [Answer] { questions.compactMap { $0.answer(in: report) } }

  /// - Parameter report: On the spec as it is.
  package init(of report: CheckReport) {
    self.report = report
    questions = askedAlike(in: report).filter { $0.answer(in: report)?.verdict.isUndecided ?? false }
  }

  package var openCount: Int { questions.count }

  /// The outcome of a change. An answer that no longer applies, or speaks of nothing any more, is not settled by that.
  package func outcome(of changed: CheckReport, after time: Duration) -> Outcome {
    if changed.hasErrors, !changed.isUnfinished { return .impossible }
    let settled = questions.count { $0.answer(in: changed)?.verdict.isSettled ?? false }
    return .settles(settled, seconds: Int(time.components.seconds))
  }
}

extension Verdict {
  fileprivate var isSettled: Bool {
    switch self {
    case .proved, .violated, .reached, .unreachable: true
    case .vacuous, .notApplicable, .undecided: false
    }
  }
}
