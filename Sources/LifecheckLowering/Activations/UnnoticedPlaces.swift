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
    var places = draft.locations.indices.filter { $0 != Process.idle && isQuiet(draft.locations[$0]) }
    while let noticed = places.first(where: { !leaves($0, through: places) }) { places.removeAll { $0 == noticed } }
    return places.filter { draft.locations[$0].isStable }
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
