internal import LifecheckEngines

/// How far a check has come.
public struct Progress: Hashable, Sendable {
  /// How many questions are decided; each rule, property and `possible` is one or several of `total`. Of several versions of the
  /// platform each begins again at 0.
  public let settled: Int
  /// How many questions there are.
  public let total: Int
  /// No run with fewer steps breaks anything of what is still open.
  public let clearedSteps: Int

  init(_ progress: LifecheckEngines.Progress) {
    (settled, total, clearedSteps) = (progress.settled, progress.total, progress.clearedSteps)
  }
}
