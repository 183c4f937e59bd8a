import ArgumentParser

/// The argument of `--timeout` and `--cpu-limit`. Shown without a fraction where there is none.
struct Seconds: ExpressibleByArgument {
  let count: Double

  /// The time for a file unless something else is said.
  static let usual = Seconds(count: 60)

  init(count: Double) { self.count = count }
  init?(argument: String) {
    guard let count = Double(argument), count.isFinite else { return nil }
    self.count = count
  }

  /// - Throws: What is wrong with it as a limit.
  func validate(as option: String) throws {
    if count > 0, count <= 1_000_000 { return }
    throw ValidationError("'\(option)' takes seconds, more than 0 and at most 1000000.")
  }

  var defaultValueDescription: String { Int(exactly: count).map(String.init) ?? "\(count)" }
}
