import LifecheckSystem

/// How tightly a part of a term binds; brackets stand where a looser part is within a tighter one.
enum Binding: Int {
  case or, and, not, comparison, sum, primary
}

extension SystemWriter {
  func condition(_ term: Term) -> String { self.term(term, within: .or) }

  func term(_ term: Term, within outer: Binding) -> String {
    let (text, binding) = words(term, isCondition: outer.rawValue <= Binding.not.rawValue)
    return binding.rawValue < outer.rawValue ? "(\(text))" : text
  }

  private func words(_ term: Term, isCondition: Bool) -> (String, Binding) {
    switch term {
    case .constant(let value) where isCondition && (value == 0 || value == 1): (value == 1 ? "true" : "false", .primary)
    case .constant(let value): ("\(value)", .primary)
    case .variable(let variable): (names.variables[variable.index], .primary)
    case .choice(let choice): ("?\(choice.index)", .primary)
    case .at(let automaton, let places):
      ("\(names.automata[automaton.index]) at [\(places.map { "\($0.index)" }.joined(separator: ", "))]", .comparison)
    case .clock(let clock, let comparison, let bound):
      ("\(names.clocks[clock.index]) \(comparison.rawValue) \(self.bound(bound))", .comparison)
    case .bound(let bound, let comparison): ("time \(self.bound(bound)) \(comparison.rawValue) 0", .comparison)
    case .not(let inner): ("not \(self.term(inner, within: .not))", .not)
    case .and(let parts): joined(parts, "and", .and, empty: "true")
    case .or(let parts): joined(parts, "or", .or, empty: "false")
    case .compare(let comparison, let left, let right):
      ("\(self.term(left, within: .sum)) \(comparison.rawValue) \(self.term(right, within: .sum))", .comparison)
    case .add(let left, let right): ("\(self.term(left, within: .sum)) + \(self.term(right, within: .primary))", .sum)
    case .subtract(let left, let right): ("\(self.term(left, within: .sum)) - \(self.term(right, within: .primary))", .sum)
    case .ifThenElse(let test, let yes, let no): ("(if \(branches(test, yes, no)))", .primary)
    }
  }

  private func branches(_ test: Term, _ yes: Term, _ no: Term) -> String {
    "\(condition(test)) then \(term(yes, within: .comparison)) else \(term(no, within: .comparison))"
  }

  /// Parts bind more tightly than their connective, so that the same nesting is read again.
  private func joined(_ parts: [Term], _ word: String, _ binding: Binding, empty: String) -> (String, Binding) {
    guard parts.count > 1 else { return parts.first.map { words($0, isCondition: true) } ?? (empty, .primary) }
    let inner = Binding(rawValue: binding.rawValue + 1)!
    return (parts.map { term($0, within: inner) }.joined(separator: " \(word) "), binding)
  }

  /// In milliseconds: `15000 - 1 gap`.
  func bound(_ bound: TimeBound) -> String {
    bound.summands.reduce("\(bound.constant)") { text, summand in
      "\(text) \(summand.factor < 0 ? "-" : "+") \(abs(summand.factor)) \(names.parameters[summand.parameter.index])"
    }
  }
}
