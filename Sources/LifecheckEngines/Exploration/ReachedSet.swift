import LifecheckSolver
import LifecheckSystem

/// The states that exploration has reached, arranged for one question: which short condition on states excludes a given state and
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
    var times: [ModelNumber]
  }

  private let zones: ZoneStore
  /// For each of what was reached, the number of its zone.
  private var zoneNumbers: [Int] = []
  private var all: BitSet
  /// For each slot and value what has it, side by side.
  private var byValue: [BitSet]
  private let firstValue: [Int]
  private let usable: [Int]
  /// For each slot, how many values it has.
  private let domains: [Int]
  private let none: BitSet

  init(_ explorer: Explorer, domains: [Int]) {
    self.domains = domains
    let kept = explorer.nodes.indices.filter { !explorer.nodes[$0].isSubsumed && !explorer.isTerminal(explorer.nodes[$0].state) }
    let slotCount = domains.count
    zones = explorer.zones
    none = BitSet(count: kept.count)
    all = none
    firstValue = domains.dropLast().reduce(into: [0]) { $0.append($0.last! + $1) }
    byValue = Array(repeating: none, count: domains.reduce(0, +))
    for (number, node) in kept.enumerated() {
      zoneNumbers.append(explorer.nodes[node].zone)
      all.insert(number)
      for (slot, value) in explorer.values(of: explorer.nodes[node].state).enumerated() {
        byValue[firstValue[slot] + Int(value)].insert(number)
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

  /// Implications that exclude all values, and pairs of values, that never occur; as few as that takes.
  func implications() -> [Implication] {
    var result: [Implication] = []
    let seen = usable.map { slot in
      (0..<UInt16(domains[slot])).map { (key: $0, value: having($0, in: slot)) }.filter { !$0.value.isEmpty }
    }
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

  private func having(_ value: UInt16, in slot: Int) -> BitSet { byValue[firstValue[slot] + Int(value)] }

  private func matching(_ literal: Literal) -> BitSet {
    switch literal {
    case .slot(let slot, let values):
      return values.dropFirst().reduce(into: having(values[0], in: slot)) { all, value in all.formUnion(having(value, in: slot)) }
    case .beyond(let i, let j, let bound):
      let isBeyond = (0..<zones.count).map { zones[$0][i, j] > bound }
      var result = none
      for (number, zone) in zoneNumbers.enumerated() where isBeyond[zone] { result.insert(number) }
      return result
    }
  }

  /// A condition that holds for the point and for nothing reached, as short as greed finds it; nil if the point is
  /// among what was reached.
  func excluding(_ point: Point) -> [Literal]? {
    var rest = all
    for slot in usable { rest.formIntersection(having(point.values[slot], in: slot)) }
    guard var literals = timeLiterals(excluding: rest, point) else { return nil }
    var open = literals.reduce(all) { $0.intersection(matching($1)) }
    var candidates = usable.map { ($0, having(point.values[$0], in: $0)) }
    while !open.isEmpty {
      let places = open.nonzeroWords
      let counts = candidates.map { open.countOfIntersection($0.1, in: places) }
      let best = counts.indices.min { counts[$0] < counts[$1] }!
      literals.append(.slot(candidates[best].0, [point.values[candidates[best].0]]))
      open.formIntersection(candidates[best].1)
      candidates.remove(at: best)
    }
    return widened(withoutNeedless(literals))
  }

  /// With every value added that excludes nothing reached either, so that one clause does the work of many.
  private func widened(_ literals: [Literal]) -> [Literal] {
    var wide = literals
    let following = intersections(after: literals)
    var before = all
    for index in wide.indices {
      if case .slot(let slot, let values) = wide[index] {
        let others = before.intersection(following[index])
        let free = (0..<UInt16(domains[slot])).filter { having($0, in: slot).isDisjoint(with: others) }
        wide[index] = .slot(slot, free.isEmpty ? values : free)
      }
      before.formIntersection(matching(wide[index]))
    }
    return wide
  }

  private func withoutNeedless(_ literals: [Literal]) -> [Literal] {
    let following = intersections(after: literals)
    var kept: [Literal] = []
    var before = all
    for (index, literal) in literals.enumerated() {
      let isLast = kept.isEmpty && index == literals.count - 1
      if !isLast, before.isDisjoint(with: following[index]) { continue }
      kept.append(literal)
      before.formIntersection(matching(literal))
    }
    return kept
  }

  /// For each literal, what all that come after it match.
  private func intersections(after literals: [Literal]) -> [BitSet] {
    var result = [all]
    for literal in literals.dropFirst().reversed() { result.append(result.last!.intersection(matching(literal))) }
    return result.reversed()
  }

  /// Comparisons of times that hold at the point and together exclude the given zones.
  private func timeLiterals(excluding reached: BitSet, _ point: Point) -> [Literal]? {
    // Nodes with the same zone are excluded together.
    var open = Set(reached.members.map { zoneNumbers[$0] }).sorted()
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
      open.removeAll { zones[$0][i, j] <= bound }
    }
    return literals
  }

  /// The weakest comparison on x_i − x_j that excludes as many of the zones as that difference can.
  private func literal(_ i: Int, _ j: Int, _ open: [Int], _ point: Point) -> (literal: Literal, excluded: Int)? {
    var bound = Int32.min
    var excluded = 0
    for number in open {
      let limit = zones[number][i, j]
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
    let sign = ModelNumber.difference(times[i], times[j], comparedWith: Int(limit >> 1))
    return limit & 1 == 1 ? sign == .positive : sign != .negative
  }
}
