import LifecheckSystem

/// A timed system as a model for SPIN, with one reachability question after the other.
///
/// One process; each turn of its loop is an edge or a tick. A clock stops counting behind the largest bound it is compared
/// with. Which question is asked is chosen by `-DQUESTION=n`, and the answer is a failed assertion if the goal is reached.
/// The model does exactly what the system does on whole ticks (see `Digitization`).
///
/// An edge that depends on choices, or on an assumption of the system, can stop halfway, with an end label for which SPIN
/// reports no error: nothing else can happen then, and no question is asked there.
package struct Promela {
  package struct Question: Sendable {
    package let comment: String
    /// Without choices.
    package let goal: Term
    package init(comment: String, goal: Term) {
      self.comment = comment
      self.goal = goal
    }
  }

  private let system: TimedSystem
  private let questions: [Question]
  package let digitization: Digitization
  private let names: PromelaNames
  private let terms: PromelaTerms
  /// For each clock, the largest bound in ticks; nil: it is never compared.
  private let largest: [Int?]

  /// - Precondition: Rates of clocks and conditions of invariants mention no clock.
  package init(_ system: TimedSystem, _ questions: [Question]) {
    self.system = system
    self.questions = questions
    digitization = Digitization(system, goals: questions.map(\.goal))
    names = PromelaNames(system)
    terms = PromelaTerms(names: names, digitization: digitization)
    largest = system.largestBounds(questions.map(\.goal)).map { [digitization] in $0.map(digitization.ticks) }
    precondition(!system.clocks.contains { $0.rate.mentionsClock })
  }

  /// - Parameter heading: Lines of a comment at the top.
  package func text(heading: [String]) -> String {
    let comment = (heading + ["A tick is \(tick) ms."]).map { " * \(PromelaNames.comment($0))\n" }.joined()
    return "/*\n\(comment) */\n\n\(goals)\n\(declarations)\n\(process)"
  }

  private var tick: String {
    let time = RationalTime(digitization.unit, over: digitization.parts)
    return time.fraction
  }

  // MARK: Questions

  private var goals: String {
    var lines = ["#ifndef QUESTION", "#define QUESTION 1", "#endif"]
    for (index, question) in questions.enumerated() {
      lines.append("#if QUESTION == \(index + 1) /* \(PromelaNames.comment(question.comment)) */")
      lines += ["#define GOAL \(terms.text(question.goal))", "#endif"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Declarations

  private var declarations: String {
    var lines: [String] = []
    for (parameter, name) in zip(system.parameters, names.parameters) {
      lines.append("\(type(digitization.ticks(parameter.range.upperBound))) \(name);\(note(parameter.name))")
    }
    for (variable, name) in zip(system.variables, names.variables) {
      let start = variable.initial.map { " = \($0)" } ?? ""
      lines.append("\(type(variable.domain - 1)) \(name)\(start);\(note(variable.name, variable.valueNames))")
    }
    for (automaton, name) in zip(system.automata, names.automata) {
      let type = type(automaton.locations.count - 1)
      lines.append("\(type) \(name) = \(automaton.initial.index);\(note(automaton.name, automaton.locations.map(\.name)))")
    }
    for (index, clock) in system.clocks.enumerated() {
      guard let largest = largest[index] else { continue }
      lines.append("\(type(largest + 1)) \(names.clocks[index]);\(note(clock.name))")
    }
    let choices = system.automata.flatMap(\.edges).map(\.choices)
    for index in 0..<(choices.map(\.count).max() ?? 0) {
      let size = choices.compactMap { $0.indices.contains(index) ? $0[index] : nil }.max()!
      lines.append("\(type(size - 1)) \(PromelaTerms.choice(ChoiceIndex(index)));")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func type(_ largest: Int) -> String {
    switch largest {
    case ...1: "bit"
    case ...255: "byte"
    case ...32767: "short"
    default: "int"
    }
  }

  private func note(_ name: String, _ values: [String] = []) -> String {
    let meanings = values.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", ")
    return " /* \(PromelaNames.comment(meanings.isEmpty ? name : "\(name): \(meanings)")) */"
  }

  // MARK: The process

  private var process: String {
    var options = ["d_step { GOAL -> assert(false) }"]
    for (index, automaton) in system.automata.enumerated() {
      for (number, edge) in automaton.edges.enumerated() { options.append(option(edge, number, of: AutomatonIndex(index))) }
    }
    if !system.clocks.isEmpty { options.append(time) }
    return "active proctype system() {\n\(start)end:\n  do\n" + options.map { "  :: \($0)\n" }.joined() + "  od\n}\n"
  }

  private var start: String {
    var steps: [String] = []
    for (variable, name) in zip(system.variables, names.variables) where variable.initial == nil {
      steps.append(choose(name, 0..<variable.domain))
    }
    for (parameter, name) in zip(system.parameters, names.parameters) {
      let (low, high) = (digitization.ticks(parameter.range.lowerBound), digitization.ticks(parameter.range.upperBound))
      steps.append("\(name) = \(low)")
      if low < high { steps.append("do :: \(name) < \(high) -> \(name)++ :: break od") }
    }
    let condition = Term.all([system.initial, system.assumption])
    // The label of what stands first in an atomic sequence would have to stand before it, hence `skip`.
    if condition != .true { steps += ["skip", "end_start: (\(terms.text(condition)))"] }
    return steps.isEmpty ? "" : "  atomic { \(steps.joined(separator: "; ")) }\n"
  }

  private func choose(_ name: String, _ values: Range<Int>) -> String {
    "if \(values.map { ":: \(name) = \($0)" }.joined(separator: " ")) fi"
  }

  private func option(_ edge: Edge, _ number: Int, of automaton: AutomatonIndex) -> String {
    let (guardTerm, rest) = edge.split
    let isHere = Term.at(automaton, [edge.source])
    var steps = edge.choices.enumerated().map { choose(PromelaTerms.choice(ChoiceIndex($0.offset)), 0..<$0.element) }
    for (index, action) in rest.enumerated() {
      steps += step(action, endLabel: "end_\(automaton.index)_\(number)_\(index)").map { [$0] } ?? []
    }
    if edge.target != edge.source || rest.contains(where: { $0.moves(automaton) }) {
      steps.append("\(names.automata[automaton.index]) = \(edge.target.index)")
    }
    steps += edge.choices.indices.map { "\(PromelaTerms.choice(ChoiceIndex($0))) = 0" }
    steps += endOfStep("end_\(automaton.index)_\(number)")
    let label =
      edge.label.lines.isEmpty ? "" : "/* \(PromelaNames.comment(edge.label.lines.map(\.text).joined(separator: "; "))) */ "
    let word = edge.choices.isEmpty && system.assumption == .true ? "d_step" : "atomic"
    return "\(label)\(word) { \(terms.text(.all([isHere, guardTerm]))) -> \(body(steps)) }"
  }

  private func body(_ steps: [String]) -> String { steps.isEmpty ? "skip" : steps.joined(separator: "; ") }

  private func endOfStep(_ label: String) -> [String] {
    system.assumption == .true ? [] : ["\(label): (\(terms.text(system.assumption)))"]
  }

  /// nil: nothing to do.
  private func step(_ action: Action.Kind, endLabel: String) -> String? {
    func assignment(_ name: String, _ value: String, _ condition: Term) -> String? {
      switch condition {
      case .true: "\(name) = \(value)"
      case .false: nil
      default: "\(name) = (\(terms.text(condition)) -> \(value) : \(name))"
      }
    }
    switch action {
    case .assume(let term): return "\(endLabel): (\(terms.text(term)))"
    case .assign(let variable, let value, let condition):
      return assignment(names.variables[variable.index], terms.text(value), condition)
    case .move(let automaton, let location, let condition):
      return assignment(names.automata[automaton.index], "\(location.index)", condition)
    case .reset(let clock, let condition):
      return largest[clock.index] == nil ? nil : assignment(names.clocks[clock.index], "0", condition)
    }
  }

  // MARK: Time

  private var time: String {
    var obstacles: [String] = []
    for (index, automaton) in system.automata.enumerated() {
      for edge in automaton.edges where edge.isUrgent {
        obstacles.append(terms.text(.all([.at(AutomatonIndex(index), [edge.source]), edge.isEnabled])))
      }
      for (place, location) in automaton.locations.enumerated() {
        for invariant in location.invariants {
          let isHere = terms.text(.all([.at(AutomatonIndex(index), [LocationIndex(place)]), invariant.condition]))
          obstacles.append("(\(isHere) && \(after(invariant.clock)) > \(terms.text(invariant.bound)))")
        }
      }
    }
    let room = obstacles.isEmpty ? "true" : "(" + obstacles.map { "!\($0)" }.joined(separator: "\n    && ") + ")"
    let steps = system.clocks.indices.compactMap(tick) + endOfStep("end_time")
    return "/* a tick */ \(system.assumption == .true ? "d_step" : "atomic") { \(room) -> \(body(steps)) }"
  }

  /// The clock after a tick.
  private func after(_ clock: ClockIndex) -> String {
    let (name, rate) = (names.clocks[clock.index], system.clocks[clock.index].rate)
    return rate == .true ? "\(name) + 1" : "\(name) + (\(terms.text(rate)) -> 1 : 0)"
  }

  /// nil: nobody reads the clock.
  private func tick(_ index: Int) -> String? {
    guard let largest = largest[index] else { return nil }
    let (name, clock) = (names.clocks[index], system.clocks[index])
    let next = "(\(name) <= \(largest) -> \(name) + 1 : \(name))"
    if clock.rate == .true { return "\(name) = \(next)" }
    // A clock that is not read is kept at 0, so that states that differ in nothing else are one.
    return "\(name) = (\(terms.text(clock.rate)) -> \(next) : \(clock.isDeadWhileStopped ? "0" : name))"
  }
}

extension Action.Kind {
  fileprivate func moves(_ automaton: AutomatonIndex) -> Bool {
    if case .move(automaton, _, _) = self { true } else { false }
  }
}

extension TimedSystem {
  /// For each clock, the most that it is compared with, for any values of the parameters; nil: it is not compared.
  fileprivate func largestBounds(_ goals: [Term]) -> [Milliseconds?] {
    var largest: [Milliseconds?] = clocks.map { _ in nil }
    func note(_ clock: ClockIndex, _ bound: TimeBound) {
      let most = bound.summands.reduce(bound.constant) { total, summand in
        let range = parameters[summand.parameter.index].range
        return total + summand.factor * (summand.factor > 0 ? range.upperBound : range.lowerBound)
      }
      largest[clock.index] = max(largest[clock.index] ?? 0, most)
    }
    func note(_ term: Term) { term.visit { if case .clock(let clock, _, let bound) = $0 { note(clock, bound) } } }
    for automaton in automata {
      for invariant in automaton.locations.flatMap(\.invariants) { note(invariant.clock, invariant.bound) }
      for action in automaton.edges.flatMap(\.body) {
        switch action.kind {
        case .assume(let term), .move(_, _, let term), .reset(_, let term): note(term)
        case .assign(_, let value, let condition):
          note(value)
          note(condition)
        }
      }
    }
    for term in goals + [initial, assumption] { note(term) }
    return largest
  }
}
