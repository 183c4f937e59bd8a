import LifecheckSystem
package func explorationStatistics(_ system: TimedSystem, _ goals: [Term], terminal: Term) {
  let c = ContinuousClock()
  let s = c.now
  let e = Explorer(system, goals: goals, terminal: terminal)
  e.run(maximumNodes: 200000, mustStop: { false })
  print("complete \(e.isComplete) nodes \(e.nodes.count) states \(e.states.count) alive \(e.nodes.filter { !$0.isSubsumed }.count) reached \(e.reached) time \(c.now - s) clocks \(system.clocks.count)")
}
package func explorationBreakdown(_ system: TimedSystem, _ goals: [Term], terminal: Term) {
  let e = Explorer(system, goals: goals, terminal: terminal)
  e.run(maximumNodes: 200000, mustStop: { false })
  let n = system.variables.count
  for slot in 0..<(n + system.automata.count) {
    var counts: [UInt16: Int] = [:]
    for s in e.states { counts[s.values[slot], default: 0] += 1 }
    if counts.count > 1 {
      let name = slot < n ? system.variables[slot].name : system.automata[slot - n].name
      print(name, counts.sorted { $0.value > $1.value }.prefix(14).map { "\($0.key):\($0.value)" }.joined(separator: " "))
    }
  }
}
