import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// An entry may have to join the crowd while code is in a loop's round for it: the expiration handler of one background task is being
// called, and another task begins, which some run is about. In a body that all rounds share the round becomes one for a member. Of those
// there are any number, so no other run needs it; what the body has copied of the entry before, it keeps.
//
// The round was between those for members before the entries and after them, and goes back to one of these. With one entry that is all
// that can come next: what is made in its place meanwhile has a round of its own, or has not. With several, rounds for other entries
// would be left out or come again, so there the entry stays what it is until its round is over.

extension Lowerer {
  /// The rounds about things of the kind in bodies that are laid out once for all of them.
  func keptRounds(of kind: KindID) -> [KeptRound] { keptRounds.filter { $0.kind == kind } }

  /// All that joining may change in code that is in a round.
  var variablesOfRounds: Set<VariableIndex> { Set(keptRounds.flatMap { [$0.entry, $0.isAfter] }) }

  private var keptRounds: [KeptRound] {
    var result: [KeptRound] = []
    for case .kept(let round) in processes.flatMap(\.locations).flatMap(\.loopedOver) where !result.contains(round) {
      result.append(round)
    }
    return result
  }

  /// Whether the entry may join the crowd during a round for it in such a body.
  func leavesRounds(_ node: Int) -> Bool {
    let kind = nodes[node].kind
    return resourceCrowds[kind] != nil && (nodesOfKind[kind] ?? []).filter { nodes[$0].isPoolEntry } == [node]
  }

  /// Makes the rounds that are about the entry rounds for a member.
  func leaveRounds(_ node: Int, for crowd: ResourceCrowd, when joins: Term) {
    guard leavesRounds(node) else { return }
    for round in keptRounds(of: crowd.kind) {
      let isMeant = bind(.all([joins, .equal(.variable(round.entry), .constant(referenceValue(of: node)))]))
      emit(.assign(round.isAfter, choice(2), condition: isMeant))
      emit(.assign(round.entry, .constant(crowd.reference), condition: isMeant))
    }
  }
}
