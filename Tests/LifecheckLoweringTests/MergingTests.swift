import LifecheckSystem
import Testing

/// Two units become one edge where nobody could notice the difference, and only there.
@Suite struct MergingTests {
  /// The edges of the automaton with this name, the ways in and out of its code included.
  private func edges(of name: String, in text: String) throws -> [Edge] {
    let lowered = try lowered(text)
    return try #require(lowered.system.automata.first { $0.name == name }).edges
  }

  private func setting(_ count: Int, _ edges: [Edge]) -> Int {
    edges.filter { edge in
      edge.body.filter { if case .assign = $0.kind { true } else { false } }.count == count
    }.count
  }

  /// Only this event has the two, nobody asks about them, and they are lost with the process.
  @Test func whatNobodySeesIsOneStep() throws {
    let found = try edges(
      of: "events on main",
      in: """
        app A {
          queue main
          var x, y, z = false
          event go on main when not x { x = true; y = x; z = y }
        }
        """)
    #expect(found.count == 1)
    #expect(setting(3, found) == 1)
  }

  /// Variables that code elsewhere reads may be read in between.
  @Test func whatOthersSeeIsTwoSteps() throws {
    let found = try edges(
      of: "events on main",
      in: """
        app A {
          queue main
          queue side
          var x, y, seen = false
          event go on main when not x { x = true; y = true }
          event look on side when x != y { seen = true }
        }
        """)
    #expect(setting(2, found) == 0)
    #expect(setting(1, found) == 2)
  }

  /// A sentence sees every state.
  @Test func whatASentenceSeesIsTwoSteps() throws {
    let found = try edges(
      of: "events on main",
      in: """
        app A {
          queue main
          var x, y = false
          event go on main when not x { x = true; y = true }
          property "together": never x != y
        }
        """)
    #expect(setting(2, found) == 0)
  }

  @Test func whatIsAtomicIsOneStepWhoeverSeesIt() throws {
    let found = try edges(
      of: "events on main",
      in: """
        app A {
          queue main
          var x, y = false
          event go on main when not x { atomic { x = true; y = true } }
          property "together": never x != y
        }
        """)
    #expect(setting(2, found) == 1)
  }
}
