import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Any number of resources: the entries of a pool are followed exactly; when they are all in use, further resources are a
// crowd, of which nothing is remembered. What is read of a member may be anything, and what is written to it is lost, so
// that whatever the resource really is, there is a run in which it reads as that. Captured variables likewise.
//
// Which resource is followed is open, too: when one more is made than there are entries, all but one of them join the
// crowd, whichever one, or all, so that one made later can be followed. So for each resource there is a run in which it is
// the one that is followed to its end, and what is proved of the entries holds for any number of resources.
// - Source: summary nodes of M. Sagiv, T. Reps, R. Wilhelm, "Parametric shape analysis via 3-valued logic", TOPLAS 24
//   (2002), section 2; here with one node kept apart, which one being chosen by the adversary.

/// The resources of a kind beyond those that are followed.
struct ResourceCrowd {
  let kind: KindID
  /// The value of a reference to any member.
  let reference: Int
  /// There may be members.
  let members: VariableIndex
  /// Its flag is true from the first member on, for good.
  let site: ExhaustionSite
}

extension Followed {
  /// For kinds with a pool from which something is taken, and whose code does not need to know each entry.
  func resourceCrowds(among things: Things, in tables: inout SystemTables) -> [KindID: ResourceCrowd] {
    var result: [KindID: ResourceCrowd] = [:]
    for (index, kind) in model.kinds.enumerated() {
      let id = KindID(index)
      guard kind.pool != nil, known.made.contains(id), !known.onlyExact.contains(id), !hasNoSummary(id) else { continue }
      let what = "`\(kind.name)`"
      let members = tables.addFlag("further \(what)")
      let entries = things.ofKind[id]?.count ?? 0
      let site = ExhaustionSite(what: what, bound: entries, origin: kind.range, flag: tables.addFlag("once further \(what)"))
      let last = overReference(id, among: things) ?? entries
      result[id] = ResourceCrowd(kind: id, reference: last + 1, members: members, site: site)
    }
    return result
  }
}

/// Variables that may change at any moment while something is not followed.
struct Unknowns {
  fileprivate(set) var variables: [VariableIndex] = []
}

