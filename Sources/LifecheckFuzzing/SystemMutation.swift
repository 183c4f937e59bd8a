import LifecheckChecking
import LifecheckSystem
import LifecheckTestSupport

/// Mistakes that an encoder could make, each as a change of the system that is encoded in place of the right one.
package enum SystemMutation: String, CaseIterable, Sendable {
  case edgeLost = "an edge is lost"
  case edgeElsewhere = "an edge leads elsewhere"
  case guardLost = "a guard is lost"
  case guardNegated = "a guard is negated"
  case comparisonStrict = "a bound is taken as open"
  case updateLost = "an assignment is lost"
  case updateConditionLost = "a condition of an update is lost"
  case resetLost = "a reset is lost"
  case resetAdded = "a clock is reset that should run on"
  case moveLost = "the jump of another automaton is lost"
  case effectsSwapped = "two actions are swapped"
  case urgencyLost = "an urgent edge may wait"
  case urgencyAdded = "an edge is urgent that may wait"
  case invariantLost = "a latest moment is lost"
  case invariantTightened = "a latest moment is too early"
  case clockStands = "a clock stands still"
  case clockRuns = "a clock always runs"
  case rateNegated = "a clock runs when it should stand still"
  case initialValue = "a variable starts with another value"
  case initialFixed = "a variable starts with one value that may start with any"
  case initialLocation = "an automaton starts elsewhere"
  case parameterNarrowed = "a parameter has a smaller range"
  case choiceNarrowed = "a choice has fewer values"
  case boundShifted = "a bound is one less"
  case boundRaised = "a bound is one more"
  case assumptionLost = "an assumption is lost"
  case assumptionAdded = "runs are left out"
  case domainNarrowed = "a value has no code"

  /// nil when there is no place for it.
  package func apply(to system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    switch self {
    case .edgeLost, .edgeElsewhere, .urgencyLost, .urgencyAdded, .choiceNarrowed: changeEdge(of: system, &dice)
    case .guardLost, .guardNegated, .updateLost, .updateConditionLost, .resetLost, .moveLost: changeAction(of: system, &dice)
    case .resetAdded, .effectsSwapped: changeBody(of: system, &dice)
    case .invariantLost, .invariantTightened: changeInvariant(of: system, &dice)
    case .clockStands, .clockRuns, .rateNegated: changeClock(of: system, &dice)
    case .initialValue, .initialFixed, .domainNarrowed: changeVariable(of: system, &dice)
    case .comparisonStrict, .boundShifted, .boundRaised: changeComparison(of: system, &dice)
    case .initialLocation, .parameterNarrowed, .assumptionLost, .assumptionAdded: changeWhole(of: system, &dice)
    }
  }
}

// MARK: Edges

extension SystemMutation {
  private typealias Place = (automaton: Int, edge: Int)

  private func places(_ system: TimedSystem, where isFit: (Edge) -> Bool) -> [Place] {
    system.automata.indices.flatMap { a in
      system.automata[a].edges.indices.filter { isFit(system.automata[a].edges[$0]) }.map { (a, $0) }
    }
  }

  private func changeEdge(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = places(system) { edge in
      switch self {
      case .urgencyLost: edge.isUrgent
      case .urgencyAdded: !edge.isUrgent
      case .choiceNarrowed: edge.choices.contains { $0 > 1 }
      default: true
      }
    }
    if fit.isEmpty { return nil }
    let (a, e) = dice.pick(fit)
    var result = system
    switch self {
    case .edgeLost: result.automata[a].edges.remove(at: e)
    case .edgeElsewhere: result.automata[a].edges[e].target = LocationIndex(dice.pick(0...system.automata[a].locations.count - 1))
    case .choiceNarrowed: result.automata[a].edges[e].choices = system.automata[a].edges[e].choices.map { max($0 - 1, 1) }
    default: result.automata[a].edges[e].isUrgent.toggle()
    }
    return result
  }

  private func changeBody(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = places(system) { self == .resetAdded ? !system.clocks.isEmpty : $0.body.count > 1 }
    if fit.isEmpty { return nil }
    let (a, e) = dice.pick(fit)
    var result = system
    if self == .resetAdded {
      let clock = ClockIndex(dice.pick(0...system.clocks.count - 1))
      result.automata[a].edges[e].body.append(Action(.reset(clock, condition: .true)))
    } else {
      let first = dice.pick(0...system.automata[a].edges[e].body.count - 2)
      result.automata[a].edges[e].body.swapAt(first, first + 1)
    }
    return result
  }

