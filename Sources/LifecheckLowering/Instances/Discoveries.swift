import LifecheckDiagnostics
import LifecheckLanguage

/// The discoveries of one round of lowering: facts that an earlier place of the same round would have needed.
/// Rounds repeat until nothing new turns up; all this only grows, and is bounded by the program text.
struct Discoveries: Equatable {
  /// For each closure variable, the keys of the closures ever stored in it, in order of discovery.
  private(set) var closures: [ClosureVariableKey: [String]] = [:]
  private(set) var jobCount = 0
  /// Kinds of which something is made.
  private(set) var made: Set<KindID> = []
  /// Kinds whose resources have no crowd: each of them must be known.
  private(set) var onlyExact: Set<KindID> = []
  /// Blocks and events whose further copies cannot be a crowd.
  private(set) var sitesWithoutCrowd: Set<SourceRange> = []
  /// Blocks that start themselves again.
  private(set) var startingThemselves: Set<SourceRange> = []
  /// Somebody asks whether a job is over.
  private(set) var asksForJobs = false
  /// Somebody asks whether the app is at rest.
  private(set) var asksForRest = false
  /// Some sentence is broken by one fact about code (`FollowedAtWill`).
  private(set) var asksForOneFact = false

  init() {}

  /// Keeps what one round has found of summaries, which stays true in the next; the rest is found again.
  init(after known: Discoveries) {
    made = known.made
    onlyExact = known.onlyExact
    sitesWithoutCrowd = known.sitesWithoutCrowd
  }

  mutating func noteClosure(_ name: String, in variable: ClosureVariableKey) {
    if closures[variable]?.contains(name) != true { closures[variable, default: []].append(name) }
  }

  /// The number of a job that somebody keeps, from 1.
  mutating func nextJob() -> Int {
    jobCount += 1
    return jobCount
  }

  mutating func noteMade(_ kind: KindID) { made.insert(kind) }
  mutating func noteOnlyExact(_ kinds: some Sequence<KindID>) { onlyExact.formUnion(kinds) }
  mutating func noteWithoutCrowd(_ site: SourceRange) { sitesWithoutCrowd.insert(site) }
  mutating func noteStartingItself(_ site: SourceRange) { startingThemselves.insert(site) }
  mutating func noteAskingForJobs() { asksForJobs = true }
  mutating func noteAskingForRest() { asksForRest = true }
  mutating func noteAskingForOneFact() { asksForOneFact = true }
}
