import ArgumentParser
import LifecheckReports

/// Where a spec is only laid out, and nothing is proved: for which platform, and within which limits.
struct LayingOutOptions: ParsableArguments {
  @OptionGroup var platform: PlatformOptions

  @Option(help: ArgumentHelp("Time for laying the spec out, more than 0 and at most 1000000.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory for that, from 100 to 1000000.", valueName: "MB"))
  var memory = 2000

  func validate() throws { try validateLimits(timeout, megabytes: memory) }

  /// Does it, and is not kept waiting longer than that.
  func within<Outcome: Sendable>(_ work: @escaping @Sendable () -> Outcome) -> Result<Outcome, GivenUp> {
    LifecheckTool.within(timeout, megabytes: memory, work)
  }
}
