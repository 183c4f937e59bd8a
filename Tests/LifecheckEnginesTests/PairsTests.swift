import LifecheckEncoding
import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// The states that looking at pairs of values excludes: of each, the values of the variables, then the places.
private func states(excludedIn system: TimedSystem) throws -> Set<[Int]> {
  let encoded = encode(system)
  let facts = try #require(PairInduction.facts(encoded, mustStop: { false }))
  let meanings = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.symbol, $0.meaning) })
  let bits = encoded.system.variables.filter { !$0.isReal }.map { meanings[$0.current]! }
  func isSet(_ bit: Int, in state: [Int]) -> Bool {
    switch bits[bit].slot! {
    case .variable(let variable): encoded.isSet(bits[bit], for: state[variable.index])
    case .place(let automaton): encoded.isSet(bits[bit], for: state[system.variables.count + automaton.index])
    }
  }
  let domains = system.variables.map(\.domain) + system.automata.map(\.locations.count)
  let all = domains.reduce([[]]) { states, domain in states.flatMap { state in (0..<domain).map { state + [$0] } } }
  return Set(all.filter { state in facts.cubes.contains { $0.literals.allSatisfy { isSet($0.variable, in: state) != $0.isNegated } } })
}

@Suite struct PairsTests {
  /// Counts up by two, and starts again at the end.
  @Test func valuesThatAreNeverThere() throws {
    var system = TimedSystem()
    let count = system.addVariable("count", domain: 6)
    let add = Action.Kind.assign(count, .add(.variable(count), .constant(2)), condition: .true)
    let restart = Action.Kind.assign(count, .constant(0), condition: .true)
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "only")], initial: LocationIndex(0),
        edges: [edge(0, 0, [.assume(.compare(.less, .variable(count), .constant(4))), add]), edge(0, 0, [restart])])
    ]
    #expect(try states(excludedIn: system) == [[1, 0], [3, 0], [5, 0]])
  }

  /// Two who enter only while nobody is inside.
  @Test func neverBothInside() throws {
    var system = TimedSystem()
    let taken = system.addVariable("taken")
    let isFree = Term.compare(.equal, .variable(taken), .constant(0))
    let take = Action.Kind.assign(taken, .constant(1), condition: .true)
    let leave = Action.Kind.assign(taken, .constant(0), condition: .true)
    system.automata = ["a", "b"].map { name in
      Automaton(
        name: name, locations: [Location(name: "outside"), Location(name: "inside")], initial: LocationIndex(0),
        edges: [edge(0, 1, [.assume(isFree), take]), edge(1, 0, [leave])])
    }
    // That it is taken while nobody is inside takes a look at three at a time.
    #expect(try states(excludedIn: system) == [[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 1]])
  }

  /// Of times nothing is known: the place that only a late step leads to counts as reached.
  @Test func timesAreNotLookedAt() throws {
    var system = TimedSystem()
    let clock = system.addClock("clock")
    let limit = Invariant(clock: clock, bound: TimeBound(1))
    system.automata = [
      Automaton(
        name: "a", locations: [Location(name: "first", invariants: [limit]), Location(name: "late")], initial: LocationIndex(0),
        edges: [edge(0, 1, [.assume(.clock(clock, .greater, TimeBound(2)))])])
    ]
    #expect(try states(excludedIn: system) == [])
  }

  @Test func aValueThatIsNotKnownAtTheStartMayBeAny() throws {
    var system = TimedSystem()
    _ = system.addVariable("secret", domain: 3, initial: nil)
    system.automata = [Automaton(name: "a", locations: [Location(name: "only")], initial: LocationIndex(0), edges: [])]
    #expect(try states(excludedIn: system) == [])
  }

  /// The exclusions hold at the start, and each step keeps them: in any system.
  @Test func itIsAnInvariant() throws {
    var told = 0
    for seed in UInt64(0)..<150 {
      let encoded = encode(RandomSystem(seed: seed, isWild: seed % 2 == 1).system)
      guard let facts = PairInduction.facts(encoded, mustStop: { false }) else { continue }
      if !facts.cubes.isEmpty { told += 1 }
      let goal = facts.encoded.system.bank.false
      let certificate = Certificate(encoded: facts.encoded, goal: goal, claim: facts.claim, k: 1, engine: .ic3)
      #expect(try certify(certificate) == .confirmed, "\(seed)")
    }
    #expect(told > 50)
  }

  /// The claim of a proof does not speak of variables that it does not need.
  @Test func aProofIsAboutWhatItNeeds() throws {
    var system = TimedSystem()
    for name in ["a", "b", "c"] {
      let count = system.addVariable(name, domain: 12)
      let add = Action.Kind.assign(count, .add(.variable(count), .constant(2)), condition: .true)
      system.automata.append(
        Automaton(
          name: name, locations: [Location(name: "only")], initial: LocationIndex(0),
          edges: [edge(0, 0, [.assume(.compare(.less, .variable(count), .constant(10))), add])]))
    }
    let odd = Term.compare(.equal, .variable(VariableIndex(1)), .constant(7))
    let result = try #require(try decide(system, [Query(name: "odd", goal: odd)], engines: .ic3).first)
    guard case .safe(let certificate) = result.result else {
      Issue.record("not proved")
      return
    }
    let symbols = certificate.encoded.system.bank.symbols(in: certificate.claim)
    let slots = Set(certificate.encoded.meanings.filter { symbols.contains($0.symbol) }.map(\.meaning.slot))
    #expect(slots == [.variable(VariableIndex(1))])
  }
}
