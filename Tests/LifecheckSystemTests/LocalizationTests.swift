import LifecheckDiagnostics
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Urgency in a part of a system.
@Suite struct LocalizationTests {
  private let code = AutomatonIndex(0)
  private let clock = ClockIndex(0)

  @Test func onePossibilityIsNotUrgentByItself() {
    let (system, open) = program { open in [edge(0, 1, isUrgent: true, [.assume(isTrue(open))])] }
    #expect(mayWait(in: system, keeping: []))
    #expect(mayWait(in: system, keeping: [open]))
    #expect(mayWait(in: withOpen(system, at: 0), keeping: [open]))
    #expect(!mayWait(in: withOpen(system, at: 1), keeping: [open]))
  }

  @Test func twoThatExcludeEachOtherAreUrgentTogether() {
    let (system, open) = program { open in
      [
        edge(0, 1, isUrgent: true, [.assume(isTrue(open))]),
        edge(0, 1, isUrgent: true, [.assume(isTrue(open).negated)]),
      ]
    }
    #expect(!mayWait(in: system, keeping: []))
    #expect(!mayWait(in: system, keeping: [open]))
  }

  @Test func whatIsKeptStillHasToHold() {
    let (system, open) = program { open in
      let free = VariableIndex(open.index + 1)
      return [
        edge(0, 1, isUrgent: true, [.assume(isTrue(free)), .assume(isTrue(open))]),
        edge(0, 1, isUrgent: true, [.assume(isTrue(free)), .assume(isTrue(open).negated)]),
      ]
    }
    let free = VariableIndex(open.index + 1)
    #expect(mayWait(in: system, keeping: []))
    #expect(mayWait(in: system, keeping: [free]))
    #expect(!mayWait(in: withFree(system, at: 1), keeping: [free]))
    #expect(mayWait(in: withFree(system, at: 1), keeping: [open]))
  }

  @Test func aDefinitionDecidesNothing() {
    let choice = Term.choice(ChoiceIndex(0))
    let (system, _) = program { open in
      [edge(0, 1, isUrgent: true, choices: [2], [.assign(open, .true, condition: .true), .assume(.equal(choice, isTrue(open)))])]
    }
    #expect(!mayWait(in: system, keeping: []))
  }

  @Test func aDefinitionWithoutRoomForTheValueDecides() {
    let choice = Term.choice(ChoiceIndex(0))
    let (system, open) = program { open in
      [edge(0, 1, isUrgent: true, choices: [1], [.assume(.equal(choice, isTrue(open)))])]
    }
    #expect(mayWait(in: system, keeping: []))
    #expect(!mayWait(in: withOpen(system, at: 0), keeping: [open]))
  }

  @Test func placesOfOthersAreToldApart() {
    let other = AutomatonIndex(1)
    let (system, _) = program { _ in
      (0...2).map { place in edge(0, 1, isUrgent: true, [.assume(.at(other, [LocationIndex(place)]))]) }
    }
    #expect(!mayWait(in: system, keeping: []))
    var fewer = system
    fewer.automata[0].edges.removeLast()
    #expect(mayWait(in: fewer, keeping: []))
  }

  @Test func aGuessIsNoReasonForHaste() {
    let (system, open) = program { open in
      let free = VariableIndex(open.index + 1)
      return [edge(0, 1, isUrgent: true, [.assign(open, .variable(free), condition: .true), .assume(isTrue(open))])]
    }
    #expect(mayWait(in: system, keeping: [open]))
    #expect(!mayWait(in: withFree(system, at: 1), keeping: [open, VariableIndex(open.index + 1)]))
  }

  @Test func whatFollowsFromAGuessIsOne() {
    let (system, open) = program { open in
      let (free, copy) = (VariableIndex(open.index + 1), VariableIndex(open.index + 2))
      let guess = Action.Kind.assign(open, .variable(free), condition: .true)
      return [edge(0, 1, isUrgent: true, [guess, .assign(copy, .variable(open), condition: .true), .assume(isTrue(copy))])]
    }
    #expect(mayWait(in: system, keeping: [open, VariableIndex(open.index + 2)]))
  }

  // MARK: Systems

  private func isTrue(_ variable: VariableIndex) -> Term { .equal(.variable(variable), .true) }

  /// Code with the edges, beside an automaton of three places.
  private func program(_ edges: (_ open: VariableIndex) -> [Edge]) -> (TimedSystem, open: VariableIndex) {
    var system = TimedSystem()
    let open = system.addVariable("open", initial: nil)
    for name in ["free", "copy"] { _ = system.addVariable(name, initial: nil) }
    _ = system.addClock("x")
    let two = [Location(name: "here"), Location(name: "there")]
    let three = [Location(name: "p"), Location(name: "q"), Location(name: "r")]
    system.automata = [
      Automaton(name: "code", locations: two, initial: LocationIndex(0), edges: edges(open)),
      Automaton(name: "other", locations: three, initial: LocationIndex(0), edges: [edge(0, 1, []), edge(1, 2, [])]),
    ]
    return (system, open)
  }

  private func withOpen(_ system: TimedSystem, at value: Int) -> TimedSystem {
    var system = system
    system.variables[0].initial = value
    return system
  }

  private func withFree(_ system: TimedSystem, at value: Int) -> TimedSystem {
    var system = system
    system.variables[1].initial = value
    return system
  }

  /// Whether time may pass at the first place of the code, as far as the part with it and these variables tells.
  private func mayWait(in system: TimedSystem, keeping variables: [VariableIndex]) -> Bool {
    var part = SystemPart()
    part.automata = [code]
    part.clocks = [clock]
    part.variables = Set(variables)
    let local = Localization(system, keeping: part, urgency: UrgencyOfPlaces(system))
    let waits = Term.all([.at(code, [LocationIndex(0)]), .clock(clock, .greaterEqual, TimeBound(1))])
    if case .reachable = ReferenceExplorer(local.system).reach(local.rename(waits)!) { return true }
    return false
  }
}
