import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Any number of copies: some are followed exactly; all further ones together are a crowd that may, at any moment, do
// anything that one of them could do at some point of its code. It remembers nothing, so this allows more than can
// really happen, and a proof holds for any number of copies.

/// The further copies of an async block.
struct Crowd {
  /// Its flag is true from the first member on, for good.
  let site: ExhaustionSite
  /// True while there may be members: of the app's code, until the process dies.
  let members: LifecheckSystem.VariableIndex
  let copies: [Int]
  let executor: ExecutorKey?
  /// Where the first copy keeps what it is given at its start.
  let given: [LifecheckSystem.VariableIndex]
  /// By variable of the first copy: what is remembered of the references that members were given (`MemberReferences`).
  let references: [LifecheckSystem.VariableIndex: [LifecheckSystem.VariableIndex]]
  /// By the same, where it refers to a delivery of which one is followed: some member was given none.
  let givenNone: [LifecheckSystem.VariableIndex: LifecheckSystem.VariableIndex]
  /// Those that have not begun, where they are no members yet.
  let waiting: WaitingCopies?
  let followedCopy: FollowedCopy
  /// Copies that are given up in the middle of work; nil where none is.
  let givenUp: GivenUpAtWork?
  /// The flags that are set as it gets a member.
  var flags: [LifecheckSystem.VariableIndex] { [members, site.flag] }
  /// One that waits, while all that are followed have begun, is one, whether it has been noticed or not.
  fileprivate var mayHaveMembers: Term {
    .any([hasMembersThatHaveBegun] + (waiting.map { [.equal(.variable($0.isSomeoneWaiting), .true)] } ?? []))
  }
  /// Before it does its first step, one that has waited is noticed.
  var hasMembersThatHaveBegun: Term { .equal(.variable(members), .true) }
}

extension Lowerer {
  /// - Parameter given: Where the first copy keeps what it is given at its start.
  func makeCrowd(
    _ shown: String, _ copies: [Int], given: [LifecheckSystem.VariableIndex] = [], waiting: WaitingCopies? = nil,
    followedCopy: FollowedCopy = .next, executor: ExecutorKey?, at range: SourceRange
  ) -> Crowd {
    let members = makeFlag("crowd of \(shown)", storage: processes[copies[0]].isSystem ? .system : .memory)
    let ever = makeFlag("once a crowd of \(shown)")
    let crowd = Crowd(
      site: ExhaustionSite(what: shown, bound: copies.count, origin: range, flag: ever), members: members, copies: copies,
      executor: executor, given: given, references: makeMemberReferences(shown, given),
      givenNone: makeGivenNone(shown, given), waiting: waiting, followedCopy: followedCopy,
      givenUp: makeGivenUpAtWork(shown, copies, at: range))
    add(crowd)
    return crowd
  }

  /// Adds the crowd as a process with one location.
  func addCrowd(
    _ crowd: Crowd, to system: inout TimedSystem, _ writers: ExecutorsOfWriters, _ meanings: Meanings
  ) throws {
    let isMember = Term.equal(.variable(crowd.members), .true)
    let source = crowd.copies[0]
    let copies = memberCopies(of: source, given: crowd.given, in: system)
    let own = OwnParts(
      process: source, references: crowd.references.merging(copies) { given, _ in given },
      declared: declaredByMembers(of: crowd), lowerer: self)
    let known = try knownAtPlaces(of: source, in: system, writers, meanings)
    let holding = meanings.holding[source]
    let isFree = try (holding?.executor).map { try self.isFree($0, meanings) }
    var edges: [Edge] = []
    for edge in system.automata[source].edges {
      var standing = known[edge.source.index].filter { fact in
        fact.readVariables.allSatisfy { variable in
          !own.unknown.contains(variable) || edge.body.contains { $0.reads(variable) }
        }
      }
      // What is asked is said of whoever is at it; that nobody holds it, of the first copy as well.
      if let isFree, edge.asks(for: isFree) { standing.append(isFree) }
      let step = holding.map { HoldingMember.Step($0, of: edge) }
      guard let loose = loosened(edge, own, .all([isMember] + standing), crowd, step) else { continue }
      edges.append(loose)
    }
    if let holding { edges += stopsTime(of: holding, like: source, in: system, whatever: own.unknown) }
    system.automata.append(
      Automaton(
        name: "further copies of \(crowd.site.what)", locations: [Location(name: "any", origin: crowd.site.origin)],
        initial: LocationIndex(0), edges: edges))
    for executor in executorsHeld(by: source) { relaxQueue(of: executor, while: isMember, in: &system, meanings) }
  }

