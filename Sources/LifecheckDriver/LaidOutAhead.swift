import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckThreads

/// The spec with several of each followed, laid out while the spec with one of each is. Where a person waits who has saved a spec again
/// that needed both, nothing else takes as long.
struct LaidOutAhead: Sendable {
  typealias Outcome = Result<LoweredModel, any Error>
  private let found: Monitor<Outcome?>
  private let watch: LimitWatch

  /// - Returns: nil where nobody waits so, where it was not needed the last time, or where the processor is needed for other files.
  init?(_ model: CheckedModel, at path: String, _ options: VerificationOptions, within watch: LimitWatch) {
    guard options.cache?.ownFindings?.neededSeveral(path) == true, options.limits.sharers == 1 else { return nil }
    let found = Monitor<Outcome?>(nil)
    watch.startThread {
      let outcome = Outcome { try lowerUnlessTooLarge(model, following: .several) }
      found.update { $0 = outcome }
    }.leave()
    (self.found, self.watch) = (found, watch)
  }

  /// - Returns: nil: there was no time for it.
  func result() -> Outcome? {
    while true {
      if let outcome = found.wait(atMost: watch.patience, until: { $0 != nil }, { $0 }) { return outcome }
      if watch.look() != nil { return nil }
    }
  }
}
