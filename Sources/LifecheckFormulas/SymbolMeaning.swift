import LifecheckSystem

/// The part of a timed system that a state symbol belongs to. It is the same in every encoding with the same codes.
package enum SymbolMeaning: Hashable, Sendable {
  case variable(VariableIndex, bit: Int)
  case location(AutomatonIndex, bit: Int)
  case clock(ClockIndex)
  case parameter(ParameterIndex)
}

/// The meaning of an input of a single step.
package enum InputMeaning: Hashable, Sendable {
  /// How much time passes.
  case delay
  /// A bit of the number that a choice of the edge has.
  case choice(ChoiceIndex, bit: Int)
}

/// A part of the state with finitely many values.
package enum Slot: Hashable, Sendable {
  case variable(VariableIndex)
  case place(AutomatonIndex)
}

extension SymbolMeaning {
  /// nil for times.
  package var slot: Slot? {
    switch self {
    case .variable(let variable, _): .variable(variable)
    case .location(let automaton, _): .place(automaton)
    case .clock, .parameter: nil
    }
  }
}
