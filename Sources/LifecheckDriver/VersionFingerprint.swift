import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem

/// All that a report on one version of a platform depends on. Versions that the spec cannot tell apart have equal fingerprints.
enum VersionFingerprint: Hashable {
  case errors([String])
  /// It cannot be laid out; the report will say why.
  case tooLarge
  /// - Parameter signatures: What is seen in the field, for each property.
  case questions(TimedSystem, [Question], signatures: [String])

  init(_ outcome: CheckOutcome) {
    guard var model = outcome.model else {
      self = .errors(outcome.diagnostics.map(\.message))
      return
    }
    model.versions = nil
    guard let lowered = try? lowerUnlessTooLarge(model) else {
      self = .tooLarge
      return
    }
    self = .questions(
      lowered.system, lowered.questions, signatures: model.properties.map { String(describing: $0.predicts) })
  }
}

extension Verification {
  /// nil: there was no time for it.
  func fingerprint(of outcome: CheckOutcome) -> VersionFingerprint? {
    watch.within { VersionFingerprint(outcome) }
  }
}
