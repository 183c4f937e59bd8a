import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code that keeps a thing in a local of its own, and can be under way several times at once:
//
//     event send by user { let t = begin(); await work(); end(t) }
//
// A member of a crowd remembers nothing, so of what it keeps itself it is not known when it ends it. So it is open at each start
// whether it is the one that is followed, and what is declared by a member is followed in no run. Whichever local a run is about, there
// is a run in which who has declared it is followed, and so is the local (`FollowedTogether`).
//
// - Source: the reference process of counter abstraction, of which everything is known while all others are counted: A. Pnueli, J. Xu,
//   L. Zuck, "Liveness with (0,1,∞)-counter abstraction", CAV 2002.

extension Lowerer {
  /// Whether it is open at each start of the code if it is followed. Where no more are needed than are followed, all of them are.
  ///
  /// What a followed local decides (`isWorthFollowing`) is not open besides, unless the code declares one of its own.
  /// - Parameter given: Where the first copy keeps what it is given at its start.
  func isStartedAtWill(_ body: Block, given: [VariableIndex] = [], at site: SourceRange) -> Bool {
    guard followed.following.isForProofs, !known.sitesWithoutCrowd.contains(site) else { return false }
    let isDecided = given.contains { roles[$0.index].boxPool.map { isFollowedByChoice(LocalID($0)) } ?? false }
    return !isDecided || declaresWhatIsFollowed(body)
  }

  /// Also in functions that it calls.
  private func declaresWhatIsFollowed(_ body: Block) -> Bool {
    var seen: Set<FunctionID> = []
    var waiting = [body]
    var found = false
    // What it starts, and does not wait for, declares its own.
    var walk = ModelWalk(entersClosures: false)
    walk.onStatement = {
      if case .declare(let local, _) = $0.kind, self.goesWithThing(local) { found = true }
    }
    walk.onExpression = {
      guard case .call(_, let function, _, _) = $0.kind, seen.insert(function).inserted else { return }
      if let body = self.model.functions[function.index].body { waiting.append(body) }
    }
    while !found, let next = waiting.popLast() { walk.walk(next) }
    return found
  }

  /// Where the code keeps which of the captured locals that it has declared are followed.
  func declared(by process: Int) -> Set<VariableIndex> {
    Set(processes[process].ownVariables.filter { slot in
      let role = roles[slot.index]
      return role.isOfDeclaration && (role.boxPool.map { goesWithThing(LocalID($0)) } ?? false)
    })
  }

  /// What a member declares is none of those that are followed.
  func limitDeclared(_ action: Action) -> Action? {
    guard case .assign(_, let value, let condition) = action.kind, value != .constant(0) else { return nil }
    return Action(.assume(.any([condition.negated, .equal(value, .constant(looseBox))])))
  }
}
