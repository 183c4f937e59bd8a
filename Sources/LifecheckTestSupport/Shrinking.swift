import LifecheckSystem

/// The smallest problem that can be found of which `isBad` still holds, by taking away one thing after the other.
///
/// - Source: A. Zeller, R. Hildebrandt: "Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002.
package func shrunk(_ problem: ReachabilityProblem, while isBad: (ReachabilityProblem) -> Bool) -> ReachabilityProblem {
  var best = problem
  var isSmaller = true
  while isSmaller {
    isSmaller = false
    // Positions move as things go, so a list that led to something smaller is made again.
    for kind in Reduction.allCases {
      var number = 0
      while let candidate = best.reduced(kind, number) {
        if isBad(candidate) {
          best = candidate
          isSmaller = true
        } else {
          number += 1
        }
      }
    }
  }
  return best
}

/// The ways to take something away from a problem. Each makes it smaller, so shrinking ends.
private enum Reduction: CaseIterable {
  case automaton, edge, variable, clock, parameter, invariant, action, conditions, urgency, terms, constants
}

extension ReachabilityProblem {
  /// - Returns: nil when there are not so many things of this kind.
  fileprivate func reduced(_ kind: Reduction, _ number: Int) -> ReachabilityProblem? {
    switch kind {
    case .automaton: system.automata.count > 1 && number < system.automata.count ? withoutAutomaton(number) : nil
    case .edge: edge(number).map { changed($0) { $0.system.automata[$1.automaton].edges.remove(at: $1.edge) } }
    case .variable: number < system.variables.count ? withoutVariable(number) : nil
    case .clock: number < system.clocks.count ? withoutClock(number) : nil
    case .parameter: number < system.parameters.count ? withoutParameter(number) : nil
    case .invariant:
      invariant(number).map { changed($0) { $0.system.automata[$1.0].locations[$1.1].invariants.remove(at: $1.2) } }
    case .action: action(number).map { changed($0) { $0.system.automata[$1.0].edges[$1.1].body.remove(at: $1.2) } }
    case .conditions: nth(withoutConditions, number)
    case .urgency: urgentEdge(number).map { changed($0) { $0.system.automata[$1.automaton].edges[$1.edge].isUrgent = false } }
    case .terms: withSmallerTerm(number)
    case .constants: withSmallerBound(number)
    }
  }

  private func changed<Place>(_ place: Place, _ change: (inout ReachabilityProblem, Place) -> Void) -> ReachabilityProblem {
    var result = self
    change(&result, place)
    return result
  }

  // MARK: Places

  private func nth<Element>(_ all: some Sequence<Element>, _ number: Int) -> Element? {
    all.dropFirst(number).first { _ in true }
  }
  private var edges: [(automaton: Int, edge: Int)] {
    system.automata.indices.flatMap { a in system.automata[a].edges.indices.map { (a, $0) } }
  }
  private func edge(_ number: Int) -> (automaton: Int, edge: Int)? { nth(edges, number) }
  private func urgentEdge(_ number: Int) -> (automaton: Int, edge: Int)? {
    nth(edges.filter { system.automata[$0.automaton].edges[$0.edge].isUrgent }, number)
  }
  private func action(_ number: Int) -> (Int, Int, Int)? {
    nth(
      edges.flatMap { place in
        system.automata[place.automaton].edges[place.edge].body.indices.map { (place.automaton, place.edge, $0) }
      }, number)
  }
  private func invariant(_ number: Int) -> (Int, Int, Int)? {
    nth(
      system.automata.indices.flatMap { a in
        system.automata[a].locations.indices.flatMap { l in
          system.automata[a].locations[l].invariants.indices.map { (a, l, $0) }
        }
      }, number)
  }

  // MARK: Whole parts

  private func withoutAutomaton(_ gone: Int) -> ReachabilityProblem {
    let initial = system.automata[gone].initial
    func index(_ automaton: AutomatonIndex) -> AutomatonIndex {
      automaton.index > gone ? AutomatonIndex(automaton.index - 1) : automaton
    }
    var result = mapped { term in
      term.mapped { leaf in
        guard case .at(let automaton, let places) = leaf else { return leaf }
        return automaton.index == gone ? (places.contains(initial) ? .true : .false) : .at(index(automaton), places)
      }
    }
    result.system.automata.remove(at: gone)
    result.changeBodies { body in
      body.compactMap { action in
        guard case .move(let automaton, let location, let condition) = action.kind else { return action }
        return automaton.index == gone ? nil : Action(.move(index(automaton), location, condition: condition))
      }
    }
    // Its own automaton cannot be moved by an edge.
    for a in result.system.automata.indices {
      for e in result.system.automata[a].edges.indices {
        result.system.automata[a].edges[e].body.removeAll {
          if case .move(AutomatonIndex(a), _, _) = $0.kind { true } else { false }
        }
      }
    }
    return result
  }

