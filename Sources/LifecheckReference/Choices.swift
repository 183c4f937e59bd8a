/// The open choices within one step, made one way after the other: the step is made again for each way.
final class Choices {
  private var chosen: [(index: Int, count: Int)] = []
  private var position = 0

  /// All outcomes of `body`, which asks `pick` for each choice, in the same order each time. It may do so within another one's.
  func all<Outcome>(_ body: (Choices) throws -> Outcome) rethrows -> [Outcome] {
    let outer = (chosen, position)
    defer { (chosen, position) = outer }
    chosen = []
    var outcomes: [Outcome] = []
    repeat {
      position = 0
      outcomes.append(try body(self))
    } while advance()
    return outcomes
  }

  /// A number from 0 up to `count`.
  func pick(_ count: Int) -> Int {
    if position == chosen.count { chosen.append((0, count)) }
    defer { position += 1 }
    return chosen[position].index
  }

  private func advance() -> Bool {
    while let last = chosen.popLast() {
      if last.index + 1 < last.count {
        chosen.append((last.index + 1, last.count))
        return true
      }
    }
    return false
  }
}
