import LifecheckEngines
import LifecheckReports
import LifecheckSystem

/// Answers about a timed system as text: one line each, and for a run each of its steps in the system's own names.
package struct SolvedText {
  private let system: TimedSystem

  package init(_ system: TimedSystem) { self.system = system }

  package func text(_ question: SolvedQuestion) -> String {
    switch question.outcome {
    case .unreachable: return "unreachable  \(question.title)\n"
    case .undecided(let reason, let cleared):
      return "undecided    \(question.title)\n             \(words(reason)); no run of fewer than \(cleared) steps gets there\n"
    case .reachable(let trace, let states):
      let steps = trace.steps.indices.map { step(trace.steps[$0], from: states[$0], to: states[$0 + 1]) }
      return (["reachable    \(question.title)"] + parameters(trace) + steps).joined(separator: "\n") + "\n"
    }
  }

  private func words(_ reason: UndecidedReason) -> String {
    switch reason {
    case .limit(.time), .limit(.processorTime): "the time is over (--timeout)"
    case .limit(.memory): "the memory is full (--memory)"
    case .limit(.interruption): "it was interrupted"
    case .steps, .effort: "it takes more work than is allowed for one question"
    case .numberTooLarge: "the numbers in it grow too large"
    case .solver(let words): "the solver gave up: \(words)"
    }
  }

  private func parameters(_ trace: Trace) -> [String] {
    zip(system.parameters, trace.parameters).map { "  \($0.name) = \($1.text)" }
  }

  private func step(_ step: Step, from before: State, to after: State) -> String {
    var line = "  \(after.now.text)  "
    if let edge = step.edge {
      let automaton = system.automata[edge.automaton.index]
      let taken = automaton.edges[edge.edge]
      line += "\(automaton.name): \(name(taken.source, automaton)) to \(name(taken.target, automaton))"
      line += taken.label.lines.map { ", \($0.text)" }.joined()
    } else {
      line += "time passes"
    }
    return line + changes(from: before, to: after)
  }

  private func name(_ location: LocationIndex, _ automaton: Automaton) -> String {
    "\(location.index) (\(automaton.locations[location.index].name))"
  }

  private func changes(from before: State, to after: State) -> String {
    let changed = system.variables.indices.filter { before.variables[$0] != after.variables[$0] }
    guard !changed.isEmpty else { return "" }
    let texts = changed.map { index in
      let variable = system.variables[index]
      return "\(variable.name): \(variable.nameOfValue(before.variables[index])) to \(variable.nameOfValue(after.variables[index]))"
    }
    return "\n      " + texts.joined(separator: ", ")
  }
}
