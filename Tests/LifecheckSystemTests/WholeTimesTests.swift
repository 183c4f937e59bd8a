import LifecheckSystem
import LifecheckTestSupport
import Testing

/// The explorer only looks at whole times. On the systems that the generator makes, half units must not find more or
/// shorter runs. (Third units were tried by hand on 120 systems: the same.)
struct WholeTimesTests {
  @Test func finerTimesChangeNothing() {
    let factor = 2
    for seed in UInt64(0)..<60 {
      let random = RandomSystem(seed: seed)
      let whole = ReferenceExplorer(random.system).reach(random.goal)
      let fine = ReferenceExplorer(scaled(random.system, by: factor)).reach(scaled(random.goal, by: factor))
      if fine != .tooLarge { #expect(length(whole) == length(fine), "seed \(seed)") }
    }
  }

  private func length(_ answer: ReferenceExplorer.Answer) -> Int? {
    if case .reachable(let trace) = answer { trace.length } else { nil }
  }

  private func scaled(_ system: TimedSystem, by factor: Int) -> TimedSystem {
    var result = system
    for automaton in system.automata.indices {
      for location in system.automata[automaton].locations.indices {
        for index in system.automata[automaton].locations[location].invariants.indices {
          let bound = system.automata[automaton].locations[location].invariants[index].bound
          result.automata[automaton].locations[location].invariants[index].bound = bound.scaled(by: factor)
        }
      }
      for edge in system.automata[automaton].edges.indices {
        for (index, action) in system.automata[automaton].edges[edge].body.enumerated() {
          if case .assume(let term) = action.kind {
            result.automata[automaton].edges[edge].body[index].kind = .assume(scaled(term, by: factor))
          }
        }
      }
    }
    return result
  }

  /// Clocks stand only below `and` and `or` there.
  private func scaled(_ term: Term, by factor: Int) -> Term {
    switch term {
    case .clock(let clock, let comparison, let bound): .clock(clock, comparison, bound.scaled(by: factor))
    case .and(let parts): .and(parts.map { scaled($0, by: factor) })
    case .or(let parts): .or(parts.map { scaled($0, by: factor) })
    default: term
    }
  }
}
