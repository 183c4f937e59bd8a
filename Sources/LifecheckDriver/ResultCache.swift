import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckSolver
import LifecheckSystem
import LifecheckSystemText

/// Where evidence is kept from one run of the program to the next. Whoever keeps it may lose, mix up or damage it: what is read counts
/// for nothing until it has been checked again.
package struct ResultCache: Sendable {
  /// Of the program: what another one has written is not looked at.
  package let version: String
  /// - Parameter key: 64 digits.
  package let read: @Sendable (_ key: String) -> [UInt8]?
  package let write: @Sendable (_ key: String, _ text: [UInt8]) -> Void
  package init(
    version: String, read: @escaping @Sendable (_ key: String) -> [UInt8]?,
    write: @escaping @Sendable (_ key: String, _ text: [UInt8]) -> Void
  ) {
    (self.version, self.read, self.write) = (version, read, write)
  }
}

/// Asks the cache before anybody asks the engines.
///
/// There is an entry for each level of a spec, named by all that the engines see of it: the system without words and places, and what is
/// asked. So the same entry gives the report that the engines would give, to the byte; if anything of it is missing or wrong,
/// the engines are asked everything, as if there were no cache.
struct Remembering {
  let cache: ResultCache
  let levels: Levels
  private var options: VerificationOptions { levels.options }

  /// Solver steps for the check of one claim. A proof took more than this to find, or it need not be kept.
  private static let effort = 30_000_000

  // MARK: Reading

  /// What was found out when the same was asked before; nil: that is not known, or cannot be confirmed.
  /// - Parameter small: The spec with one of each followed.
  func recalled(_ small: LoweredModel) -> Levels.Outcome? {
    let first = small.crowds.isEmpty ? Level(small.followingSeveral) : Level(small, isForProofs: true)
    guard let (one, leftOpen) = recalled(first) else { return nil }
    if small.crowds.isEmpty { return (nil, one) }
    guard let leftOpen else { return (one, nil) }
    guard let lowered = try? levels.lowerSeveral(), lowered.questions.count == small.questions.count else { return nil }
    guard let several = recalled(Level(lowered, where: leftOpen.contains, mayProve: false)) else { return nil }
    return (one, several.level)
  }

  private func recalled(_ level: Level) -> (level: Level, leftOpen: [Int]?)? {
    let start = threadTime()
    let (key, queries) = (key(of: level), level.agenda.queries)
    guard let text = cache.read(key), let kept = KeptResults(text, about: key),
      var results = try? kept.confirmed(
        for: queries + level.agenda.asides, encodedFirst: queries.count, on: level.lowered.system, effort: Self.effort)
    else { return nil }
    let settled = results.indices.filter { results[$0].isSafe || results[$0].isReached }
    if let first = settled.first {
      let run = EngineRun(engine: .kept, queries: settled, time: threadTime() - start, outcome: "checked again")
      results[first].runs = [run]
    }
    return (try? level.with(results)).map { ($0, kept.leftOpen) }
  }

  // MARK: Writing

  /// - Precondition: All questions are answered by this.
  func keep(_ outcome: Levels.Outcome) {
    let asked = outcome.several.map { level in level.agenda.asked.indices.filter { level.agenda.asked[$0] != nil } }
    if let one = outcome.one { keep(one, leftOpen: asked) }
    if let several = outcome.several { keep(several, leftOpen: nil) }
  }

  private func keep(_ level: Level, leftOpen: [Int]?) {
    guard let kept = KeptResults(level.results.map(\.result), leftOpen: leftOpen) else { return }
    let key = key(of: level)
    cache.write(key, kept.text(about: key))
  }

  // MARK: Keys

  /// Names all that the answers depend on.
  private func key(of level: Level) -> String {
    let queries = level.agenda.queries + level.agenda.asides
    var questions = queries.map { SystemDocument.Question(title: "", goal: $0.goal, watches: $0.watches) }
    questions.append(SystemDocument.Question(title: "", goal: level.lowered.isComplete.negated))
    let document = SystemDocument(system: level.lowered.system, questions: questions).withoutWords
    let wider = queries.map { $0.wider.map(String.init) ?? "-" }.joined(separator: " ")
    let heading = [
      KeptResults.form, cache.version, level.lowered.following == .one ? "one of each" : "several of each",
      "\(level.agenda.queries.count) questions, \(level.agenda.asides.count) by the way", wider,
      "steps \(options.limits.maximumSteps.map(String.init) ?? "-"), effort \(options.limits.effort.map(String.init) ?? "-")",
      "engines \(options.engines.rawValue)",
    ]
    return digest(of: Array((heading.joined(separator: "\n") + "\n" + write(document)).utf8))
  }
}
