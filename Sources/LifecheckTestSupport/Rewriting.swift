import LifecheckSystem

/// A goal to reach in a system: what random tests are about.
package struct ReachabilityProblem: Sendable {
  package var system: TimedSystem
  package var goal: Term
  package init(system: TimedSystem, goal: Term) {
    self.system = system
    self.goal = goal
  }
}

extension ReachabilityProblem {
  /// The same problem with every term, and every bound of an invariant, replaced.
  package func mapped(term: (Term) -> Term, bound: (TimeBound) -> TimeBound = { $0 }) -> ReachabilityProblem {
    var result = system
    result.initial = term(system.initial)
    result.assumption = term(system.assumption)
    for index in result.clocks.indices { result.clocks[index].rate = term(system.clocks[index].rate) }
    for (index, automaton) in system.automata.enumerated() {
      for place in automaton.locations.indices {
        result.automata[index].locations[place].invariants = automaton.locations[place].invariants.map {
          Invariant(condition: term($0.condition), clock: $0.clock, bound: bound($0.bound))
        }
      }
      for (number, edge) in automaton.edges.enumerated() {
        result.automata[index].edges[number].body = edge.body.map { $0.mapped(term) }
      }
    }
    return ReachabilityProblem(system: result, goal: term(goal))
  }

  /// The same problem for some values of its parameters, with `factor` units of time to the millisecond.
  ///
  /// - Parameter values: In those units.
  package func fixing(parameters values: [Int], factor: Int) -> ReachabilityProblem {
    func fixed(_ bound: TimeBound) -> TimeBound {
      TimeBound(bound.summands.reduce(factor * bound.constant) { $0 + $1.factor * values[$1.parameter.index] })
    }
    var result = mapped(term: { $0.mapped(bound: fixed) }, bound: fixed)
    result.system.parameters = []
    return result
  }
}
