import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Which of a captured local, the thing in it and the code that has captured it are followed, where one of each is:
//
//     var t: BackgroundTask? = none
//     t = begin { end(t) }
//     async { await work(); end(t) }
//
// Each alone says nothing: of a task whose local is not followed it is not known who ends it. So it is open at each
// declaration whether the local is followed; what is made for one that is not followed joins the crowd, and so does code that
// has captured none that is followed. Whichever local a run is about, there is a run in which it is the one, and what it
// holds and who has captured it are followed with it, as long as there is one of each.
//
// A captured flag or number that is declared in the same block (`var isDone = false`, `Companions`) is followed with it: it says
// whether the thing is still to be ended, and who knew the one without the other would know nothing.
//
// So a step of code that has captured one that is not followed need not be judged by itself: it is judged in the run in which
// all that the code has captured are the ones that are followed. (Two of them cannot be of one declaration: code sees a name once.)
// Those that are declared with a followed thing are an exception: of two, the second one is followed in no run (`isFollowedFreely`).

extension Lowerer {
  /// Whether it is open at each declaration of the captured local if this one is followed.
  func isFollowedByChoice(_ local: LocalID) -> Bool {
    goesWithThing(local) || deliveryKind(of: local) != nil
  }

  /// Whether a thing is kept in it, or in one beside it, that is followed as the local is.
  func goesWithThing(_ local: LocalID) -> Bool {
    let info = model.locals[local.index]
    let holder = model.locals[(code.companions.ofValue[local] ?? local).index]
    return isBoxed(local) && model.isAppCode(info.range) && (referredKind(of: holder.type).map(isFollowedByChoice) ?? false)
  }

  /// The local with which it goes, and which is declared before it.
  private func leader(of local: LocalID) -> LocalID? {
    goesWithThing(local) ? code.companions.leaders[local] : code.deliveryLocals.leaders[local]
  }

  /// Things of the kind are kept in captured locals of the app's code, and are followed as those are.
  ///
  /// Who still refers to a thing that is over keeps it from being given up for another.
  func isFollowedByChoice(_ kind: KindID) -> Bool {
    canBeFollowedByChoice(kind)
      && model.locals.indices.contains {
        model.locals[$0].type == .reference(kind) && model.isAppCode(model.locals[$0].range) && isBoxed(LocalID($0))
      }
  }

  func canBeFollowedByChoice(_ kind: KindID) -> Bool {
    followed.following.isForProofs && resourceCrowds[kind] != nil && overReference(kind) == nil
  }

  /// Whether the local can outlive the code that declares it, or is to be followed as if it could: it is only given what is made for it.
  func isBoxed(_ local: LocalID) -> Bool {
    let info = model.locals[local.index]
    // Code of the system that sees a constant keeps its value.
    if !model.isAppCode(info.range), code.isConstant(local) { return false }
    guard !info.isCaptured, case .reference(let kind) = info.type else { return info.isCaptured }
    return canBeFollowedByChoice(kind) && model.isAppCode(info.range) && code.makers.holdersOfNew.contains(local)
  }

  // MARK: Making

  /// Whether a local that is declared is followed if it can be: as one likes, or if the one is with which it goes; that which holds what
  /// is followed is.
  func mayBeFollowed(_ local: LocalID, holding initial: Value, _ environment: Environment) -> Term {
    guard isFollowedByChoice(local) else { return .true }
    let isWanted = leaderIsFollowed(local, environment) ?? .equal(choice(2), .true)
    guard let kind = referredKind(of: model.locals[local.index].type), case .term(let reference) = initial.asTerm(self) else {
      return bind(isWanted)
    }
    return bind(.any([isWanted, isFollowed(reference, kind)]))
  }

  /// `let t = begin()` is laid out as `var t = none; t = begin()`: whether what is made is followed depends on its local.
  func isDeclaredBeforeItsThing(_ local: LocalID, _ value: Expression) -> Bool {
    let isForThing = referredKind(of: model.locals[local.index].type) != nil
    return isForThing && isFollowedByChoice(local) && code.makers.makes(value)
  }

  func leaderIsFollowed(_ local: LocalID, _ environment: Environment) -> Term? {
    guard let leader = leader(of: local), case .box(_, let reference)? = environment.locals[leader]
    else { return nil }
    return Term.equal(reference, .constant(looseBox)).negated
  }

  private func isFollowed(_ reference: Term, _ kind: KindID) -> Term {
    .any((nodesOfKind[kind] ?? []).indices.map { Term.folded(.equal, reference, .constant($0 + 1)) })
  }

