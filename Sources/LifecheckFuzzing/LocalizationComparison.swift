import LifecheckChecking
import LifecheckSystem
import LifecheckTestSupport

/// Something that the random system of a seed can do, and a part of it cannot; nil if the part can do all that was tried.
///
/// The reference checker looks at both, so this asks whether `Localization` leaves out no run, with no engine in between.
/// Urgent edges get a twin that waits for the opposite, so that places are often urgent by several edges together.
package func whatLocalizationLoses(seed: UInt64) -> String? {
  var random = SplitMix64(seed: seed &+ 0x5eed)
  let whole = withTwins(RandomSystem(seed: seed).system, &random)
  let part = randomPart(of: whole, &random)
  let local = Localization(whole, keeping: part, urgency: UrgencyOfPlaces(whole))
  for goal in goals(in: part, of: whole) {
    guard case .reachable = ReferenceExplorer(whole).reach(goal, limit: 4_000) else { continue }
    guard case .unreachable = ReferenceExplorer(local.system).reach(local.rename(goal)!, limit: 20_000) else { continue }
    let problem = ReachabilityProblem(system: whole, goal: goal)
    return "seed \(seed): the part \(part) cannot do what the whole can\n\(text(of: problem))"
  }
  return nil
}

private func withTwins(_ system: TimedSystem, _ random: inout SplitMix64) -> TimedSystem {
  var system = system
  for automaton in system.automata.indices {
    let edges = system.automata[automaton].edges
    for (number, edge) in edges.enumerated() where random.chance(40) {
      let guards = edge.body.prefix { if case .assume = $0.kind { true } else { false } }
      let condition = Term.all(guards.compactMap { if case .assume(let term) = $0.kind { term } else { nil } })
      if condition.usesChoices || condition.mentionsTime { continue }
      system.automata[automaton].edges[number].isUrgent = true
      let target = LocationIndex(random.pick(0...system.automata[automaton].locations.count - 1))
      let twin = Edge(
        source: edge.source, target: target, isUrgent: true, body: [Action(.assume(condition.negated))], label: EdgeLabel())
      system.automata[automaton].edges.append(twin)
    }
  }
  return system
}

private func randomPart(of system: TimedSystem, _ random: inout SplitMix64) -> SystemPart {
  var part = SystemPart()
  part.automata.insert(AutomatonIndex(random.pick(0...system.automata.count - 1)))
  part.clocks.insert(ClockIndex(random.pick(0...system.clocks.count - 1)))
  for automaton in system.automata.indices where random.chance(30) { part.automata.insert(AutomatonIndex(automaton)) }
  for variable in system.variables.indices where random.chance(40) { part.variables.insert(VariableIndex(variable)) }
  for clock in system.clocks.indices where random.chance(30) { part.clocks.insert(ClockIndex(clock)) }
  part.close(in: system)
  return part
}

/// Each place of the part at several times: a part in which too little is urgent is late, one in which too much is never is.
private func goals(in part: SystemPart, of system: TimedSystem) -> [Term] {
  part.automata.sorted().flatMap { automaton in
    system.automata[automaton.index].locations.indices.flatMap { place in
      part.clocks.sorted().flatMap { clock in
        [0, 2, 5].map { .all([.at(automaton, [LocationIndex(place)]), .clock(clock, .greaterEqual, TimeBound($0))]) }
      }
    }
  }
}
