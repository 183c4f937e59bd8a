import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The value of a kept job: the number of a copy that is followed, or one number for all others. Of these nothing is known:
// whether one is over is open at each reading, and to cancel it changes nothing, since what it does next is open anyway.

extension Lowerer {
  /// The value of a job whose copy is not followed.
  var looseJob: Int { known.jobCount + 1 }

  /// `job.running`
  func isRunning(_ job: Term) -> Term {
    found.noteAskingForJobs()
    let followed = (0..<known.jobCount).map { number in
      Term.all([.equal(job, .constant(number + 1)), term(.jobRunning(number: number + 1))])
    }
    return .any(followed + [.all([isLoose(job: job), .equal(unknown(2), .true)])])
  }

  /// A job that is over is none.
  func sameJobs(_ a: Term, _ b: Term, _ operation: BinaryOperator) -> Term {
    found.noteAskingForJobs()
    let areLoose = Term.any([isLoose(job: a), isLoose(job: b)])
    let areSame = areLoose == .false ? Term.equal(a, b) : .choose(areLoose, unknown(2), .equal(a, b))
    return operation == .notEqual ? areSame.negated : areSame
  }

  private func isLoose(job: Term) -> Term { known.jobCount == 0 ? .false : .folded(.equal, job, .constant(looseJob)) }

  /// It waits, or is queued, or is about to begin with that, has been asked to stop, and what it does then is seen by nobody: it is as
  /// good as gone. Where somebody asks for jobs, it counts as long as one refers to it.
  func leavesUnnoticed(_ process: Int) -> Term {
    guard let number = processes[process].jobNumber, let flag = processes[process].cancelFlag else { return .false }
    let places = UnnoticedPlaces(lowerer: self, process: process, flag: flag).all
    let holders = known.asksForJobs ? roles.indices.filter { roles[$0].isJob } : []
    return .all(
      [.at(AutomatonIndex(process), places.map { LocationIndex($0) }), .equal(.variable(flag), .true)]
        + holders.map { Term.equal(.variable(VariableIndex($0)), .constant(number)).negated })
  }
}

/// Where a copy that is asked to stop goes to its end by itself, and nobody sees more of it than that it is under way. Whoever asks
/// whether anything is, is told so by the next copy of the same block, which begins as this one is given up for it and is served
/// later where both are queued.
private struct UnnoticedPlaces {
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
    if let executor = location.queuedOn { return lowerer.isApp(executor) && !lowerer.countsOvertaking(on: executor) }
    return location.isBeginning || !draft.isAppAtWork(in: location)
  }

  /// Code that waits may go as soon as it is asked to; what is queued, or begins, can go no other way.
  private func leaves(_ place: Int, through places: [Int]) -> Bool {
    let location = draft.locations[place]
    let edges = draft.edges.filter { $0.source == place && !isForOthers($0) }
    func leads(_ edge: DraftEdge) -> Bool {
      edge.isUrgent && (edge.target == Process.idle || places.contains(edge.target)) && isUnnoticed(edge)
    }
    if location.isBeginning || location.queuedOn != nil || !location.isStable { return !edges.isEmpty && edges.allSatisfy(leads) }
    return edges.contains(where: leads)
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
      case .reset: return true
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

extension Action {
  /// That a job which has ended is nobody's any more: a variable that refers to it, and to no other, becomes none.
  func forgets(job number: Int?) -> Bool {
    guard let number, case .assign(let variable, .constant(0), let condition) = kind else { return false }
    return condition == .equal(.variable(variable), .constant(number))
  }
}
