import LifecheckLanguage
import LifecheckSystem

// Two happenings of one sentence at the same instant: one occurrence, which does not answer itself, or two.

extension Lowerer {
  /// Both are facts that can become true by one step, which says of neither that it is the first. That meets what is asked.
  func comeTogether(_ first: Happening, _ second: Happening, _ environment: Environment) throws -> Bool {
    guard case .becomes = first.kind, case .becomes = second.kind else { return false }
    return try !canBeOneOccurrence(first, second, environment)
  }

  /// Whether one and the same occurrence can be both; what becomes true is judged after the unit, and can be only if it
  /// is the same fact.
  func canBeOneOccurrence(_ first: Happening, _ second: Happening, _ environment: Environment) throws -> Bool {
    switch (first.kind, second.kind) {
    case (.calls(_, let a), .calls(_, let b)), (.returns(_, let a), .returns(_, let b)), (.fails(_, let a), .fails(_, let b)):
      a == b
    case (.callback(_, let a), .callback(_, let b)), (.callbackReturns(_, let a), .callbackReturns(_, let b)): a == b
    case (.event(_, let a), .event(_, let b)): a == b
    case (.signal(_, let a), .signal(_, let b)): a == b
    case (.becomes(let a), .becomes(let b)): try isSame(a, b, environment)
    case (.dies, .dies): true
    default: false
    }
  }

  /// The same fact, wherever it is written. What is unknown in both is taken for the same: then no step answers itself.
  private func isSame(_ a: Fact, _ b: Fact, _ environment: Environment) throws -> Bool {
    try with(\.takesUnknownsForOne, true) { try fact(a, environment) == fact(b, environment) }
  }
}
