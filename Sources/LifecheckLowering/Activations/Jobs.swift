import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// What a kept job is: the number of the copy that is followed, or that of any other one. Of these nothing is known: whether
// one is over is open at each reading, and to cancel it changes nothing, since what it does next is open anyway.

extension Lowerer {
  /// What a job of a copy that is not followed is.
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

  /// It waits, or is about to begin with that, has been asked to stop, and what it does then is seen by nobody: it is as good as
  /// gone. Where somebody asks for jobs, it counts as long as one refers to it.
  func leavesUnnoticed(_ process: Int) -> Term {
    guard let number = processes[process].jobNumber, let flag = processes[process].cancelFlag else { return .false }
    let waits = processes[process].locations.indices.filter { place in
      processes[process].edges.contains { isUnnoticedEnd($0, of: process, from: place, flag) }
    }
    let places = (beginsUnnoticed(process, with: waits) ? [1] : []) + waits
    let holders = known.asksForJobs ? roles.indices.filter { roles[$0].isJob } : []
    return .all(
      [.at(AutomatonIndex(process), places.map { LocationIndex($0) }), .equal(.variable(flag), .true)]
        + holders.map { Term.equal(.variable(VariableIndex($0)), .constant(number)).negated })
  }

  /// An edge to its end that is free to go once it is asked to stop, and changes nothing but what ends with it.
  private func isUnnoticedEnd(_ edge: DraftEdge, of process: Int, from place: Int, _ flag: VariableIndex) -> Bool {
    let location = processes[process].locations[place]
    guard edge.source == place, edge.target == Process.idle, edge.isUrgent, location.holds.isEmpty, location.queuedOn == nil,
      !processes[process].isAppAtWork(in: location), location.loopedOver.isEmpty,
      location.inside.allSatisfy({ !macros.mentions($0) })
    else { return false }
    let own = Set(processes[process].ownVariables + [flag])
    return edge.items.allSatisfy { item in
      guard case .action(let action) = item.asAction else { return false }
      switch action.kind {
      case .assume(let term): return term == .equal(.variable(flag), .true) || term == .true
      case .assign(let variable, _, _): return own.contains(variable) || roles[variable.index].isJob
      case .reset: return true
      case .move: return false
      }
    }
  }

  /// A block beside that has not begun: whichever way it takes, the first that it does is to wait where it may leave unnoticed.
  private func beginsUnnoticed(_ process: Int, with waits: [Int]) -> Bool {
    let location = processes[process].locations[1]
    guard location.isBeginning, location.queuedOn == nil, location.holds.isEmpty, !macros.mentions(.working),
      location.inside.allSatisfy({ !macros.mentions($0) })
    else { return false }
    let first = processes[process].edges.filter { $0.source == 1 }
    return !first.isEmpty && first.allSatisfy { waits.contains($0.target) && $0.isUrgent && onlyChooses($0, process) }
  }

  /// Always possible, whatever is the case, and changes nothing but what is its own.
  private func onlyChooses(_ edge: DraftEdge, _ process: Int) -> Bool {
    let own = processes[process].ownVariables
    return edge.items.allSatisfy { item in
      guard case .action(let action) = item.asAction else { return false }
      switch action.kind {
      case .assume(let term): return term.readVariables.isEmpty && term.readClocks.isEmpty && !term.mentionsLocations
      case .assign(let variable, _, _): return own.contains(variable)
      case .reset: return true
      case .move: return false
      }
    }
  }
}
