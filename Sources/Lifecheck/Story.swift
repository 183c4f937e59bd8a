internal import LifecheckReports
internal import LifecheckSystem

/// A run in the words of the spec.
public struct Story: Hashable, Sendable {
  /// The failure at its end, or the goal that is reached.
  public let failure: String
  /// The assumptions of the run about the world: "if the system grants only 5 s for `grace`".
  public let premises: [String]
  /// The sign that a crash log or the user would show: `0x8badf00d`. nil: none is known.
  public let fieldSignature: String?
  /// In order. Empty if something is so from the start.
  public let steps: [StoryStep]

  init(_ story: LifecheckReports.Story, _ places: Places) {
    (failure, premises, fieldSignature) = (story.failure, story.premises, story.fieldSignature)
    steps = story.steps.map { StoryStep($0, places) }
  }
}

/// One thing that happens in a run.
public struct StoryStep: Hashable, Sendable {
  /// A variable that changes, or is set to the value that it has.
  public struct Change: Hashable, Sendable {
    /// As the spec names it.
    public let name: String
    /// Before.
    public let from: String
    /// After.
    public let to: String
  }

  /// Since the start; rounded down to the nanosecond where the exact time is a fraction.
  public let time: Duration
  /// "you open the app", or the line of code.
  public let text: String
  /// nil: it is in no file.
  public let place: Place?
  /// The changes to what the app, and people, can see.
  public let changes: [Change]
  /// Who takes it, as the spec names them; nil: nobody.
  public let actor: String?

  init(_ step: LifecheckReports.StoryStep, _ places: Places) {
    time = Duration(step.time)
    text = step.text
    place = step.origin.map { Place($0, places) }
    changes = step.changes.map { Change(name: $0.name, from: $0.from, to: $0.to) }
    actor = step.actor
  }
}

extension Duration {
  init(_ time: RationalTime) {
    let (whole, rest) = time.numerator.quotientAndRemainder(dividingBy: time.denominator)
    let fraction = rest.multipliedReportingOverflow(by: 1_000_000)
    self = .milliseconds(whole) + .nanoseconds(fraction.overflow ? 0 : fraction.partialValue / time.denominator)
  }
}
