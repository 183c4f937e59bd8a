import LifecheckChecking
import LifecheckSystem

/// Finds in a replayed run where an automaton stays at a place that time may pass at.
struct SpanFinder {
  let system: TimedSystem
  let executors: Executors
  /// With the parameters of the run.
  let interpreter: Interpreter
  let trace: Trace
  let states: [State]
  /// Of each step of the story, the step of the trace that it tells.
  let told: [Int]
  /// The timed demands of the sentence that the run breaks.
  var promises: [Promise] = []

  /// In the order in which they begin. What takes no time and has no limit is no news.
  func spans() -> [StorySpan] {
    if told.isEmpty { return [] }
    let found = system.automata.indices.flatMap { automaton in
      stays(of: automaton).compactMap { span(of: automaton, during: $0) } + dues(of: automaton)
    }
    return (found + promises.compactMap(span)).enumerated().sorted { a, b in
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
    let limit = deadline(place.invariants, in: states[stay.upperBound])
    let steps = toldSteps(during: stay, isOver: isOver)
    guard from < to || (limit != nil && (steps.count > 2 || !isOver)) else { return nil }
    let executor = executors.name(automaton, number)
    return StorySpan(
      actor: actor(automaton, on: executor), executor: executor, name: place.name, from: from, to: to, steps: steps,
      isOver: isOver, deadline: limit)
  }

  private func actor(_ automaton: Int, on executor: String?) -> String {
    executors.actor(automaton, named: system.automata[automaton].name, on: executor)
  }

  /// The step that begins it is that before its first state, the one that ends it that after its last. Of what one edge tells, the
  /// last begins what comes after the edge.
  private func toldSteps(during stay: ClosedRange<Int>, isOver: Bool) -> ClosedRange<Int> {
    let first = told.lastIndex(of: stay.lowerBound - 1) ?? told.firstIndex { $0 >= stay.lowerBound - 1 } ?? told.count - 1
    let last = isOver ? told.firstIndex { $0 >= stay.upperBound } ?? told.count - 1 : told.count - 1
    return first...max(first, last)
  }

  /// The first bound that time may not pass here, as the clocks stand; one whose clock stands still does not come nearer.
  private func deadline(_ invariants: [Invariant], in state: State) -> RationalTime? {
    let moments = invariants.compactMap { invariant -> RationalTime? in
      holds(invariant.condition, in: state) ? moment(invariant.clock, invariant.bound, in: state) : nil
    }
    return moments.min()
  }

  /// When the clock is at the bound, or was, if it runs here.
  private func moment(_ clock: ClockIndex, _ bound: TimeBound, in state: State) -> RationalTime? {
    guard holds(system.clocks[clock.index].rate, in: state) else { return nil }
    let left = length(of: bound)?.subtracting(state.clocks[clock.index])
    return left.flatMap(state.now.adding)
  }

  private func holds(_ term: Term, in state: State) -> Bool {
    (try? interpreter.holds(term, in: state)) == true
  }

  /// nil: the numbers are too large.
  private func length(of bound: TimeBound) -> RationalTime? {
    bound.summands.reduce(RationalTime(bound.constant)) { sum, summand in
      trace.parameters[summand.parameter.index].multiplied(by: summand.factor).flatMap { sum?.adding($0) }
    }
  }
}

// MARK: What is due

extension SpanFinder {
  /// While an event waits that has to come at the latest when a clock says so: a budget that runs.
  private func dues(of automaton: Int) -> [StorySpan] {
    let idle = system.automata[automaton].initial
    let invariants = system.automata[automaton].locations[idle.index].invariants
    guard !invariants.isEmpty, let name = firstWords(of: automaton) else { return [] }
    let isDue = states.map { state in
      state.locations[automaton] == idle && deadline(invariants, in: state) != nil
    }
    return ranges(of: isDue).compactMap { range in
      let isOver = range.upperBound + 1 < states.count
      let end = states[isOver ? range.upperBound + 1 : range.upperBound].now
      let from = states[range.lowerBound].now
      guard let limit = deadline(invariants, in: states[range.upperBound]), from < end || !isOver else { return nil }
      return StorySpan(
        actor: actor(automaton, on: nil), executor: nil, name: "until \(name)", from: from, to: end,
        steps: toldSteps(sinceBefore: range, isOver: isOver), isOver: isOver, deadline: limit)
    }
  }

  /// Of something that a step may bring about which tells nothing: it seems to begin with the one before that.
  private func toldSteps(sinceBefore range: ClosedRange<Int>, isOver: Bool) -> ClosedRange<Int> {
    let first = told.lastIndex { $0 < range.lowerBound } ?? 0
    return first...max(first, toldSteps(during: range, isOver: isOver).upperBound)
  }

  /// The words of a story when the event comes.
  private func firstWords(of automaton: Int) -> String? {
    system.automata[automaton].edges.lazy.flatMap(\.label.lines).first?.text
  }

  /// From where it is waited for what the run's end is too late for.
  private func span(of promise: Promise) -> StorySpan? {
    let end = states[states.count - 1]
    guard let limit = moment(promise.clock, promise.bound, in: end),
      let range = ranges(of: states.map { holds(promise.condition, in: $0) }).last, range.upperBound == states.count - 1
    else { return nil }
    let first = states[range].indices.dropFirst().last { isSetBack(promise.clock, at: $0) } ?? range.lowerBound
    return StorySpan(
      actor: promise.title, executor: nil, name: promise.words, from: states[first].now, to: end.now,
      steps: toldSteps(sinceBefore: first...range.upperBound, isOver: false), isOver: false, deadline: limit)
  }

  /// By another occurrence, which is waited for from here on.
  private func isSetBack(_ clock: ClockIndex, at number: Int) -> Bool {
    states[number].clocks[clock.index].isLess(than: states[number - 1].clocks[clock.index])
  }

  /// Where it is true without a break.
  private func ranges(of flags: [Bool]) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    for index in flags.indices where flags[index] {
      if let last = result.last, last.upperBound == index - 1 {
        result[result.count - 1] = last.lowerBound...index
      } else {
        result.append(index...index)
      }
    }
    return result
  }
}

/// A demand of a sentence that has to be met before a clock is past a bound, for as long as a condition holds.
package struct Promise: Hashable, Sendable {
  /// Of the sentence.
  package var title: String
  /// "`send returns` within 30s"
  package var words: String
  package var condition: Term
  package var clock: ClockIndex
  package var bound: TimeBound
  package init(title: String, words: String, condition: Term, clock: ClockIndex, bound: TimeBound) {
    (self.title, self.words) = (title, words)
    (self.condition, self.clock, self.bound) = (condition, clock, bound)
  }
}
