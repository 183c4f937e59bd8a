import LifecheckEngines
import LifecheckLowering

/// Where blocks that hold the main thread may be needed more often than they are followed, proofs with one of each do not
/// count. There they are looked for with a summary of these blocks as well, which proves what has nothing to do with how long that
/// thread is held (decision 16).
struct LooserLevel {
  let levels: Levels
  /// The level with its results so far; nil: it has not been asked.
  private(set) var found: Level?
  private var failure: InternalError?
  private var wasLookedAt = false

  init(levels: Levels) { self.levels = levels }

  /// Once the other level has trouble to find out whether what it follows is enough: a first turn, for what is easily proved.
  mutating func lookBriefly(beside level: Level, telling: (Level) -> Void) {
    guard !wasLookedAt, level.mayNeedMoreThanIsFollowed else { return }
    wasLookedAt = true
    do throws(InternalError) {
      guard let brief = try asked(beside: level, isBrief: true) else { return }
      try decide(brief)
    } catch { failure = error }
    if let found { telling(found) }
  }

  /// Where what it follows is not enough, or not known to be.
  mutating func decide(after level: Level, telling: (Level) -> Void = { _ in }) throws(InternalError) {
    if let failure { throw failure }
    guard level.needsMoreThanIsFollowed, let rest = try asked(beside: level) else { return }
    let known = found
    if let known { rest.withdraw(whatIsProvedBy: known) }
    telling(rest)
    try decide(rest)
    if let known { found?.add(known) }
  }

  private mutating func decide(_ asked: Level) throws(InternalError) {
    var level = asked
    try level.decide(within: levels.watch, engines: levels.engines) { _ in }
    found = level
  }

  /// The level with the queries to ask of it, always the same; nil: there is nothing more to summarize, or no time.
  func asked(beside level: Level, isBrief: Bool = false) throws(InternalError) -> Level? {
    guard !level.lowered.boundedBlocks.isEmpty, let lowered = try levels.lower(.oneWithoutBound) else { return nil }
    guard lowered.questions.count == level.lowered.questions.count else {
      throw InternalError(message: "the questions depend on how much is followed")
    }
    return Level(lowered, share: levels.share, isForProofs: true, isBrief: isBrief)
  }
}

extension Level {
  func withdraw(whatIsProvedBy other: Level) {
    withdraw(where: { other.proves($0, in: other.exchange.results) }, timeGoesOn: false)
  }
}