  private func changeAction(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = places(system) { _ in true }.flatMap { place in
      system.automata[place.automaton].edges[place.edge].body.enumerated().filter { isFit($1) }.map { (place, $0.offset) }
    }
    if fit.isEmpty { return nil }
    let ((a, e), index) = dice.pick(fit)
    var result = system
    let action = system.automata[a].edges[e].body[index]
    switch (self, action.kind) {
    case (.guardNegated, .assume(let term)): result.automata[a].edges[e].body[index] = Action(.assume(term.negated))
    case (.updateConditionLost, .assign(let variable, let value, _)):
      result.automata[a].edges[e].body[index] = Action(.assign(variable, value, condition: .true))
    default: result.automata[a].edges[e].body.remove(at: index)
    }
    return result
  }

  private func isFit(_ action: Action) -> Bool {
    switch (self, action.kind) {
    case (.guardLost, .assume), (.guardNegated, .assume), (.updateLost, .assign), (.resetLost, .reset), (.moveLost, .move): true
    case (.updateConditionLost, .assign(_, _, let condition)): condition != .true
    default: false
    }
  }
}

// MARK: Everything else

extension SystemMutation {
  private func changeInvariant(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = system.automata.indices.flatMap { a in
      system.automata[a].locations.indices.flatMap { l in
        system.automata[a].locations[l].invariants.indices.map { (a, l, $0) }
      }
    }
    if fit.isEmpty { return nil }
    let (a, l, index) = dice.pick(fit)
    var result = system
    if self == .invariantLost {
      result.automata[a].locations[l].invariants.remove(at: index)
    } else {
      result.automata[a].locations[l].invariants[index].bound =
        system.automata[a].locations[l].invariants[index].bound + TimeBound(-1)
    }
    return result
  }

  private func changeClock(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = system.clocks.indices.filter { self == .clockStands || system.clocks[$0].rate != .true }
    if fit.isEmpty { return nil }
    let clock = dice.pick(fit)
    var result = system
    switch self {
    case .clockStands: result.clocks[clock].rate = .false
    case .clockRuns: result.clocks[clock].rate = .true
    default: result.clocks[clock].rate = system.clocks[clock].rate.negated
    }
    return result
  }

  private func changeVariable(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    let fit = system.variables.indices.filter { index in
      let variable = system.variables[index]
      return switch self {
      case .initialFixed: variable.initial == nil
      case .domainNarrowed: variable.domain > 2 && variable.initial != variable.domain - 1
      default: variable.initial != nil
      }
    }
    if fit.isEmpty { return nil }
    let index = dice.pick(fit)
    let domain = system.variables[index].domain
    var result = system
    switch self {
    case .domainNarrowed: result.variables[index].domain -= 1
    case .initialFixed: result.variables[index].initial = dice.pick(0...domain - 1)
    default: result.variables[index].initial = (system.variables[index].initial! + 1) % domain
    }
    return result
  }

  /// One comparison of a clock, the same in all places where it stands.
  private func changeComparison(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    var found: [Term] = []
    let problem = ReachabilityProblem(system: system, goal: .true)
    func changed(_ change: (Term) -> Term) -> TimedSystem {
      problem.mapped(term: { term in
        term.mapped { leaf in if case .clock = leaf { change(leaf) } else { leaf } }
      }).system
    }
    _ = changed { leaf in
      found.append(leaf)
      return leaf
    }
    if found.isEmpty { return nil }
    let chosen = dice.pick(found)
    guard case .clock(let clock, let comparison, let bound) = chosen else { return nil }
    let other: Term
    switch (self, comparison) {
    case (.comparisonStrict, .lessEqual): other = .clock(clock, .less, bound)
    case (.comparisonStrict, .greaterEqual): other = .clock(clock, .greater, bound)
    case (.comparisonStrict, .equal), (.comparisonStrict, .less), (.comparisonStrict, .greater): return nil
    default: other = .clock(clock, comparison, bound + TimeBound(self == .boundShifted ? -1 : 1))
    }
    return changed { $0 == chosen ? other : $0 }
  }

  private func changeWhole(of system: TimedSystem, _ dice: inout SplitMix64) -> TimedSystem? {
    var result = system
    switch self {
    case .initialLocation:
      let a = dice.pick(0...system.automata.count - 1)
      result.automata[a].initial = LocationIndex((system.automata[a].initial.index + 1) % system.automata[a].locations.count)
    case .parameterNarrowed:
      let fit = system.parameters.indices.filter { !system.parameters[$0].range.isEmpty && system.parameters[$0].range.count > 1 }
      if fit.isEmpty { return nil }
      let index = dice.pick(fit)
      let low = system.parameters[index].range.lowerBound
      result.parameters[index].range = low...low
    case .assumptionLost:
      if system.assumption == .true { return nil }
      result.assumption = .true
    default:
      let a = dice.pick(0...system.automata.count - 1)
      let gone = LocationIndex(dice.pick(0...system.automata[a].locations.count - 1))
      result.assumption = .all([system.assumption, Term.at(AutomatonIndex(a), [gone]).negated])
    }
    return result
  }
}
