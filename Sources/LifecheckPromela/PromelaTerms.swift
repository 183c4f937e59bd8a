import LifecheckSystem

/// Writes terms as Promela expressions, with time in ticks.
struct PromelaTerms {
  let names: PromelaNames
  let digitization: Digitization

  /// 1 and 0 are true and false in both.
  func text(_ term: Term) -> String {
    switch term {
    case .constant(let value): number(value)
    case .variable(let variable): names.variables[variable.index]
    case .choice(let choice): Self.choice(choice)
    case .at(let automaton, let places):
      junction(places.map { "\(names.automata[automaton.index]) == \($0.index)" }, "||", empty: "false")
    case .clock(let clock, let comparison, let bound): "(\(names.clocks[clock.index]) \(comparison.rawValue) \(text(bound)))"
    case .bound(let bound, let comparison): "(\(text(bound)) \(comparison.rawValue) 0)"
    case .not(let inner): "!\(text(inner))"
    case .and(let parts): junction(parts.map(text), "&&", empty: "true")
    case .or(let parts): junction(parts.map(text), "||", empty: "false")
    case .compare(let comparison, let a, let b): "(\(text(a)) \(comparison.rawValue) \(text(b)))"
    case .add(let a, let b): "(\(text(a)) + \(text(b)))"
    case .subtract(let a, let b): "(\(text(a)) - \(text(b)))"
    case .ifThenElse(let condition, let a, let b): "(\(text(condition)) -> \(text(a)) : \(text(b)))"
    }
  }

  func text(_ bound: TimeBound) -> String {
    let parts = bound.summands.map { "\(number($0.factor)) * \(names.parameters[$0.parameter.index])" }
    return parts.isEmpty
      ? number(digitization.ticks(bound.constant))
      : "(\(([number(digitization.ticks(bound.constant))] + parts).joined(separator: " + ")))"
  }

  static func choice(_ choice: ChoiceIndex) -> String { "choice_\(choice.index)" }

  private func junction(_ parts: [String], _ operation: String, empty: String) -> String {
    parts.isEmpty ? empty : "(\(parts.joined(separator: " \(operation) ")))"
  }

  private func number(_ value: Int) -> String { value < 0 ? "(\(value))" : "\(value)" }
}