  /// There may be members.
  var thereIsACrowd: Term { .any(crowds.map(\.mayHaveMembers)) }

  /// There may be members that can be at such a place of their code.
  /// - Parameter isCounted: When the members of a crowd count at all.
  func thereIsACrowd(at isMeant: (Int, DraftLocation) -> Bool, where isCounted: (Crowd) -> Term = { _ in .true }) -> Term {
    .any(
      crowds.compactMap { crowd in
        let copy = crowd.copies[0]
        let meant = processes[copy].locations.filter { isMeant(copy, $0) }
        if meant.isEmpty { return nil }
        let hasMembers = meant.contains(where: \.isBeginning) ? crowd.mayHaveMembers : crowd.hasMembersThatHaveBegun
        return .all([hasMembers, isCounted(crowd)])
      })
  }

  /// There may be members that hold the executor, for as long as they like.
  func membersThatHold(_ executor: ExecutorKey) -> [Term] {
    crowds.filter { canBeSummarized($0) && executorsHeld(by: $0.copies[0]).contains(executor) }.map(\.mayHaveMembers)
  }

  /// A flag that says whether some member of a crowd makes a fact true; it counts only while there is a crowd.
  ///
  /// It is true at first, since a member is at work from the step that starts it.
  func makeCrowdFlag(_ name: String) -> VariableIndex {
    makeFlag(name, isTrueAtFirst: true)
  }

  /// While there are members the flag may change at any moment. No monitor reacts to that, and none needs to: what members
  /// do is told by the edges that they share with the copies, which are judged with the flag as the others leave it. The
  /// flag may be raised without a crowd, for a member that makes the fact true by being started.
  func addCrowdFlag(_ flag: VariableIndex, of flags: CrowdFlags, to system: inout TimedSystem) {
    let goesOn = Action(.assume(flags.changingWhileFrozen.contains(flag) ? .true : .equal(.variable(frozen), .false)))
    func edge(_ value: Term, when condition: Term) -> Edge {
      Edge(
        source: LocationIndex(0), target: LocationIndex(0), isUrgent: false,
        body: [
          Action(.assume(condition)), goesOn, Action(.assume(.equal(.variable(flag), value.negated))),
          Action(.assign(flag, value, condition: .true)),
        ], label: EdgeLabel())
    }
    system.automata.append(
      Automaton(
        name: "the crowd", locations: [Location(name: "any")], initial: LocationIndex(0),
        edges: [edge(.false, when: .any([thereIsACrowd, someoneIsGivenUpAtWork])), edge(.true, when: .true)]))
  }

  func canBeSummarized(_ crowd: Crowd) -> Bool { crowd.copies.allSatisfy(canBeCrowd) }

  /// A crowd holds an executor for as long as it likes, which matters on the main thread: there only blocks that take no time, as long as
  /// it may be that no more copies are needed than are followed.
  private func canBeCrowd(_ process: Int) -> Bool {
    guard followed.following != .oneWithoutBound, let main = mainThread else { return true }
    return !executorsHeld(by: process).contains(main)
  }

  /// A member may hold each of these for as long as it likes. What it takes in passing only keeps nobody waiting.
  private func executorsHeld(by process: Int) -> [ExecutorKey] {
    let reached = Set(processes[process].edges.flatMap { [$0.source, $0.target] })
    var result: [ExecutorKey] = []
    for number in reached.sorted() where processes[process].locations[number].isStable {
      for executor in processes[process].locations[number].holds where !result.contains(executor) { result.append(executor) }
    }
    return result
  }

  /// The parts that belong to one copy only, and are unknown for a member of the crowd.
  private struct OwnParts {
    let process: Int
    let variables: Set<VariableIndex>
    let clocks: Set<ClockIndex>
    let orderFlags: Set<VariableIndex>
    /// Captured variables: a member's own may be none of those that are followed.
    let boxes: Set<VariableIndex>
    /// Whether the first copy has been asked to stop, and its number.
    let job: (flag: VariableIndex, number: Int)?
    let unknown: Set<VariableIndex>
    /// Those of which it matters that they are the same through a step. What a reference to a captured variable leads to is unknown in any case.
    let remembered: Set<VariableIndex>
    /// By variable: what is remembered of the references that members have there (`MemberReferences`).
    let references: [VariableIndex: [VariableIndex]]
    /// Where it keeps what it has declared, which for a member is not followed.
    let declared: DeclaredByMembers

