import ArgumentParser
import LifecheckDriver
import LifecheckEngines
import LifecheckReports

/// Does something that knows no clock, and gives it up when the time or the memory is over.
///
/// The work goes on in its thread until the command ends, which is soon, and what it finds counts for nothing.
/// - Returns: Its result, or why it was given up.
func within<Success: Sendable>(
  _ seconds: Seconds, megabytes: Int?, _ work: @escaping @Sendable () -> Success
) -> Result<Success, GivenUp> {
  let watch = LimitWatch(Limits(wallTime: .seconds(seconds.count), megabytes: megabytes))
  if let found = watch.within(work) { return .success(found) }
  return .failure(GivenUp(watch.endedBy, watch.limits))
}

/// - Throws: `ValidationError` where one is out of bounds.
func validateLimits(_ seconds: Seconds, megabytes: Int) throws {
  try seconds.validate(as: "--timeout")
  guard (100...1_000_000).contains(megabytes) else { throw ValidationError(VerifyCommand.memoryBounds) }
}
