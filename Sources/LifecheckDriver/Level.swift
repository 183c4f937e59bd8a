import LifecheckEngines
import LifecheckLowering
import LifecheckSystem

/// A spec with a number of things followed, what is asked of it, and what has been found.
struct Level: Sendable {
  let lowered: LoweredModel
  let agenda: Agenda
  let exchange: Exchange
  /// By the number of the query; then those of the asides.
  private(set) var results: [QueryResult] = []

  /// - Parameters:
  ///   - isWanted: Of a question, by its number: whether it is asked here at all.
  ///   - share: The numbers of the questions that have to be answered; nil: of all.
  init(
    _ lowered: LoweredModel, where isWanted: (Int) -> Bool = { _ in true }, share: Set<Int>? = nil, mayProve: Bool = true,
    isForProofs: Bool = false, isBrief: Bool = false
  ) {
    self.lowered = lowered
    let agenda = Agenda(lowered, where: isWanted)
    self.agenda = agenda
    exchange = Exchange(
      queries: agenda.queries.count, asides: agenda.asides.count, mayProve: mayProve, isForProofs: isForProofs, isBrief: isBrief,
      leftToOthers: share.map { agenda.leftToOthers(by: $0) } ?? [],
      guided: mayProve ? [] : Set(agenda.asked.compactMap { $0.map { [$0.goal] + $0.occasions } }.joined()))
  }

  /// Asks the engines, and then the interpreter whether it can contradict them.
  mutating func decide(
    within watch: LimitWatch, engines: Engines, onProgress: (Progress) -> Void
  ) throws(InternalError) {
    do {
      results = try LifecheckEngines.decide(
        lowered.system, agenda.queries, asides: agenda.asides, terminal: lowered.isComplete.negated, within: watch,
        engines: engines, exchange: exchange, onProgress: onProgress)
    } catch { throw InternalError(message: "the solver failed: \(error)") }
    try audit(within: watch)
  }

  /// With results that come from elsewhere, for the queries and then the asides, and that the interpreter cannot contradict.
  func with(_ results: [QueryResult], within watch: LimitWatch) throws(InternalError) -> Level {
    let level = withAudited(results)
    try level.audit(within: watch)
    return level
  }

  /// With results that this program has audited before, on the same system.
  func withAudited(_ results: [QueryResult]) -> Level {
    var level = self
    level.results = results
    return level
  }

  /// With what another one about the same has proved.
  /// - Precondition: The same is asked there.
  mutating func add(_ other: Level) {
    for (query, result) in zip(results.indices, other.results) where !results[query].isSafe && result.isSafe {
      results[query] = result
    }
  }

  /// A level, with the results that are known of it.
  typealias Known = (level: Level, results: [QueryResult?])

  /// Whether a question holds for all runs of this system, as far as is known yet, and what the proof rests on as well.
  /// - Parameter several: Where more is followed. Its runs, too, show that what the question speaks of comes about: a proof is seldom
  ///   found where a run is (decision 16).
  func proves(_ question: Int, in results: [QueryResult?], beside several: Known? = nil) -> Bool {
    guard let asked = agenda.asked[question] else { return false }
    let elsewhere = several.map { $0.level.occasionsReached(of: question, in: $0.results) } ?? []
    let isTriggered =
      lowered.questions[question].notApplicableIfHeld != nil
      || occasionsReached(of: question, in: results).union(elsewhere).count == asked.occasions.count
    let mustHold = [asked.goal] + [asked.loose].compactMap { $0 } + agenda.foundations
    return isTriggered && mustHold.allSatisfy { results[$0]?.isSafe ?? false }
  }

  /// The occasions of a question that come about in some run, each by its number among all that the question speaks of.
  func occasionsReached(of question: Int, in results: [QueryResult?]) -> Set<Int> {
    let occasions = agenda.asked[question]?.occasions ?? []
    return Set(occasions.indices.filter { results[occasions[$0]]?.isReached ?? false })
  }

  /// Whether nothing is left to be asked elsewhere.
  func provesAll(in results: [QueryResult?]) -> Bool {
    agenda.asked.indices.allSatisfy { agenda.asked[$0] == nil || proves($0, in: results) } && timeGoesOn(in: results)
  }

