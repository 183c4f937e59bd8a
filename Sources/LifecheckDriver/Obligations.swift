import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// The goals that a timed system is asked about for one question, and those that a verdict on all runs rests on.
struct Obligations {
  let lowered: LoweredModel
  let question: Question

  /// The questions that are asked beside the sentences of a spec, in words.
  static let ranges = "every value stays in its range"
  static let exhaustion = "more is needed at once of something than is followed"

  /// The states that decide the question, in runs in which everything is followed exactly.
  var exact: Term { .all([question.goal, lowered.isComplete, lowered.isExact]) }
  /// The same in runs that a crowd may have made up; nil if there are no crowds.
  var loose: Term? { lowered.crowds.isEmpty ? nil : .all([question.goal, lowered.isComplete]) }
  /// The occasions of the sentence, each alone, so that it is not vacuous; also in runs that a crowd may have made up.
  var occasions: [Term] { question.occasions.map { .all([$0.goal, lowered.isComplete]) } }

  // MARK: In words

  /// Everything that must be excluded for the verdict.
  /// - Parameters:
  ///   - absent: the number of the occasion that never comes; nil: this is not claimed.
  func goals(isPossible: Bool, absent: Int?, places: Places) -> [Proof.Goal] {
    let subject = isPossible ? "what is asked for is reached" : "the sentence is broken"
    var goals = [Proof.Goal(what: subject, term: loose ?? exact)]
    if let absent {
      let occasion = question.occasions[absent]
      let part = places.files[occasion.range.file.index].text(of: occasion.range)
      let what = "`\(part)` \(occasion.form == .happens ? "happens" : "is true")"
      goals.append(Proof.Goal(what: what, term: occasions[absent]))
    }
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

  private var exactly: String {
    lowered.crowds.isEmpty || lowered.following.isForProofs ? "" : ", with every copy followed one by one"
  }
}

extension LoweredModel {
  /// Nothing has been left out so far because a pool was too small.
  var isComplete: Term { .all(exhaustion.map { .equal(.variable($0.flag), .constant(0)) }) }

  /// No crowd takes part, so everything is followed exactly.
  var isExact: Term { .all(crowds.map { .equal(.variable($0.flag), .constant(0)) }) }

  /// With one of each followed, few runs would be left without a crowd, so all are asked about.
  func timeLockGoal(_ index: Int) -> Term {
    .all([timeLocks[index].goal, isComplete] + (following.isForProofs ? [] : [isExact]))
  }
}
