import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Which captured locals of a delivery's handler are followed, where one of each is (`DeliveryLocals`).
//
// A delivery is always followed, where there is one at a time; of any number one is (`FollowedDeliveries`). When it is over, code of
// its handler may still be at work, and has captured the local; the next delivery's would not be followed then, and nothing would
// be known of who completes it. So it is open at each declaration whether the local is followed, as for those that hold things
// (`FollowedTogether`), and so is code that has captured it.
//
// A death is the fault of the delivery that is there only if it is known who completes it (`knowsItsDelivery`). In some run it is:
// all locals of deliveries before it are left to the others, and its own are followed. A local that is not followed since one of
// the same delivery is (its handler has run twice) takes nothing from that. The same holds of all that is told of one of many.

extension Lowerer {
  /// The kind of what the handler is about that declares the local, if that decides whether the local is followed.
  func deliveryKind(of local: LocalID) -> KindID? {
    guard followed.following.isForProofs, model.isAppCode(model.locals[local.index].range) else { return nil }
    return code.deliveryLocals.kinds[local]
  }

  /// What is remembered of a captured local that is followed, besides its value: for which delivery it was declared.
  func makeDeclaredFor(_ local: LocalID) -> VariableIndex? {
    guard let kind = deliveryKind(of: local), !goesWithThing(local) else { return nil }
    let name = "`\(model.locals[local.index].name)` belongs to"
    let range = valueRange(of: .reference(kind))
    return makeVariable(
      StateVariable(name: name, domain: range.count, valueNames: [], initial: 0, isHidden: true),
      VariableRole(storage: .memory, refersTo: kind))
  }

  /// - Parameter chosen: Which one it is that has been declared.
  func noteDeclared(_ local: LocalID, _ chosen: Term, _ state: Straight) {
    guard let kind = deliveryKind(of: local), let declaredFor = boxPool(of: local).declaredFor,
      let delivery = state.environment.delivery
    else { return }
    let range = model.locals[local.index].range
    let isLoose = Term.equal(chosen, .constant(looseBox))
    let isTaken = boxPool(of: local).entries.indices.map { term(.boxReferenced(pool: local.index, entry: $0)) }
    let isTakenByItsOwn = Term.all([.any(isTaken), .equal(.variable(declaredFor), delivery)])
    // One that goes with another is lacking only where that one is followed.
    let isWanted = leaderIsFollowed(local, state.environment) ?? .true
    let lacks = bind(.all([state.alive, isWanted, isLoose, isTakenByItsOwn.negated]))
    for node in nodesOfKind[kind] ?? [] {
      let isMeant = Term.equal(delivery, .constant(referenceValue(of: node)))
      emit(.assign(lackingFlag(node), .true, condition: .all([lacks, isMeant])), range)
    }
    emit(.assign(declaredFor, delivery, condition: .all([state.alive, isLoose.negated])), range)
  }

  /// Nothing is lacking of what is made anew.
  func forgetLacking(_ node: Int, when condition: Term, at range: SourceRange) {
    guard hasDeliveryLocals(nodes[node].kind) else { return }
    emit(.assign(lackingFlag(node), .false, condition: condition), range)
  }

  /// Whether it is known who completes the delivery, or what the thing has handed over last.
  func knowsItsDelivery(_ subject: Int) -> Term {
    if hasDeliveryLocals(nodes[subject].kind) { return .equal(.variable(lackingFlag(subject)), .false) }
    var isKnown: [Term] = []
    for (index, kind) in model.kinds.enumerated() where hasDeliveryLocals(KindID(index)) {
      let makers = kind.poolPer.flatMap { nodesOfKind[$0] ?? [] }
      guard let number = makers.firstIndex(of: subject), let entries = nodesOfKind[KindID(index)] else { continue }
      isKnown.append(.equal(.variable(lackingFlag(entries[number])), .false))
    }
    return .all(isKnown)
  }

  /// Whether it is a delivery, with locals of its handlers that are followed with it.
  func isFollowedDelivery(_ node: Int) -> Bool {
    nodes[node].isPoolEntry && hasDeliveryLocals(nodes[node].kind) && followedDeliveries(of: nodes[node].kind) != nil
  }

  private func hasDeliveryLocals(_ kind: KindID) -> Bool {
    followed.following.isForProofs && code.deliveryLocals.kinds.values.contains(kind)
  }

  private func lackingFlag(_ node: Int) -> VariableIndex {
    if let known = lackingLocals[node] { return known }
    let made = makeFlag("locals for \(nodes[node].name) are not followed")
    lackingLocals[node] = made
    return made
  }
}
