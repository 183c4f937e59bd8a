import LifecheckChecking
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Interpreter and reference explorer, written apart from each other, must allow the same steps.
struct RandomWalkTests {
  @Test(arguments: 0..<40)
  func interpreterAndExplorerAgreeOnEveryStep(block: Int) throws {
    for seed in UInt64(block * 25)..<UInt64(block * 25 + 25) {
      try walk(RandomSystem(seed: seed), seed: seed)
    }
  }

  @Test(arguments: 0..<40)
  func everyRunThatTheExplorerFindsReplays(block: Int) throws {
    for seed in UInt64(block * 10)..<UInt64(block * 10 + 10) {
      let random = RandomSystem(seed: seed)
      let answer = ReferenceExplorer(random.system).reach(random.goal)
      #expect(answer != .tooLarge, "seed \(seed)")
      guard case .reachable(let trace) = answer else { continue }
      let interpreter = Interpreter(random.system, parameters: [])
      #expect(throws: Never.self, "seed \(seed)") { try interpreter.replay(trace, reaching: random.goal) }
    }
  }

  @Test func theGeneratorFindsBothAnswersAndRunsOfSomeLength() {
    var lengths: [Int: Int] = [:]
    for seed in UInt64(0)..<300 {
      let random = RandomSystem(seed: seed)
      if case .reachable(let trace) = ReferenceExplorer(random.system).reach(random.goal) {
        lengths[trace.length, default: 0] += 1
      } else {
        lengths[-1, default: 0] += 1
      }
    }
    #expect(lengths[-1, default: 0] > 30, "\(lengths)")
    #expect(lengths.filter { $0.key > 1 }.values.reduce(0, +) > 60, "\(lengths)")
    #expect(lengths.keys.max()! >= 4, "\(lengths)")
  }

  private func firstOfEachEdge(_ enabled: [EnabledEdge]) -> [EnabledEdge] {
    var seen: Set<EdgeReference> = []
    return enabled.filter { seen.insert($0.edge).inserted }
  }

  private func walk(_ random: RandomSystem, seed: UInt64) throws {
    let system = random.system
    let explorer = ReferenceExplorer(system)
    let interpreter = Interpreter(system, parameters: [])
    var dice = SplitMix64(seed: seed ^ 0xD1CE)
    guard var here = explorer.initialConfigurations().first else { return }
    var state = try interpreter.initialState(variables: here.variables)
    for _ in 0..<12 {
      let comment: Comment = "seed \(seed), at \(state)"
      let longest = try interpreter.maximalDelay(in: state)
      for amount in 1...6 {
        let expected = explorer.delayed(here, by: amount)
        let found = try? interpreter.delay(state, by: RationalTime(amount))
        #expect(found.map(configuration) == expected, comment)
        if system.assumption == .true {
          #expect((longest.map { RationalTime(amount) <= $0 } ?? true) == (expected != nil), comment)
        }
      }
      let successors = system.automata.indices.flatMap { explorer.edgeSuccessors(of: here, automaton: $0) }
      let enabled = successors.map { EnabledEdge(edge: $0.edge, choices: $0.choices) }
      #expect(interpreter.enabledEdges(in: state) == enabled, comment)
      #expect(try interpreter.possibleEdges(in: state) == firstOfEachEdge(enabled), comment)
      for successor in successors {
        let found = try interpreter.take(successor.edge, choices: successor.choices, in: state)
        #expect(configuration(found) == successor.after, comment)
      }
      #expect(try interpreter.holds(random.goal, in: state) == explorer.isTrue(random.goal, here), comment)

      let amount = dice.pick(0...3)
      if let later = explorer.delayed(here, by: amount) {
        state = try interpreter.delay(state, by: RationalTime(amount))
        here = later
      }
      let now = system.automata.indices.flatMap { explorer.edgeSuccessors(of: here, automaton: $0) }
      if now.isEmpty { continue }
      let next = dice.pick(now)
      state = try interpreter.take(next.edge, choices: next.choices, in: state)
      here = next.after
    }
  }

  private func configuration(_ state: State) -> ReferenceExplorer.Configuration {
    ReferenceExplorer.Configuration(
      variables: state.variables, locations: state.locations.map(\.index), clocks: state.clocks.map(\.numerator))
  }
}
