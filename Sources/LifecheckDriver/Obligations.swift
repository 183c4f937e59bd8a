import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// What is asked of a timed system about one question, and what of it a verdict on all runs rests on.
struct Obligations {
  let lowered: LoweredModel
  let question: Question

  /// What is asked beside the sentences of a spec, in words.
  static let ranges = "every value stays in its range"
  static let exhaustion = "more is needed at once of something than is followed"

  /// The states that decide the question, in runs in which everything is followed exactly.
  var exact: Term { .all([question.goal, lowered.isComplete, lowered.isExact]) }
  /// The same in runs that a crowd may have made up; nil if there are no crowds.
  var loose: Term? { lowered.crowds.isEmpty ? nil : .all([question.goal, lowered.isComplete]) }
  /// What the sentence speaks of, so that it is not vacuous; nil for most.
  var trigger: Term? { question.trigger.map { .all([$0, lowered.isComplete, lowered.isExact]) } }

  // MARK: In words

  /// Everything that must be excluded for the verdict.
  /// - Parameters:
  ///   - isVacuous: the trigger, in the words of the spec, never happens; nil: this is not claimed.
  func goals(isPossible: Bool, vacuousFor triggerText: String?, places: Places) -> [Proof.Goal] {
    let subject = isPossible ? "what is asked for is reached" : "the sentence is broken"
    var goals = [Proof.Goal(what: subject, term: loose ?? exact)]
    if let trigger, let triggerText { goals.append(Proof.Goal(what: "\(triggerText) happens\(exactly)", term: trigger)) }
    if !lowered.exhaustion.isEmpty {
      goals.append(Proof.Goal(what: Self.exhaustion, term: lowered.isComplete.negated))
    }
    for (index, lock) in lowered.timeLocks.enumerated() {
      let what = "time cannot go on for event \(index + 1) that must happen (\(place(lock.origin, places)))\(exactly)"
      goals.append(Proof.Goal(what: what, term: lowered.timeLockGoal(index)))
    }
    return goals
  }

  /// Without folders: the words must be the same wherever the spec lies.
  private func place(_ range: SourceRange, _ places: Places) -> String {
    places.place(range).split(separator: "/").last.map(String.init) ?? ""
  }

  private var exactly: String { lowered.crowds.isEmpty || lowered.following == .one ? "" : ", with every copy followed one by one" }
}

extension LoweredModel {
  /// Nothing has been left out so far because a pool was too small.
  var isComplete: Term { .all(exhaustion.map { .equal(.variable($0.flag), .constant(0)) }) }

  /// No crowd takes part, so everything is followed exactly.
  var isExact: Term { .all(crowds.map { .equal(.variable($0.flag), .constant(0)) }) }

  /// With one of each followed, few runs would be left without a crowd, so all are asked about.
  func timeLockGoal(_ index: Int) -> Term {
    .all([timeLocks[index].goal, isComplete] + (following == .one ? [] : [isExact]))
  }
}
