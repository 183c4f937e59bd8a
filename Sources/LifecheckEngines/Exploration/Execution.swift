import LifecheckSystem

/// Executes the bodies of edges, branching where something is open.
///
/// The state at hand is in memory of its own, changed in place and put back for the next branch: exploration does little
/// else, and copies of arrays would cost more than the work itself.
struct Execution {
  /// The state after an edge, before time passes; only good until the next.
  struct Arrival {
    let values: UnsafeMutableBufferPointer<UInt16>
    /// −1: never asked for.
    let choices: UnsafeBufferPointer<Int>
    let zone: Zone
    /// Its number, if nothing has changed it.
    let zoneNumber: Int?
    /// Where trails are kept.
    let trail: Trail?
  }
  /// What a path through a body asked of the clocks and did to them.
  struct Trail {
    /// The comparisons that were asked, in order, with the number of the action before which they were.
    var asked: [(action: Int, atom: Int, holds: Bool)] = []
    /// The numbers of the actions that reset a clock.
    var resets: [Int] = []

    fileprivate mutating func cut(_ lengths: (asked: Int, resets: Int)) {
      asked.removeLast(asked.count - lengths.asked)
      resets.removeLast(resets.count - lengths.resets)
    }
  }
  /// What comes out of an edge on one of the ways through it.
  typealias Arrive = (Arrival) -> Void

  private let program: ExplorationProgram
  private let code: TermCode
  private let memory: Memory
  private let values: UnsafeMutableBufferPointer<UInt16>
  /// −1: not chosen yet.
  private let choices: UnsafeMutableBufferPointer<Int>
  /// For each atom, whether it holds here; −1: not asked yet.
  private let decided: UnsafeMutableBufferPointer<Int8>
  private let known: TermCode.Known
  private let domains: UnsafeBufferPointer<Int>
  private var zone: Zone
  private var zoneNumber: Int?
  private var stack = Stack()
  /// Trails are kept on request only.
  var keepsTrails = false
  private var trail = Trail()
  /// The numbers of the assumptions that some way through the body failed.
  private(set) var failures: Set<Int> = []
  private var branchesLeft = 0
  private static let mostBranches = 20_000

  init(_ program: ExplorationProgram) {
    self.program = program
    code = program.code
    memory = Memory(program)
    (values, choices, decided, domains) = (memory.values, memory.choices, memory.decided, memory.domains)
    known = TermCode.Known(choices: UnsafeBufferPointer(choices), decided: UnsafeBufferPointer(decided))
    zone = Zone(size: program.zoneSize)
  }

  /// Some edge had more ways to come out than can be looked at one by one.
  private(set) var hasTooManyBranches = false

  /// - Parameters:
  ///   - zoneNumber: The number of the zone, to tell whether the edge changes it.
  ///   - choices: What is chosen already; nil: nothing.
  mutating func run(
    _ edge: ExplorationProgram.PreparedEdge, from values: UnsafeBufferPointer<UInt16>, _ zone: Zone, number: Int? = nil,
    choices: [Int]? = nil, _ arrive: Arrive
  ) {
    _ = self.values.update(fromContentsOf: values)
    self.choices.update(repeating: -1)
    decided.update(repeating: -1)
    if let choices { _ = self.choices.update(fromContentsOf: choices) }
    (self.zone, zoneNumber) = (zone, number)
    if keepsTrails { trail = Trail() }
    failures.removeAll(keepingCapacity: true)
    branchesLeft = Self.mostBranches
    execute(0, edge, arrive)
    if branchesLeft == 0 { hasTooManyBranches = true }
  }

  private func value(_ term: TermProgram.Index) -> Int {
    code.evaluate(term, UnsafeBufferPointer(values), known)
  }

  private mutating func execute(_ start: Int, _ edge: ExplorationProgram.PreparedEdge, _ arrive: Arrive) {
    for action in start..<edge.actions.count {
      switch edge.actions[action] {
      case .assume(let term):
        let value = value(term)
        if value == TermProgram.unknown { return branch(term, action, edge, arrive) }
        if value == 0 { return fail(at: action) }
      case .bind(let choice, let offset, let term):
        let value = value(term)
        if value == TermProgram.unknown { return branch(term, action, edge, arrive) }
        if choices[choice] >= 0 {
          guard choices[choice] == value - offset else { return fail(at: action) }
        } else {
          guard (0..<edge.choices[choice]).contains(value - offset) else { return fail(at: action) }
          choices[choice] = value - offset
        }
      case .assign(let slot, let term, let condition):
        let test = value(condition)
        if test == 0 { break }
        let result = value(term)
        if result == values[slot] { break }
        if test == TermProgram.unknown { return branch(condition, action, edge, arrive) }
        if result == TermProgram.unknown { return branch(term, action, edge, arrive) }
        // A value outside the domain: the edge cannot be taken.
        guard result >= 0, result < domains[slot] else { return }
        values[slot] = UInt16(result)
      case .move(let slot, let place, let condition):
        let test = value(condition)
        if test == 0 || values[slot] == place { break }
        if test == TermProgram.unknown { return branch(condition, action, edge, arrive) }
        values[slot] = place
      case .reset(let clock, let condition):
        let test = value(condition)
        if test == TermProgram.unknown { return branch(condition, action, edge, arrive) }
        if test != 0 { reset(clock, at: action) }
      }
    }
    values[edge.slot] = edge.target
    arrive(
      Arrival(
        values: values, choices: UnsafeBufferPointer(rebasing: choices[..<edge.choices.count]), zone: zone,
        zoneNumber: zoneNumber,
        trail: keepsTrails ? trail : nil))
  }

