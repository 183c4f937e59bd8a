import LifecheckFormulas
import LifecheckSystem

/// The claim of a proof about a timed system, and how its formula is to be read.
package struct Claim: Sendable {
  /// The encoding that `formula` belongs to: its bank, and what its symbols mean. Nothing else of it is believed.
  package let encoded: any ReadableEncoding
  /// Over current symbols; holds in every state that can be reached.
  package let formula: Formula
  /// No single step leads out of it.
  package let isInductive: Bool
  /// The goals that the claim excludes, in terms of the timed system.
  package var goals: [Term]
  package init(encoded: any ReadableEncoding, formula: Formula, isInductive: Bool, goals: [Term]) {
    self.encoded = encoded
    self.formula = formula
    self.isInductive = isInductive
    self.goals = goals
  }

  /// Whether it is the same claim, about other goals perhaps.
  package func isSame(as other: Claim) -> Bool {
    // Copies of one bank share their nodes, so comparing them costs nothing.
    formula == other.formula && isInductive == other.isInductive && encoded.bank.nodes == other.encoded.bank.nodes
  }
}

/// Why a claim is wrong.
package enum Contradiction: Hashable, Sendable {
  /// The claim speaks of something that is no part of a state.
  case unreadable
  /// The interpreter came to a state that the claim excludes.
  case reached(State)
  /// The interpreter came to a state in which a goal holds that is said to be unreachable.
  case goalReached(State)
  /// A state of the claim in which a goal holds.
  case goalInside(State)
  /// One step of the interpreter leads from a state of the claim to one outside it.
  case left(State, State)
  /// A step of the interpreter that the encoding does not have which a claim was proved with.
  case stepLeftOut(State, State)
  /// A run comes to a step that assigns a value beyond its variable's domain: the engines take the step for impossible.
  case stepLost(ReplayFailure)
}

extension Contradiction: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable: "what was proved is not about states"
    case .reached: "a run leaves what was proved of all runs"
    case .goalReached: "a run reaches what was proved to be unreachable"
    case .goalInside: "what was proved of all runs does not exclude what it should"
    case .left: "a step leads out of what was proved to be kept by every step"
    case .stepLeftOut: "a step was left out of the proof"
    case .stepLost(let failure): "a step of a run was left out of the proof: \(failure)"
    }
  }
}