  /// Runs `body`; the things made in it are meant for the target.
  func makes<Result>(for target: Expression, _ environment: Environment, _ body: () throws -> Result) rethrows -> Result {
    guard case .local(let local) = target.kind, isFollowedByChoice(local),
      case .box(_, let reference)? = environment.locals[local]
    else { return try body() }
    return try with(\.destination, (local, reference), body)
  }

  /// Whether what is made joins the crowd because of the local that it is made for.
  func isMeantForTheCrowd(_ crowd: ResourceCrowd) -> Term {
    guard isFollowedByChoice(crowd.kind), let destination = context.destination else { return .false }
    return bind(.equal(destination.reference, .constant(looseBox)))
  }

  /// Whether what has been made for the local of that declaration that is followed is in the crowd.
  func noteMade(_ made: Term, _ crowd: ResourceCrowd, _ alive: Term, at range: SourceRange) {
    guard let destination = context.destination, let flag = boxPool(of: destination.local).lacksItsThing else { return }
    let isForFollowed = Term.all([alive, Term.equal(destination.reference, .constant(looseBox)).negated])
    emit(.assign(flag, .equal(made, .constant(crowd.reference)), condition: isForFollowed), range)
  }

  /// The followed local that holds the entry lacks it when it joins the crowd.
  func noteLacking(_ entry: Int, of kind: KindID, when joins: Term) {
    for pool in boxes.pools.keys.sorted() {
      let box = boxes.pools[pool]!
      guard let flag = box.lacksItsThing, referredKind(of: box.type) == kind else { continue }
      let holds = box.entries.map { Term.equal(.variable($0), .constant(entry + 1)) }
      emit(.assign(flag, .true, condition: .all([joins, .any(holds)])))
    }
  }

  /// Whether a start of the block is of one that is followed; nil: of any.
  /// - Parameter values: What is given to it.
  func isWorthFollowing(_ template: Template, _ values: [Term], at range: SourceRange) -> Term? {
    guard template.mayOverlap, !known.sitesWithoutCrowd.contains(range) else { return nil }
    let isOfFollowed = holdsFollowedDelivery(template, values)
    if template.followedCopy.isOpen { return bind(.all([isOfFollowed, .equal(choice(2), .true)])) }
    var areFollowed: [Term] = []
    for (slot, value) in zip(template.given[0], values) where isFollowedByChoice(slot) {
      areFollowed.append(.equal(value, .constant(looseBox)).negated)
    }
    if areFollowed.isEmpty { return isOfFollowed == .true ? nil : isOfFollowed }
    return bind(.all([isOfFollowed, .any(areFollowed)]))
  }

  /// Whether the variable refers to a captured local of that sort.
  private func isFollowedByChoice(_ slot: VariableIndex) -> Bool {
    roles[slot.index].boxPool.map { isFollowedByChoice(LocalID($0)) } ?? false
  }

  // MARK: What members of a crowd have captured

  /// - Parameter slot: Where one that is followed keeps it.
  func noteCaptured(_ reference: Term, like slot: VariableIndex, when isMember: Term) {
    guard let pool = roles[slot.index].boxPool, let isCaptured = boxPool(of: LocalID(pool)).isCaptured else { return }
    emit(.assign(isCaptured, .true, condition: .all([isMember, Term.equal(reference, .constant(looseBox)).negated])))
  }

  /// A closure that is kept by a member of a crowd may be called by it.
  func noteKept(_ value: Value, in keeper: Value, _ kind: KindID?, _ state: Straight, at range: SourceRange) {
    guard value.isClosure, model.locals.indices.contains(where: { isFollowedByChoice(LocalID($0)) }),
      let isMember = isMember(keeper, kind)
    else { return }
    note(value, keptWhen: .all([state.alive, isMember]), at: range)
  }

  private func note(_ value: Value, keptWhen isMember: Term, at range: SourceRange) {
    switch value {
    case .closure(let closure):
      for capture in captures(of: closure) {
        guard let local = capture.local,
          case .box(let pool, let reference)? = closure.environment.seen(through: capture.through).locals[local],
          let isCaptured = boxPool(of: LocalID(pool)).isCaptured
        else { continue }
        emit(.assign(isCaptured, .true, condition: .all([isMember, Term.equal(reference, .constant(looseBox)).negated])), range)
      }
    case .storedClosure(let sources):
      for source in sources {
        for stored in storedClosures(in: source.variable) {
          for slot in stored.captures {
            noteCaptured(capture(slot, in: source.variable), like: slot, when: .all([isMember, source.condition]))
          }
        }
      }
    default: break
    }
  }

