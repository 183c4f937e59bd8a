import LifecheckSystem

extension SystemDocument {
  /// The same without what only people read: names, phrases, and the words for values and waits. Two specs that differ in nothing else
  /// are equal in this form; places are not written in any.
  package var withoutWords: SystemDocument {
    var result = self
    for index in system.variables.indices {
      let variable = system.variables[index]
      result.system.variables[index] = StateVariable(
        name: "v\(index)", domain: variable.domain, valueNames: [], initial: variable.initial, isRigid: variable.isRigid)
    }
    for index in system.clocks.indices { result.system.clocks[index].name = "c\(index)" }
    for index in system.parameters.indices { result.system.parameters[index].name = "p\(index)" }
    for index in system.automata.indices { result.system.automata[index] = system.automata[index].withoutWords("a\(index)") }
    for index in questions.indices { result.questions[index].title = "\(index)" }
    return result
  }
}

extension Automaton {
  fileprivate func withoutWords(_ name: String) -> Automaton {
    var result = self
    result.name = name
    for index in locations.indices { result.locations[index] = Location(name: "", invariants: locations[index].invariants) }
    for index in edges.indices { result.edges[index].label = EdgeLabel() }
    return result
  }
}
