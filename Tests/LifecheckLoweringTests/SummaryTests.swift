import LifecheckLowering
import LifecheckSystem
import Testing

/// Further copies of a block, and further things, are one summary.
@Suite struct SummaryTests {
  private static let block = """
    app A {
      queue main
      var x = false
      event go on main { async { wait 1s; x = true } }
      possible "x": x
    }
    """

  @Test func furtherCopiesOfABlockHaveOneSummary() throws {
    let (one, several) = (try lowered(Self.block), try lowered(Self.block, following: .several))
    #expect((one.crowds.count, several.crowds.count) == (1, 1))
    #expect((one.looseCopies.count, several.looseCopies.count) == (1, 2))
  }

  /// It is there only once there is no room for one more copy.
  @Test func aSummaryBeginsEmpty() throws {
    let lowered = try lowered(Self.block)
    let flag = try #require(lowered.crowds.first?.flag)
    #expect(lowered.system.variables[flag.index].initial == 0)
    #expect(lowered.exhaustion.isEmpty)
  }

  /// Steps that a member can take need that there are members now.
  @Test func onlyMembersDoWhatTheSummaryDoes() throws {
    let system = try lowered(Self.block).system
    let x = try #require(system.variables.firstIndex { $0.name == "x" })
    let flag = try #require(system.variables.firstIndex { $0.name.hasPrefix("crowd of") })
    let summary = try #require(system.automata.first { $0.name.hasPrefix("further copies of") })
    let changes = summary.edges.filter { $0.assigns(VariableIndex(x)) }
    #expect(!changes.isEmpty)
    for edge in changes { #expect(edge.body.first?.kind == .assume(.equal(.variable(VariableIndex(flag)), .true))) }
  }

  /// What one copy does between taking a queue and giving it back is one thing after the other, and nobody else has the queue meanwhile.
  @Test func theMemberThatHoldsAQueueIsKnownByItsPlace() throws {
    let system = try lowered(
      """
      app A {
        queue q
        queue main
        var isHalf = false
        event go on main { async on q { isHalf = true; wait 1s; isHalf = false } }
        possible "half": isHalf
      }
      """
    ).system
    let place = VariableIndex(try #require(system.variables.firstIndex { $0.name.hasPrefix("where one of further") }))
    let summary = try #require(system.automata.first { $0.name.hasPrefix("further copies of") })
    let moves = summary.edges.filter { $0.assigns(place) }
    #expect(moves.count >= 2)
    for edge in summary.edges { #expect(edge.body.contains { $0.terms.contains { $0.reads(place) } }) }
    let copy = try #require(system.automata.first { $0.name == "the async block of line 5" })
    let waits = copy.edges.filter { edge in edge.body.contains { $0.terms.contains { $0.reads(place) } } }
    #expect(!waits.isEmpty)
  }

  /// Of several in one queue, each has been posted behind others or not by itself.
  @Test func aMemberIsNotBehindWhomTheFirstCopyIsBehind() throws {
    let system = try lowered(
      """
      app A {
        queue main
        var x = false
        event go on main { async { wait 1s; await on main { x = true } } }
        event post on main { async on main { wait 1s } }
        possible "x": x
      }
      """, following: .several
    ).system
    let places = system.variables.indices.filter { system.variables[$0].name.contains(" is behind more of ") }
    let own = Set(places.filter { system.variables[$0].name.hasPrefix("the async block of line 4 is") }.map(VariableIndex.init))
    let summary = try #require(system.automata.first { $0.name == "further copies of the async block of line 4" })
    #expect(!own.isEmpty)
    for action in summary.edges.flatMap(\.body) {
      #expect(own.allSatisfy { place in !action.terms.contains { $0.reads(place) } })
      #expect(own.allSatisfy { !Edge(action).assigns($0) })
    }
  }

  /// A thing that is counted cannot be in a summary: a full pool is a state that can be reached, and a sentence may ask for more than the pool has.
  @Test func whatIsCountedHasAPoolThatCanBeFull() throws {
    let lowered = try lowered(
      """
      app A {
        kind ticket pool 1 while open { var open = false }
        event go { let t = new ticket; t.open = true }
        possible "one": (count t in ticket where t.open) == 1
      }
      """)
    #expect(lowered.crowds.isEmpty)
    #expect(lowered.exhaustion.map(\.bound) == [1])
  }

  /// Nor can one of which another kind asks at any moment.
  @Test func whatAnotherKindIsThereForHasAPoolThatCanBeFull() throws {
    let lowered = try lowered(
      """
      app A {
        kind ticket pool 1 while open { var open = false }
        kind box pool 1 while some t in ticket where t.open { var full = false }
        event go { let t = new ticket; t.open = true }
        possible "one": some t in ticket where t.open
      }
      """)
    #expect(lowered.crowds.isEmpty)
    #expect(lowered.exhaustion.map(\.bound) == [1])
  }

  @Test func furtherThingsHaveOneSummary() throws {
    let lowered = try lowered(
      """
      app A {
        kind ticket pool 1 while open { var open = false }
        var mine: ticket? = none
        event go { mine = new ticket; mine.open = true }
        possible "open": mine.open
      }
      """)
    #expect(lowered.crowds.map(\.bound) == [1])
  }
}

extension Edge {
  fileprivate func assigns(_ variable: VariableIndex) -> Bool {
    body.contains { if case .assign(variable, _, _) = $0.kind { true } else { false } }
  }

  fileprivate init(_ action: Action) {
    self.init(source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, body: [action], label: EdgeLabel())
  }
}
