import LifecheckSystem

/// Goes from state to state without a look at times, and on only from those in which two values are together for the first time.
///
/// So it expands at most one state for each pair of values, however many states there are, and sees most pairs that any run has.
/// - Source: N. Lipovetzky, H. Geffner, "Width and Serialization of Classical Planning Problems", ECAI 2012, for iterated
///   width, here of width 2.
final class NoveltySearch {
  let program: ExplorationProgram
  private(set) var pairs: PairsOfValues
  private var execution: Execution
  private let knownTerms: TermCode.Memory
  private let anyTime: Zone
  /// States side by side.
  private var states: [UInt16] = []
  private var next = 0

  init(_ system: TimedSystem) {
    program = ExplorationProgram(system, goals: [], terminal: .false, ignored: [])
    pairs = PairsOfValues(system)
    execution = Execution(program)
    knownTerms = TermCode.Memory(program.terms)
    anyTime = Zone(size: program.zoneSize)
  }

  deinit { knownTerms.deallocate() }

  /// Once the limits are reached some pairs are left unseen.
  /// - Parameters:
  ///   - maximumStates: How many to expand in all.
  ///   - maximumBranches: How often something may be open on the way through edges.
  func run(maximumStates: Int, maximumBranches: Int, mustStop: @escaping () -> Bool) {
    execution.mustStop = mustStop
    defer { execution.mustStop = { false } }
    while next * program.stateWidth < states.count, next < maximumStates, execution.branches < maximumBranches {
      if next & 31 == 0, mustStop() { return }
      let state = values(of: next)
      state.withUnsafeBufferPointer(expand)
      next += 1
    }
  }

  /// How often something was open on the way through edges so far.
  var branches: Int { execution.branches }

  private func values(of state: Int) -> [UInt16] { Array(states[state * program.stateWidth..<(state + 1) * program.stateWidth]) }

  /// Adds all that a single edge leads to.
  func expand(_ state: UnsafeBufferPointer<UInt16>) {
    knownTerms.forget()
    for automaton in program.system.automata.indices {
      let place = Int(state[program.system.variables.count + automaton])
      for edge in program.edgeTable.numbersOfEdges(of: automaton, at: place) { take(edge, from: state) }
    }
  }

  private func take(_ edge: Int, from state: UnsafeBufferPointer<UInt16>) {
    guard let start = program.edgeTable.start(edge, state, knownTerms) else { return }
    execution.run(program.edgeTable[edge], at: start, from: state, anyTime) { add(UnsafeBufferPointer($0.values)) }
  }

  /// - Returns: Whether two of its values had not been seen together.
  @discardableResult
  func add(_ state: UnsafeBufferPointer<UInt16>) -> Bool {
    let isNew = pairs.add(state)
    if isNew { states.append(contentsOf: state) }
    return isNew
  }

  func addTogether(_ a: Int, _ b: Int) { pairs.add(a, b) }
}