  private func withoutVariable(_ gone: Int) -> ReachabilityProblem {
    let value = system.variables[gone].initial ?? 0
    func index(_ variable: VariableIndex) -> VariableIndex {
      variable.index > gone ? VariableIndex(variable.index - 1) : variable
    }
    var result = mapped { term in
      term.mapped { leaf in
        guard case .variable(let variable) = leaf else { return leaf }
        return variable.index == gone ? .constant(value) : .variable(index(variable))
      }
    }
    result.system.variables.remove(at: gone)
    result.changeBodies { body in
      body.compactMap { action in
        guard case .assign(let variable, let value, let condition) = action.kind else { return action }
        return variable.index == gone ? nil : Action(.assign(index(variable), value, condition: condition))
      }
    }
    return result
  }

  private func withoutClock(_ gone: Int) -> ReachabilityProblem {
    func index(_ clock: ClockIndex) -> ClockIndex { clock.index > gone ? ClockIndex(clock.index - 1) : clock }
    var result = mapped { term in
      term.mapped { leaf in
        guard case .clock(let clock, let comparison, let bound) = leaf else { return leaf }
        if clock.index != gone { return .clock(index(clock), comparison, bound) }
        return comparison.holds(0, bound.constant) ? .true : .false
      }
    }
    result.system.clocks.remove(at: gone)
    for a in result.system.automata.indices {
      for l in result.system.automata[a].locations.indices {
        result.system.automata[a].locations[l].invariants = result.system.automata[a].locations[l].invariants.compactMap {
          $0.clock.index == gone ? nil : Invariant(condition: $0.condition, clock: index($0.clock), bound: $0.bound)
        }
      }
    }
    result.changeBodies { body in
      body.compactMap { action in
        guard case .reset(let clock, let condition) = action.kind else { return action }
        return clock.index == gone ? nil : Action(.reset(index(clock), condition: condition))
      }
    }
    return result
  }

  private func withoutParameter(_ gone: Int) -> ReachabilityProblem {
    let value = system.parameters[gone].range.lowerBound
    func fixed(_ bound: TimeBound) -> TimeBound {
      bound.summands.reduce(TimeBound(bound.constant)) { sum, summand in
        let index = summand.parameter.index
        if index == gone { return sum + TimeBound(summand.factor * value) }
        let parameter = ParameterIndex(index > gone ? index - 1 : index)
        return sum + TimeBound(0, [TimeBound.Summand(parameter: parameter, factor: summand.factor)])
      }
    }
    var result = mapped(term: { $0.mapped(bound: fixed) }, bound: fixed)
    result.system.parameters.remove(at: gone)
    return result
  }

  private mutating func changeBodies(_ change: ([Action]) -> [Action]) {
    for place in edges {
      system.automata[place.automaton].edges[place.edge].body = change(system.automata[place.automaton].edges[place.edge].body)
    }
  }

  // MARK: Conditions, terms, numbers

  private var withoutConditions: [ReachabilityProblem] {
    var all: [ReachabilityProblem] = []
    if system.initial != .true { all.append(changed(()) { problem, _ in problem.system.initial = .true }) }
    if system.assumption != .true { all.append(changed(()) { problem, _ in problem.system.assumption = .true }) }
    for clock in system.clocks.indices where system.clocks[clock].rate != .true {
      all.append(changed(clock) { $0.system.clocks[$1].rate = .true })
    }
    return all
  }

  /// Numbers all ways to make some term of the problem smaller, across the problem.
  private func withSmallerTerm(_ number: Int) -> ReachabilityProblem? {
    var left = number
    var isFound = false
    let result = mapped { term in
      if isFound { return term }
      let smaller = term.smaller
      if left < smaller.count {
        isFound = true
        return smaller[left]
      }
      left -= smaller.count
      return term
    }
    return isFound ? result : nil
  }

  private func withSmallerBound(_ number: Int) -> ReachabilityProblem? {
    var left = number
    var isFound = false
    func smaller(_ bound: TimeBound) -> TimeBound {
      if isFound || bound.constant <= 0 { return bound }
      if left < 2 {
        isFound = true
        return TimeBound(left == 0 ? bound.constant / 2 : bound.constant - 1, bound.summands)
      }
      left -= 2
      return bound
    }
    let result = mapped(term: { $0.mapped(bound: smaller) }, bound: smaller)
    return isFound ? result : nil
  }
}

extension Term {
  /// Terms that are smaller in one place.
  fileprivate var smaller: [Term] {
    switch self {
    case .constant, .variable, .choice, .at, .clock, .bound: []
    case .not(let a): [a] + a.smaller.map { .not($0) }
    case .and(let parts): Self.smaller(parts, Term.and)
    case .or(let parts): Self.smaller(parts, Term.or)
    case .compare(let comparison, let a, let b):
      a.smaller.map { .compare(comparison, $0, b) } + b.smaller.map { .compare(comparison, a, $0) }
    // Sums keep values within their domains.
    case .add, .subtract: []
    case .ifThenElse(let a, let b, let c): [b, c] + a.smaller.map { .ifThenElse($0, b, c) }
    }
  }

  private static func smaller(_ parts: [Term], _ make: ([Term]) -> Term) -> [Term] {
    parts
      + parts.indices.flatMap { index in
        parts[index].smaller.map { other in
          var some = parts
          some[index] = other
          return make(some)
        }
      }
  }
}
