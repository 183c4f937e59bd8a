import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Each sentence becomes a state predicate over the system and, where it speaks of happenings, a small monitor:
// flags and a clock that units update as things happen. `after E, …` follows one occurrence of E, chosen by the
// adversary, which is as good as following all of them.

/// The monitors that follow one entry of a pool.
struct Watchers {
  /// While one of these is true, the entry is in use.
  fileprivate(set) var due: [Term] = []
  /// The memory of one resource, which the next one in its place starts without.
  fileprivate(set) var memory: [LifecheckSystem.VariableIndex] = []
}

/// The monitors of the entries of pools.
struct WatcherTable {
  private(set) var ofNode: [Int: Watchers] = [:]

  fileprivate mutating func note(_ monitor: Monitor, of node: Int) {
    ofNode[node, default: Watchers()].due += [monitor.isDue].compactMap { $0 }
    ofNode[node, default: Watchers()].memory += monitor.memory
  }
}

/// The monitor of one sentence for one binding of its `for each` name.
private struct Monitor {
  var goal: Term
  var watches: Set<LifecheckSystem.VariableIndex> = []
  var about: Term?
  /// It follows an occurrence, and what comes may still break the sentence when nobody refers to the resource any more.
  var isDue: Term?
  /// Flags for what it has seen, which is no failure yet: of one resource, not of the next in its place.
  var memory: [LifecheckSystem.VariableIndex] = []
}

extension Lowerer {
  /// Makes all monitors; must come before any code is laid out.
  func makeQuestions() throws {
    for (index, property) in model.properties.enumerated() {
      if property.role == .assume {
        throw LoweringFailure(
          "not-supported", "`assume` is not decided yet", at: property.range,
          help: "write what the world does not do as a condition of its events: `when …`")
      }
      if property.forEach == nil, model.kinds[property.owner.index].isRoot {
        let environment = environment(of: nodesOfKind[property.owner]?.first ?? 0)
        let monitor = try makeMonitor(property, environment)
        ask(
          Question(
            subject: .property(index), goal: monitor.goal, parts: [], about: monitor.about,
            occasions: try occasions(of: property, environment), watches: monitor.watches))
      } else {
        ask(try makeQuestion(index, property))
      }
    }
  }

  /// The things that a sentence is about: those that `for each` names, or all of the kind in which it stands.
  private func subjects(of property: Property) throws -> [(node: Int, environment: Environment)] {
    let owners = nodesOfKind[property.owner] ?? []
    guard let forEach = property.forEach else { return owners.map { ($0, environment(of: $0)) } }
    if owners.contains(where: { nodes[$0].isPoolEntry }) {
      throw LoweringFailure(
        "not-supported", "`for each` is not decided yet in a kind with a pool", at: property.range,
        help: "write the sentence outside of the kind")
    }
    return owners.flatMap { owner in
      forEach.kinds.flatMap { nodesOfKind[$0] ?? [] }.map { node in
        var environment = environment(of: owner)
        environment.locals[forEach.local] = .value(.node(node))
        return (node, environment)
      }
    }
  }

  private func makeQuestion(_ index: Int, _ property: Property) throws -> Question {
    var parts: [Question.Part] = []
    var occasions: [[Occasion]] = []
    var watches: Set<LifecheckSystem.VariableIndex> = []
    for (node, environment) in try subjects(of: property) {
      let monitor = try with(\.subject, node) { try makeMonitor(property, environment) }
      if nodes[node].isPoolEntry {
        watchers.note(monitor, of: node)
      }
      let its = try self.occasions(of: property, environment)
      let fact = its.first { $0.form == .isTrue }
      parts.append(
        Question.Part(
          name: nodes[node].name, declaration: nodes[node].declaration, goal: monitor.goal, about: monitor.about,
          occasion: fact?.goal))
      occasions.append(its)
      watches.formUnion(monitor.watches)
    }
    return Question(
      subject: .property(index), goal: .any(parts.map(\.goal)), parts: parts, occasions: together(occasions), watches: watches)
  }

  /// A rule about things that do not exist in this spec.
  func reasonNotApplicable(_ property: Property) -> String? {
    let isOfKind = !model.kinds[property.owner.index].isRoot
    func isUsed(_ kind: KindID) -> Bool {
      (nodesOfKind[kind] ?? []).contains { !nodes[$0].isPoolEntry || made.contains(kind) }
    }
    // It is asked of each thing in which it stands, and there of each of these.
    let groups = (isOfKind ? [[property.owner]] : []) + (property.forEach.map { [$0.kinds] } ?? [])
    guard let kinds = groups.first(where: { !$0.contains(where: isUsed) }) else { return nil }
    let names = kinds.map { "`\(model.kinds[$0.index].name)`" }.joined(separator: " or ")
    return "the app uses no \(names)"
  }

