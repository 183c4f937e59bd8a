import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckThreads

/// The spec with several of each followed, laid out while the spec with one of each is: what was kept of an earlier check is of both,
/// mostly, and then nothing else takes as long.
struct LaidOutAhead: Sendable {
  private typealias Outcome = Result<LoweredModel, any Error>
  private let found: Monitor<Outcome?>
  private let watch: LimitWatch

  /// - Returns: nil where nothing is kept, or where others are at work that need the processor more.
  init?(_ model: CheckedModel, _ options: VerificationOptions, within watch: LimitWatch) {
    guard options.cache != nil, options.limits.sharers == 1 else { return nil }
    let found = Monitor<Outcome?>(nil)
    watch.startThread {
      let outcome = Outcome { try lowerUnlessTooLarge(model, following: .several) }
      found.update { $0 = outcome }
    }.leave()
    (self.found, self.watch) = (found, watch)
  }

  /// - Returns: nil: there was no time for it.
  func result() -> Result<LoweredModel, any Error>? {
    while true {
      if let outcome = found.wait(atMost: watch.patience, until: { $0 != nil }, { $0 }) { return outcome }
      if watch.look() != nil { return nil }
    }
  }
}
