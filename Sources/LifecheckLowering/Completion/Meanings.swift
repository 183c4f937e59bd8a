import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// The open facts about members of crowds, as flags.
struct CrowdFlags {
  /// Some fact asks whether app code is at work; a crowd's answer is open.
  var atWork: VariableIndex?
  /// Facts such as `f is running` that a crowd's member may make true, each with the flag that says whether one does.
  var inside: [(macro: Macro, flag: VariableIndex)] = []
  /// Of these, those that may change while the app is frozen.
  var changingWhileFrozen: Set<VariableIndex> = []

  var all: [VariableIndex] { [atWork].compactMap { $0 } + inside.map(\.flag) }
}

/// The meanings of the facts that terms mention, now that all code is laid out.
struct Meanings {
  let lowerer: Lowerer
  /// For each process, its locations that are part of the finished system.
  var kept: [[Int]] = []
  var crowd = CrowdFlags()
  /// By the first copy of a crowd.
  var holding: [Int: HoldingMember] = [:]
  /// Of copies of which each is the one that is followed in some run, only those count that this run is about (`FollowedAtWill`).
  var isForOneFact = false
  /// Nobody who is followed waits before anybody else.
  var isOfTheFirst = false

  /// For those who are the first in their queues.
  var ofTheFirst: Meanings {
    var result = self
    result.isOfTheFirst = true
    return result
  }

  /// For what breaks a sentence.
  func judging(_ goal: Term) -> Meanings {
    var result = self
    result.isForOneFact = lowerer.asksForOneFact(goal)
    return result
  }

  func resolve(_ action: Action) throws -> Action {
    var problem: Error?
    let resolved = action.mapped { term in
      do { return try resolve(term) } catch {
        problem = error
        return term
      }
    }
    if let problem { throw problem }
    guard case .move(let automaton, let location, let condition) = resolved.kind else { return resolved }
    let place = kept[automaton.index].firstIndex(of: location.index) ?? 0
    return Action(.move(automaton, LocationIndex(place), condition: condition), origin: resolved.origin)
  }

  func resolve(_ term: Term) throws -> Term {
    var problem: Error?
    let result = term.mapped(
      variable: { variable in
        guard let macro = variable.asMacro else { return .variable(variable) }
        do { return try resolve(meaning(of: lowerer.macros[macro])) } catch {
          problem = error
          return .false
        }
      },
      at: { automaton, locations in
        let places = locations.compactMap { kept[automaton.index].firstIndex(of: $0.index) }.map { LocationIndex($0) }
        return places.isEmpty ? .false : .at(automaton, places.sorted())
      })
    if let problem { throw problem }
    return result
  }

  private func places(_ isMeant: (Int, DraftLocation) -> Bool) -> Term {
    .any(
      lowerer.processes.enumerated().map { process, draft in
        let found = draft.locations.indices.filter { $0 != Process.idle && isMeant(process, draft.locations[$0]) }
        if found.isEmpty { return .false }
        let isThere = Term.at(AutomatonIndex(process), found.map { LocationIndex($0) })
        return isForOneFact ? .all([isThere, lowerer.isJudged(process)]) : isThere
      })
  }

  func meaning(of macro: Macro) throws -> Term {
    switch macro {
    case .busy(let executor): return .any([places { $1.holds.contains(executor) }] + membersHolding(executor))
    case .someoneHolds(let executor): return .any([places { $1.holds.contains(executor) }, crowd(may: macro)])
    case .anyQueued(let executor): return places { $1.queuedOn == executor }
    case .behindOthers(let automaton, let executor): return lowerer.behindOthers(automaton, executor, ofThoseFollowed: !isOfTheFirst)
    case .working, .halfway:
      let isMeant = { (process: Int, location: DraftLocation) in
        macro == .working
          ? lowerer.processes[process].isAppAtWork(in: location) : lowerer.processes[process].isAppHalfway(in: location)
      }
      let others = Term.any([thereIsACrowd(at: isMeant), lowerer.someoneIsGivenUpAtWork])
      return .any([places(isMeant), .all([others, crowd.atWork.map { .equal(.variable($0), .true) } ?? .true])])
    case .nothingUnderWay: return places(lowerer.isUnderWay).negated
    case .functionRunning, .appCode, .eventRunning, .callbackRunning:
      if case .functionRunning(_, let id) = macro { try lowerer.refuseUnknownOwners(of: id) }
      return .any([places { $1.inside.contains(macro) }, crowd(may: macro)])
    case .whileAt(let macro, let process, let location):
      return lowerer.fixed(try meaning(of: lowerer.macros[macro]), process: process, at: location)
    case .somethingIsLoose: return lowerer.looseness()
    case .someoneLooseMayRefer: return lowerer.looseness(where: lowerer.mayRefer)
    case .isBeingLoopedOver(let node): return isBeingLoopedOver(node)
    case .isHeldByRound(let node): return lowerer.leavesRounds(node) ? placesInRounds(of: node) : isBeingLoopedOver(node)
    case .jobRunning(let number):
      guard let process = lowerer.processes.firstIndex(where: { $0.jobNumber == number }) else { return .false }
      return Term.at(AutomatonIndex(process), [LocationIndex(Process.idle)]).negated
    case .leavesUnnoticed(let process): return lowerer.leavesUnnoticed(process)
    case .leavesWork(let process): return lowerer.leavesWork(process)
    case .referenced(let kind, let entry, let exceptOwn):
      let byMembers = lowerer.followedDeliveries(of: kind) == nil ? [] : lowerer.memberFlags(of: kind, entry: entry)
      let refers: (VariableRole) -> Bool = { $0.refersTo == kind }
      let isKnown =
        exceptOwn
        ? try canBeComeTo(entry + 1, except: lowerer.nodesOfKind[kind]![entry], refers) : try isInUse(entry + 1, refers)
      return .any([isKnown] + byMembers.map { .equal(.variable($0), .true) })
    case .boxReferenced(let pool, let entry): return try isInUse(entry + 1) { $0.boxPool == pool }
    }
  }

  private func membersHolding(_ executor: ExecutorKey) -> [Term] {
    holding.keys.sorted().map { holding[$0]! }.filter { $0.executor == executor }.map(\.isSomeone)
  }

  /// Some member of a crowd makes it true.
  private func crowd(may macro: Macro) -> Term {
    guard let flag = crowd.inside.first(where: { $0.macro == macro })?.flag else { return .false }
    let mayBe = thereIsACrowd { $1.inside.contains(macro) || $1.holds.contains { .someoneHolds($0) == macro } }
    return .all([mayBe, .equal(.variable(flag), .true)])
  }

  private func thereIsACrowd(at isMeant: (Int, DraftLocation) -> Bool) -> Term {
    lowerer.thereIsACrowd(at: isMeant) { isForOneFact ? lowerer.areJudged($0) : .true }
  }

  func isBeingLoopedOver(_ node: Int) -> Term {
    let inBodies = lowerer.keptRounds(of: lowerer.nodes[node].kind).map { round in
      let isThis = Term.equal(.variable(round.entry), .constant(lowerer.referenceValue(of: node)))
      return Term.all([isThis, places { $1.loopedOver.contains(.kept(round)) }])
    }
    return .any([placesInRounds(of: node)] + inBodies)
  }

  /// Code is in a round that has been laid out for this thing alone.
  private func placesInRounds(of node: Int) -> Term { places { $1.loopedOver.contains(.node(node)) } }
}