  private func makeMonitor(_ property: Property, _ environment: Environment) throws -> Monitor {
    var monitor = try monitor(property, environment)
    monitor.about = try property.sentence.fact.map { try self.fact($0, environment) }
    return monitor
  }

  private func monitor(_ property: Property, _ environment: Environment) throws -> Monitor {
    switch property.sentence {
    case .always(let fact): return Monitor(goal: try self.fact(fact, environment).negated)
    case .neverFact(let fact), .possibleFact(let fact): return Monitor(goal: try self.fact(fact, environment))
    case .neverHappening(let happening), .possibleHappening(let happening):
      let isInPool = context.subject.map { nodes[$0].isPoolEntry } ?? false
      let isAboutNoThing = property.forEach == nil && !isInPool && !happening.isOfThing
      return Monitor(goal: try latch(happening, environment, isAboutNoThing: isAboutNoThing))
    case .neverFor(let fact, let limit): return try neverFor(fact, limit, environment)
    case .before(let fact, let happening): return try before(fact, happening, environment)
    case .afterWithin(let first, let second, let limit, let unless):
      return try afterWithin(first, second, limit, unless, environment)
    case .afterBefore(let first, let second, let third):
      return try afterBefore(first, second, third, property.orDies, environment)
    case .afterNeverUntil(let first, let second, let third): return try afterNever(first, second, third, environment)
    case .onlyAfter(let second, let first): return try onlyAfter(second, first, environment)
    case .exactlyOnce(let counted, let per, let limit):
      return try once(counted, per: per, limit, mustCome: true, property.orDies, environment)
    case .atMostOnce(let counted, let per):
      return try once(counted, per: per, nil, mustCome: false, true, environment)
    }
  }

  /// A flag that stays true once the happening has occurred.
  /// - Parameter isAboutNoThing: Which thing is followed is open, so that it may be that of the code which tells of it.
  func latch(_ happening: Happening, _ environment: Environment, isAboutNoThing: Bool = false) throws -> Term {
    let flag = makeFlag("happened")
    let subject = context.subject
    let delivery = subject.flatMap { isFollowedDelivery($0) ? $0 : nil }
    let source = happening.isDeath ? subject : nil
    try hook(happening, environment) { lowerer, condition, range in
      let context = lowerer.context
      let isSubjectFollowedByChoice = subject.map { lowerer.isFollowedByChoice(lowerer.nodes[$0].kind) } ?? false
      var knows = isAboutNoThing ? [context.isThingOfTellerKnown] : []
      // Of the locals of several deliveries' handlers, and of the blocks that these start, only one's can be followed at a time: those of the
      // one that is asked about, or the teller's.
      if let delivery {
        knows.append(lowerer.knowsItsDelivery(delivery))
      } else if !(isSubjectFollowedByChoice && context.isTellerFollowedByChoice) {
        // Where both are followed by choice, there may be no run that follows both: then what is told counts, whoever tells it. What code reads
        // in a captured local that is not followed is no followed thing, so it speaks of one only by another name.
        knows.append(context.isTellerKnown)
        if let source, context.isTellerKnown == .true { knows.append(lowerer.knowsItsDelivery(source)) }
      }
      lowerer.emit(.assign(flag, .true, condition: .all([condition] + knows)), range)
    }
    return .equal(.variable(flag), .true)
  }

  private func neverFor(_ fact: Fact, _ limit: Expression, _ environment: Environment) throws -> Monitor {
    let holds = try self.fact(fact, environment)
    let clock = makeClock("how long", rate: holds, isDeadWhileStopped: true)
    try hook(turning: holds, isFromTheFirst: true, { $0.emit(.reset(clock, condition: $1), $2) }, at: fact.range)
    return Monitor(goal: .all([holds, .clock(clock, .greater, try duration(limit, environment))]))
  }

