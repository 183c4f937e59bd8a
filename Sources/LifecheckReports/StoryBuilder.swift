import LifecheckDiagnostics
import LifecheckSystem

/// Turns a replayed run into the steps of a story.
///
/// Each line of an edge's label is a step, with the changes that its part of the edge makes. An edge without label lines is
/// left out; what it changes is told with the step before it at the same instant, else with the next one, else in a step of
/// its own. What the platform does by itself after code of the app is a step of its own, lest it seem the code's doing.
package struct StoryBuilder: Sendable {
  private let system: TimedSystem
  private let platformFiles: Set<FileID>

  /// - Parameter platformFiles: those that hold nothing but platform.
  package init(_ system: TimedSystem, platformFiles: Set<FileID> = []) {
    self.system = system
    self.platformFiles = platformFiles
  }

  /// - Parameter states: as the interpreter's `replay` returns them: the initial state, then one after each step.
  package func story(
    of trace: Trace, through states: [State], failure: String, premises: [String] = [], fieldSignature: String? = nil,
    isCause: (Set<VariableIndex>) -> Bool = { _ in false }
  ) -> Story {
    let moments = moments(of: trace, through: states)
    return Story(
      failure: failure, premises: premises, fieldSignature: fieldSignature, length: trace.length,
      steps: steps(moments, trace, states), cause: cause(in: moments, isCause), run: RecordedRun(trace, of: system))
  }

  /// The last such change by code of the app. Where that code is a library's, the step of the spec that led there.
  private func cause(in moments: [Moment], _ isCause: (Set<VariableIndex>) -> Bool) -> SourceRange? {
    guard let number = moments.lastIndex(where: { $0.isOwn(platformFiles) && isCause($0.changes.variables) }) else { return nil }
    let origins = moments[...number].compactMap { $0.isOwn(platformFiles) ? $0.line?.origin : nil }
    return origins.last { $0.file == FileID(0) } ?? origins.last
  }

  /// - Precondition: `states` has one element more than the trace has steps.
  package func steps(of trace: Trace, through states: [State]) -> [StoryStep] {
    steps(moments(of: trace, through: states), trace, states)
  }

  private func steps(_ moments: [Moment], _ trace: Trace, _ states: [State]) -> [StoryStep] {
    var steps = moments.compactMap(tell)
    let end = states[trace.steps.count].now
    // A run may end in waiting: it is the time passed that breaks the promise.
    if let last = trace.steps.last, last.edge == nil, steps.last?.time ?? .zero < end {
      steps.append(StoryStep(time: end, text: "nothing more has happened", origin: nil, changes: []))
    }
    return steps
  }
}

// MARK: What belongs together

/// What one step of a story tells.
private struct Moment {
  var time: RationalTime
  var line: EdgeLabel.Line?
  var edge: EdgeReference
  var changes: Changes

  func isOwn(_ platformFiles: Set<FileID>) -> Bool { line.map { !platformFiles.contains($0.origin.file) } ?? false }
}

/// The first and the last value of each variable that has had several.
private struct Changes {
  private var values: [Int: (from: Int, to: Int)] = [:]

  mutating func add(from before: State, to after: State) {
    for (index, pair) in zip(before.variables, after.variables).enumerated() where pair.0 != pair.1 {
      values[index] = (values[index]?.from ?? pair.0, pair.1)
    }
  }

  mutating func add(_ later: Changes) {
    for (index, value) in later.values { values[index] = (values[index]?.from ?? value.from, value.to) }
  }

  var all: [(index: Int, from: Int, to: Int)] {
    values.keys.sorted().map { ($0, values[$0]!.from, values[$0]!.to) }.filter { $0.1 != $0.2 }
  }
  var variables: Set<VariableIndex> { Set(all.map { VariableIndex($0.index) }) }
}

