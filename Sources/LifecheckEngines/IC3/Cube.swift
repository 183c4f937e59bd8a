import LifecheckSolver

/// Some literals over the parts of a state, all of which hold: a set of states. A literal's variable is the number of the part.
struct Cube: Hashable {
  /// Sorted, each part at most once.
  let literals: [Literal]
  private let signature: UInt64

  init(_ literals: some Sequence<Literal>) {
    self.literals = literals.sorted()
    signature = Self.signature(of: self.literals)
  }

  var count: Int { literals.count }

  func without(_ literal: Literal) -> Cube { filtered { $0 != literal } }

  func filtered(_ isKept: (Literal) -> Bool) -> Cube { Cube(literals.filter(isKept)) }

  /// Whether every state of the other is one of this.
  func includes(_ other: Cube) -> Bool {
    if count > other.count || signature & ~other.signature != 0 { return false }
    var place = 0
    for literal in literals {
      while place < other.count, other.literals[place] < literal { place += 1 }
      if place == other.count || other.literals[place] != literal { return false }
      place += 1
    }
    return true
  }

  /// A set of some bits for each literal, to see quickly that one cube cannot include another.
  private static func signature(of literals: [Literal]) -> UInt64 {
    literals.reduce(0) { $0 | 1 << UInt64(UInt32(bitPattern: $1.code) &* 2_654_435_761 >> 26) }
  }
}