    init(process: Int, references: [VariableIndex: [VariableIndex]], declared: DeclaredByMembers, lowerer: Lowerer) {
      self.process = process
      self.references = references
      self.declared = declared
      variables = Set(lowerer.processes[process].ownVariables)
      clocks = Set(lowerer.processes[process].ownClocks)
      let pools = Set(variables.compactMap { lowerer.roles[$0.index].boxPool }).filter {
        !lowerer.isFollowedByChoice(LocalID($0))
      }
      job = lowerer.processes[process].jobNumber.flatMap { number in
        lowerer.processes[process].cancelFlag.map { (flag: $0, number: number) }
      }
      boxes = Set(pools.flatMap { lowerer.boxes.pools[$0]?.entries ?? [] })
      orderFlags = Set(lowerer.orderFlags(of: process) + lowerer.flagsBehind(of: process))
        .union(lowerer.processes[process].next.map { [$0.isUnordered] } ?? [])
      remembered = variables.filter { variable in lowerer.roles[variable.index].boxPool.map { !pools.contains($0) } ?? true }
      unknown = variables.union(orderFlags).union(boxes).union(job.map { [$0.flag] } ?? [])
    }

    /// That nobody's job is the first copy any more. What asks it to stop is no end: a member may do that to it.
    func isEndOfJob(_ action: Action) -> Bool {
      guard let job, case .assign(let variable, let value, _) = action.kind else { return false }
      return variable == job.flag ? value == .false : action.forgets(job: job.number)
    }
  }

  /// The edge as any member may take it; nil if no one else could notice.
  /// - Parameter standing: That there are members, and what is known wherever one can be that takes it.
  private func loosened(
    _ edge: Edge, _ own: OwnParts, _ standing: Term, _ crowd: Crowd, _ holding: HoldingMember.Step?
  ) -> Edge? {
    var made = LooseEdge(choices: edge.choices, body: holding?.beginning ?? [], holding: holding)
    // Where the first copy is, others are not.
    made.body.append(loose(Action(.assume(standing)), &made, own, crowd, keepingPlaces: true))
    for (place, action) in edge.body.enumerated() {
      add(action, to: &made, own, crowd)
      guard case .assign(let variable, let value, let condition) = action.kind else { continue }
      made.assigned.insert(variable)
      made.read[variable] = nil
      guard own.remembered.contains(variable), condition == .true else { continue }
      let isReadLater = edge.body[(place + 1)...].contains { $0.reads(variable) }
      made.read[variable] = knownValue(value, of: variable, isReadLater: isReadLater, &made, own, crowd)
    }
    guard made.hasEffect || holding?.isMove == true else { return nil }
    made.body += holding?.end ?? []
    if edge.body.contains(where: isEndOfLife) { made.body += endOfFirstCopy(own) }
    return Edge(
      source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, choices: made.choices, body: made.body,
      label: edge.label)
  }

  private func isEndOfLife(_ action: Action) -> Bool {
    if case .assign(running, .false, _) = action.kind { true } else { false }
  }

  /// A member that ends the process ends the first copy as well, which its own code ends by going on to its end.
  private func endOfFirstCopy(_ own: OwnParts) -> [Action] {
    if processes[own.process].isSystem { return [] }
    let forgotten = own.variables.union(own.orderFlags).union(own.job.map { [$0.flag] } ?? []).sorted()
    return [Action(.move(AutomatonIndex(own.process), LocationIndex(Process.idle), condition: .true))]
      + forgotten.map { Action(.assign($0, firstValue(of: $0), condition: .true)) }
  }

  /// The value as it stays through the step: what the step itself chooses, what a member keeps under another name, or what
  /// it has read of others, which may have another value by the end of the step.
  private func knownValue(
    _ value: Term, of variable: VariableIndex, isReadLater: Bool, _ edge: inout LooseEdge, _ own: OwnParts, _ crowd: Crowd
  ) -> Term? {
    if value.isOfChoicesOnly { return value }
    guard case .variable(let source) = value else { return nil }
    if own.remembered.contains(source) {
      guard case .assume(let known) = loose(Action(.assume(value)), &edge, own, crowd).kind else { return nil }
      return known
    }
    guard isReadLater, !own.unknown.contains(source), let domain = domainAsRead(source, for: variable) else { return nil }
    let read = Term.choice(ChoiceIndex(edge.choices.count))
    edge.choices.append(domain)
    edge.body.append(Action(.assume(.equal(read, value))))
    return read
  }

  /// How many values may be read there; nil where that is more than the variable has room for, or not a variable that is stored.
  private func domainAsRead(_ source: VariableIndex, for variable: VariableIndex) -> Int? {
    guard variables.indices.contains(source.index) else { return nil }
    let domain = variables[source.index].domain
    return domain <= variables[variable.index].domain ? domain : nil
  }

