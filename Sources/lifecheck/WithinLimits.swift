import LifecheckEngines
import LifecheckSolver

/// Does something that knows no clock, and gives it up when the time or the memory is over.
///
/// The work goes on in its thread until the command ends, which is soon, and what it finds counts for nothing.
/// - Returns: Its result, or why it was given up.
func within<Success: Sendable>(
  _ seconds: Seconds, megabytes: Int?, _ work: @escaping @Sendable () -> Success
) -> Result<Success, GivenUp> {
  let result = Monitor<Success?>(nil)
  let end = ContinuousClock.now + .seconds(seconds.count)
  _ = WorkerThread {
    let found = work()
    result.update { $0 = found }
  }
  while true {
    if let found = result.wait(atMost: .milliseconds(100), until: { $0 != nil }, { $0 }) { return .success(found) }
    if ContinuousClock.now >= end { return .failure(.timeLimit(seconds: seconds.defaultValueDescription)) }
    if let megabytes, let used = ProcessMemory.megabytes, used > megabytes { return .failure(.memoryLimit(megabytes: megabytes)) }
  }
}
