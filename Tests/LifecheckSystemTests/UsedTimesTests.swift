import LifecheckDiagnostics
import LifecheckSystem
import Testing

/// The rest of a system when clocks that nothing depends on are gone.
@Suite struct UsedTimesTests {
  @Test func aLineStillTellsTheChangesThatItTold() {
    let place = SourceRange(file: FileID(0), start: 0, end: 1)
    let lines = [
      EdgeLabel.Line(text: "a pause begins", origin: place), EdgeLabel.Line(text: "the lamp goes on", origin: place, start: 1),
    ]
    let system = lamp(label: EdgeLabel(lines, isAboutFollowing: true))
    let edge = UsedTimes(of: system, goals: []).only(in: system).automata[0].edges[0]
    #expect(edge.body.count == 1)
    #expect(edge.label.lines.map(\.start) == [0, 0])
    #expect(edge.label.isAboutFollowing)
  }

  /// One edge, which resets a clock that nobody looks at and then sets a variable.
  private func lamp(label: EdgeLabel) -> TimedSystem {
    var system = TimedSystem()
    system.variables = [StateVariable(name: "lit", domain: 2, valueNames: ["false", "true"], initial: 0)]
    system.clocks = [Clock(name: "pause", rate: .true)]
    let body = [Action(.reset(ClockIndex(0), condition: .true)), Action(.assign(VariableIndex(0), .true, condition: .true))]
    let edge = Edge(source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, body: body, label: label)
    system.automata = [Automaton(name: "one", locations: [Location(name: "here")], initial: LocationIndex(0), edges: [edge])]
    return system
  }
}
