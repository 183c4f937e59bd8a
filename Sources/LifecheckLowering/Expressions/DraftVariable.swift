import LifecheckSystem

/// What a variable in a term of a draft stands for.
///
/// Terms of drafts are those of timed systems, which know variables only. What has a meaning later is a variable with a number
/// that no variable of the system has; only this file knows which, and what is left of it in the end is found by the validator.
enum DraftVariable: Hashable {
  /// A variable of the timed system.
  case state(VariableIndex)
  /// A fact whose meaning is fixed when the automata are put together: an index into `Lowerer.macros`.
  case macro(Int)
  /// All that is unknown, in terms that are only compared.
  case anyUnknown

  init(_ variable: VariableIndex) {
    self =
      switch variable.index {
      case Int.min: .anyUnknown
      case ..<0: .macro(-1 - variable.index)
      default: .state(variable)
      }
  }

  /// As it stands in terms.
  var index: VariableIndex {
    switch self {
    case .state(let variable): variable
    case .macro(let number): VariableIndex(-1 - number)
    case .anyUnknown: VariableIndex(Int.min)
    }
  }
}

extension VariableIndex {
  /// nil for what is no variable of the timed system.
  var ofState: VariableIndex? { if case .state(let variable) = DraftVariable(self) { variable } else { nil } }
}

extension Term {
  static func draft(_ variable: DraftVariable) -> Term { .variable(variable.index) }
}
