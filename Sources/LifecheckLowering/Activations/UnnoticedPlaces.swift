import LifecheckLanguage
import LifecheckSystem

/// Where a copy that is asked to stop goes to its end by itself, and nobody sees more of it than that it is under way, or at work. Whoever
/// asks whether anything is under way is told so by the next copy of the same block, which begins as this one is given up for it and is
/// served later where both are queued; whether the app is at work is not known from then on (`GivenUpAtWork`).
struct UnnoticedPlaces {
  let lowerer: Lowerer
  let process: Int
  let flag: VariableIndex

  private var draft: Process { lowerer.processes[process] }

  /// In their order.
  var all: [Int] {
    let holding = placesWithThingsInHand
    var places = draft.locations.indices.filter { $0 != Process.idle && isQuiet(draft.locations[$0]) && !holding.contains($0) }
    while let noticed = places.first(where: { !leaves($0, through: places) }) { places.removeAll { $0 == noticed } }
    return places.filter { draft.locations[$0].isStable }
  }

  /// Those where the app is at work, and those from where it comes to one of them: who sleeps is not at work, but has to queue
  /// when that is over.
  var atWorkOrOnTheWayThere: [Int] {
    let unnoticed = all
    let atWork = unnoticed.filter { !draft.locations[$0].isBeginning && draft.isAppAtWork(in: draft.locations[$0]) }
    let back = draft.edges.filter { !isForOthers($0) }.map { (from: $0.target, to: $0.source) }
    let found = places(Set(atWork), andBeyond: back)
    return unnoticed.filter(found.contains)
  }

  /// The places, and all to which such steps lead from them, but not through the end of the code.
  private func places(_ beginning: Set<Int>, andBeyond steps: [(from: Int, to: Int)]) -> Set<Int> {
    var found = beginning
    func isNew(_ step: (from: Int, to: Int)) -> Bool {
      found.contains(step.from) && step.to != Process.idle && !found.contains(step.to)
    }
    while let step = steps.first(where: isNew) { found.insert(step.to) }
    return found
  }

  /// It holds nothing that others wait for, but in passing, and nobody asks whether code is there. In a queue it may be one too few, unless
  /// events count whom they have overtaken.
  private func isQuiet(_ location: DraftLocation) -> Bool {
    guard location.loopedOver.isEmpty, location.inside.allSatisfy({ !lowerer.macros.mentions($0) }) else { return false }
    if !location.isStable { return true }
    guard location.holds.isEmpty else { return false }
    if let executor = location.queuedOn, !lowerer.isApp(executor) || lowerer.countsOvertaking(on: executor) { return false }
    return location.isBeginning || !draft.isAppAtWork(in: location) || lowerer.givesUpAtWork
  }

  /// Where it may refer to a thing of which somebody asks whether it is forgotten: who is given up lets go of it too soon.
  private var placesWithThingsInHand: Set<Int> {
    let own = Set(draft.ownVariables.filter { lowerer.isAskedWhetherForgotten(lowerer.roles[$0.index]) })
    if own.isEmpty { return [] }
    func gives(_ edge: DraftEdge) -> Bool {
      edge.items.contains { item in
        guard case .action(let action) = item.asAction, case .assign(let variable, let value, _) = action.kind else { return false }
        return own.contains(variable) && value != .constant(0)
      }
    }
    let others = lowerer.processes.indices.filter { $0 != process }
    if others.contains(where: { lowerer.processes[$0].edges.contains(where: gives) }) { return Set(draft.locations.indices) }
    return places(Set(draft.edges.filter(gives).map(\.target)), andBeyond: draft.edges.map { (from: $0.source, to: $0.target) })
  }

  /// It can go no other way. Where code that waits need not go as soon as it is asked to, the place does not count.
  private func leaves(_ place: Int, through places: [Int]) -> Bool {
    let edges = draft.edges.filter { $0.source == place && !isForOthers($0) }
    func leads(_ edge: DraftEdge) -> Bool {
      edge.isUrgent && (edge.target == Process.idle || places.contains(edge.target)) && isUnnoticed(edge)
    }
    return !edges.isEmpty && edges.allSatisfy(leads)
  }

  /// Only who has not been asked to stop takes it.
  private func isForOthers(_ edge: DraftEdge) -> Bool {
    edge.items.contains { item in
      guard case .action(let action) = item.asAction, case .assume(let term) = action.kind else { return false }
      return term == .equal(.variable(flag), .false)
    }
  }

  /// It needs nothing but to be asked, and its turn, and changes nothing but what is its own.
  private func isUnnoticed(_ edge: DraftEdge) -> Bool {
    let own = Set(draft.ownVariables + [flag] + lowerer.orderFlags(of: process))
    return edge.items.allSatisfy { item in
      guard case .action(let action) = item.asAction else { return false }
      switch action.kind {
      case .assume(let term): return term == .equal(.variable(flag), .true) || isOpen(term) || isItsTurn(term, in: edge)
      // `job = none` of its own code may hit the next one, and is an effect like any other.
      case .assign(let variable, _, _): return own.contains(variable) || action.forgets(job: draft.jobNumber)
      case .reset(let clock, _): return draft.ownClocks.contains(clock)
      case .move: return false
      }
    }
  }

  /// A choice, whatever is the case.
  private func isOpen(_ term: Term) -> Bool {
    term != .false && term.readVariables.isEmpty && term.readClocks.isEmpty && !term.mentionsLocations
  }

  private func isItsTurn(_ term: Term, in edge: DraftEdge) -> Bool {
    guard let executor = draft.locations[edge.source].queuedOn else { return false }
    return term == lowerer.term(.busy(executor)).negated
      || term == lowerer.term(.behindOthers(automaton: process, executor)).negated
  }
}

extension Lowerer {
  /// A variable that may refer to such a thing, or to a captured local that does.
  fileprivate func isAskedWhetherForgotten(_ role: VariableRole) -> Bool {
    let held = role.boxPool.flatMap { referredKind(of: model.locals[$0].type) }
    return macros.all.contains { macro in
      guard case .referenced(let kind, _, exceptOwn: true) = macro else { return false }
      return kind == role.refersTo || kind == held
    }
  }
}
