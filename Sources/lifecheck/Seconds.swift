import ArgumentParser

/// What `--timeout` takes. Shown without a fraction where there is none.
struct Seconds: ExpressibleByArgument {
  let count: Double

  /// The time for a file unless something else is said.
  static let usual = Seconds(count: 60)

  init(count: Double) { self.count = count }
  init?(argument: String) {
    guard let count = Double(argument), count.isFinite else { return nil }
    self.count = count
  }

  /// - Throws: What is wrong with it as a time limit.
  func validateTimeout() throws {
    guard count > 0, count <= 1_000_000 else { throw ValidationError("'--timeout' takes seconds, more than 0 and at most 1000000.") }
  }

  var defaultValueDescription: String { Int(exactly: count).map(String.init) ?? "\(count)" }
}
