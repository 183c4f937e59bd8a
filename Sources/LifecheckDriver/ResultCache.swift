import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckSolver
import LifecheckSystem
import LifecheckSystemText
import LifecheckThreads

/// Where evidence is kept from one run of the program to the next. Whoever keeps it may lose, mix up or damage it: what is read counts
/// for nothing until it has been checked again.
package struct ResultCache: Sendable {
  /// Of the program: what another one has written is not looked at.
  package let version: String
  /// - Parameter key: 64 digits.
  package let read: @Sendable (_ key: String) -> [UInt8]?
  package let write: @Sendable (_ key: String, _ text: [UInt8]) -> Void
  /// What this very program has found or checked already, and need not check once more; nil: it checks everything that it reads.
  package var ownFindings: OwnFindings?
  package init(
    version: String, ownFindings: OwnFindings? = nil, read: @escaping @Sendable (_ key: String) -> [UInt8]?,
    write: @escaping @Sendable (_ key: String, _ text: [UInt8]) -> Void
  ) {
    (self.version, self.ownFindings, self.read, self.write) = (version, ownFindings, read, write)
  }
}

/// The entries of a cache whose evidence this program has found or checked itself since it was started, to the byte.
///
/// It lives and dies with the program and is written nowhere, so that nobody else can put anything into it.
package final class OwnFindings: Sendable {
  private let digests = Monitor<Set<String>>([])
  /// The specs of which several of each had to be followed the last time.
  private let large = Monitor<Set<String>>([])
  package init() {}
  func add(_ entry: [UInt8]) { digests.update { _ = $0.insert(digest(of: entry)) } }
  func contains(_ entry: [UInt8]) -> Bool { digests.read { $0.contains(digest(of: entry)) } }

  func note(_ path: String, neededSeveral: Bool) {
    large.update { if neededSeveral { $0.insert(path) } else { $0.remove(path) } }
  }
  func neededSeveral(_ path: String) -> Bool { large.read { $0.contains(path) } }
}

/// Asks the cache before anybody asks the engines.
///
/// There is an entry for each level of a spec, named by all that the engines see of it: the system without words and places, and what is
/// asked. So the same entry gives the report that the engines would give, to the byte; if anything of it is wrong, the engines are asked
/// everything, as if there were no cache. Where questions were left undecided, the engines are asked these, and their answers have an
/// entry of their own.
struct Remembering {
  let cache: ResultCache
  let levels: Levels
  /// When it has to be left to the engines; nil: there is no hurry.
  let end: ContinuousClock.Instant?
  private var options: VerificationOptions { levels.options }

  /// Half of the time is for the engines, whatever is in the cache.
  init(cache: ResultCache, levels: Levels) {
    (self.cache, self.levels) = (cache, levels)
    end = levels.watch.timeLeft.map { .now + $0 / 2 }
  }

  /// Solver steps for the check of one claim. A proof took more than this to find, or it need not be kept.
  private static let effort = 30_000_000

  // MARK: Reading

  /// The outcome when the same was asked before; nil: it is not known, or cannot be confirmed.
  /// - Parameter small: The spec with one of each followed.
  func recalled(_ small: LoweredModel) -> Levels.Outcome? {
    if small.crowds.isEmpty {
      let level = Level(small.followingSeveral, share: levels.share)
      guard let several = kept(of: level).flatMap({ confirmed($0, level) }) else { return nil }
      return Levels.Outcome(looser: recalledLooser(several), several: several)
    }
    let one = Level(small, share: levels.share, isForProofs: true)
    guard let kept = kept(of: one) else { return nil }
    guard let leftOpen = kept.results.leftOpen else {
      // Runs of this level may be ones that its summaries make up, so that all of it must be proved.
      guard let level = confirmed(kept, one), level.provesAll(in: level.results) else { return nil }
      return Levels.Outcome(one: level)
    }
    // Neither waits for the other: the processor has two cores, at least.
    let other = Monitor<Level?>(nil)
    let thread = levels.watch.startThread {
      let level = recalledSeveral(leftOpen, questions: small.questions.count)
      other.update { $0 = level }
    }
    let first = confirmed(kept, one)
    thread.join()
    guard let first, let several = other.read({ $0 }) else { return nil }
    return Levels.Outcome(one: first, looser: recalledLooser(first), several: several)
  }