extension Lowerer {
  /// Things that are told apart by what they are made of: with clocks, callbacks or `on dies` of their own.
  func noteExactKinds() {
    // What is asked of each entry at any moment leaves no room for what is not known of a member.
    for life in model.kinds.compactMap(\.liveWhile) { found.noteOnlyExact(kindsRead(in: life)) }
    found.noteOnlyExact(model.kinds.indices.filter { !model.kinds[$0].onDies.isEmpty }.map { KindID($0) })
    found.noteOnlyExact(model.stopwatches.map(\.owner) + model.callbacks.map(\.owner))
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard case .forInstances(let local, let kind, let condition, let body) = statement.kind else { return }
      if !self.isLostOnCrowd(body, local, condition) { self.found.noteOnlyExact([kind]) }
    }
    // These run as one step, in which there is no room for as many rounds as there are members.
    for block in model.kinds.flatMap(\.onDies).map(\.body) { walk.walk(block) }
  }

  /// Of which things are read by way of a reference, or are gone through.
  private func kindsRead(in expression: Expression, beyond seen: Set<DefinitionID> = []) -> Set<KindID> {
    var result: Set<KindID> = []
    var walk = ModelWalk()
    walk.onExpression = { part in
      switch part.kind {
      case .variable(let base, _): if case .reference(let kind) = base.type { result.insert(kind) }
      case .quantified(_, _, let kind, _): result.insert(kind)
      case .definition(let base, let id) where !seen.contains(id):
        if case .reference(let kind) = base.type { result.insert(kind) }
        result.formUnion(self.kindsRead(in: self.model.definitions[id.index].value, beyond: seen.union([id])))
      default: break
      }
    }
    walk.walk(expression)
    return result
  }

  // MARK: Values that may be anything

  /// Something unknown: in a unit a choice of its own; in what is looked at between units, a variable that may change at
  /// any moment.
  func unknown(_ domain: Int) -> Term {
    if domain <= 1 { return .constant(0) }
    if context.takesUnknownsForOne { return .draft(.anyUnknown) }
    if !context.isOutsideUnits { return choice(domain) }
    let variable = makeVariable(
      StateVariable(name: "unknown", domain: domain, valueNames: [], initial: 0, isHidden: true), VariableRole(storage: .system))
    unknowns.variables.append(variable)
    return .variable(variable)
  }

  func outsideUnits<Result>(_ body: () throws -> Result) rethrows -> Result {
    try with(\.isOutsideUnits, true, body)
  }

  /// The value that is read through a reference: `known` of an entry that is followed, anything of a member of the crowd.
  func read(_ known: Term, through base: Value, kind: KindID?, _ values: ClosedRange<Int>) -> Term {
    guard let isMember = isMember(base, kind) else { return known }
    let anything = unknown(values.count)
    return .choose(isMember, values.lowerBound == 0 ? anything : .add(anything, .constant(values.lowerBound)), known)
  }

  /// nil: it cannot be one.
  func isMember(_ base: Value, _ kind: KindID?) -> Term? {
    guard let kind, let crowd = resourceCrowds[kind], case .term(let reference) = base else { return nil }
    let isMember = Term.folded(.equal, reference, .constant(crowd.reference))
    return isMember == .false ? nil : isMember
  }

  /// Some resource, captured variable or code is not followed, and may refer to anything.
  var somethingIsLoose: Term { term(.somethingIsLoose) }

  /// The same, where what refers to nothing does not count.
  var someoneLooseMayRefer: Term { term(.someoneLooseMayRefer) }

  /// Its meaning, when all of them are known. A block that waits has done nothing yet, and refers to nothing.
  func looseness(where isMeant: (KindID) -> Bool = { _ in true }) -> Term {
    let flags = (resourceCrowds.values.filter { isMeant($0.kind) }.map(\.site.flag) + boxes.sites.map(\.flag)).sorted()
    return .any(crowds.map(\.hasMembersThatHaveBegun) + flags.map { .equal(.variable($0), .true) })
  }

  /// Things of the kind keep references, or closures that have captured some.
  func mayRefer(_ kind: KindID) -> Bool {
    model.variables.contains { variable in
      if variable.owner != kind { return false }
      return variable.type == .closure || referredKind(of: variable.type) != nil
    }
  }

  /// Two members may be one and the same, or not; so may two that are over.
  func areSame(_ a: Term, _ b: Term, kind: KindID) -> Term {
    let isEqual = Term.folded(.equal, a, b)
    let alike = [resourceCrowds[kind]?.reference, overReference(kind)].compactMap { $0 }
    let areOfMembers = [a, b].allSatisfy { term in !term.isConstant || alike.contains { term == .constant($0) } }
    guard isEqual != .false, areOfMembers else { return isEqual }
    let isAlike = Term.any(alike.map { Term.folded(.equal, a, .constant($0)) })
    return isAlike == .false ? isEqual : .all([isEqual, .any([isAlike.negated, .equal(unknown(2), .true)])])
  }

  // MARK: Loops

  /// Whether nothing of the loop's body is left when it runs for a member of the crowd.
  func isLostOnCrowd(_ body: Block, _ local: LocalID, _ condition: Expression?) -> Bool {
    ([condition].compactMap { $0 }).allSatisfy { !$0.hasEffects }
      && body.statements.allSatisfy { statement in
        switch statement.kind {
        case .assign(let target, let value):
          if case .variable(let base, _) = target.kind, case .local(local) = base.kind { !value.hasEffects } else { false }
        case .emit(let target, _): if case .local(local) = target.kind { true } else { false }
        default: false
        }
      }
  }

  /// Whether the loop leaves no entry of the kind alive: `for t in BackgroundTask { t.open = false }`.
  func endsAll(_ kind: KindID, _ body: Block, _ local: LocalID, _ condition: Expression?) -> Bool {
    guard condition == nil, case .variable(_, let life)? = model.kinds[kind.index].liveWhile?.kind, !model.mayComeBack(life) else {
      return false
    }
    return body.statements.contains { statement in
      guard case .assign(let target, let value) = statement.kind, case .variable(let base, life) = target.kind,
        case .local(local) = base.kind, case .bool(false) = value.kind
      else { return false }
      return true
    }
  }

  // MARK: Closures of members

  /// The closure variables of all members of a crowd together.
  func crowdKey(_ kind: KindID, _ id: LifecheckLanguage.VariableID) -> ClosureVariableKey {
    ClosureVariableKey(owner: .membersOfCrowd(kind), variable: id)
  }

  /// The closures that may be stored there, with the variables that keep what they capture.
  func storedClosures(in key: ClosureVariableKey) -> [(name: String, tag: Int, captures: [VariableIndex])] {
    guard case .membersOfCrowd(let kind) = key.owner else {
      return (known.closures[key.known] ?? []).enumerated().map { ($1, $0 + 1, closures.places[key]!.captures[$0]) }
    }
    var result: [(name: String, tag: Int, captures: [VariableIndex])] = []
    for node in nodesOfKind[kind] ?? [] {
      for stored in storedClosures(in: ClosureVariableKey(node: node, variable: key.variable))
      where !result.contains(where: { $0.name == stored.name }) {
        result.append((stored.name, result.count + 1, stored.captures))
      }
    }
    return result
  }

  /// Which closure it is: 0 is none.
  func tag(of key: ClosureVariableKey) -> Term {
    key.isOfCrowd ? unknown(storedClosures(in: key).count + 1) : .variable(closures.places[key]!.tag)
  }

  /// The value that a closure stored there has captured.
  func capture(_ slot: VariableIndex, in key: ClosureVariableKey) -> Term {
    guard key.isOfCrowd else { return .variable(slot) }
    let value = unknown(variables[slot.index].domain)
    for action in limitCaptured(value, like: slot) { emit(action.kind) }
    return value
  }
}