extension StoryBuilder {
  private func moments(of trace: Trace, through states: [State]) -> [Moment] {
    precondition(states.count == trace.steps.count + 1)
    var moments: [Moment] = []
    /// What changed without a word, and no step at that instant has told yet.
    var pending: Moment?
    func settle() {
      if let open = pending { moments.append(open) }
      pending = nil
    }
    for (number, step) in trace.steps.enumerated() {
      if step.delay != .zero { settle() }
      guard let reference = step.edge, !edge(reference).label.isAboutFollowing else { continue }
      var pieces = pieces(of: step, reference, from: states[number], to: states[number + 1], trace.parameters)
      if pieces[0].line == nil {
        let piece = pieces[0]
        if told(piece.changes).isEmpty { continue }
        if pending != nil {
          pending?.changes.add(piece.changes)
        } else if let last = moments.last, last.time == piece.time, !isApart(piece, from: last) {
          // What follows from a step without a word of its own belongs to it.
          moments[moments.count - 1].changes.add(piece.changes)
        } else if moments.last?.time == piece.time {
          moments.append(piece)
        } else {
          pending = piece
        }
      } else {
        if var open = pending {
          open.changes.add(pieces[0].changes)
          pieces[0].changes = open.changes
          pending = nil
        }
        moments += pieces
      }
    }
    settle()
    return moments
  }

  /// One for each line of the edge, or one without a line.
  private func pieces(
    of step: Step, _ reference: EdgeReference, from before: State, to after: State, _ parameters: [RationalTime]
  ) -> [Moment] {
    let lines = edge(reference).label.lines
    let interpreter = Interpreter(system, parameters: parameters)
    // The run has been replayed, so that all this can be done again.
    let start = try! interpreter.delay(before, by: step.delay)
    var places = [start]
    for line in lines.dropFirst() {
      places.append(try! interpreter.runPart(of: reference, upTo: line.start, choices: step.choices, in: start))
    }
    places.append(after)
    return (0..<max(lines.count, 1)).map { number in
      var changes = Changes()
      changes.add(from: places[number], to: places[number + 1])
      return Moment(time: after.now, line: lines.isEmpty ? nil : lines[number], edge: reference, changes: changes)
    }
  }

  /// Whether the platform does it by itself, and not as part of what was told last.
  private func isApart(_ piece: Moment, from last: Moment) -> Bool {
    last.edge.automaton != piece.edge.automaton && last.isOwn(platformFiles)
      && origin(of: piece.edge).map { platformFiles.contains($0.file) } ?? false
  }

  private func tell(_ moment: Moment) -> StoryStep? {
    let changes = told(moment.changes)
    if let line = moment.line { return StoryStep(time: moment.time, text: line.text, origin: line.origin, changes: changes) }
    if changes.isEmpty { return nil }
    let origin = origin(of: moment.edge)
    let isPlatform = origin.map { platformFiles.contains($0.file) } ?? false
    let name = isPlatform ? "the system" : system.automata[moment.edge.automaton.index].name
    return StoryStep(time: moment.time, text: "\(name) goes on", origin: origin, changes: changes)
  }

  private func edge(_ reference: EdgeReference) -> Edge {
    system.automata[reference.automaton.index].edges[reference.edge]
  }

  /// Where the first thing stands that the edge sets.
  private func origin(of reference: EdgeReference) -> SourceRange? {
    let body = edge(reference).body
    let assignments = body.filter { if case .assign = $0.kind { true } else { false } }
    return (assignments + body).lazy.compactMap(\.origin).first
  }
}

// MARK: What changed

extension StoryBuilder {
  private func told(_ changes: Changes) -> [StoryStep.Change] {
    changes.all.compactMap { change in
      let variable = system.variables[change.index]
      if variable.isHidden { return nil }
      return StoryStep.Change(
        name: variable.name, from: variable.nameOfValue(change.from), to: variable.nameOfValue(change.to))
    }
  }
}

extension StateVariable {
  fileprivate func nameOfValue(_ value: Int) -> String {
    valueNames.indices.contains(value) ? valueNames[value] : "\(value)"
  }
}
