internal import LifecheckDiagnostics
internal import LifecheckReports

/// The verdict on one rule, property, or thing called `possible`.
public struct Answer: Sendable {
  /// The kind of question that is answered.
  public enum Kind: String, Sendable {
    /// A `property` of the spec.
    case property
    /// A `possible` of the spec.
    case possible
    /// A rule of the platform.
    case rule
  }

  /// Whose it is: the spec's or the platform's.
  public let kind: Kind
  /// As it is written.
  public let title: String
  /// Of a rule, as `allow` and `explanation(of:)` take it: `task-ended`. nil: it has none.
  public let identifier: String?
  /// A rule that only advises: broken, it fails nothing.
  public let isAdvice: Bool
  /// Where it is written; of a rule, in the platform.
  public let place: Place
  /// The line to look at first, where the command's report points to: the last of the app's code that has to do with what fails, or the
  /// sentence. nil: no line of the app has.
  public let lineToMend: Place?
  /// The worst, where there are several versions of the platform.
  public let verdict: Verdict
  /// Why the spec lets it be broken, in its words (`allow`); nil: it does not.
  public let allowedBecause: String?
  /// Whether it keeps the report from being `allGood`.
  public let failsTheCheck: Bool

  init(_ answer: LifecheckReports.Answer, lineToMend: SourceRange?, _ places: Places) {
    kind = Kind(rawValue: answer.role.rawValue) ?? .rule
    (title, identifier, isAdvice) = (answer.title, answer.identifier, answer.isAdvice)
    place = Place(answer.origin, places)
    self.lineToMend = lineToMend.map { Place($0, places) }
    verdict = Verdict(answer.verdict, places)
    allowedBecause = answer.allowedBecause
    failsTheCheck = answer.failsTheRun
  }
}

/// A question's result. A run was replayed by an interpreter, a proof checked again by a fresh solver, before it is reported.
public enum Verdict: Sendable {
  /// Holds in every run, however long.
  case proved
  /// The run breaks it, and none with fewer steps does.
  case violated(Story)
  /// Of what is `possible`: the run gets there.
  case reached(Story)
  /// Of what is `possible`: no run gets there.
  case unreachable
  /// Holds, but protects nothing: the reason is the part of it that never comes about.
  case vacuous(reason: String)
  /// A rule about something that the spec does not use; the reason says what.
  case notApplicable(reason: String)
  /// Not settled, never good. The reason is a limit, or what is too hard; no run with fewer than `clearedSteps` breaks it.
  case undecided(reason: String, clearedSteps: Int)

  init(_ verdict: LifecheckReports.Verdict, _ places: Places) {
    switch verdict {
    case .proved: self = .proved
    case .violated(let story): self = .violated(Story(story, places))
    case .reached(let story): self = .reached(Story(story, places))
    case .unreachable: self = .unreachable
    case .vacuous(let reason): self = .vacuous(reason: reason)
    case .notApplicable(let reason): self = .notApplicable(reason: reason)
    case .undecided(let undecided):
      self = .undecided(reason: TextReport().why(undecided.reason, places), clearedSteps: undecided.clearedSteps)
    }
  }
}