  /// It is proved, as far as anything is known of it.
  func timeGoesOn(in results: [QueryResult?]) -> Bool { agenda.timeLocks.allSatisfy { results[$0]?.isSafe ?? false } }

  /// Some block that has no summary is not known to be needed no more often than it is followed.
  var needsMoreThanIsFollowed: Bool {
    guard let exhaustion = agenda.exhaustion, !lowered.boundedBlocks.isEmpty else { return false }
    return !results[exhaustion].isSafe
  }

  /// The same, where it is hard to find out.
  var mayNeedMoreThanIsFollowed: Bool {
    guard let exhaustion = agenda.exhaustion, !lowered.boundedBlocks.isEmpty else { return false }
    return exchange.areClausesSlow && exchange.results[exhaustion] == nil
  }

  /// Whether a question is answered here, as far as is known yet.
  func settles(_ question: Int, in results: [QueryResult?]) -> Bool {
    guard let asked = agenda.asked[question] else { return false }
    return results[asked.goal]?.isReached ?? false || proves(question, in: results)
  }

  /// Nobody need try to prove it.
  func isKnownToFail(_ question: Int) -> Bool { agenda.asked[question].map { exchange.knowsRun(reaching: $0.goal) } ?? false }

  /// Whether some question is open that the level of one will not prove.
  func isLeftAlone(by one: Level, _ results: [QueryResult?], _ resultsOfOne: [QueryResult?]) -> Bool {
    agenda.asked.indices.contains { question in
      agenda.asked[question] != nil && !settles(question, in: results)
        && one.cannotProve(question, in: resultsOfOne, beside: (self, results))
    }
  }

  /// Whether some question is open that may as well have no proof.
  func triesInVain(_ results: [QueryResult?]) -> Bool {
    exchange.areClausesSlow && agenda.asked.contains { asked in asked.map { results[$0.goal] == nil } ?? false }
  }

  /// Whether it is known already that a question will not be proved here.
  private func cannotProve(_ question: Int, in results: [QueryResult?], beside several: Known) -> Bool {
    guard let asked = agenda.asked[question] else { return true }
    let elsewhere = several.level.occasionsReached(of: question, in: several.results)
    func isLost(_ query: Int) -> Bool { results[query].map { !$0.isSafe } ?? false }
    func isMissing(_ number: Int) -> Bool {
      !elsewhere.contains(number) && results[asked.occasions[number]].map { !$0.isReached } ?? false
    }
    return isLost(asked.goal) || agenda.foundations.contains(where: isLost) || asked.occasions.indices.contains(where: isMissing)
  }

  /// Withdraws what no answer depends on any more.
  /// - Parameters:
  ///   - isSettled: The answer to a question, by its number, is known from elsewhere.
  ///   - timeGoesOn: That time can go on is known from elsewhere.
  func withdraw(where isSettled: (Int) -> Bool, timeGoesOn: Bool) {
    let results = exchange.results
    func isLost(_ query: Int) -> Bool { results[query].map { !$0.isSafe } ?? false }
    let isHopeless = lowered.following.isForProofs && agenda.foundations.contains(where: isLost)
    let questions = agenda.asked.indices.filter { agenda.asked[$0] != nil }
    func isMoot(_ question: Int) -> Bool { isHopeless || isSettled(question) || isLost(agenda.asked[question]!.goal) }
    let open = questions.filter { !isMoot($0) }
    // Several questions may speak of the same, and of what all proofs rest on.
    let needed = Set(open.flatMap { agenda.asked[$0]!.all } + agenda.foundations)
    exchange.withdraw(questions.filter(isMoot).flatMap { agenda.asked[$0]!.all }.filter { !needed.contains($0) })
    if !open.isEmpty || questions.isEmpty { return }
    exchange.withdraw([agenda.exhaustion].compactMap { $0 })
    if timeGoesOn { exchange.withdraw(agenda.timeLocks) }
  }
}

extension QueryResult {
  var isSafe: Bool { if case .safe = result { true } else { false } }
  var isReached: Bool { if case .unsafe = result { true } else { false } }
}
