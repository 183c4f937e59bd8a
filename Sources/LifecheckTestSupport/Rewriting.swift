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

extension Action {
  /// The same with its terms replaced.
  package func mapped(_ term: (Term) -> Term) -> Action {
    switch kind {
    case .assume(let a): Action(.assume(term(a)), origin: origin)
    case .assign(let variable, let value, let condition):
      Action(.assign(variable, term(value), condition: term(condition)), origin: origin)
    case .move(let automaton, let location, let condition):
      Action(.move(automaton, location, condition: term(condition)), origin: origin)
    case .reset(let clock, let condition): Action(.reset(clock, condition: term(condition)), origin: origin)
    }
  }
}

extension Term {
  /// The same with each innermost part, one that has no parts of its own, replaced.
  package func mapped(leaf: (Term) -> Term) -> Term {
    func map(_ a: Term) -> Term { a.mapped(leaf: leaf) }
    return switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: leaf(self)
    case .not(let a): .not(map(a))
    case .and(let parts): .and(parts.map(map))
    case .or(let parts): .or(parts.map(map))
    case .compare(let comparison, let a, let b): .compare(comparison, map(a), map(b))
    case .add(let a, let b): .add(map(a), map(b))
    case .subtract(let a, let b): .subtract(map(a), map(b))
    case .ifThenElse(let a, let b, let c): .ifThenElse(map(a), map(b), map(c))
    }
  }

  package func mapped(bound: (TimeBound) -> TimeBound) -> Term {
    mapped { leaf in
      switch leaf {
      case .clock(let clock, let comparison, let limit): .clock(clock, comparison, bound(limit))
      case .bound(let limit, let comparison): .bound(bound(limit), comparison)
      default: leaf
      }
    }
  }
}