  /// The looser level, which was asked where this level does not follow enough.
  private func recalledLooser(_ level: Level) -> Level? {
    guard level.needsMoreThanIsFollowed, let looser = try? LooserLevel(levels: levels).asked(beside: level) else { return nil }
    return kept(of: looser).flatMap { confirmed($0, looser) }
  }

  private func recalledSeveral(_ leftOpen: [Int], questions: Int) -> Level? {
    guard let lowered = try? levels.lowerSeveral(), lowered.questions.count == questions else { return nil }
    let level = Level(lowered, where: leftOpen.contains, share: levels.share, mayProve: false)
    return kept(of: level).flatMap { confirmed($0, level) }
  }

  /// An entry that could be read.
  private struct Kept {
    let results: KeptResults
    let text: [UInt8]
  }

  private func kept(of level: Level) -> Kept? {
    let key = key(of: level)
    guard let text = cache.read(key) else { return nil }
    return KeptResults(text, about: key).map { Kept(results: $0, text: text) }
  }

  private func confirmed(_ kept: Kept, _ level: Level) -> Level? {
    let start = threadTime()
    let (queries, asides) = (level.agenda.queries, level.agenda.asides)
    // What is written down as evidence is checked as it stands there.
    let isOwn = !options.wantsCertificates && cache.ownFindings?.contains(kept.text) ?? false
    guard
      var results = try? kept.results.confirmed(
        for: queries + asides, encodedFirst: queries.count, on: level.lowered.system, effort: isOwn ? nil : Self.effort,
        until: end)
    else { return nil }
    let settled = results.indices.filter { results[$0].isSafe || results[$0].isReached }
    if let first = settled.first {
      let outcome = isOwn ? "found before" : "checked again"
      let run = EngineRun(engine: .kept, queries: settled, time: threadTime() - start, outcome: outcome)
      results[first].runs = [run]
    }
    if isOwn { return level.withAudited(results) }
    guard let confirmed = try? level.with(results, within: levels.watch) else { return nil }
    cache.ownFindings?.add(kept.text)
    return confirmed
  }

  // MARK: Writing

  /// Keeps an outcome. An undecided query is kept as open, and asked again.
  func keep(_ outcome: Levels.Outcome) {
    let asked = outcome.several.map { level in level.agenda.asked.indices.filter { level.agenda.asked[$0] != nil } }
    for level in outcome.forProofs { keep(level, leftOpen: asked) }
    if let several = outcome.several { keep(several, leftOpen: nil) }
  }

  private func keep(_ level: Level, leftOpen: [Int]?) {
    guard let kept = KeptResults(level.results.map(\.result), leftOpen: leftOpen) else { return }
    let key = key(of: level)
    let text = kept.text(about: key)
    cache.write(key, text)
    // Each proof has been confirmed, and the audit of it held.
    cache.ownFindings?.add(text)
  }

  // MARK: Keys

  /// Names all that the answers depend on.
  private func key(of level: Level) -> String {
    let queries = level.agenda.queries + level.agenda.asides
    var questions = queries.map { SystemDocument.Question(title: "", goal: $0.goal, watches: $0.watches) }
    questions.append(SystemDocument.Question(title: "", goal: level.lowered.isComplete.negated))
    let document = SystemDocument(system: level.lowered.system, questions: questions).withoutWords
    let wider = queries.map { $0.wider.map(String.init) ?? "-" }.joined(separator: " ")
    let heading =
      [
        KeptResults.form, cache.version, level.lowered.following.words ?? "several of each",
        "\(level.agenda.queries.count) questions, \(level.agenda.asides.count) by the way", wider,
        "steps \(options.limits.maximumSteps.map(String.init) ?? "-"), effort \(options.limits.effort.map(String.init) ?? "-")",
        "engines \(options.engines.rawValue)",
      ] + (levels.share.map { ["share \($0.sorted())"] } ?? [])
    return digest(of: Array((heading.joined(separator: "\n") + "\n" + write(document)).utf8))
  }
}
