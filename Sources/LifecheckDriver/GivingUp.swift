import LifecheckEngines
import LifecheckReports

extension GivenUp {
  /// - Parameter limits: In which the limit is that was reached.
  package init(_ reached: ReachedLimit, _ limits: Limits) {
    switch reached {
    case .time: self = .timeLimit(seconds: limits.wallTime?.inSeconds ?? 0)
    case .processorTime: self = .cpuLimit(seconds: limits.processorTime?.inSeconds ?? 0)
    case .memory: self = .memoryLimit(megabytes: limits.megabytes ?? 0)
    case .interruption: self = .interrupted
    }
  }
}

extension CheckReport {
  /// With nothing settled: what is said of a version of the platform that there was no time for.
  func withoutAnswers(because why: GivenUp) -> CheckReport {
    var report = self
    for index in report.answers.indices {
      report.answers[index].verdict = .undecided(Undecided(reason: .givenUp(why), clearedSteps: 0))
    }
    report.certificates = []
    return report
  }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