  private struct LooseEdge {
    var choices: [Int]
    var body: [Action]
    let holding: HoldingMember.Step?
    var hasEffect = false
    /// By the actions so far.
    var assigned: Set<VariableIndex> = []
    /// The values assumed for own variables that have been read, until they are assigned, and those that the step itself has chosen for them.
    var read: [VariableIndex: Term] = [:]
  }

  private func add(_ action: Action, to edge: inout LooseEdge, _ own: OwnParts, _ crowd: Crowd) {
    switch action.kind {
    // The copies that are followed let go of it like everybody else.
    case .assign where isLettingGo(action): edge.body.append(action)
    case .assign(let variable, _, _) where own.variables.contains(variable) || own.orderFlags.contains(variable):
      if let forgetting = forgettingCall(action) { edge.body.append(loose(forgetting, &edge, own, crowd)) }
      if let limit = own.declared.limit(action, of: variable) { edge.body.append(loose(limit, &edge, own, crowd)) }
      guard let flags = own.references[variable],
        case .assign(_, let value, let condition) = loose(action, &edge, own, crowd).kind
      else { return }
      let notes = noteMember(given: value, in: flags, when: condition)
      edge.body += notes
      if !notes.isEmpty { edge.hasEffect = true }
    case .assign where own.isEndOfJob(action): return
    case .reset(let clock, _) where own.clocks.contains(clock): return
    case .move(let automaton, _, _) where automaton.index == own.process: return
    case .assume: edge.body.append(loose(action, &edge, own, crowd))
    case .assign, .move, .reset:
      edge.hasEffect = true
      edge.body.append(loose(action, &edge, own, crowd))
    }
  }

  /// The action as a member may do it, behind what limits its choices: with a fresh one for everything that is unknown.
  /// - Parameter keepingPlaces: Where the first copy is said to be is meant of that one.
  private func loose(
    _ action: Action, _ edge: inout LooseEdge, _ own: OwnParts, _ crowd: Crowd, keepingPlaces: Bool = false
  ) -> Action {
    var (made, limits) = (edge, [Action]())
    func fresh(_ domain: Int) -> Term {
      made.choices.append(domain)
      return .choice(ChoiceIndex(made.choices.count - 1))
    }
    func value(of variable: VariableIndex) -> Term {
      if edge.holding?.isOneself(variable) == true { return .constant(0) }
      guard own.unknown.contains(variable) else { return .variable(variable) }
      if let known = made.read[variable] { return known }
      if own.declared.isNeverFollowed(variable) { return .constant(looseBox) }
      let choice = fresh(variables[variable.index].domain)
      if own.remembered.contains(variable) { made.read[variable] = choice }
      limits += limit(choice, to: own.references[variable] ?? [])
      if let limit = own.declared.limit(choice, of: variable) { limits.append(Action(.assume(limit.mapped(variable: value)))) }
      let isGiven = crowd.given.contains(variable) && !made.assigned.contains(variable)
      if isGiven { limits += limitCaptured(choice, like: variable) + limitGivenNone(choice, crowd.givenNone[variable]) }
      return choice
    }
    let loose = action.mapped { term in
      term.mapped(
        variable: value, at: { $0.index == own.process && !keepingPlaces ? fresh(2) : .at($0, $1) },
        clock: { own.clocks.contains($0) ? fresh(2) : .clock($0, $1, $2) })
    }
    made.body += limits
    edge = made
    return loose
  }

  /// The exact copies may have to wait for members of the crowd that are before them in the queue.
  private func relaxQueue(of executor: ExecutorKey, while isMember: Term, in system: inout TimedSystem, _ meanings: Meanings) {
    for process in processes.indices {
      let waiting = meanings.kept[process].enumerated().filter { isWaiting(process, at: $0.element, for: executor) }.map(\.offset)
      guard !waiting.isEmpty else { continue }
      system.automata[process].edges = system.automata[process].edges.flatMap { edge in
        waiting.contains(edge.source.index) ? edge.promptOrLate(isMember) : [edge]
      }
    }
  }
}

extension Lowerer {
  /// In its queue; or an event of its own, which happens where it is free.
  private func isWaiting(_ process: Int, at location: Int, for executor: ExecutorKey) -> Bool {
    if location == Process.idle { return processes[process].executor == executor }
    return processes[process].locations[location].queuedOn == executor
  }
}

extension Term {
  /// Whatever changes within a step, it has the same value all along.
  fileprivate var isOfChoicesOnly: Bool {
    !contains {
      switch $0 {
      case .variable, .at, .clock, .bound: true
      default: false
      }
    }
  }
}
