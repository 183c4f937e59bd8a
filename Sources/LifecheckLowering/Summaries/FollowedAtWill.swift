import LifecheckLanguage
import LifecheckSystem

// A fact that one member of a crowd makes true need not be looked for in the crowd, where for each member there is a run in which
// it is the copy that is followed: there its own place says so.
//
// It is so for code of which each start may be the one that is followed (`FollowedCopy`), and for a block that has captured a local of which it
// is open at each declaration whether it is followed (`FollowedTogether`), if nothing else decides that: in the run that follows this one's
// local, and none before it, the block is followed, or is known to be one more that has captured that local. One state shows one such run
// only, so this is for sentences that ask for one such fact, and for nothing of which it matters which one is followed.

extension Lowerer {
  /// Whether for each copy of the block, in any run, there is a choice of what is followed by which the copy is.
  func isFollowedAtWill(_ crowd: Crowd) -> Bool {
    guard followed.following.isForProofs, !known.sitesWithoutCrowd.contains(crowd.site.origin) else { return false }
    if crowd.followedCopy.isOpen { return true }
    let captured = crowd.given.compactMap { roles[$0.index].boxPool }.map { LocalID($0) }.filter(isFollowedByChoice)
    return !captured.isEmpty && captured.allSatisfy(isDeclaredAtWill)
  }

  /// A local that is given something known is followed with that; and one that a member of a crowd declares is not remembered.
  private func isDeclaredAtWill(_ local: LocalID) -> Bool {
    guard isOnlyGivenNew(local) else { return false }
    let copies = crowds.flatMap(\.copies)
    return !copies.contains { copy in processes[copy].edges.contains { $0.assigns([boxPool(of: local).isLoose]) } }
  }

  /// Whether what the process makes true counts here: of such a copy, if it has captured the local that is followed.
  func isJudged(_ process: Int) -> Term {
    guard let local = crowds.first(where: { $0.copies.contains(process) }).flatMap(localFollowedAtWill) else {
      return isOfFollowedDelivery(process)
    }
    let isFollowed = Term.all([.equal(.variable(local.slot), .constant(1)), local.holdsWhatIsKnown])
    return local.isCaptured == nil ? .any([.equal(.variable(local.slot), .constant(0)), isFollowed]) : isFollowed
  }

  /// The same for members of the crowd: where one copy more has captured the local, it is a member.
  func areJudged(_ crowd: Crowd) -> Term {
    if crowd.followedCopy.isOpen { return .false }
    guard let local = localFollowedAtWill(crowd) else { return someMemberIsOfFollowedDelivery(crowd) ?? .true }
    guard let isCaptured = local.isCaptured else { return .false }
    return .all([.equal(.variable(isCaptured), .true), local.holdsWhatIsKnown])
  }

  private struct LocalFollowedAtWill {
    /// Where the copy keeps which one it has captured, or has declared itself.
    let slot: VariableIndex
    /// Some member has captured it; nil if the code declares it itself, which for a member is not followed.
    let isCaptured: VariableIndex?
    /// The thing in it is followed, or it is none.
    let holdsWhatIsKnown: Term
  }

  /// The first of those that hold things; nil where it is not open which copy is followed.
  private func localFollowedAtWill(_ crowd: Crowd) -> LocalFollowedAtWill? {
    guard isFollowedAtWill(crowd) else { return nil }
    for slot in crowd.followedCopy.isOpen ? declared(by: crowd.copies[0]).sorted() : crowd.given {
      guard let pool = roles[slot.index].boxPool, isFollowedByChoice(LocalID(pool)) else { continue }
      // Given the thing of another run of the same code, it holds what is followed in no run in which this one is.
      if crowd.followedCopy.isOpen, !isOnlyGivenNew(LocalID(pool)) { continue }
      let box = boxPool(of: LocalID(pool))
      guard let entry = box.entries.first, let isCaptured = box.isCaptured, let kind = roles[entry.index].refersTo,
        let others = resourceCrowds[kind]
      else { continue }
      return LocalFollowedAtWill(
        slot: slot, isCaptured: crowd.followedCopy.isOpen ? nil : isCaptured,
        holdsWhatIsKnown: Term.equal(.variable(entry), .constant(others.reference)).negated)
    }
    return nil
  }

  /// Whether a sentence is broken by a state in which one fact about code holds, and others about things that are always followed.
  func asksForOneFact(_ goal: Term) -> Bool {
    var facts: [VariableIndex] = []
    var isAboutOthers = goal.mentionsLocations || !goal.readClocks.isEmpty
    goal.visit {
      guard case .variable(let variable) = $0 else { return }
      if variable.ofState == nil { facts.append(variable) } else if !isAlwaysFollowed(variable) { isAboutOthers = true }
    }
    guard !isAboutOthers, facts.count == 1, let macro = facts[0].asMacro else { return false }
    switch macros[macro] {
    case .working, .halfway, .functionRunning, .appCode, .eventRunning, .callbackRunning: return !goal.denies(facts[0])
    default: return false
    }
  }

  private func isAlwaysFollowed(_ variable: VariableIndex) -> Bool {
    if variable == frozen || variable == running { return true }
    guard let node = roles[variable.index].node else { return false }
    return !nodes[node].isPoolEntry
  }
}
