/// How a spec is to be checked.
public struct Options: Sendable {
  /// Versions of the platform instead of those in the spec; each has a verdict of its own in the report. nil: those in the spec.
  public var platformVersions: [Int]?
  /// Parameters of the platform that are fixed, each as `grace=4s`, `enterBudget=5s...7s` or `refusals=true`. One that does not
  /// exist is an error of the report.
  public var platformParameters: [String] = []
  /// Titles or ids: only these rules, properties and `possible`s are asked. Empty: all are.
  public var only: [String] = []
  /// The day in UTC, as `2026-11-21`: an `allow … until DATE` holds up to its day. nil: none has run out.
  public var today: String?
  /// When to stop looking.
  public var limits = Limits()

  /// All of the spec, within 60 s.
  public init() {}
}

/// The limits of a check. Where one is reached, what is confirmed by then is reported, and the rest is undecided.
public struct Limits: Hashable, Sendable {
  /// On the clock, for all versions together, kept within a tenth; more than 0. nil: no limit.
  public var seconds: Double? = 60
  /// Of the processor, on all threads of the check together; more than 0. Verdicts at this limit do not depend on what else the machine
  /// does. nil: no limit.
  public var processorSeconds: Double?
  /// In MB (1,048,576 bytes), at least 100. It is compared with the memory of the *whole program*, yours included, since the system
  /// counts no other: add what you use yourself, and what other checks at the same time may use. nil: no limit.
  public var megabytes: Int?
  /// How many steps the search by ever longer runs goes, at least 1. What is proved, or found by other means, counts all the same. nil: no
  /// limit.
  public var steps: Int?

  /// 60 s on the clock, and nothing else.
  public init() {}
}
