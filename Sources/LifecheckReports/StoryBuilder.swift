import LifecheckChecking
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
  private let executors: Executors
  private let frozen: VariableIndex?
  private let locals: Set<VariableIndex>

  /// - Parameters:
  ///   - platformFiles: those that hold nothing but platform.
  ///   - executors: what the system's automata run on.
  ///   - frozen: the variable that is 1 while code of the app stands still, if there is one.
  ///   - locals: what is only while some code is under way. That it is gone at the end of that is no change.
  package init(
    _ system: TimedSystem, platformFiles: Set<FileID> = [], executors: Executors = Executors(), frozen: VariableIndex? = nil,
    locals: Set<VariableIndex> = []
  ) {
    self.system = system
    self.platformFiles = platformFiles
    self.executors = executors
    self.frozen = frozen
    self.locals = locals
  }

  /// - Parameters:
  ///   - states: as the interpreter's `replay` returns them: the initial state, then one after each step.
  ///   - goal: what the run gets to.
  ///   - subjects: what the sentence speaks of that failed.
  ///   - occasions: what it is about; a place to look at where the system does the rest.
  ///   - watches: what changes when something happens that the sentence speaks of.
  ///   - promises: what it wants in time.
  package func story(
    of trace: Trace, through states: [State], to goal: Term? = nil, failure: String, premises: [String] = [],
    fieldSignature: String? = nil, subjects: Set<VariableIndex> = [], occasions: Set<VariableIndex> = [],
    watches: Set<VariableIndex> = [], promises: [Promise] = []
  ) -> Story {
    let moments = moments(of: trace, through: states)
    let told = self.told(moments, trace, states)
    let looked = subjects.union(watches).union(occasions)
    var steps = trace.steps.isEmpty ? firstValues(of: subjects, in: states[0]) : told.map { step(of: $0, looked) }
    // A step that tells nothing may have followed the one that brings it about.
    if !looked.isEmpty, !steps.isEmpty, steps.allSatisfy({ !$0.concernsSentence }) {
      steps[steps.count - 1].concernsSentence = true
    }
    let finder = SpanFinder(
      system: system, executors: executors, interpreter: Interpreter(system, parameters: trace.parameters), trace: trace,
      states: states, told: told.map(\.number), promises: promises)
    return Story(
      failure: failure, premises: premises, fieldSignature: fieldSignature, length: trace.length, steps: steps,
      spans: finder.spans(),
      cause: cause(in: moments, subjects) ?? goal.flatMap { earlierLine(reaching: $0, trace, states) }
        ?? fallback(in: moments, occasions),
      run: RecordedRun(trace, of: system))
  }

  /// Of what is so before anything happens, the declarations.
  private func firstValues(of subjects: Set<VariableIndex>, in state: State) -> [StoryStep] {
    subjects.sorted().compactMap { subject in
      let variable = system.variables[subject.index]
      guard !variable.isHidden, let origin = variable.origin else { return nil }
      let value = variable.nameOfValue(state.variables[subject.index])
      let text = variable.label.map { "\($0): \(value)" } ?? "`\(variable.name)` is \(value)"
      return StoryStep(time: state.now, text: text, origin: origin, changes: [])
    }
  }

  /// The same of what the sentence is about. Where the app's own code is what fails, it is that.
  private func fallback(in moments: [Moment], _ occasions: Set<VariableIndex>) -> SourceRange? {
    moments.last.map { $0.isOwn(platformFiles) } ?? true ? nil : cause(in: moments, occasions)
  }

  /// Where several lines are the last step: the line behind which the goal holds to the end, if that is not the last one.
  private func earlierLine(reaching goal: Term, _ trace: Trace, _ states: [State]) -> SourceRange? {
    guard let step = trace.steps.last, let reference = step.edge else { return nil }
    let interpreter = Interpreter(system, parameters: trace.parameters)
    let start = try! interpreter.delay(states[trace.steps.count - 1], by: step.delay)
    let lines = edge(reference).label.lines
    var found: SourceRange?
    for (line, next) in zip(lines, lines.dropFirst()) {
      let state = try! interpreter.runPart(of: reference, upTo: next.start, choices: step.choices, in: start)
      let isThere = (try? interpreter.holds(goal, in: state)) == true
      found = isThere ? found ?? line.origin : nil
    }
    return found.flatMap { $0.file == FileID(0) ? $0 : nil }
  }

  /// The last change of them by code of the app. Where that code is a library's, the step of the spec that led there.
  private func cause(in moments: [Moment], _ subjects: Set<VariableIndex>) -> SourceRange? {
    let isCause = { (moment: Moment) in
      moment.isOwn(platformFiles) && !moment.doing.isDisjoint(with: subjects)
    }
    guard let number = moments.lastIndex(where: isCause) else { return nil }
    let origins = moments[...number].compactMap { $0.isOwn(platformFiles) ? $0.line?.origin : nil }
    return origins.last { $0.file == FileID(0) } ?? origins.last
  }

  /// - Precondition: `states` has one element more than the trace has steps.
  package func steps(of trace: Trace, through states: [State]) -> [StoryStep] {
    told(moments(of: trace, through: states), trace, states).map { step(of: $0, []) }
  }

  /// Those of the moments that are worth a step, and what is to be said at the end.
  private func told(_ moments: [Moment], _ trace: Trace, _ states: [State]) -> [Moment] {
    var steps = moments.filter(isTold)
    let end = states[trace.steps.count]
    let last = trace.steps.count - 1
    let underWay = unfinished(in: end).map { $0.moment(at: end.now, number: last) }
    // A run may end in waiting: it is the time passed that breaks the promise.
    if last >= 0, trace.steps[last].edge == nil, steps.last?.time ?? .zero < end.now {
      steps += underWay + [Moment(number: last, time: end.now, line: nil)]
    } else if last >= 0, isFrozen(in: end), !isFrozen(in: states[last]) {
      steps += underWay
    }
    return steps
  }

  private func isFrozen(in state: State) -> Bool {
    frozen.map { state.variables[$0.index] == 1 } ?? false
  }
}

