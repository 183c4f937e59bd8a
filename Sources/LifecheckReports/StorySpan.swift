import LifecheckChecking
import LifecheckDiagnostics
import LifecheckSystem

/// Something that goes on for a while in a run: work, a wait, or what a limit is set to.
package struct StorySpan: Hashable, Sendable {
  package var actor: String
  /// The thread or queue that whoever does it belongs to; nil: none.
  package var executor: String?
  /// "`send`", "waiting for didEnterBackground"
  package var name: String
  /// Time since the start.
  package var from: RationalTime
  package var to: RationalTime
  /// From which step of the story to which, counted from 0.
  package var steps: ClosedRange<Int>
  /// False: the run ends first.
  package var isOver: Bool
  /// When it has to be over, as its clocks stood at its end; nil: at no time.
  package var deadline: RationalTime?
  package init(
    actor: String, executor: String?, name: String, from: RationalTime, to: RationalTime, steps: ClosedRange<Int>, isOver: Bool,
    deadline: RationalTime?
  ) {
    (self.actor, self.executor, self.name) = (actor, executor, name)
    (self.from, self.to, self.steps) = (from, to, steps)
    (self.isOver, self.deadline) = (isOver, deadline)
  }
}

/// Finds in a replayed run where an automaton stays at a place that time may pass at.
struct SpanFinder {
  let system: TimedSystem
  let executors: Executors
  let trace: Trace
  let states: [State]
  /// Of each step of the story, the step of the trace that it tells.
  let told: [Int]

  /// In the order in which they begin. What takes no time and has no limit is no news.
  func spans() -> [StorySpan] {
    if told.isEmpty { return [] }
    let found = system.automata.indices.flatMap { automaton in
      stays(of: automaton).compactMap { span(of: automaton, during: $0) }
    }
    return found.enumerated().sorted { a, b in
      (a.element.steps.lowerBound, a.offset) < (b.element.steps.lowerBound, b.offset)
    }.map(\.element)
  }

  /// Ranges of states in which the automaton is at one place; a step of its own begins another stay.
  private func stays(of automaton: Int) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var start = 0
    for number in states.indices.dropFirst() {
      let isOwnStep = trace.steps[number - 1].edge?.automaton.index == automaton
      if isOwnStep || states[number].locations[automaton] != states[start].locations[automaton] {
        result.append(start...(number - 1))
        start = number
      }
    }
    return result + [start...(states.count - 1)]
  }

  private func span(of automaton: Int, during stay: ClosedRange<Int>) -> StorySpan? {
    let number = states[stay.lowerBound].locations[automaton]
    let place = system.automata[automaton].locations[number.index]
    guard number != system.automata[automaton].initial, place.pause != nil || !place.invariants.isEmpty, !place.name.isEmpty
    else { return nil }
    let isOver = stay.upperBound + 1 < states.count
    let from = states[stay.lowerBound].now
    let to = states[isOver ? stay.upperBound + 1 : stay.upperBound].now
    let limit = deadline(at: place, in: states[stay.upperBound])
    let steps = toldSteps(during: stay, isOver: isOver)
    guard from < to || (limit != nil && (steps.count > 2 || !isOver)) else { return nil }
    return StorySpan(
      actor: system.automata[automaton].name, executor: executors.name(automaton, number), name: place.name, from: from, to: to,
      steps: steps, isOver: isOver, deadline: limit)
  }

  /// The step that begins it is that before its first state, the one that ends it that after its last. Of what one edge tells, the
  /// last begins what comes after the edge.
  private func toldSteps(during stay: ClosedRange<Int>, isOver: Bool) -> ClosedRange<Int> {
    let first = told.lastIndex(of: stay.lowerBound - 1) ?? told.firstIndex { $0 >= stay.lowerBound - 1 } ?? told.count - 1
    let last = isOver ? told.firstIndex { $0 >= stay.upperBound } ?? told.count - 1 : told.count - 1
    return first...max(first, last)
  }

  /// The first bound that time may not pass here, as the clocks stand; one whose clock stands still does not come nearer.
  private func deadline(at place: Location, in state: State) -> RationalTime? {
    let interpreter = Interpreter(system, parameters: trace.parameters)
    let moments = place.invariants.compactMap { invariant -> RationalTime? in
      guard (try? interpreter.holds(invariant.condition, in: state)) == true,
        (try? interpreter.holds(system.clocks[invariant.clock.index].rate, in: state)) == true
      else { return nil }
      let left = length(of: invariant.bound)?.subtracting(state.clocks[invariant.clock.index])
      return left.flatMap(state.now.adding)
    }
    return moments.min()
  }

  /// nil: the numbers are too large.
  private func length(of bound: TimeBound) -> RationalTime? {
    bound.summands.reduce(RationalTime(bound.constant)) { sum, summand in
      trace.parameters[summand.parameter.index].multiplied(by: summand.factor).flatMap { sum?.adding($0) }
    }
  }
}

/// What the automata of a system run on: the name of a thread or queue for each of their places.
package struct Executors: Hashable, Sendable {
  private let names: [[String?]]

  /// - Parameter names: by automaton, then by location; may end early.
  package init(_ names: [[String?]] = []) { self.names = names }

  func name(_ automaton: Int, _ location: LocationIndex) -> String? {
    guard names.indices.contains(automaton), names[automaton].indices.contains(location.index) else { return nil }
    return names[automaton][location.index]
  }

  /// Of a step: code that goes to another queue takes its first statement there in the same step, and its last one too.
  func name(_ automaton: Int, from source: LocationIndex, to target: LocationIndex, home: LocationIndex) -> String? {
    let (before, after) = (name(automaton, source), name(automaton, target))
    return before == name(automaton, home) ? after ?? before : before
  }
}