// MARK: Unknowns that need no variable

extension Lowerer {
  /// Takes the unknown out of everything that looks at it; false where that cannot be done.
  ///
  /// Where an unknown matters only to a goal, the goal is reached if some value of it reaches it; where it matters to how
  /// long time may pass, time may pass if some value of it lets it. Both can be said without it.
  private func forget(_ unknown: VariableIndex) -> Bool {
    let isRemembered =
      clocks.contains { $0.rate.reads(unknown) } || observers.becoming.contains { $0.fact.reads(unknown) }
      || processes.contains { $0.edges.contains { $0.items.contains { $0.reads(unknown) } } }
      || forced.events.contains { $0.times.contains { $0.reads(unknown) } }
    if isRemembered { return false }
    changeGoals { forSome(unknown, $0) }
    for process in processes.indices {
      for location in processes[process].locations.indices {
        for number in processes[process].locations[location].invariants.indices {
          let condition = processes[process].locations[location].invariants[number].condition
          processes[process].locations[location].invariants[number].condition = forSome(unknown, condition.negated).negated
        }
      }
    }
    forced.changeMoments { forSome(unknown, $0.negated).negated }
    return true
  }

  func forSome(_ unknowns: [VariableIndex], _ term: Term) -> Term { unknowns.reduce(term) { forSome($1, $0) } }

  private func forSome(_ unknown: VariableIndex, _ term: Term) -> Term {
    guard term.reads(unknown) else { return term }
    return .any(
      (0..<variables[unknown.index].domain).map { value in
        term.mapped(variable: { $0 == unknown ? .constant(value) : .variable($0) })
      })
  }
}

// MARK: Joining the crowd

extension Lowerer {
  /// Lets values that are unknown between units change whenever something is not followed.
  func makeUnknownsChange() {
    unknowns.variables = unknowns.variables.filter { !forget($0) }
    guard !unknowns.variables.isEmpty else { return }
    let process = makeProcess("the unknown", isSystem: true, executor: nil)
    for variable in unknowns.variables {
      let flow = Flow(
        lowerer: self, process: process, cursor: Process.idle,
        environment: Environment(selfValue: .void, selfKind: KindID(0)), executor: nil, isApp: false)
      let value = choice(variables[variable.index].domain)
      emit(.assume(somethingIsLoose))
      emit(.assume(Term.compare(.equal, value, .variable(variable)).negated))
      emit(.assign(variable, value, condition: .true))
      flow.commit(to: Process.idle, urgent: false)
    }
  }

  /// Before one more is made than there are places, the entries join the crowd.
  func addJoining(of crowd: ResourceCrowd, to system: inout TimedSystem, _ meanings: Meanings) throws {
    var edges: [Edge] = []
    for (automaton, process) in system.automata.enumerated() {
      for edge in process.edges where edge.body.contains(where: { $0.assigns(crowd.members) && !$0.clears(crowd.members) }) {
        let moment = [Term.at(AutomatonIndex(automaton), [edge.source])] + edge.body.leadingConditions
        let made = edge.body.count { $0.assigns(crowd.members) && !$0.clears(crowd.members) }
        edges += try joins(crowd, at: .all(moment), forMaking: made, isUrgent: edge.isUrgent, meanings)
      }
    }
    let place = Location(name: "any", origin: crowd.site.origin)
    system.automata.append(
      Automaton(name: "further \(crowd.site.what)", locations: [place], initial: LocationIndex(0), edges: edges))
  }

