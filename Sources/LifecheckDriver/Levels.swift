import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckThreads

/// Decides a spec with one of each followed, which is where most proofs are, and with several, where runs are (decision
/// 16). What the first look at the one leaves open is asked of both at the same time, and each hears what the other finds.
struct Levels: Sendable {
  let model: CheckedModel
  let options: VerificationOptions
  let watch: LimitWatch
  /// The numbers of the questions that have to be answered; nil: of all. What the others need is asked only as far as it shows what the
  /// spec is like.
  var share: Set<Int>?
  /// What follows several of each, if somebody lays that out already.
  var ahead: LaidOutAhead?
  var engines: Engines { options.engines }

  struct Outcome: Sendable {
    /// The level with one of each followed, of which only the proofs count; nil if nothing is summarized there.
    var one: Level?
    /// The same, with a summary of all that may be needed more often than it is followed; nil if that has not been asked.
    var looser: Level?
    /// nil if all was proved, or if a limit was reached before anything was asked there.
    var several: Level?

    var forProofs: [Level] { [one, looser].compactMap { $0 } }
  }

  /// The knowledge that both threads share.
  private struct Meeting: Sendable {
    var one: Level
    var looser: Level?
    var several: Level?
    /// It has seen as much as small systems have, or it is over.
    var isPastFirstLook = false
    /// The same of the other, so that what it has not violated by then may well hold.
    var isSeveralPastFirstLook = false
    /// It has no better chance to prove what is open.
    var mayProveSeveral = false
    var failure: InternalError?
  }

  /// - Parameter small: The spec with one of each followed.
  func decided(_ small: LoweredModel, onProgress: (Progress) -> Void) throws(InternalError) -> Outcome {
    // Where nothing is summarized, it is what follows several as well.
    if small.crowds.isEmpty { return try decidedAtOnce(Level(small.followingSeveral, share: share), onProgress) }
    let meeting = Monitor(Meeting(one: Level(small, share: share, isForProofs: true)))
    let thread = watch.startThread { followOne(meeting) }
    wait(for: meeting) { $0.isPastFirstLook }
    let several = Result { () throws(InternalError) in try followSeveral(meeting, onProgress) }
    thread.join()
    let (one, looser, failure) = meeting.update { ($0.one, $0.looser, $0.failure) }
    if let failure { throw failure }
    return Outcome(one: one, looser: looser, several: try several.get())
  }

  private func decidedAtOnce(_ asked: Level, _ onProgress: (Progress) -> Void) throws(InternalError) -> Outcome {
    var level = asked
    var looser = LooserLevel(levels: self)
    try level.decide(within: watch, engines: engines) { progress in
      looser.lookBriefly(beside: asked) { asked.withdraw(whatIsProvedBy: $0) }
      onProgress(progress)
    }
    try looser.decide(after: level)
    return Outcome(looser: looser.found, several: level)
  }

  private func wait(for meeting: Monitor<Meeting>, until isReady: (Meeting) -> Bool) {
    while !meeting.wait(atMost: .milliseconds(250), until: isReady, { isReady($0) }) {}
  }

  private func followOne(_ meeting: Monitor<Meeting>) {
    let asked = meeting.update { $0.one }
    do throws(InternalError) {
      var level = asked
      var looser = LooserLevel(levels: self)
      func tell(_ found: Level) {
        meeting.update { $0.looser = found }
        tellEachOther(meeting)
      }
      try level.decide(within: watch, engines: engines) { progress in
        if progress.isPastFirstLook { meeting.update { $0.isPastFirstLook = true } }
        if progress.isPastClauses { meeting.update { $0.mayProveSeveral = true } }
        tellEachOther(meeting)
        looser.lookBriefly(beside: asked, telling: tell)
      }
      meeting.update { $0.one = level }
      try looser.decide(after: level, telling: tell)
      meeting.update { $0.looser = looser.found }
    } catch { meeting.update { $0.failure = error } }
    meeting.update { ($0.isPastFirstLook, $0.mayProveSeveral) = (true, true) }
    tellEachOther(meeting)
  }

  private func followSeveral(_ meeting: Monitor<Meeting>, _ onProgress: (Progress) -> Void) throws(InternalError) -> Level? {
    let (one, hasFailed) = meeting.update { ($0.one, $0.failure != nil) }
    let known = one.exchange.resultsOfFirstLook ?? one.exchange.results
    if hasFailed || one.provesAll(in: known) { return nil }
    guard let lowered = try lowerSeveral() else { return nil }
    guard lowered.questions.count == one.lowered.questions.count else {
      throw InternalError(message: "the questions depend on how much is followed")
    }
    var level = Level(lowered, where: { !one.proves($0, in: known) }, share: share, mayProve: false)
    meeting.update { [level] in $0.several = level }
    tellEachOther(meeting)
    try level.decide(within: watch, engines: engines) { progress in
      if progress.isPastFirstLook { meeting.update { $0.isSeveralPastFirstLook = true } }
      tellEachOther(meeting)
      onProgress(progress)
    }
    meeting.update { [level] in $0.several = level }
    tellEachOther(meeting)
    return level
  }

  /// The spec with several of each followed, and what is asked of it; nil: there was no time for it.
  func lowerSeveral() throws(InternalError) -> LoweredModel? { try lower(.several) }

  func lower(_ following: Following) throws(InternalError) -> LoweredModel? {
    let begun = following == .several ? ahead : nil
    let laidOut =
      begun.map { $0.result() } ?? watch.within { [model] in Result { try LifecheckLowering.lower(model, following: following) } }
    guard let laidOut else { return nil }
    let lowered: LoweredModel
    do { lowered = try laidOut.get() } catch { throw InternalError(message: "\(error)") }
    if options.only.isEmpty { return lowered }
    return Answering(model: model, lowered: lowered, options: options).selected(options.only) ?? lowered
  }

  private func tellEachOther(_ meeting: Monitor<Meeting>) {
    let (one, looser, several, mayProve, isPastFirstLook) = meeting.update {
      ($0.one, $0.looser, $0.several, $0.mayProveSeveral, $0.isSeveralPastFirstLook)
    }
    let small = one.exchange.results
    let large = several?.exchange.results ?? []
    let other = several.map { (level: $0, results: large) }
    let loose = looser?.exchange.results ?? []
    func isProvedLoosely(_ question: Int) -> Bool { looser?.proves(question, in: loose, beside: other) ?? false }
    several?.withdraw(
      where: { one.proves($0, in: small, beside: other) || isProvedLoosely($0) }, timeGoesOn: one.timeGoesOn(in: small))
    func isSettled(_ question: Int) -> Bool {
      several.map { $0.settles(question, in: large) || $0.isKnownToFail(question) } ?? false
    }
    one.withdraw(where: { isSettled($0) || isProvedLoosely($0) }, timeGoesOn: several != nil)
    looser?.withdraw(where: isSettled, timeGoesOn: several != nil)
    if let several { one.guide(several) }
    if mayProve { several?.exchange.letProve() }
    guard isPastFirstLook, let several else { return }
    if several.isLeftAlone(by: one, large, small) || one.triesInVain(small) { several.exchange.letSearchOn() }
  }
}
