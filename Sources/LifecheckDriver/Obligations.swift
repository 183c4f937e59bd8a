import LifecheckLowering
import LifecheckSystem

/// What is asked of a timed system about one question, and what of it a verdict on all runs rests on.
struct Obligations {
  let lowered: LoweredModel
  let question: Question

  /// The states that decide the question, in runs in which everything is followed exactly.
  var exact: Term { .all([question.goal, lowered.isComplete, lowered.isExact]) }
  /// The same in runs that a crowd may have made up; nil if there are no crowds.
  var loose: Term? { lowered.crowds.isEmpty ? nil : .all([question.goal, lowered.isComplete]) }
  /// What the sentence speaks of, so that it is not vacuous; nil for most.
  var trigger: Term? { question.trigger.map { .all([$0, lowered.isComplete, lowered.isExact]) } }
}

extension LoweredModel {
  /// Nothing has been left out so far because a pool was too small.
  var isComplete: Term { .all(exhaustion.map { .equal(.variable($0.flag), .constant(0)) }) }

  /// No crowd takes part, so everything is followed exactly.
  var isExact: Term { .all(crowds.map { .equal(.variable($0.flag), .constant(0)) }) }

  func timeLockGoal(_ index: Int) -> Term { .all([timeLocks[index].goal, isComplete, isExact]) }
}
