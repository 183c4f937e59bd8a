import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// Which differences of times the states along a path of edges have, as zones.
///
/// Where the zones at the end are empty, times do not allow the path, and the differences on the way are enough to say why:
/// each follows from those at the step before. So they may be sums of any number of bounds of the system.
/// - Source: J. Bengtsson, W. Yi, "Timed Automata: Semantics, Algorithms and Tools" (2004), section 4, for zones.
struct PathZones {
  private let explorer: Explorer
  /// By the index of a zone: the time; zero is first.
  private let times: [Formula]
  /// Beyond it the rest is left out: then the differences may not be enough.
  private static let mostStates = 400

  /// - Parameter goal: What looks at times in the end; of what nobody looks at, nothing is known.
  init(_ encoded: EncodedSystem, goal: Term) {
    explorer = Explorer(encoded.timed, goals: [goal])
    var times = Array(repeating: encoded.system.bank.zero, count: explorer.program.zoneSize)
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .clock(let clock): times[1 + clock.index] = symbol
      case .parameter(let parameter): times[1 + encoded.timed.clocks.count + parameter.index] = symbol
      case .variable, .location: break
      }
    }
    self.times = times
  }

  private struct Entry: Hashable {
    let values: [UInt16]
    let zone: Zone
  }

  /// For each position on the path, before time passes there: comparisons that hold in some of the states. That no time is below zero is
  /// among them: between two steps a time is any number, so whoever needs that has to remember it.
  mutating func comparisons(along path: [SingleStep], in bank: inout FormulaBank) -> [[Formula]] {
    var frontier = explorer.initialStates().prefix(Self.mostStates).map { Entry(values: $0.0, zone: $0.1) }
    var result: [[Formula]] = []
    for step in path {
      result.append(comparisons(in: Set(frontier.map(\.zone)), &bank))
      let next = frontier.flatMap { follow(step, from: $0) }
      var seen: Set<Entry> = []
      frontier = Array(next.filter { seen.insert($0).inserted }.prefix(Self.mostStates))
    }
    result.append(comparisons(in: Set(frontier.map(\.zone)), &bank))
    return result
  }

  private func follow(_ step: SingleStep, from entry: Entry) -> [Entry] {
    let nodes = explorer.append(entry.values, entry.zone, parent: -1, edge: nil, choices: [])
    guard let reference = step.edge else { return nodes.map { Entry(values: entry.values, zone: explorer.zone(of: $0)) } }
    let place = Int(entry.values[explorer.program.system.variables.count + reference.automaton.index])
    let edges = explorer.program.edges(of: reference.automaton.index, at: place)
    guard let edge = edges.first(where: { $0.reference == reference }) else { return [] }
    return nodes.flatMap { explorer.attempt(edge, from: $0).successors.map { Entry(values: $0.values, zone: $0.zone) } }
  }

  private func comparisons(in zones: Set<Zone>, _ bank: inout FormulaBank) -> [Formula] {
    var result: Set<Formula> = []
    for zone in zones {
      for i in 0..<zone.size {
        for j in 0..<zone.size where i != j && zone[i, j] < Zone.infinity {
          let other = bank.add([times[j], bank.real(Int(zone[i, j] >> 1))])
          result.insert(bank.compare(zone[i, j] & 1 == 1 ? .lessEqual : .less, times[i], other))
        }
      }
    }
    return result.sorted()
  }
}
