import LifecheckSystem

/// A set of small whole numbers.
struct BitSet {
  private(set) var words: [UInt64]
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }
  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }
  mutating func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }
  func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  mutating func formIntersection(_ other: BitSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }
  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
  func isDisjoint(with other: BitSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return false }
    return true
  }
  func countOfIntersection(_ other: BitSet) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }
  var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}

/// The bounds of many zones side by side.
private struct ZoneTable {
  private var bounds: [Int32] = []
  private var size = 0
  private(set) var count = 0
  mutating func append(_ zone: Zone) {
    size = zone.size
    count += 1
    bounds += zone.bounds
  }
  subscript(number: Int, i: Int, j: Int) -> Int32 { bounds[(number * size + i) * size + j] }
}

/// What exploration has reached, arranged for one question: which short condition on states excludes a given state and
/// none of those reached?
struct ReachedSet {
  /// One part of such a condition.
  enum Literal: Hashable {
    /// The variable or location has one of these values.
    case slot(Int, [UInt16])
    /// The difference x_i − x_j is beyond the bound.
    case beyond(Int, Int, Int32)
  }
  /// A state, as a solver's model gives it.
  struct Point {
    var values: [UInt16]
    /// For each index of a zone; the first is zero.
    var times: [RationalTime]
  }

  private var zones = ZoneTable()
  private var all: BitSet
  /// For each slot, the reached zones by value.
  private var byValue: [[UInt16: BitSet]]
  private let usable: [Int]
  /// For each slot, how many values it has.
  private let domains: [Int]
  private let none: BitSet

  init(_ explorer: Explorer, domains: [Int]) {
    self.domains = domains
    let kept = explorer.nodes.indices.filter { !explorer.nodes[$0].isSubsumed && !explorer.isTerminal(explorer.nodes[$0].state) }
    let slotCount = explorer.program.system.variables.count + explorer.program.system.automata.count
    none = BitSet(count: kept.count)
    all = none
    byValue = Array(repeating: [:], count: slotCount)
    for (number, node) in kept.enumerated() {
      zones.append(explorer.nodes[node].zone)
      all.insert(number)
      for (slot, value) in explorer.states[explorer.nodes[node].state].values.enumerated() {
        byValue[slot][value, default: none].insert(number)
      }
    }
    let forgotten = Set(explorer.forgottenVariables)
    usable = (0..<slotCount).filter { !forgotten.contains($0) }
  }

  /// "Where `slot` has `value`, `other` has one of `allowed`": true of all that was reached.
  struct Implication {
    /// nil: everywhere.
    var premise: (slot: Int, value: UInt16)?
    var other: Int
    var allowed: [UInt16]
  }

  /// What single values, and pairs of them, never occur together, in as few implications as that takes.
  func implications() -> [Implication] {
    var result: [Implication] = []
    let seen = usable.map { byValue[$0].sorted { $0.key < $1.key } }
    for (position, slot) in usable.enumerated() where seen[position].count < domains[slot] {
      result.append(Implication(premise: nil, other: slot, allowed: seen[position].map(\.key)))
    }
    for first in usable.indices {
      for second in usable.indices where second > first && seen[first].count > 1 && seen[second].count > 1 {
        let forward = implications(usable[first], seen[first], usable[second], seen[second])
        let backward = implications(usable[second], seen[second], usable[first], seen[first])
        result += forward.count <= backward.count ? forward : backward
      }
    }
    return result
  }

  private func implications(
    _ slot: Int, _ values: [(key: UInt16, value: BitSet)], _ other: Int, _ others: [(key: UInt16, value: BitSet)]
  ) -> [Implication] {
    values.compactMap { value in
      let allowed = others.filter { !$0.value.isDisjoint(with: value.value) }.map(\.key)
      return allowed.count == others.count ? nil : Implication(premise: (slot, value.key), other: other, allowed: allowed)
    }
  }

