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
}

extension Lowerer {
  /// How many copies of a block or an event are followed. Where there cannot be a summary, one more would be one too many.
  func copiesFollowed(of site: SourceRange) -> Int {
    following == .one && !known.sitesWithoutCrowd.contains(site) ? 1 : 2
  }

  /// How many copies of one captured local are followed.
  var boxSize: Int { following == .one ? 1 : 3 }

  /// As many as code can keep, and one that it has lost: with fewer states, more is decided. Where there is a crowd, it
  /// takes over from there.
  func entriesWorthFollowing(of kind: KindID) -> Int {
    if known.onlyExact.contains(kind) { return Int.max }
    let kept = model.variables.filter { $0.type == .reference(kind) }.map { nodesOfKind[$0.owner]?.count ?? 0 }
    if model.kinds[kind.index].isOnlyWhile, let number = keepersOfNewest(kind) { return number }
    // What is never made has no summary.
    if following == .one, known.made.contains(kind) { return 1 }
    let locals = model.locals.filter { $0.type == .reference(kind) && isAppFile($0.range.file) }
    return max(2, kept.reduce(0, +) + locals.count + 1)
  }

  /// How many things keep some of the kind: each of them is taken to have one at a time. nil: none does.
  private func keepersOfNewest(_ kind: KindID) -> Int? {
    let owners = Set(model.variables.filter { $0.type == .reference(kind) }.map(\.owner))
    let number = owners.map { nodesOfKind[$0]?.count ?? 0 }.reduce(0, +)
    return number == 0 ? nil : number
  }

  /// Things that are over once and for all, such as deliveries, are there one at a time for each that keeps the newest. A member of
  /// a summary could be any of those that are over, so a proof follows them all; where there are more, it does not count.
  func hasNoSummary(_ kind: KindID) -> Bool { following == .one && model.kinds[kind.index].isOnlyWhile }

  /// Only the laid out code tells which blocks have no summary, and the next round needs to know.
  func noteSitesWithoutCrowd() {
    found.sitesWithoutCrowd.formUnion(known.sitesWithoutCrowd)
    guard following == .one else { return }
    for crowd in crowds where !canBeSummarized(crowd) { found.sitesWithoutCrowd.insert(crowd.site.origin) }
  }
}
