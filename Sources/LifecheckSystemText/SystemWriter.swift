import LifecheckSystem

/// The text of a system and its questions.
package func write(_ document: SystemDocument) -> String {
  let writer = SystemWriter(document.system)
  let questions = document.questions.map(writer.question)
  return ([systemTextHeading] + writer.declarations + document.system.automata.indices.flatMap(writer.automaton) + questions)
    .joined(separator: "\n") + "\n"
}

struct SystemWriter {
  let system: TimedSystem
  let names: SystemNames

  init(_ system: TimedSystem) {
    self.system = system
    names = SystemNames(system)
  }

  // MARK: Tables

  var declarations: [String] {
    system.variables.indices.map(variable) + system.clocks.indices.map(clock) + system.parameters.indices.map(parameter)
      + (system.initial == .true ? [] : ["initially \(condition(system.initial))"])
      + (system.assumption == .true ? [] : ["assume \(condition(system.assumption))"])
  }

  private func variable(_ index: Int) -> String {
    let variable = system.variables[index]
    var words = ["var \(names.variables[index]): 0...\(variable.domain - 1) = \(variable.initial.map(String.init) ?? "any")"]
    if variable.isRigid { words.append("rigid") }
    if variable.isHidden { words.append("hidden") }
    if let label = variable.label { words.append("says \(quoted(label))") }
    if !variable.hasPlainValues { words.append("values \(variable.valueNames.map(quoted).joined(separator: ", "))") }
    return words.joined(separator: " ")
  }

  private func clock(_ index: Int) -> String {
    let clock = system.clocks[index]
    let rate = clock.rate == .true ? "" : " while \(condition(clock.rate))"
    return "clock \(names.clocks[index])\(rate)\(clock.isDeadWhileStopped ? " resting" : "")"
  }

  private func parameter(_ index: Int) -> String {
    let parameter = system.parameters[index]
    let usual = parameter.preferred.map { " usually \($0)" } ?? ""
    return "param \(names.parameters[index]): \(parameter.range.lowerBound)...\(parameter.range.upperBound)\(usual)"
  }

  func question(_ question: SystemDocument.Question) -> String {
    let watches = question.watches.sorted().map { names.variables[$0.index] }
    return "question \(quoted(question.title)): \(condition(question.goal))"
      + (watches.isEmpty ? "" : " watches \(watches.joined(separator: ", "))")
  }

  // MARK: Automata

  func automaton(_ index: Int) -> [String] {
    let automaton = system.automata[index]
    return ["", "automaton \(names.automata[index]) starts \(automaton.initial.index) {"]
      + automaton.locations.indices.map { "  " + location(automaton.locations[$0], number: $0) }
      + automaton.edges.flatMap(edge) + ["}"]
  }

  private func location(_ location: Location, number: Int) -> String {
    let pause = location.pause.map { " " + words($0) } ?? ""
    let invariants = location.invariants.map { invariant in
      let condition = invariant.condition == .true ? "" : " if \(condition(invariant.condition))"
      return " until \(names.clocks[invariant.clock.index]) <= \(bound(invariant.bound))\(condition)"
    }
    return "location \(number) \(quoted(location.name))\(pause)\(invariants.joined())"
  }

  private func words(_ pause: Pause) -> String {
    switch pause {
    case .turn: "turn"
    case .condition: "condition"
    case .lock(let name): "lock \(quoted(name))"
    case .work(let name): "work \(quoted(name))"
    }
  }

  private func edge(_ edge: Edge) -> [String] {
    var heading = "  edge \(edge.source.index) to \(edge.target.index)"
    if edge.isUrgent { heading += " urgent" }
    if !edge.choices.isEmpty { heading += " choices \(edge.choices.map(String.init).joined(separator: ", "))" }
    if edge.label.isAboutFollowing { heading += " following" }
    let lines = body(of: edge)
    return lines.isEmpty ? [heading + " { }"] : [heading + " {"] + lines.map { "    " + $0 } + ["  }"]
  }

  /// A line of the label stands before the first of the actions that it is about.
  private func body(of edge: Edge) -> [String] {
    var result: [String] = []
    for number in 0...edge.body.count {
      let isLast = number == edge.body.count
      result += edge.label.lines.filter { isLast ? $0.start >= number : $0.start == number }.map { "says \(quoted($0.text))" }
      if !isLast { result.append(action(edge.body[number])) }
    }
    return result
  }

  private func action(_ action: Action) -> String {
    func when(_ term: Term) -> String { term == .true ? "" : " if \(condition(term))" }
    return switch action.kind {
    case .assume(let term): "assume \(condition(term))"
    case .assign(let variable, let value, let condition):
      "set \(names.variables[variable.index]) = \(term(value, within: .comparison))\(when(condition))"
    case .move(let automaton, let location, let condition):
      "move \(names.automata[automaton.index]) to \(location.index)\(when(condition))"
    case .reset(let clock, let condition): "reset \(names.clocks[clock.index])\(when(condition))"
    }
  }
}

extension StateVariable {
  /// Its values have no names but their numbers.
  var hasPlainValues: Bool { valueNames.isEmpty || valueNames.elementsEqual((0..<domain).lazy.map(String.init)) }
}