  private func before(_ fact: Fact, _ happening: Happening, _ environment: Environment) throws -> Monitor {
    let failed = makeFlag("failed")
    try hook(happening, environment) { lowerer, condition, origin in
      let holds = lowerer.bind(try lowerer.fact(fact, environment))
      lowerer.emit(.assign(failed, .true, condition: .all([condition, holds.negated])), origin)
    }
    return Monitor(goal: .equal(.variable(failed), .true))
  }

  private func afterWithin(
    _ first: Happening, _ second: Happening, _ limit: Expression, _ unless: Fact?, _ environment: Environment
  ) throws -> Monitor {
    let watching = makeFlag("watching")
    let clock = makeClock("since then", rate: .equal(.variable(watching), .true), isDeadWhileStopped: true)
    // An answer that could still have come in time is not missed because everything ended before.
    endAtDeath(watching, fail: nil)
    let answer: Observers.Reaction = { $0.emit(.assign(watching, .false, condition: $1), $2) }
    // The occurrence that asks does not answer itself; but what becomes true in the same unit as it does.
    let answersAtOnce = try !canBeOneOccurrence(first, second, environment)
    let call = WatchedCall(first)
    if !answersAtOnce { try hook(second, of: call, environment, answer) }
    try watch(first, call, endedBy: [second], watching, environment) { $0.emit(.reset(clock, condition: $1), $2) }
    if answersAtOnce { try hook(second, of: call, environment, answer) }
    let late = Term.all([
      .equal(.variable(watching), .true), .clock(clock, .greater, try duration(limit, environment)),
    ])
    if let unless { try excuse(unless, watching, late, environment) }
    let isNotExcused = try unless.map { try fact($0, environment).negated } ?? .true
    return Monitor(
      goal: .all([late, isNotExcused]), watches: [watching],
      isDue: .equal(.variable(watching), .true), memory: [watching])
  }

  /// `unless C`: nothing is owed any more once C has become true, or has been true while the limit passed.
  private func excuse(
    _ unless: Fact, _ watching: LifecheckSystem.VariableIndex, _ late: Term, _ environment: Environment
  ) throws {
    let holds = try fact(unless, environment)
    try hook(turning: holds, { $0.emit(.assign(watching, .false, condition: $1), $2) }, at: unless.range)
    // Until then it was true, so also at the moment at which the limit passed.
    try hook(
      turning: holds.negated, { $0.emit(.assign(watching, .false, condition: .all([$1, late])), $2) }, at: unless.range)
  }

  private func afterBefore(
    _ first: Happening, _ second: Happening, _ third: Happening, _ orDies: Bool, _ environment: Environment
  ) throws -> Monitor {
    let watching = makeFlag("watching")
    let failed = makeFlag("failed")
    let fail: Observers.Reaction = { lowerer, condition, origin in
      let due = Term.equal(.variable(watching), .true)
      lowerer.emit(.assign(failed, .true, condition: .all([condition, due])), origin)
    }
    let answer: Observers.Reaction = { $0.emit(.assign(watching, .false, condition: $1), $2) }
    let call = WatchedCall(first)
    try hook(second, of: call, environment, answer)
    try hook(third, of: call, environment, fail)
    endAtDeath(watching, fail: orDies ? nil : fail)
    try watch(first, call, endedBy: [second, third], watching, environment) { _, _, _ in }
    if try comeTogether(first, second, environment) { try hook(second, environment, answer) }
    return Monitor(
      goal: .equal(.variable(failed), .true), watches: [watching, failed],
      isDue: .equal(.variable(watching), .true), memory: [watching])
  }

  /// Death ends what is watched: as a failure, or as nothing. Comes before what starts to watch: a death that is itself
  /// the occurrence ends what was watched until then.
  private func endAtDeath(_ watching: LifecheckSystem.VariableIndex, fail: Observers.Reaction?) {
    if let fail { hook(dyingOf: [], fail) }
    hook(dyingOf: [], { $0.emit(.assign(watching, .false, condition: $1), $2) })
  }

  private func afterNever(
    _ first: Happening, _ second: Happening, _ third: Happening, _ environment: Environment
  ) throws -> Monitor {
    let watching = makeFlag("watching")
    let failed = makeFlag("failed")
    let end: Observers.Reaction = { $0.emit(.assign(watching, .false, condition: $1), $2) }
    let call = WatchedCall(first)
    try hook(third, of: call, environment, end)
    try hook(second, of: call, environment) { lowerer, condition, origin in
      let due = Term.equal(.variable(watching), .true)
      lowerer.emit(.assign(failed, .true, condition: .all([condition, due])), origin)
    }
    endAtDeath(watching, fail: nil)
    try watch(first, call, endedBy: [second, third], watching, environment) { _, _, _ in }
    if try comeTogether(first, third, environment) { try hook(third, environment, end) }
    return Monitor(
      goal: .equal(.variable(failed), .true), watches: [watching, failed],
      isDue: second.isOfForEach ? nil : .equal(.variable(watching), .true), memory: [watching])
  }

