/// Cubes from which the goal is reached, and the levels at which they must be shown to be unreached.
struct Obligations {
  struct Obligation {
    var cube: Cube
    /// The step that leads on, and the obligation that it leads to; nil: the goal holds in the cube.
    var onward: (step: Int, obligation: Int)?
  }
  private(set) var all: [Obligation] = []
  /// By level, the last one to be looked at first.
  private var pending: [[Int]] = []

  mutating func add(_ cube: Cube, onward: (step: Int, obligation: Int)? = nil, at level: Int) {
    all.append(Obligation(cube: cube, onward: onward))
    postpone(all.count - 1, to: level)
  }

  mutating func postpone(_ obligation: Int, to level: Int) {
    while pending.count <= level { pending.append([]) }
    pending[level].append(obligation)
  }

  /// One of the lowest level.
  mutating func takeNext() -> (obligation: Int, level: Int)? {
    guard let level = pending.firstIndex(where: { !$0.isEmpty }) else { return nil }
    return (pending[level].removeLast(), level)
  }

  /// The steps from an obligation to the goal.
  func path(from start: Int) -> [Int] {
    var result: [Int] = []
    var next = all[start].onward
    while let (step, obligation) = next {
      result.append(step)
      next = all[obligation].onward
    }
    return result
  }
}
