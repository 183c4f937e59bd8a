import LifecheckDiagnostics
import LifecheckSystem

/// Why a claimed run is not a run of the system.
package struct ReplayFailure: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The trace does not fit the system: `what` says which list has the wrong length.
    case wrongCount(of: String, expected: Int, found: Int)
    /// The trace was made with other parameter values than the interpreter was given.
    case parametersDiffer
    case parameterOutOfRange(name: String, value: RationalTime)
    /// A variable starts outside its domain, or with another value than the declared one.
    case wrongInitialValue(variable: String, value: Int)
    case initialConditionNotMet
    /// The run enters a state that `assume` excludes.
    case assumptionLeft
    case negativeDelay(RationalTime)
    /// Time would pass although this edge could be taken.
    case urgentEdgePending(automaton: String, edge: EdgeReference)
    /// `clock` would exceed `bound` while the automaton stays at `location`.
    case invariantPassed(automaton: String, location: String, clock: String, value: RationalTime, bound: RationalTime)
    case noSuchEdge(EdgeReference)
    case notAtSource(automaton: String, edge: EdgeReference, expected: String, found: String)
    case choiceOutOfDomain(edge: EdgeReference, choice: ChoiceIndex, value: Int)
    /// The assumption at index `action` of the edge's body does not hold.
    case guardNotMet(automaton: String, edge: EdgeReference, action: Int, origin: SourceRange?)
    /// The assignment at index `action` of the edge's body leaves the variable's domain.
    case valueOutOfDomain(variable: String, value: Int, edge: EdgeReference, action: Int, origin: SourceRange?)
    case goalNotReached
    /// A choice stands in a term that belongs to no edge.
    case choiceOutsideEdge
    /// The exact value of `what` does not fit the machine's integers.
    case overflow(of: String)
  }

  /// 0 for the initial state, n for the n-th step; nil outside a replay.
  package var step: Int?
  package var reason: Reason
  package init(_ reason: Reason, step: Int? = nil) {
    self.reason = reason
    self.step = step
  }
}

extension ReplayFailure: CustomStringConvertible {
  package var description: String {
    step.map { $0 == 0 ? "initial state: \(reason)" : "step \($0): \(reason)" } ?? "\(reason)"
  }
}

extension ReplayFailure.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongCount(let what, let expected, let found): "\(found) \(what) where the system has \(expected)"
    case .parametersDiffer: "the trace has other parameter values"
    case .parameterOutOfRange(let name, let value): "parameter `\(name)` is \(value.fraction) ms, outside its range"
    case .wrongInitialValue(let variable, let value): "`\(variable)` cannot start with value \(value)"
    case .initialConditionNotMet: "the initial condition does not hold"
    case .assumptionLeft: "the state is excluded by an assumption"
    case .negativeDelay(let delay): "a delay of \(delay.fraction) ms is negative"
    case .urgentEdgePending(let automaton, let edge):
      "time cannot pass: urgent edge \(edge.edge) of `\(automaton)` could be taken"
    case .invariantPassed(let automaton, let location, let clock, let value, let bound):
      "`\(automaton)` at `\(location)`: clock `\(clock)` would be \(value.fraction) ms, past the bound \(bound.fraction) ms"
    case .noSuchEdge(let edge): "there is no edge \(edge.edge) of automaton \(edge.automaton.index)"
    case .notAtSource(let automaton, let edge, let expected, let found):
      "edge \(edge.edge) of `\(automaton)` starts at `\(expected)`, but the automaton is at `\(found)`"
    case .choiceOutOfDomain(let edge, let choice, let value):
      "choice \(choice.index) of edge \(edge.edge) of automaton \(edge.automaton.index) cannot be \(value)"
    case .guardNotMet(let automaton, let edge, let action, _):
      "edge \(edge.edge) of `\(automaton)`: the guard at action \(action) is not met"
    case .valueOutOfDomain(let variable, let value, let edge, let action, _):
      "edge \(edge.edge) of automaton \(edge.automaton.index), action \(action): \(value) is outside the domain of `\(variable)`"
    case .goalNotReached: "the goal does not hold in the last state"
    case .choiceOutsideEdge: "a choice stands outside any edge"
    case .overflow(let what): "\(what) is too large for exact arithmetic"
    }
  }
}
