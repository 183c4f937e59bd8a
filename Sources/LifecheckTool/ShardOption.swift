import ArgumentParser

/// The argument of `--shard`: `2/4`.
struct ShardOption: ExpressibleByArgument {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  static let mostShards = 1000

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.mostShards).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}