  /// From then on one entry is followed, any one, or none until it is made.
  /// - Parameter count: How many the step makes at most, which may itself use up the entries.
  private func joins(
    _ crowd: ResourceCrowd, at moment: Term, forMaking count: Int, isUrgent: Bool, _ meanings: Meanings
  ) throws -> [Edge] {
    let entries = try poolEntries(of: crowd.kind)
    let isFull = Term.areFewerFalse(than: count, of: try entries.map { try isInUse($0.node, entry: $0.offset, crowd.kind) })
    let isChosenAtMaking = followedDeliveries(of: crowd.kind) != nil
    return try ([nil] + (isChosenAtMaking ? [] : entries.map { Optional($0.offset) })).map { followed in
      unit = AtomicStep()
      defer { unit = AtomicStep() }
      // Who refers to a thing that is over keeps nothing from being made.
      let mayBeFull = overReference(crowd.kind) == nil ? Term.any([isFull, someoneLooseMayRefer]) : isFull
      let isMoment = isFollowedByChoice(crowd.kind) || isChosenAtMaking ? .true : mayBeFull
      emit(.assume(.all([.equal(.variable(crowd.site.flag), .false), isMoment])))
      for flag in [crowd.members, crowd.site.flag] { emit(.assign(flag, .true, condition: .true)) }
      for entry in entries where entry.offset != followed && !isChosenAtMaking { try join(crowd, entry.offset, entry.node) }
      for variable in unknowns.variables { emit(.assign(variable, choice(variables[variable.index].domain), condition: .true)) }
      var body = [Action(.assume(moment))]
      for case .action(let action) in unit.items { body.append(try meanings.resolve(action)) }
      return Edge(
        source: LocationIndex(0), target: LocationIndex(0), isUrgent: isUrgent, choices: unit.choices, body: body,
        label: EdgeLabel(isAboutFollowing: true))
    }
  }

  /// All that refers to the entry refers to a member; but a round of a loop that is laid out for the entry must find it as it is.
  private func join(_ crowd: ResourceCrowd, _ entry: Int, _ node: Int) throws {
    let mayJoin = bind(term(.isHeldByRound(node: node)).negated)
    noteJoining(node, when: .all([mayJoin, try isInUse(node, entry: entry, crowd.kind)]))
    leaveRounds(node, for: crowd, when: mayJoin)
    noteLacking(entry, of: crowd.kind, when: mayJoin)
    for (index, role) in roles.enumerated() where role.refersTo == crowd.kind {
      let variable = VariableIndex(index)
      let isMeant = Term.all([mayJoin, .equal(.variable(variable), .constant(entry + 1))])
      emit(.assign(variable, .constant(crowd.reference), condition: isMeant))
    }
    try initialise(node, when: mayJoin, at: crowd.site.origin)
  }

  func poolEntries(of kind: KindID) throws -> [(offset: Int, node: Int)] {
    (nodesOfKind[kind] ?? []).enumerated().map { ($0.offset, $0.element) }.filter { nodes[$0.1].isPoolEntry }
  }

  /// Alive, or still referred to, or followed by a monitor: what the one owes, another one in its place cannot answer for.
  func isInUse(_ node: Int, entry: Int, _ kind: KindID) throws -> Term {
    .any(
      [try liveness(of: node), term(.referenced(kind, entry: entry, exceptOwn: false)), term(.isBeingLoopedOver(node: node))]
        + (watchers.ofNode[node]?.due ?? []))
  }
}

extension Term {
  /// At least all but `count - 1` of the facts are true.
  fileprivate static func areFewerFalse(than count: Int, of facts: [Term]) -> Term {
    if count <= 1 { return .all(facts) }
    if facts.count < count { return .true }
    let falseOnes = facts.reduce(Term.constant(0)) { .add($0, .choose($1, .constant(0), .constant(1))) }
    return .compare(.less, falseOnes, .constant(count))
  }
}

extension Action {
  fileprivate func assigns(_ variable: VariableIndex) -> Bool {
    if case .assign(variable, _, _) = kind { true } else { false }
  }
  fileprivate func clears(_ variable: VariableIndex) -> Bool {
    if case .assign(variable, .false, _) = kind { true } else { false }
  }
}

extension [Action] {
  /// The conditions that must hold before anything happens, as far as they can be told without choices.
  var leadingConditions: [Term] {
    var result: [Term] = []
    for action in self {
      guard case .assume(let condition) = action.kind else { break }
      result += condition.conjuncts.filter { !$0.usesChoices }
    }
    return result
  }
}