  private func onlyAfter(_ second: Happening, _ first: Happening, _ environment: Environment) throws -> Monitor {
    let seen = makeFlag("seen")
    let failed = makeFlag("failed")
    let see: Observers.Reaction = { $0.emit(.assign(seen, .true, condition: $1), $2) }
    let comeTogether = try comeTogether(first, second, environment)
    if comeTogether { try hook(first, environment, see) }
    try hook(second, environment) { lowerer, condition, origin in
      let early = Term.equal(.variable(seen), .false)
      lowerer.emit(.assign(failed, .true, condition: .all([condition, early])), origin)
    }
    if !comeTogether { try hook(first, environment, see) }
    return Monitor(
      goal: .equal(.variable(failed), .true), watches: [seen, failed],
      memory: [seen])
  }

  private func once(
    _ counted: Happening, per: Happening, _ limit: Expression?, mustCome: Bool, _ orDies: Bool, _ environment: Environment
  ) throws -> Monitor {
    let watching = makeFlag("watching")
    let came = makeFlag("came")
    let failed = makeFlag("failed")
    let clock = limit.map { _ in makeClock("since then", rate: .equal(.variable(watching), .true), isDeadWhileStopped: true) }
    let missed: Observers.Reaction = { lowerer, condition, origin in
      let due = Term.all([.equal(.variable(watching), .true), .equal(.variable(came), .false)])
      lowerer.emit(.assign(failed, .true, condition: .all([condition, due])), origin)
    }
    let count: Observers.Reaction = { lowerer, condition, origin in
      let again = Term.all([.equal(.variable(watching), .true), .equal(.variable(came), .true)])
      lowerer.emit(.assign(failed, .true, condition: .all([condition, again])), origin)
      lowerer.emit(.assign(came, .variable(watching), condition: condition), origin)
    }
    let comeTogether = try comeTogether(per, counted, environment)
    if !comeTogether { try hook(counted, environment, count) }
    endAtDeath(watching, fail: mustCome && !orDies ? missed : nil)
    try hook(per, environment) { lowerer, condition, origin in
      if mustCome { try missed(lowerer, condition, origin) }
      let next = lowerer.choice(2)
      lowerer.emit(.assign(watching, next, condition: condition), origin)
      lowerer.emit(.assign(came, .false, condition: condition), origin)
      if let clock { lowerer.emit(.reset(clock, condition: condition), origin) }
    }
    if comeTogether { try hook(counted, environment, count) }
    var goals = [Term.equal(.variable(failed), .true)]
    if let clock, let limit {
      goals.append(
        .all([
          .equal(.variable(watching), .true), .equal(.variable(came), .false),
          .clock(clock, .greater, try duration(limit, environment)),
        ]))
    }
    return Monitor(
      goal: .any(goals), watches: [watching, came, failed],
      isDue: .all([.equal(.variable(watching), .true), counted.isOfForEach ? .equal(.variable(came), .false) : .true]),
      memory: [watching, came])
  }
}

extension Sentence {
  /// The fact that is always or never so, or so when the app dies.
  fileprivate var fact: Fact? {
    switch self {
    case .always(let fact), .neverFact(let fact), .neverFor(let fact, _): return fact
    case .neverHappening(let happening):
      if case .dies = happening.kind { return happening.condition }
      return nil
    default: return nil
    }
  }
}

extension Happening {
  /// It can only come where somebody refers to the thing that the sentence is about.
  fileprivate var isOfForEach: Bool {
    switch kind {
    case .calls(let target, _), .returns(let target, _), .fails(let target, _):
      if case .local = target.kind { true } else { false }
    default: false
    }
  }
}

extension Happening {
  /// It is of a thing to which one refers.
  fileprivate var isOfThing: Bool {
    switch kind {
    case .calls(let target, _), .returns(let target, _), .fails(let target, _), .signal(let target, _):
      if case .reference = target.type { true } else { false }
    default: false
    }
  }

  package var isDeath: Bool { if case .dies = kind { true } else { false } }
}