// MARK: What belongs together

extension StoryBuilder {
  private func moments(of trace: Trace, through states: [State]) -> [Moment] {
    precondition(states.count == trace.steps.count + 1)
    let interpreter = Interpreter(system, parameters: trace.parameters)
    var told = ToldMoments()
    for (number, step) in trace.steps.enumerated() {
      if step.delay != .zero { told.settle() }
      guard let reference = step.edge, !edge(reference).label.isAboutFollowing else { continue }
      var pieces = pieces(of: step, number, reference, from: states[number], to: states[number + 1], interpreter)
      for index in pieces.indices { tellWhatWasRead(in: &pieces[index], before: number, of: trace, through: states) }
      if pieces.count > 1, pieces[0].line == nil { lay(pieces.removeFirst(), into: &pieces[0], after: &told) }
      if pieces[0].line == nil {
        add(untold: pieces[0], to: &told)
      } else {
        told.takePending(into: &pieces[0])
        let stopped = stopped(by: reference, number, from: states[number], to: states[number + 1])
        // Where code of the app ends it all, what else was under way is told before its line, for it is not to blame.
        if !executors.isSystem(reference.automaton), let last = told.moments.last, last.isOwn(platformFiles),
          last.edge?.automaton == reference.automaton, last.time == pieces[0].time
        {
          told.moments.insert(contentsOf: stopped, at: told.moments.count - 1)
          told.moments += pieces
        } else {
          told.moments += pieces.dropLast() + stopped + pieces.suffix(1)
        }
      }
    }
    told.settle()
    return told.moments
  }

