import LifecheckChecking
import LifecheckReports
import LifecheckSystem

extension SimulationSession {
  /// Lets chance choose, the same for the same seed: now and then time passes, to a moment at which something becomes possible,
  /// due or broken, or to one in between.
  /// - Returns: The run as far as it has come, and how it stands.
  /// - Throws: `InternalError` when the interpreter refuses what it has offered.
  package mutating func play(steps: Int, seed: UInt64) throws(InternalError) -> String {
    var dice = SplitMix64(seed: seed)
    var story: [StoryStep] = []
    var isOver = false
    var taken: [EdgeReference: Int] = [:]
    for _ in 0..<steps where !isOver {
      let (outcomes, waits) = (try outcomes(), try waits())
      if !waits.isEmpty, outcomes.isEmpty || dice.chance(Self.percentOfWaits) {
        try letPass(dice.pick(waits))
      } else if !outcomes.isEmpty {
        let outcome = pick(outcomes, taken, &dice)
        taken[outcome.edge, default: 0] += 1
        story += try take(outcome)
      } else {
        isOver = true
      }
    }
    return "seed \(seed), at most \(steps) step\(steps == 1 ? "" : "s")\n" + text.steps(story, from: 1)
      + (isOver ? "nothing can happen any more\n" : "") + text.dangers(try place())
  }

  private static let percentOfWaits = 30

  /// Of two the one that has happened less often: what can happen at any time would else leave no time for anything.
  private func pick(_ outcomes: [Outcome], _ taken: [EdgeReference: Int], _ dice: inout SplitMix64) -> Outcome {
    let (first, second) = (dice.pick(outcomes), dice.pick(outcomes))
    return taken[second.edge, default: 0] < taken[first.edge, default: 0] ? second : first
  }

  /// Finer times than that are no use to anybody, and would be too fine in the end.
  private static let finest = 1 << 16

  private func waits() throws(InternalError) -> [RationalTime] {
    try internally { () throws(ReplayFailure) in
      let longest = try simulation.longestWait()
      if longest == .zero { return [] }
      let dues = try simulation.standings().compactMap { standing in
        if case .failsIn(let time) = standing { time.adding(RationalTime(1)) } else { nil }
      }
      let moments = try simulation.laterOutcomes().map(\.delay) + [longest].compactMap { $0 } + dues
      let between = moments.min().flatMap { RationalTime.zero.halfway(to: $0) }
      return (moments + [between].compactMap { $0 }).filter { moment in
        .zero < moment && longest.map { moment <= $0 } ?? true && moment.denominator <= Self.finest
      }
    }
  }
}
