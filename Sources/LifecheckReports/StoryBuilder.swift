import LifecheckDiagnostics
import LifecheckSystem

/// Turns a replayed run into the steps of a story.
///
/// Each line of an edge's label is a step. An edge without label lines is left out; what it changes is told with the
/// step before it at the same instant, else with the next one, else in a step of its own.
package struct StoryBuilder: Sendable {
  private let system: TimedSystem
  package init(_ system: TimedSystem) { self.system = system }

  /// - Parameter states: as the interpreter's `replay` returns them: the initial state, then one after each step.
  package func story(
    of trace: Trace, through states: [State], failure: String, premises: [String] = [], fieldSignature: String? = nil
  ) -> Story {
    Story(
      failure: failure, premises: premises, fieldSignature: fieldSignature, length: trace.length,
      steps: steps(of: trace, through: states), run: RecordedRun(trace, of: system))
  }

  /// - Precondition: `states` has one element more than the trace has steps.
  package func steps(of trace: Trace, through states: [State]) -> [StoryStep] {
    precondition(states.count == trace.steps.count + 1)
    var steps = scenes(of: trace, through: states).flatMap { tell($0, through: states) }
    let end = states[trace.steps.count].now
    // A run may end in waiting: it is the time passed that breaks the promise.
    if let last = trace.steps.last, last.edge == nil, steps.last?.time ?? .zero < end {
      steps.append(StoryStep(time: end, text: "nothing more has happened", origin: nil, changes: []))
    }
    return steps
  }
}

// MARK: What belongs together

/// Neighbouring steps of one instant that a story tells as one, with the label of one of them.
private struct Scene {
  /// Indexes of the states before and after.
  var before: Int
  var after: Int
  var label: EdgeLabel
  var edge: EdgeReference
}

extension StoryBuilder {
  private func scenes(of trace: Trace, through states: [State]) -> [Scene] {
    var scenes: [Scene] = []
    /// The first unlabelled edge that changed something and that no scene has told yet, and the state before it.
    var pending: (before: Int, edge: EdgeReference)?
    func settle(_ number: Int) {
      guard let open = pending else { return }
      pending = nil
      if let last = scenes.last, states[last.after].now == states[number].now {
        scenes[scenes.count - 1].after = number
      } else {
        scenes.append(
          Scene(before: open.before, after: number, label: EdgeLabel(), edge: open.edge))
      }
    }
    for (number, step) in trace.steps.enumerated() {
      if step.delay != .zero { settle(number) }
      guard let reference = step.edge else { continue }
      let label = edge(reference).label
      if label.lines.isEmpty {
        guard pending == nil, !changes(from: states[number], to: states[number + 1]).isEmpty else { continue }
        // What follows from a step without a word of its own belongs to it.
        if let last = scenes.last, states[last.after].now == states[number + 1].now {
          scenes[scenes.count - 1].after = number + 1
        } else {
          pending = (number, reference)
        }
      } else {
        scenes.append(
          Scene(before: pending?.before ?? number, after: number + 1, label: label, edge: reference))
        pending = nil
      }
    }
    settle(trace.steps.count)
    return scenes
  }

  private func tell(_ scene: Scene, through states: [State]) -> [StoryStep] {
    let time = states[scene.after].now
    let changes = changes(from: states[scene.before], to: states[scene.after])
    guard let last = scene.label.lines.last else {
      if changes.isEmpty { return [] }
      let name = system.automata[scene.edge.automaton.index].name
      let origin = edge(scene.edge).body.lazy.compactMap(\.origin).first
      return [StoryStep(time: time, text: "\(name) goes on", origin: origin, changes: changes)]
    }
    return scene.label.lines.dropLast().map { StoryStep(time: time, text: $0.text, origin: $0.origin, changes: []) }
      + [StoryStep(time: time, text: last.text, origin: last.origin, changes: changes)]
  }

  private func edge(_ reference: EdgeReference) -> Edge {
    system.automata[reference.automaton.index].edges[reference.edge]
  }
}

// MARK: What changed

extension StoryBuilder {
  private func changes(from before: State, to after: State) -> [StoryStep.Change] {
    system.variables.enumerated().compactMap { index, variable in
      let (old, new) = (before.variables[index], after.variables[index])
      if variable.isHidden || old == new { return nil }
      return StoryStep.Change(name: variable.name, from: variable.nameOfValue(old), to: variable.nameOfValue(new))
    }
  }
}

extension StateVariable {
  fileprivate func nameOfValue(_ value: Int) -> String {
    valueNames.indices.contains(value) ? valueNames[value] : "\(value)"
  }
}