  /// Notes that a member has captured what the entry's closures have captured, when the entry joins the crowd.
  func noteJoining(_ node: Int, when joins: Term) {
    for (key, stored) in closures.places.sorted(by: { $0.value.tag < $1.value.tag }) where key.owner == .node(node) {
      for (number, slots) in stored.captures.enumerated() {
        let isKept = Term.all([joins, .equal(.variable(stored.tag), .constant(number + 1))])
        for slot in slots { noteCaptured(.variable(slot), like: slot, when: isKept) }
      }
    }
  }

  /// A member has captured the local that is followed only if some member has.
  func limitCaptured(_ value: Term, like slot: VariableIndex) -> [Action] {
    guard let pool = roles[slot.index].boxPool, let isCaptured = boxPool(of: LocalID(pool)).isCaptured else { return [] }
    return [
      Action(.assume(Term.equal(value, .constant(0)).negated)),
      Action(.assume(.any([.equal(value, .constant(looseBox)), .equal(.variable(isCaptured), .true)]))),
    ]
  }

  /// Whether the captured local, or the one with which it goes, is only given what is made for it.
  func isOnlyGivenNew(_ local: LocalID) -> Bool {
    code.makers.holdersOfNew.contains(code.companions.ofValue[local] ?? local)
  }

  /// An unknown value for a captured local that is not followed. Where the local is only given what is made for it, it is nothing
  /// that is followed.
  func unknownValue(of local: LocalID) -> Term {
    let type = model.locals[local.index].type
    guard isFollowedByChoice(local), code.makers.holdersOfNew.contains(local), let kind = referredKind(of: type),
      let crowd = resourceCrowds[kind]
    else { return unknown(valueRange(of: type).count) }
    return .choose(.equal(unknown(2), .true), .constant(crowd.reference), .constant(0))
  }

  // MARK: Judging

  /// The reference as it is in this unit: all that is read through it is read through the same.
  func fixedInUnit(_ reference: Term, _ pool: Int) -> Term {
    guard isFollowedByChoice(LocalID(pool)), !context.isOutsideUnits, reference.dependsOnState else { return reference }
    if let known = unit.fixedReferences.first(where: { $0.reference == reference }) { return known.value }
    let value = bind(reference)
    unit.fixedReferences.append((reference, value))
    return value
  }

  /// Whether all that the code has captured are followed, of those that are in some run.
  ///
  /// One that is declared with a followed thing is followed, whatever one likes. Another one of its declaration that has the same thing is
  /// followed in no run then, and what its code does must be judged as it is.
  func knowsItsCaptures(_ environment: Environment) -> Term {
    let meant = environment.captured.filter { isFollowedFreely($0.key) }
    let captured = meant.sorted { $0.key.index < $1.key.index }
    return .all(
      captured.map { local, reference in
        Term.equal(fixedInUnit(reference, local.index), .constant(looseBox)).negated
      })
  }

  /// Nothing that it is declared with decides whether it is followed.
  func isFollowedFreely(_ local: LocalID) -> Bool {
    [local, leader(of: local) ?? local].allSatisfy(code.makers.declaredWithout.contains)
  }

  /// Whether what was last made for the first of them that holds a thing is followed: in some run in which all of them are, it is.
  ///
  /// Only where each of them is given what is made for it, and nothing else: one that is declared with a followed thing is followed too,
  /// and of two of its declaration that might be the one that the code has not captured.
  ///
  /// Code that has captured none, and is called in a round for some thing, knows that thing: in some run it is the one that is followed.
  private func knowsItsThing(_ environment: Environment) -> Term {
    if environment.captured.isEmpty { return context.isThingOfRoundKnown }
    guard environment.captured.keys.allSatisfy(isOnlyGivenNew) else { return .true }
    let flags = environment.captured.keys.sorted { $0.index < $1.index }.compactMap { boxPool(of: $0).lacksItsThing }
    return flags.first.map { .equal(.variable($0), .false) } ?? .true
  }

  /// Runs `body`; what is told in it is told in a round for that thing.
  func tellsInRound(for thing: Term, _ kind: KindID, _ body: () throws -> Void) rethrows {
    guard followed.following.isForProofs, let crowd = resourceCrowds[kind] else { return try body() }
    try with(\.isThingOfRoundKnown, Term.equal(thing, .constant(crowd.reference)).negated, body)
  }

  /// Runs `body`; what is told in it is told by code that sees this environment.
  func tells(_ environment: Environment, _ body: () throws -> Void) rethrows {
    try with(\.isTellerKnown, knowsItsCaptures(environment)) {
      try with(\.isTellerFollowedByChoice, environment.captured.keys.contains(where: isFollowedFreely)) {
        try with(\.isThingOfTellerKnown, knowsItsThing(environment), body)
      }
    }
  }
}

extension Value {
  fileprivate var isClosure: Bool {
    switch self {
    case .closure, .storedClosure: true
    default: false
    }
  }
}