  private func matching(_ literal: Literal) -> BitSet {
    switch literal {
    case .slot(let slot, let values):
      return values.reduce(into: none) { all, value in all.formUnion(byValue[slot][value] ?? none) }
    case .beyond(let i, let j, let bound):
      var result = none
      for number in 0..<zones.count where zones[number, i, j] > bound { result.insert(number) }
      return result
    }
  }

  /// A condition that holds for the point and for nothing reached, as short as greed finds it; nil if the point is
  /// among what was reached.
  func excluding(_ point: Point) -> [Literal]? {
    var rest = all
    for slot in usable { rest.formIntersection(matching(.slot(slot, [point.values[slot]]))) }
    guard var literals = timeLiterals(excluding: rest, point) else { return nil }
    var open = all
    for literal in literals { open.formIntersection(matching(literal)) }
    var candidates = usable.map { ($0, matching(.slot($0, [point.values[$0]]))) }
    while !open.isEmpty {
      let best = candidates.indices.min { open.countOfIntersection(candidates[$0].1) < open.countOfIntersection(candidates[$1].1) }!
      literals.append(.slot(candidates[best].0, [point.values[candidates[best].0]]))
      open.formIntersection(candidates[best].1)
      candidates.remove(at: best)
    }
    return widened(withoutNeedless(literals))
  }

  /// With every value added that excludes nothing reached either, so that one clause does the work of many.
  private func widened(_ literals: [Literal]) -> [Literal] {
    var wide = literals
    for index in wide.indices {
      guard case .slot(let slot, let values) = wide[index] else { continue }
      let others = wide.indices.reduce(into: all) { rest, other in
        if other != index { rest.formIntersection(matching(wide[other])) }
      }
      let free = (0..<UInt16(domains[slot])).filter { byValue[slot][$0]?.isDisjoint(with: others) ?? true }
      wide[index] = .slot(slot, free.isEmpty ? values : free)
    }
    return wide
  }

  private func withoutNeedless(_ literals: [Literal]) -> [Literal] {
    var kept = literals
    for literal in literals where kept.count > 1 {
      var open = all
      for other in kept where other != literal { open.formIntersection(matching(other)) }
      if open.isEmpty { kept.removeAll { $0 == literal } }
    }
    return kept
  }

  /// Comparisons of times that hold at the point and together exclude the given zones.
  private func timeLiterals(excluding zones: BitSet, _ point: Point) -> [Literal]? {
    var open = zones.members
    var literals: [Literal] = []
    while !open.isEmpty {
      var best: (literal: Literal, excluded: Int)?
      for i in point.times.indices {
        for j in point.times.indices where i != j {
          guard let found = literal(i, j, open, point) else { continue }
          if found.excluded > best?.excluded ?? 0 { best = found }
        }
      }
      guard let best, case .beyond(let i, let j, let bound) = best.literal else { return nil }
      literals.append(best.literal)
      open.removeAll { self.zones[$0, i, j] <= bound }
    }
    return literals
  }

  /// The weakest comparison on x_i − x_j that excludes as many of the zones as that difference can.
  private func literal(_ i: Int, _ j: Int, _ open: [Int], _ point: Point) -> (literal: Literal, excluded: Int)? {
    var bound = Int32.min
    var excluded = 0
    for number in open {
      let limit = zones[number, i, j]
      if limit >= Zone.infinity || !point.isBeyond(i, j, limit) { continue }
      bound = max(bound, limit)
      excluded += 1
    }
    // Comparisons with zero are easier to read than those between two clocks.
    let weight = i == 0 || j == 0 ? 2 * excluded + 1 : 2 * excluded
    return excluded == 0 ? nil : (.beyond(i, j, bound), weight)
  }
}

extension ReachedSet.Point {
  /// Whether x_i − x_j exceeds a zone's bound.
  fileprivate func isBeyond(_ i: Int, _ j: Int, _ limit: Int32) -> Bool {
    let sign = RationalTime.difference(times[i], times[j], comparedWith: Int(limit >> 1))
    return limit & 1 == 1 ? sign == .positive : sign != .negative
  }
}
