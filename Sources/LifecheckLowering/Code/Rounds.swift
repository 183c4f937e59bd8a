import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `for t in BackgroundTask where … { … }`: a round for each thing of a kind, and any number of rounds for those that are not followed.
//
// A body that calls a closure of its thing has the code of all closures in it. It is laid out once for all rounds, with the thing in
// a variable, and goes back to where its round came from. Other bodies are laid out for each thing, of which all is known there.

extension Flow {
  /// A round that goes into the body that all rounds share, and where it comes back to.
  private struct Round {
    let isThis: Term
    let back: Int
  }

  func forEach(_ local: LocalID, _ kind: KindID, _ condition: Expression?, _ body: Block) throws {
    guard calls(local, body), (lowerer.nodesOfKind[kind] ?? []).count > 1 else {
      return try forEach(kind, at: condition?.range) { value, _ in
        try self.round(local, value, condition) { try self.run(body) }
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
    let thing = makeOwn(lowerer.model.locals[local.index].name, .reference(kind), hidden: true)
    let isAfter = lowerer.resourceCrowds[kind].map { _ in makeOwn("in the second rounds", .bool, hidden: true) }
    let entry = makeLocation("", stable: false)
    var rounds: [Round] = []
    try forEach(kind, at: condition?.range) { value, isLast in
      guard case .term(let reference) = value.asTerm(self.lowerer) else { return }
      try self.round(local, value, condition) {
        self.lowerer.emit(.assign(thing, reference, condition: .true))
        if let isAfter { self.lowerer.emit(.assign(isAfter, .constant(isLast ? 1 : 0), condition: .true)) }
        self.commit(mobility: self.isSystemsOwn ? .leadsOn : .automatic)
        self.jump(to: entry)
      }
      guard let back = self.cursor else { return }
      let isThis = Term.equal(.variable(thing), reference)
      let isSameRound = isAfter.map { Term.equal(.variable($0), .constant(isLast ? 1 : 0)) } ?? .true
      rounds.append(Round(isThis: .all([isThis, isSameRound]), back: back))
    }
    let end = cursor
    cursor = entry
    environment = saved
    environment.locals[local] = .value(.term(.variable(thing)))
    try run(body)
    try goBack(rounds, leaving: [thing, isAfter].compactMap { $0 })
    environment = saved
    cursor = end
  }

  private func goBack(_ rounds: [Round], leaving variables: [VariableIndex]) throws {
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
      loopedOver.append(node)
      defer { loopedOver.removeLast() }
      try body(.node(node), false)
    }
    if let crowd { try forMembers(of: crowd, at: range) { try body($0, true) } }
  }

  private func forMembers(of crowd: ResourceCrowd, at range: SourceRange?, _ body: (Value) throws -> Void) throws {
    guard cursor != nil else { return }
    let range = range ?? crowd.site.origin
    if !lowerer.unit.items.isEmpty { commit() }
    try split(.equal(.variable(crowd.members), .true), at: range) {
      let again = self.makeLocation("the next one", stable: true)
      self.jump(to: again)
      self.cursor = again
      try self.split(.equal(self.lowerer.choice(2), .true), at: range) {
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
