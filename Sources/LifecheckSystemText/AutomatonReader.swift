import LifecheckDiagnostics
import LifecheckSystem

extension SystemReader {
  mutating func readAutomaton() throws(SystemTextProblem) {
    let name = try name("the automaton")
    try expect(.starts, "`starts` with the number of a location")
    var automaton = Automaton(name: name, locations: [], initial: LocationIndex(try number("a location")), edges: [])
    try expect("{")
    while !skip("}") {
      if skip(.location) {
        automaton.locations.append(try location(number: automaton.locations.count))
      } else if skip(.edge) {
        automaton.edges.append(try edge())
      } else {
        throw unexpected("a `location`, an `edge` or `}`")
      }
    }
    system.automata.append(automaton)
  }

  private mutating func location(number expected: Int) throws(SystemTextProblem) -> Location {
    let place = current.range
    guard try number("the number of the location") == expected else {
      throw SystemTextProblem(message: "locations are numbered in order; this one is \(expected)", range: place)
    }
    var location = Location(name: try text("what the location is called"), origin: place)
    location.pause = try pause()
    while skip(.until) {
      let clock = try clock()
      try expect("<=")
      let bound = try bound()
      location.invariants.append(Invariant(condition: skip(.if) ? try condition() : .true, clock: clock, bound: bound))
    }
    return location
  }

  private mutating func pause() throws(SystemTextProblem) -> Pause? {
    if skip(.turn) { return .turn }
    if skip(.condition) { return .condition }
    if skip(.lock) { return .lock(try text("the lock")) }
    if skip(.work) { return .work(try text("the work")) }
    return nil
  }

  private mutating func edge() throws(SystemTextProblem) -> Edge {
    let source = LocationIndex(try number("the location where the edge begins"))
    try expect(.to, "`to` and a location")
    let target = LocationIndex(try number("the location where the edge ends"))
    var edge = Edge(source: source, target: target, isUrgent: skip(.urgent), body: [], label: EdgeLabel())
    if skip(.choices) { edge.choices = try list { reader throws(SystemTextProblem) in try reader.number("how many values a choice has") } }
    edge.label.isAboutFollowing = skip(.following)
    try expect("{")
    while !skip("}") { try readLine(of: &edge) }
    return edge
  }

  private mutating func readLine(of edge: inout Edge) throws(SystemTextProblem) {
    let place = current.range
    if skip(.says) {
      let said = try text("what stories say of the step")
      return edge.label.lines.append(EdgeLabel.Line(text: said, origin: place, start: edge.body.count))
    }
    edge.body.append(Action(try action(), origin: place))
  }

  private mutating func action() throws(SystemTextProblem) -> Action.Kind {
    if skip(.assume) { return .assume(try condition()) }
    if skip(.set) {
      let variable = try variable()
      try expect("=")
      return .assign(variable, try comparison(), condition: try when())
    }
    if skip(.move) {
      let automaton = try automaton()
      try expect(.to, "`to` and a location")
      return .move(automaton, LocationIndex(try number("a location")), condition: try when())
    }
    if skip(.reset) { return .reset(try clock(), condition: try when()) }
    throw unexpected("`assume`, `set`, `move`, `reset`, `says` or `}`")
  }

  private mutating func when() throws(SystemTextProblem) -> Term { skip(.if) ? try condition() : .true }
}
