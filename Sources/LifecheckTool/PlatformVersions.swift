import ArgumentParser
import LifecheckDriver

/// The argument of `--os`.
struct PlatformVersions: ExpressibleByArgument {
  /// Each once, rising.
  let numbers: [Int]

  init?(argument: String) {
    guard let list = VersionList(argument) else { return nil }
    numbers = list.numbers
  }
}
