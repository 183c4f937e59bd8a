import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `for t in BackgroundTask where … { … }`: a round for each thing of a kind, and any number of rounds for those that are not followed.
//
// A body that calls a closure of its thing has the code of all closures in it. For entries of a pool it is laid out once for all rounds,
// with the entry in a variable, and goes back to where its round came from. That variable refers to nothing: it is no reference by which
// code could end the entry. Other bodies are laid out for each thing, of which all is known there.

extension Flow {
  /// A round that goes into the body that all rounds share, and where it comes back to.
  private struct Round {
    let isThis: Term
    let back: Int
  }

  func forEach(_ local: LocalID, _ kind: KindID, _ condition: Expression?, _ body: Block) throws {
    // An entry that must be known exactly has clocks, queues or handlers of its own, which code must name.
    guard lowerer.resourceCrowds[kind] != nil, calls(local, body) else {
      return try forEach(kind, at: condition?.range) { value, _ in
        try self.round(local, value, condition) { try self.naming(local, value, kind) { try self.run(body) } }
      }
    }
    try forEachInOneBody(local, kind, condition, body)
  }

  /// Whether the body calls what its thing keeps.
  private func calls(_ local: LocalID, _ body: Block) -> Bool {
    var walk = ModelWalk()
    var isCalled = false
    walk.onExpression = { expression in
      guard case .callClosure(let callee, _, _) = expression.kind, case .variable(let base, _) = callee.kind else { return }
      if case .local(local) = base.kind { isCalled = true }
    }
    walk.walk(body)
    return isCalled
  }

  private func forEachInOneBody(_ local: LocalID, _ kind: KindID, _ condition: Expression?, _ body: Block) throws {
    let saved = environment
    let entry = makeOwn(lowerer.model.locals[local.index].name, .reference(kind), hidden: true, refers: false)
    let isAfter = makeOwn("in the second rounds", .bool, hidden: true)
    let kept = LoopedOver.kept(KeptRound(kind: kind, entry: entry, isAfter: isAfter))
    let start = inRound(of: kept) { makeLocation("", stable: false) }
    var rounds: [Round] = []
    try forEach(kind, at: condition?.range) { value, isLast in
      guard case .term(let reference) = value.asTerm(self.lowerer) else { return }
      let turn = Term.constant(isLast ? 1 : 0)
      try self.round(local, value, condition) {
        self.lowerer.emit(.assign(entry, reference, condition: .true))
        self.lowerer.emit(.assign(isAfter, turn, condition: .true))
        self.commit(to: start, mobility: self.isSystemsOwn ? .leadsOn : .automatic)
        self.cursor = nil
      }
      // Without a condition no way leads past the round, and only the round itself comes back here.
      let back = self.cursor ?? self.makeLocation("", stable: false)
      self.cursor = back
      rounds.append(Round(isThis: .all([.equal(.variable(entry), reference), .equal(.variable(isAfter), turn)]), back: back))
    }
    let end = cursor
    cursor = start
    environment = saved
    environment.locals[local] = .value(.term(.variable(entry)))
    try inRound(of: kept) {
      try lowerer.tellsInRound(for: .variable(entry), kind) {
        try naming(local, .term(.variable(entry)), kind) { try run(body) }
      }
      goBack(rounds, leaving: [entry, isAfter])
    }
    environment = saved
    cursor = end
  }

  /// The name of the loop is one like any other: code of the app that has it refers to the thing, a closure may keep it, and what is over
  /// is over for it, too. In the system's own code it refers to nothing: that the system is at its round for a thing does not keep the thing.
  private func naming(_ local: LocalID, _ value: Value, _ kind: KindID, _ body: () throws -> Void) throws {
    let info = lowerer.model.locals[local.index]
    let isValue = lowerer.model.kinds[kind.index].isOnlyWhile || info.isCaptured
    guard lowerer.model.kinds[kind.index].pool != nil, isValue || !isSystemsOwn,
      case .term(let reference) = value.asTerm(lowerer)
    else { return try body() }
    try owning(isBlock: true) {
      if isValue {
        // Others may come in between the round's test and the name, but where both are one step by definition.
        try bindLocal(local, .term(isSystemsOwn ? reference : lowerer.unlessOver(reference, to: kind)), at: info.range)
      } else {
        let holder = makeOwn(info.name, .reference(kind), hidden: true, inBlock: true)
        lowerer.emit(.assign(holder, reference, condition: .true), info.range)
      }
      commit(mobility: isSystemsOwn ? .leadsOn : .automatic)
      try body()
    }
  }

  private func inRound<Result>(of thing: LoopedOver, _ body: () throws -> Result) rethrows -> Result {
    loopedOver.append(thing)
    defer { loopedOver.removeLast() }
    return try body()
  }

  private func goBack(_ rounds: [Round], leaving variables: [VariableIndex]) {
    guard cursor != nil else { return }
    if !lowerer.unit.items.isEmpty { commit() }
    let start = cursor
    for round in rounds {
      cursor = start
      lowerer.emit(.assume(round.isThis))
      for variable in variables { lowerer.emit(.assign(variable, .constant(0), condition: .true)) }
      commit(to: round.back)
    }
  }

  // MARK: Rounds

  /// `body` for each thing in its order; for those that are not followed any number of times, before and after the others, so that
  /// every order is covered. The flag says that it is after them.
  private func forEach(_ kind: KindID, at range: SourceRange?, _ body: (_ value: Value, _ isLast: Bool) throws -> Void) throws {
    let crowd = lowerer.resourceCrowds[kind]
    if let crowd { try forMembers(of: crowd, at: range) { try body($0, false) } }
    for node in lowerer.nodesOfKind[kind] ?? [] {
      guard cursor != nil else { return }
      try inRound(of: .node(node)) { try body(.node(node), false) }
    }
    if let crowd { try forMembers(of: crowd, at: range) { try body($0, true) } }
  }

  private func forMembers(of crowd: ResourceCrowd, at range: SourceRange?, _ body: (Value) throws -> Void) throws {
    guard cursor != nil else { return }
    let range = range ?? crowd.site.origin
    if !lowerer.unit.items.isEmpty { commit() }
    try split(.equal(.variable(crowd.members), .true), at: range, isTold: false) {
      let again = self.makeLocation("the next one", stable: true)
      self.jump(to: again)
      self.cursor = again
      try self.split(.equal(self.lowerer.choice(2), .true), at: range, isTold: false) {
        try body(.term(.constant(crowd.reference)))
        self.jump(to: again)
        self.cursor = nil
      } otherwise: {
      }
    } otherwise: {
    }
  }

  private func round(_ local: LocalID, _ value: Value, _ condition: Expression?, _ body: () throws -> Void) throws {
    environment.locals[local] = .value(value)
    guard case .node(let node) = value else { return try round(where: condition, body) }
    let isThere = try lowerer.isThere(node, as: local, where: condition)
    if isThere == .true { return try round(where: condition, body) }
    let range = condition?.range ?? lowerer.model.locals[local.index].range
    try split(isThere, at: range, isTold: false, then: { try self.round(where: condition, body) }, otherwise: {})
  }

  private func round(where condition: Expression?, _ body: () throws -> Void) throws {
    guard let condition else { return try body() }
    let (test, held) = try tested(condition)
    guard cursor != nil else { return }
    try split(
      test, at: condition.range,
      then: {
        self.letGo(held)
        try body()
      }, otherwise: { self.letGo(held) })
  }
}
