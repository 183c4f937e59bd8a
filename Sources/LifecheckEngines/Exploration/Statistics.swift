import LifecheckSystem
package func explorationStatistics(_ system: TimedSystem, _ goals: [Term]) {
  let c = ContinuousClock()
  let s = c.now
  var e = Explorer(system, goals: goals)
  e.run(maximumNodes: 200000, mustStop: { false })
  print("complete \(e.isComplete) nodes \(e.nodes.count) states \(e.states.count) alive \(e.nodes.filter { !$0.isSubsumed }.count) reached \(e.reached) time \(c.now - s) clocks \(system.clocks.count)")
}
