import LifecheckSystem

/// A timed system as a person reads it, for tests that fail on one.
package func text(of problem: ReachabilityProblem) -> String { Text(system: problem.system).text(problem.goal) }

private struct Text {
  let system: TimedSystem

  func text(_ goal: Term) -> String {
    var lines: [String] = []
    for variable in system.variables {
      lines.append(
        "\(variable.isRigid ? "let" : "var") \(variable.name): 0..<\(variable.domain) = \(variable.initial.map(String.init) ?? "any")"
      )
    }
    for clock in system.clocks {
      lines.append("clock \(clock.name)" + (clock.rate == .true ? "" : " while \(words(clock.rate))"))
    }
    for parameter in system.parameters { lines.append("param \(parameter.name): \(parameter.range)") }
    if system.initial != .true { lines.append("initially \(words(system.initial))") }
    if system.assumption != .true { lines.append("assume \(words(system.assumption))") }
    for automaton in system.automata { lines += self.lines(automaton) }
    return (lines + ["goal \(words(goal))"]).joined(separator: "\n")
  }

  private func lines(_ automaton: Automaton) -> [String] {
    var lines = ["automaton \(automaton.name), starts at \(automaton.initial.index)"]
    for (index, location) in automaton.locations.enumerated() {
      for invariant in location.invariants {
        let condition = invariant.condition == .true ? "" : "if \(words(invariant.condition)): "
        lines.append("  at \(index): \(condition)\(system.clocks[invariant.clock.index].name) <= \(words(invariant.bound))")
      }
    }
    for edge in automaton.edges {
      let choices = edge.choices.isEmpty ? "" : " choices \(edge.choices)"
      let body = edge.body.map(words).joined(separator: "; ")
      lines.append("  \(edge.source.index) -> \(edge.target.index)\(edge.isUrgent ? " urgent" : "")\(choices) { \(body) }")
    }
    return lines
  }

  private func words(_ action: Action) -> String {
    func when(_ condition: Term) -> String { condition == .true ? "" : " if \(words(condition))" }
    return switch action.kind {
    case .assume(let term): "assume \(words(term))"
    case .assign(let variable, let value, let condition):
      "\(system.variables[variable.index].name) = \(words(value))\(when(condition))"
    case .move(let automaton, let location, let condition):
      "\(system.automata[automaton.index].name) to \(location.index)\(when(condition))"
    case .reset(let clock, let condition): "reset \(system.clocks[clock.index].name)\(when(condition))"
    }
  }

  private func words(_ bound: TimeBound) -> String {
    bound.summands.reduce("\(bound.constant)") { $0 + " + \($1.factor)*\(system.parameters[$1.parameter.index].name)" }
  }

  private func words(_ term: Term) -> String {
    switch term {
    case .constant(let value): "\(value)"
    case .variable(let variable): system.variables[variable.index].name
    case .choice(let choice): "choice\(choice.index)"
    case .at(let automaton, let places): "\(system.automata[automaton.index].name) in \(places.map(\.index))"
    case .clock(let clock, let comparison, let bound):
      "\(system.clocks[clock.index].name) \(comparison.rawValue) \(words(bound))"
    case .bound(let bound, let comparison): "\(words(bound)) \(comparison.rawValue) 0"
    case .not(let a): "not (\(words(a)))"
    case .and(let parts): parts.isEmpty ? "true" : "(" + parts.map(words).joined(separator: " and ") + ")"
    case .or(let parts): parts.isEmpty ? "false" : "(" + parts.map(words).joined(separator: " or ") + ")"
    case .compare(let comparison, let a, let b): "\(words(a)) \(comparison.rawValue) \(words(b))"
    case .add(let a, let b): "\(words(a)) + \(words(b))"
    case .subtract(let a, let b): "\(words(a)) - \(words(b))"
    case .ifThenElse(let a, let b, let c): "(\(words(a)) ? \(words(b)) : \(words(c)))"
    }
  }
}
