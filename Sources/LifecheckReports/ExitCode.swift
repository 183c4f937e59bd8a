/// The exit code of the command, for the script that called it.
package enum ExitCode: Int, Sendable {
  case allGood = 0
  /// A property or rule is violated or vacuous, or something `possible` is unreachable; or what was asked for concerns no spec.
  case violated = 1
  /// Something was not settled within the limits, and nothing is violated.
  case undecided = 2
  case specHasErrors = 3
  /// `EX_SOFTWARE`: an answer failed its own re-check. (Wrong usage is ArgumentParser's 64.)
  case internalError = 70
  /// `EX_IOERR`: the report or a certificate cannot be written.
  case notWritten = 74

  /// The code for a whole run. Errors outrank violations: where a spec was not understood, there are no answers.
  package init(for reports: [CheckReport]) {
    let answers = reports.flatMap(\.answers)
    if reports.contains(where: { $0.hasErrors && !$0.isUnfinished }) {
      self = .specHasErrors
    } else if answers.contains(where: { $0.outcome == .bad }) {
      self = .violated
    } else if answers.contains(where: { $0.outcome == .open }) || reports.contains(where: \.isUnfinished) {
      self = .undecided
    } else if reports.sayNothingOfWhatWasAsked {
      self = .violated
    } else {
      self = .allGood
    }
  }
}

extension [CheckReport] {
  /// How it came out, for a heading.
  var outcomeWords: String {
    if isEmpty || (sayNothingOfWhatWasAsked && ExitCode(for: self) == .violated) { return "nothing was checked" }
    return switch ExitCode(for: self) {
    case .allGood: "all good"
    case .violated: "violated"
    case .undecided: "undecided"
    case .specHasErrors: "a spec has errors"
    case .internalError, .notWritten: "not finished"
    }
  }

  /// Whether some questions alone were asked, and they concern none of the specs: then a green gate would have looked at nothing.
  var sayNothingOfWhatWasAsked: Bool {
    contains { !$0.only.isEmpty && $0.portion == nil }
      && allSatisfy { $0.answers.allSatisfy { VerdictWord($0) == .notApplicable } }
  }
}

extension CheckReport {
  /// ``asked for `task-ended` and `data-saved` alone``; nil: all was asked.
  var askedAlone: String? {
    if only.isEmpty { return nil }
    let names = only.withoutRepetitions.map { "`\($0)`" }
    return "asked for \(names.joined(separator: " and ")) alone"
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Answer {
  enum Outcome: Sendable { case good, bad, open }

  /// Whether it keeps a run from being all good.
  package var failsTheRun: Bool { outcome != .good }

  /// How the answer counts. Advice that is not followed, and rules that the app switched off, never fail a run; what is not known
  /// always does, for nobody knows what it would have been.
  var outcome: Outcome {
    switch verdict {
    case .proved, .reached, .notApplicable: .good
    case .violated, .unreachable, .vacuous: isAdvice || allowedBecause != nil ? .good : .bad
    case .undecided: .open
    }
  }
}
