import LifecheckDiagnostics
import LifecheckReports

/// What a change of a spec is worth: which of the answers that were undecided it settles.
package struct ChangeTrial: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// So many of them, in so many seconds.
    case settles(Int, seconds: Int)
    /// The spec has errors with it.
    case impossible
  }

  /// Without the change.
  let report: CheckReport
  let open: [Answer]

  /// - Parameter report: On the spec as it is.
  package init(of report: CheckReport) {
    self.report = report
    open = report.answers.filter { if case .undecided = $0.verdict { true } else { false } }
  }

  package var openCount: Int { open.count }

  /// What no longer applies, or speaks of nothing any more, is not settled by that.
  package func outcome(of changed: CheckReport, after time: Duration) -> Outcome {
    if changed.hasErrors, !changed.isUnfinished { return .impossible }
    let settled = open.count { answer in
      changed.answers.contains { $0.title == answer.title && $0.identifier == answer.identifier && $0.verdict.isSettled }
    }
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
