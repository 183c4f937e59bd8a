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
    isLeaving(process) { UnnoticedPlaces(lowerer: self, process: process, flag: $0).all }
  }

  /// The same, and whoever asks whether the app is at work would have noticed, now or before it is over.
  func leavesWork(_ process: Int) -> Term {
    isLeaving(process) { UnnoticedPlaces(lowerer: self, process: process, flag: $0).atWorkOrOnTheWayThere }
  }

  private func isLeaving(_ process: Int, from places: (VariableIndex) -> [Int]) -> Term {
    guard let number = processes[process].jobNumber, let flag = processes[process].cancelFlag else { return .false }
    let holders = known.asksForJobs ? roles.indices.filter { roles[$0].isJob } : []
    return .all(
      [.at(AutomatonIndex(process), places(flag).map { LocationIndex($0) }), .equal(.variable(flag), .true)]
        + holders.map { Term.equal(.variable(VariableIndex($0)), .constant(number)).negated })
  }
}

extension Action {
  /// That a job which has ended is nobody's any more: a variable that refers to it, and to no other, becomes none.
  func forgets(job number: Int?) -> Bool {
    guard let number, case .assign(let variable, .constant(0), let condition) = kind else { return false }
    return condition == .equal(.variable(variable), .constant(number))
  }
}