  /// Adds a piece without a word of its own to the step that it follows from.
  private func add(untold piece: Moment, to told: inout ToldMoments) {
    if self.told(piece.changes).isEmpty { return }
    if told.pending != nil {
      told.pending?.changes.add(piece.changes)
    } else if let last = told.moments.last, last.time == piece.time {
      if isApart(piece, from: last) {
        told.moments.append(piece)
      } else {
        told.moments[told.moments.count - 1].changes.add(piece.changes)
      }
    } else {
      told.pending = piece
    }
  }

  /// Adds the changes of an edge before its first line to the step that was told last, if that was of the same code and at this
  /// instant; else to the beginning of that line.
  private func lay(_ start: Moment, into next: inout Moment, after told: inout ToldMoments) {
    if told.pending == nil, let last = told.moments.last, last.time == start.time,
      last.edge?.automaton == start.edge?.automaton
    {
      told.moments[told.moments.count - 1].changes.add(start.changes)
    } else {
      next.begin(with: start.changes)
    }
  }

  /// One for each line of the edge, and one without a line for what comes before the first.
  private func pieces(
    of step: Step, _ number: Int, _ reference: EdgeReference, from before: State, to after: State, _ interpreter: Interpreter
  ) -> [Moment] {
    var lines: [EdgeLabel.Line?] = edge(reference).label.lines
    if lines.first.map({ $0!.start > 0 }) ?? true { lines.insert(nil, at: 0) }
    // The run has been replayed, so that all this can be done again.
    let start = try! interpreter.delay(before, by: step.delay)
    var places = [start]
    for line in lines.dropFirst() {
      places.append(try! interpreter.runPart(of: reference, upTo: line!.start, choices: step.choices, in: start))
    }
    places.append(after)
    return lines.indices.map { piece in
      var changes = Changes()
      changes.add(from: places[piece], to: places[piece + 1])
      let end = piece + 1 < lines.count ? lines[piece + 1]!.start : edge(reference).body.count
      let body = edge(reference).body[(lines[piece]?.start ?? 0)..<end]
      changes.forget(locals.subtracting(body.compactMap { $0.origin == nil ? nil : $0.assigned }))
      if let line = lines[piece] {
        for variable in assigned(by: body, at: line.origin, interpreter, in: places[piece]) {
          changes.keep(variable, places[piece + 1].variables[variable.index])
        }
      }
      return Moment(
        number: number, time: after.now, line: lines[piece], edge: reference,
        place: (reference.automaton, edge(reference).source), changes: changes)
    }
  }

  /// The variables that the statement at `origin` sets to values that it does not say itself.
  private func assigned(
    by body: ArraySlice<Action>, at origin: SourceRange, _ interpreter: Interpreter, in state: State
  ) -> [VariableIndex] {
    if platformFiles.contains(origin.file) { return [] }
    var found: [VariableIndex: (isLiteral: Bool, isDone: Bool)] = [:]
    for action in body where action.origin == origin {
      guard case .assign(let variable, let value, let condition) = action.kind else { continue }
      var isConstant = false
      if case .constant = value { isConstant = true }
      let isDone = (try? interpreter.holds(condition, in: state)) == true
      let earlier = found[variable]
      found[variable] = (earlier == nil && isConstant, isDone || earlier?.isDone == true)
    }
    return found.keys.filter { found[$0]!.isDone && !found[$0]!.isLiteral }
  }

  // MARK: What was read before

  /// `n += 1` writes what it has read in an earlier step; where others have come in between, a reader needs to know that.
  private func tellWhatWasRead(in piece: inout Moment, before number: Int, of trace: Trace, through states: [State]) {
    guard let line = piece.line, let computed = line.computed, let reference = piece.edge, !edge(reference).computes(computed)
    else { return }
    let reading = trace.steps[..<number].lastIndex { step in
      step.edge.map { $0.automaton == reference.automaton && edge($0).computes(computed) } ?? false
    }
    guard let reading else { return }
    let read = edge(reference).assigned(at: line.origin).compactMap { variable -> String? in
      let (then, now) = (states[reading].variables[variable.index], states[number].variables[variable.index])
      let isTold = !system.variables[variable.index].isHidden && then != now
      return isTold ? "\(system.variables[variable.index].name) as \(system.variables[variable.index].nameOfValue(then))" : nil
    }
    if !read.isEmpty { piece.line?.text = "\(line.text), having read \(read.joined(separator: ", "))" }
  }

