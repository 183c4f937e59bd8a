import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Deliveries of which any number may be open at once, as a push that comes while an earlier one is not completed. One of them
// is followed, and which one is open at its making: it is given up for no later one, so code that has captured it is about it
// until its end.
//
// Of the others it is not known who completes them, nor whether they are open. So what is about a delivery is not asked of
// them: whichever one a sentence is broken by, there is a run of the system in which this one is followed, and those that were
// made before it are not.

extension Lowerer {
  /// nil: of the kind are none of that sort.
  func followedDeliveries(of kind: KindID) -> ResourceCrowd? {
    canBeFollowedByChoice(kind) && isHandedOver(kind) ? resourceCrowds[kind] : nil
  }

  /// The platform hands it to the app.
  private func isHandedOver(_ kind: KindID) -> Bool {
    model.callbacks.contains { callback in
      model.kinds[callback.owner.index].isPlatformCode
        && callback.parameters.contains { model.locals[$0.index].type == .reference(kind) }
    }
  }

  // MARK: Code about deliveries

  /// Whether a start of the block is given a delivery that is followed, or none at all: the work for others is left to the
  /// crowd. Of several one is enough, since they are followed in different runs.
  func holdsFollowedDelivery(_ template: Template, _ values: [Term]) -> Term {
    let areFollowed = zip(template.given[0], values).compactMap { slot, value in
      otherDeliveries(in: slot).map { Term.equal(value, $0).negated }
    }
    return areFollowed.isEmpty ? .true : bind(.any(areFollowed))
  }

  /// Whether the process in which handlers run is about a delivery that is followed: what they do for others is judged where those are
  /// (`isJudged`).
  func isOfFollowedDelivery(_ process: Int) -> Term {
    let areFollowed = handedSlots(of: process).compactMap { slot in
      otherDeliveries(in: slot).map { Term.equal(.variable(slot), $0).negated }
    }
    return areFollowed.isEmpty ? .true : .any(areFollowed)
  }

  /// Whether some member may be about a delivery that is followed, or about none; nil: about other things. What the others do is judged in
  /// runs in which theirs is followed.
  func someMemberIsOfFollowedDelivery(_ crowd: Crowd) -> Term? {
    if crowd.givenNone.isEmpty { return nil }
    let flags = crowd.givenNone.keys.sorted().flatMap { (crowd.references[$0] ?? []) + [crowd.givenNone[$0]!] }
    return .any(flags.map { .equal(.variable($0), .true) })
  }

  /// What the variable is where it refers to one that is not followed; nil if it can refer to none.
  func otherDeliveries(in slot: VariableIndex) -> Term? {
    roles[slot.index].refersTo.flatMap(followedDeliveries).map { .constant($0.reference) }
  }

  // MARK: Deaths

  /// Notes that the process dies for a delivery that is not followed, of which it is not known whether it should: the function
  /// that lets it die has that as its argument. Of several, one that is followed is enough.
  func noteDeathForAnother(_ environment: Environment, at range: SourceRange) {
    for kind in model.kinds.indices.map({ KindID($0) }) {
      guard let others = followedDeliveries(of: kind), endsWithTheProcess(kind) else { continue }
      let locals = environment.locals.keys.filter { referredKind(of: model.locals[$0.index].type) == kind }.sorted()
      let references = locals.map { environment.locals[$0]!.reference }
      guard !references.isEmpty, !references.contains(nil) else { continue }
      let areOthers = references.compactMap { $0 }.map { Term.equal($0, .constant(others.reference)) }
      emit(.assign(diedForAnother(kind), .true, condition: .all(areOthers)), range)
    }
  }

  /// The goal in runs in which nobody has died so. Which delivery is followed is open anew in each life; in the run in which it
  /// is the one at fault, all else is as it was. So it is for all sentences but those about each delivery, or about each thing that is followed
  /// by choice.
  func ofKnownDeaths(_ goal: Term, of property: Property?) -> Term {
    guard goal != .false, let property else { return goal }
    let about = property.forEach?.kinds ?? [property.owner]
    // What one delivery's code has made is followed in no run in which another delivery is.
    if about.contains(where: isFollowedByChoice) { return goal }
    let flags = deathsForAnother.filter { !about.contains($0.key) }.map(\.value).sorted()
    return .all([goal] + flags.map { .equal(.variable($0), .false) })
  }

  /// Whatever the app dies of, none is open afterwards, and nothing refers to one.
  private func endsWithTheProcess(_ kind: KindID) -> Bool {
    let bodies = model.kinds.flatMap(\.onDies).filter(\.reasons.isEmpty).map(\.body)
    let areEnded = bodies.flatMap(\.statements).contains { statement in
      guard case .forInstances(let local, kind, let condition, let body) = statement.kind else { return false }
      return endsAll(kind, body, local, condition)
    }
    let isKept = model.variables.contains { $0.type == .reference(kind) && $0.storage != .memory }
    return areEnded && !isKept && !isHeldByTheSystem(kind)
  }

  /// Code of the platform has a name for one while it waits, which it may do beyond the end of a process. For answers to a callback it does not.
  private func isHeldByTheSystem(_ kind: KindID) -> Bool {
    let functions = model.functions.filter { model.kinds[$0.owner.index].isPlatformCode }.compactMap(\.body)
    let events = model.events.filter { model.kinds[$0.owner.index].isPlatformCode }.map(\.body)
    return (functions + events).contains { names(kind, in: $0) && waits($0) }
  }

  private func names(_ kind: KindID, in body: Block) -> Bool {
    func isOne(_ local: LocalID) -> Bool { model.locals[local.index].type == .reference(kind) }
    var found = false
    var walk = ModelWalk()
    walk.onStatement = { if case .declare(let local, _) = $0.kind, isOne(local) { found = true } }
    walk.onExpression = { if case .local(let local) = $0.kind, isOne(local) { found = true } }
    walk.walk(body)
    return found
  }

  /// Also in functions that it calls.
  private func waits(_ body: Block) -> Bool {
    var found = false
    var walk = ModelWalk()
    walk.onStatement = {
      switch $0.kind {
      case .wait, .waitUntil, .within, .lock: found = true
      default: break
      }
    }
    walk.walk(body, withFunctionsOf: model)
    return found
  }

  private func diedForAnother(_ kind: KindID) -> VariableIndex {
    if let known = deathsForAnother[kind] { return known }
    let made = makeFlag("dead for a `\(model.kinds[kind.index].name)` that is not followed")
    deathsForAnother[kind] = made
    return made
  }
}

extension Binding {
  fileprivate var reference: Term? {
    switch self {
    case .value(.term(let reference)): reference
    case .storage(let slot): .variable(slot)
    default: nil
    }
  }
}
