import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Which of several runs of the same code is the one that is followed. A member of a crowd remembers nothing: of what it keeps in a local of
// its own it is not known when it ends it, and of what it is at it is not known how long already.
//
//     event send by user { let t = begin(); await work(); end(t) }
//
// So it is open at each start whether it is the one that is followed. Whichever run of the code a sentence is broken by, there is a run of the
// system in which this one is followed, and all that overlaps with it is not. Two things come of that:
// - Of code that declares what is followed, what a member declares is followed in no run, and neither is what is made for it
//   (`FollowedTogether`).
// - Where a delivery decides which copy of its handler is followed, the same holds of the handlers of other deliveries: whichever one has declared
//   what a sentence is about, there is a run in which its delivery is the one that is followed, and so is the handler. Only of the same delivery
//   there may be a second handler, of which it is not known.
// - A sentence about one fact of code is judged where the code is followed, and not of members (`FollowedAtWill`).
//
// - Source: the reference process of counter abstraction, of which everything is known while all others are counted: A. Pnueli,
//   J. Xu, L. Zuck, "Liveness with (0,1,∞)-counter abstraction", CAV 2002.

/// Which of the copies of some code is followed, where one of them is.
enum FollowedCopy {
  /// The next one that starts while none is.
  case next
  /// It is open at each start whether it is this one.
  case any
  /// The same, for sentences about one fact (`FollowedAtWill`). The others are told only of runs in which it is the next one.
  case anyForOneFact

  var isOpen: Bool { self != .next }
}

extension Lowerer {
  /// What a followed local decides (`isWorthFollowing`) is not open besides, unless the code declares one of its own. Where no more
  /// are needed than are followed, all of them are. In a block that starts itself, the next run begins while the one before, if that is followed, is
  /// still under way; and where the one before is a member, it starts another member. So no run of the system would follow a later one.
  /// - Parameter given: Where the first copy keeps what it is given at its start.
  func followedCopy(of bodies: [Block], given: [VariableIndex] = [], at site: SourceRange) -> FollowedCopy {
    guard followed.following.isForProofs, !known.sitesWithoutCrowd.contains(site), !known.startingThemselves.contains(site)
    else { return .next }
    if bodies.contains(where: declaresWhatIsFollowed) { return .any }
    let isDecided = given.contains { roles[$0.index].boxPool.map { isFollowedByChoice(LocalID($0)) } ?? false }
    return isDecided || !known.asksForOneFact ? .next : .anyForOneFact
  }

  /// One that could be followed is not.
  func notePassingOver(_ choice: FollowedCopy, when condition: Term, at range: SourceRange) {
    guard choice == .anyForOneFact else { return }
    emit(.assign(passedOverFlag(), .true, condition: condition), range)
  }

  /// For the next round of lowering: only then is it open for their sake.
  func noteSentencesAboutOneFact() {
    if questions.contains(where: { asksForOneFact($0.goal) }) { found.noteAskingForOneFact() }
  }

  /// What is asked of runs in which each is followed that can be, unless it is about one fact.
  func ofTheNext(_ goal: Term, for draft: Term) -> Term {
    guard let passedOver = flags.passedOver, goal != .false, !asksForOneFact(draft) else { return goal }
    return .all([goal, .equal(.variable(passedOver), .false)])
  }

  /// Also in functions that it calls.
  private func declaresWhatIsFollowed(_ body: Block) -> Bool {
    var found = false
    // What it starts, and does not wait for, declares its own.
    var walk = ModelWalk(entersClosures: false)
    walk.onStatement = {
      if case .declare(let local, _) = $0.kind, self.goesWithThing(local) { found = true }
    }
    walk.walk(body, withFunctionsOf: model)
    return found
  }

  /// Where the code keeps which of the locals that it has declared are followed. One that is declared with a followed thing is followed, also
  /// by a member, so it is none of these.
  func declared(by process: Int) -> Set<VariableIndex> {
    Set(
      processes[process].ownVariables.filter { slot in
        let role = roles[slot.index]
        guard role.isOfDeclaration, let local = role.boxPool.map({ LocalID($0) }) else { return false }
        return goesWithThing(local) && isFollowedFreely(local)
      })
  }

  /// Where members keep what they have declared, and when that is followed.
  func declaredByMembers(of crowd: Crowd) -> DeclaredByMembers {
    let deliveries = crowd.given.compactMap { slot in otherDeliveries(in: slot).map { Term.equal(.variable(slot), $0).negated } }
    func declared(_ isFollowed: Term) -> DeclaredByMembers {
      DeclaredByMembers(slots: self.declared(by: crowd.copies[0]), notFollowed: looseBox, isFollowed: isFollowed)
    }
    switch crowd.followedCopy {
    case .any: return declared(.false)
    // Another delivery's handler is the one that is followed in the runs in which that delivery is.
    case .next where !deliveries.isEmpty: return declared(.any(deliveries))
    case .next, .anyForOneFact: return DeclaredByMembers(slots: [], notFollowed: looseBox, isFollowed: .true)
    }
  }
}

/// Where members of a crowd keep which of the locals that they have declared are followed.
struct DeclaredByMembers {
  let slots: Set<VariableIndex>
  /// The reference to one that is not followed.
  let notFollowed: Int
  /// Of which members they may be: of those that are about a delivery that is followed. A delivery may have its handler called twice.
  let isFollowed: Term

  func isNeverFollowed(_ slot: VariableIndex) -> Bool { slots.contains(slot) && isFollowed == .false }

  /// The value is none of those that are followed, but of the members that may have declared one.
  func limit(_ value: Term, of slot: VariableIndex) -> Term? {
    slots.contains(slot) ? .any([.equal(value, .constant(notFollowed)), isFollowed]) : nil
  }

  func limit(_ action: Action, of slot: VariableIndex) -> Action? {
    guard case .assign(_, let value, let condition) = action.kind, value != .constant(0), let limit = limit(value, of: slot)
    else { return nil }
    return Action(.assume(.any([condition.negated, limit])))
  }
}