  private mutating func reset(_ clock: Int, at action: Int) {
    zone.reset(clock)
    zoneNumber = nil
    if keepsTrails { trail.resets.append(action) }
    for atom in program.atomsOfClock[clock - 1] { decided[atom] = -1 }
  }

  private mutating func fail(at action: Int) { if keepsTrails { failures.insert(action) } }

  // MARK: Branches

  /// Tries all answers to the first thing that is open in the term.
  private mutating func branch(
    _ term: TermProgram.Index, _ action: Int, _ edge: ExplorationProgram.PreparedEdge, _ arrive: Arrive
  ) {
    if branchesLeft == 0 { return }
    branchesLeft -= 1
    switch code.firstOpen(term, known) {
    case .choice(let choice):
      for value in 0..<edge.choices[choice] {
        trying(isLast: value == edge.choices[choice] - 1) { run in
          run.choices[choice] = value
          run.execute(action, edge, arrive)
        }
      }
    case .atom(let atom):
      let parts = program.split(zone, atom)
      for (number, (answer, part)) in parts.enumerated() {
        trying(isLast: number == parts.count - 1) { run in
          run.decided[atom] = answer
          if part != run.zone { (run.zone, run.zoneNumber) = (part, nil) }
          if run.keepsTrails { run.trail.asked.append((action, atom, answer == 1)) }
          run.execute(action, edge, arrive)
        }
      }
    case nil: break
    }
  }

  /// Does something and puts everything back for the next try.
  private mutating func trying(isLast: Bool, _ body: (inout Execution) -> Void) {
    if isLast { return body(&self) }
    let before = (zone: zone, zoneNumber: zoneNumber)
    let lengths = (trail.asked.count, trail.resets.count)
    stack.push(values, choices, decided)
    body(&self)
    stack.pop(values, choices, decided)
    (zone, zoneNumber) = before
    if keepsTrails { trail.cut(lengths) }
  }

  /// Where a state is while an edge is executed.
  private final class Memory {
    let values: UnsafeMutableBufferPointer<UInt16>
    let choices: UnsafeMutableBufferPointer<Int>
    let decided: UnsafeMutableBufferPointer<Int8>
    let domains: UnsafeBufferPointer<Int>

    init(_ program: ExplorationProgram) {
      values = .allocate(capacity: program.stateWidth)
      choices = .allocate(capacity: program.mostChoices)
      decided = .allocate(capacity: program.terms.atoms.count)
      domains = copy(of: program.domains)
      values.initialize(repeating: 0)
      choices.initialize(repeating: -1)
      decided.initialize(repeating: -1)
    }

    deinit {
      values.deallocate()
      choices.deallocate()
      decided.deallocate()
      domains.deallocate()
    }
  }

  /// What the memory was before the branches that are being followed.
  private struct Stack {
    private var values: [UInt16] = []
    private var choices: [Int] = []
    private var decided: [Int8] = []

    mutating func push(
      _ values: UnsafeMutableBufferPointer<UInt16>, _ choices: UnsafeMutableBufferPointer<Int>,
      _ decided: UnsafeMutableBufferPointer<Int8>
    ) {
      self.values.append(contentsOf: values)
      self.choices.append(contentsOf: choices)
      self.decided.append(contentsOf: decided)
    }

    mutating func pop(
      _ values: UnsafeMutableBufferPointer<UInt16>, _ choices: UnsafeMutableBufferPointer<Int>,
      _ decided: UnsafeMutableBufferPointer<Int8>
    ) {
      Self.pop(&self.values, into: values)
      Self.pop(&self.choices, into: choices)
      Self.pop(&self.decided, into: decided)
    }

    private static func pop<Element>(_ saved: inout [Element], into memory: UnsafeMutableBufferPointer<Element>) {
      let start = saved.count - memory.count
      saved.withUnsafeBufferPointer { _ = memory.update(fromContentsOf: $0[start...]) }
      saved.removeSubrange(start...)
    }
  }
}

/// The same for one edge at a time, where speed does not matter.
extension Explorer {
  struct Successor {
    var values: [UInt16]
    var choices: [Int]
    var zone: Zone
    var trail: Execution.Trail
  }

  /// The states after an edge, for all its choices and all ways in which its clock comparisons may come out.
  func successors(of edge: ExplorationProgram.PreparedEdge, from node: Int) -> [Successor] {
    let mayStart = values(of: nodes[node].state).withUnsafeBufferPointer { program.mayStart(edge.number, $0) }
    return mayStart ? attempt(edge, from: node).successors : []
  }

  /// The same, and which of the edge's assumptions kept it from more.
  /// - Parameter choices: What is chosen already; nil: nothing.
  func attempt(
    _ edge: ExplorationProgram.PreparedEdge, from node: Int, choices: [Int]? = nil
  ) -> (successors: [Successor], failures: Set<Int>) {
    var successors: [Successor] = []
    values(of: nodes[node].state).withUnsafeBufferPointer { values in
      singleExecution.run(edge, from: values, zone(of: node), choices: choices) { after in
        successors.append(
          Successor(values: Array(after.values), choices: after.choices.map { max($0, 0) }, zone: after.zone, trail: after.trail!)
        )
      }
    }
    return (successors, singleExecution.failures)
  }
}