  // MARK: What is not over

  /// The app's code that was under way elsewhere, and that the edge puts an end to.
  private func stopped(by reference: EdgeReference, _ number: Int, from before: State, to after: State) -> [Moment] {
    let moved = edge(reference).body.compactMap { action -> AutomatonIndex? in
      if case .move(let automaton, _, _) = action.kind { automaton } else { nil }
    }
    let isStopped = { (index: AutomatonIndex) in
      moved.contains(index) && after.locations[index.index] == system.automata[index.index].initial
    }
    return unfinished(in: before).filter { isStopped($0.automaton) }.map { $0.moment(at: after.now, number: number) }
  }

  /// Where code of the app waits, or work of its is under way.
  private func unfinished(in state: State) -> [Unfinished] {
    system.automata.indices.compactMap { index in
      let location = system.automata[index].locations[state.locations[index].index]
      guard let origin = location.origin, !platformFiles.contains(origin.file), let pause = location.pause else { return nil }
      return Unfinished(
        automaton: AutomatonIndex(index), location: state.locations[index],
        line: EdgeLabel.Line(text: pause.words(isFrozen: isFrozen(in: state)), origin: origin))
    }
  }

  /// Whether the platform does it by itself, and not as part of what was told last.
  private func isApart(_ piece: Moment, from last: Moment) -> Bool {
    last.edge?.automaton != piece.edge?.automaton && last.isOwn(platformFiles)
      && piece.edge.flatMap(origin).map { platformFiles.contains($0.file) } ?? false
  }

  private func isTold(_ moment: Moment) -> Bool {
    moment.line != nil || moment.edge != nil && !told(moment.changes).isEmpty
  }

  private func step(of moment: Moment, _ subjects: Set<VariableIndex>) -> StoryStep {
    let (text, origin) = words(of: moment)
    let executor = executor(of: moment)
    return StoryStep(
      time: moment.time, text: text, origin: origin, changes: told(moment.changes),
      actor: moment.place.map { actor($0.automaton.index, on: executor) }, executor: executor,
      concernsSentence: !moment.changes.variables.isDisjoint(with: subjects))
  }

  private func actor(_ automaton: Int, on executor: String?) -> String {
    executors.actor(automaton, named: system.automata[automaton].name, on: executor)
  }

  private func executor(of moment: Moment) -> String? {
    guard let (automaton, place) = moment.place else { return nil }
    guard let reference = moment.edge else { return executors.name(automaton.index, place) }
    let home = system.automata[automaton.index].initial
    return executors.name(automaton.index, from: place, to: edge(reference).target, home: home)
  }

  private func words(of moment: Moment) -> (text: String, origin: SourceRange?) {
    if let line = moment.line { return (line.text, line.origin) }
    guard let edge = moment.edge else { return ("nothing more has happened", nil) }
    return (wordsOfSilence(edge), origin(of: edge))
  }

  /// Of an edge that has no words of its own.
  package func wordsOfSilence(_ reference: EdgeReference) -> String {
    let automaton = system.automata[reference.automaton.index]
    let places = [origin(of: reference), automaton.locations[edge(reference).source.index].origin]
    let others = automaton.edges.lazy.flatMap(\.label.lines).map(\.origin)
    let isPlatform = (places.compactMap(\.self).first ?? others.first).map { platformFiles.contains($0.file) } ?? false
    return "\(isPlatform ? "the system" : automaton.name) goes on"
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
      let (from, to) = (variable.nameOfValue(change.from), variable.nameOfValue(change.to))
      // Of two jobs or closures nobody could tell which is which.
      if change.from != change.to, from == to { return nil }
      return StoryStep.Change(name: variable.label ?? variable.name, from: from, to: to)
    }
  }
}
