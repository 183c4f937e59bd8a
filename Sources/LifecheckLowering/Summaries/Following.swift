import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// How many things of a kind are followed one by one: copies of a block, entries of a pool, captured variables. All further
/// ones are a summary that allows more than can happen, so what is proved holds for any number, whatever is followed
/// (decision 16).
package enum Following: Sendable {
  /// As many as runs of most apps need at once: what is found without the summary can happen.
  case several
  /// One of each, since copies that can stand in for one another are states without end.
  case one
  /// One of each, and a summary also of blocks that hold the main thread. It may hold it for as long as it likes, so what is
  /// about time on that thread is not proved, and the rest is, however many of them there are.
  case oneWithoutBound

  /// A run of it may be one that the summaries make up.
  package var isForProofs: Bool { self != .several }
}

/// How many of each thing of a model are followed.
struct Followed {
  let model: CheckedModel
  let following: Following
  let code: CodeFacts
  let known: Discoveries

  /// How many copies of a block or an event are followed. Where there cannot be a summary, one more would be one too many.
  /// - Parameter isPosted: They wait in a queue first, where two may be behind one that is at work.
  func copies(of site: SourceRange, isPosted: Bool = false) -> Int {
    if following.isForProofs { return known.sitesWithoutCrowd.contains(site) ? 2 : 1 }
    return isPosted ? 3 : 2
  }

  /// Whether copies that wait are told from those that are at work (`WaitingCopies`). With one followed, most proofs do not need it.
  func areWaitingCopiesTold(of site: SourceRange) -> Bool { following == .several || known.sitesWithoutCrowd.contains(site) }

  /// How many copies of one captured local are followed.
  var boxes: Int { following.isForProofs ? 1 : 3 }

  /// How many entries of a pool there are.
  func entries(of id: KindID, among things: Things) -> Int {
    let kind = model.kinds[id.index]
    guard let size = kind.pool else { return 0 }
    if !hasNoSummary(id) { return min(size, entriesWorthFollowing(of: id, among: things)) }
    return size * max(1, kind.poolPer.map { things.ofKind[$0]?.count ?? 0 }.reduce(0, +))
  }

  /// The platform says how many there can be: more than that is an exhausted pool.
  func hasNoSummary(_ kind: KindID) -> Bool { !model.kinds[kind.index].poolPer.isEmpty }

  private static let mostKeptAndLost = 6

  /// As many as code can keep, and one that it has lost: with fewer states, more is decided. Code that keeps several, and does
  /// something with each of them, may lose each, which is followed as long as they are few. Where there is a crowd, it takes over from there.
  private func entriesWorthFollowing(of kind: KindID, among things: Things) -> Int {
    if known.onlyExact.contains(kind) { return Int.max }
    // A kind of which nothing is made has no summary.
    if following.isForProofs, known.made.contains(kind) { return 1 }
    let kept = model.variables.filter { $0.type == .reference(kind) }.map { things.ofKind[$0.owner]?.count ?? 0 }
    let locals = model.locals.filter { $0.type == .reference(kind) && model.isAppCode($0.range) }
    let places = kept.reduce(0, +)
    let lost = max(1, min(places, Self.mostKeptAndLost - places))
    return max(2, places + locals.count + lost)
  }
}

extension Lowerer {
  /// Of a pool that is counted per instance of something, each instance has its own.
  func entriesOpen(to maker: Value, _ entries: [(offset: Int, node: Int)], of id: KindID) -> [(offset: Int, node: Int)] {
    let kind = model.kinds[id.index]
    let makers = kind.poolPer.flatMap { nodesOfKind[$0] ?? [] }
    guard case .node(let node) = maker, let number = makers.firstIndex(of: node), let size = kind.pool else { return entries }
    return Array(entries[number * size..<(number + 1) * size])
  }

  /// Only the laid out code tells which blocks have no summary, and the next round needs to know.
  func noteSitesWithoutCrowd() {
    guard followed.following.isForProofs else { return }
    for crowd in crowds where !canBeSummarized(crowd) { found.noteWithoutCrowd(crowd.site.origin) }
  }
}
