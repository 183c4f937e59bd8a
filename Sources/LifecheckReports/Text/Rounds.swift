/// Something that comes again and again: `length` rows from `start` on, `count` times in a row.
struct Rounds: Hashable {
  let start: Int
  let length: Int
  let count: Int

  /// The first round is told to say what comes again, and the last to say where it ends.
  var first: Range<Int> { start..<start + length }
  var folded: Range<Int> { first.upperBound..<start + length * (count - 1) }

  /// Fewer rounds, or fewer rows, are as quickly read as counted.
  private static let leastCount = 4
  private static let leastFolded = 4
  private static let greatestLength = 40

  /// Those that are worth folding, in order; none overlaps another.
  /// - Parameter rows: Equal where they read alike.
  static func all(in rows: [Int]) -> [Rounds] {
    var result: [Rounds] = []
    var start = 0
    while start < rows.count {
      if let best = longest(from: start, in: rows) {
        result.append(best)
        start += best.length * best.count
      } else {
        start += 1
      }
    }
    return result
  }

  /// Of those that begin there, the one that goes furthest, and of these the one with the shortest round.
  private static func longest(from start: Int, in rows: [Int]) -> Rounds? {
    var best: Rounds?
    for length in 1...greatestLength where start + length * leastCount <= rows.count {
      let rounds = Rounds(start: start, length: length, count: count(of: length, from: start, in: rows))
      guard rounds.count >= leastCount, rounds.folded.count >= leastFolded else { continue }
      if rounds.length * rounds.count > best.map({ $0.length * $0.count }) ?? 0 { best = rounds }
    }
    return best
  }

  private static func count(of length: Int, from start: Int, in rows: [Int]) -> Int {
    var end = start + length
    while end < rows.count, rows[end] == rows[end - length] { end += 1 }
    return (end - start) / length
  }
}
