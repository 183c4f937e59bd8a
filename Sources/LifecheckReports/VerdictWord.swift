/// The word that stands for an answer in a list and in the counts; the order is that of the counts.
enum VerdictWord: String, CaseIterable {
  case violated, unreachable, vacuous, undecided, advice, proved, reached, allowed
  case notApplicable = "not applicable"

  init(_ answer: Answer) {
    let isAllowed = answer.allowedBecause != nil
    switch answer.verdict {
    case .proved: self = .proved
    case .reached: self = .reached
    case .notApplicable: self = .notApplicable
    case .violated: self = isAllowed ? .allowed : answer.isAdvice ? .advice : .violated
    case .unreachable: self = isAllowed ? .allowed : .unreachable
    case .vacuous: self = isAllowed ? .allowed : .vacuous
    case .undecided: self = .undecided
    }
  }

  var style: Style {
    switch self {
    case .violated, .unreachable: .bad
    case .vacuous, .undecided, .advice: .caution
    case .proved, .reached: .good
    case .allowed, .notApplicable: .dim
    }
  }
}

extension Answer {
  /// The spec allows what never happens.
  var needsNoAllow: Bool { allowedBecause != nil && !isAllowedElsewhere && VerdictWord(self) != .allowed && outcome == .good }
}

extension Verdict {
  /// The verdict's own name, whatever the answer's role.
  package var name: String {
    switch self {
    case .proved: "proved"
    case .violated: "violated"
    case .reached: "reached"
    case .unreachable: "unreachable"
    case .vacuous: "vacuous"
    case .notApplicable: "not applicable"
    case .undecided: "undecided"
    }
  }
}
