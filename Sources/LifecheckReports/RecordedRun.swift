import LifecheckSystem

/// A run in a form that outlives the program: with the names of what it speaks of, so that it is noticed when a spec has
/// changed since.
package struct RecordedRun: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var name: String
    package var value: Int
    package init(name: String, value: Int) {
      self.name = name
      self.value = value
    }
  }
  package struct Duration: Hashable, Sendable {
    package var name: String
    package var time: RationalTime
    package init(name: String, time: RationalTime) {
      self.name = name
      self.time = time
    }
  }
  /// The move of one process: its edge by number, and between which places.
  package struct Move: Hashable, Sendable {
    package var process: Int
    package var name: String
    package var edge: Int
    package var from: String
    package var to: String
    /// The words of a story about it; may be empty.
    package var text: String
    package init(process: Int, name: String, edge: Int, from: String, to: String, text: String) {
      self.process = process
      self.name = name
      self.edge = edge
      self.from = from
      self.to = to
      self.text = text
    }
  }
  package struct Step: Hashable, Sendable {
    package var delay: RationalTime
    /// nil: only time passes.
    package var move: Move?
    package var choices: [Int]
    package init(delay: RationalTime, move: Move?, choices: [Int]) {
      self.delay = delay
      self.move = move
      self.choices = choices
    }
  }
  /// Of the platform; nil where the spec is its own.
  package var version: Int?
  /// All variables and parameters, in the order of the system.
  package var initial: [Value]
  package var parameters: [Duration]
  package var steps: [Step]
  package init(version: Int? = nil, initial: [Value], parameters: [Duration], steps: [Step]) {
    self.version = version
    self.initial = initial
    self.parameters = parameters
    self.steps = steps
  }
}

extension RecordedRun {
  /// - Precondition: The trace is one of the system.
  package init(_ trace: Trace, of system: TimedSystem) {
    self.init(
      initial: zip(system.variables, trace.initialVariables).map { Value(name: $0.name, value: $1) },
      parameters: zip(system.parameters, trace.parameters).map { Duration(name: $0.name, time: $1) },
      steps: trace.steps.map { step in
        Step(delay: step.delay, move: step.edge.map { system.move($0) }, choices: step.choices)
      })
  }
}

extension TimedSystem {
  /// - Precondition: There is such an edge.
  package func move(_ reference: EdgeReference) -> RecordedRun.Move {
    let automaton = automata[reference.automaton.index]
    let edge = automaton.edges[reference.edge]
    return RecordedRun.Move(
      process: reference.automaton.index, name: automaton.name, edge: reference.edge,
      from: automaton.locations[edge.source.index].name, to: automaton.locations[edge.target.index].name,
      text: edge.label.lines.map(\.text).joined(separator: "; "))
  }
}
