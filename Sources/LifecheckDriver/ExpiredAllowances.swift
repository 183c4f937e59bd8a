import LifecheckDiagnostics
import LifecheckLanguage

/// An `allow` that has run out no longer counts, and its author is to hear why the rule fails the check again.
func expiredAllowances(of model: CheckedModel, _ options: VerificationOptions) -> [Diagnostic] {
  model.allowances.filter { !$0.isInForce(on: options.today) }.map { allowance in
    Diagnostic(
      .warning, "allow-expired", "this `allow` ran out with \(allowance.until ?? "") (UTC), and no longer counts",
      at: allowance.range, help: "mend what the rule says, or give a later day and the reason why it still holds")
  }
}

extension Allowance {
  /// The last day counts. Dates of this form compare as text.
  /// - Parameter today: The date in UTC, as 2026-11-21; nil: nothing has run out.
  func isInForce(on today: String?) -> Bool {
    guard let until, let today else { return true }
    return today <= until
  }
}
