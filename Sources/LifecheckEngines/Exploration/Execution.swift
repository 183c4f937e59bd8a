import LifecheckSystem

/// Executes the bodies of edges, branching where something is open.
///
/// The frame is changed in place and put back for the next branch: copies of arrays would cost more than the work itself.
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
  /// The clock comparisons and resets on a path through a body.
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
  /// The receiver of the state to which one of the ways through an edge leads.
  typealias Arrive = (Arrival) -> Void

  private let program: ExplorationProgram
  private let memory: Memory
  /// The one that `memory` owns: reached without counting references.
  private let frame: Frame
  private var zone: Zone
  private var zoneNumber: Int?
  private var stack = Stack()
  /// Trails are kept on request only.
  var keepsTrails = false
  private var trail = Trail()
  /// The numbers of the assumptions that some way through the body failed.
  private(set) var failures: Set<Int> = []
  private var branchesLeft = 0
  /// How often something was open so far: what exploration costs besides its states.
  private(set) var branches = 0
  /// Where branches of the edge at hand have been before: many choices often come to the same few states.
  private var visited: Set<Crossing> = []
  /// With fewer choices, remembering costs more than it saves.
  private static let manyChoices = 5
  private static let mostBranches = 20_000
  /// For all edges together; an edge that goes beyond it is given up in the middle.
  var mostBranchesInAll = Int.max
  /// Asked now and then, so that an edge with many ways through it can be given up in the middle.
  var mustStop: () -> Bool = { false } { didSet { isStopped = false } }
  private var isStopped = false
  /// Some take a tenth of a millisecond.
  private static let branchesPerLook = 256

  init(_ program: ExplorationProgram) {
    self.program = program
    memory = Memory(program)
    frame = memory.frame
    zone = Zone(size: program.zoneSize)
  }

  /// Some edge had more ways to come out than can be looked at one by one.
  private(set) var hasTooManyBranches = false

  /// - Parameters:
  ///   - first: The number of the first action that is not known to hold already (`EdgeTable.start`).
  ///   - zoneNumber: The number of the zone, to tell whether the edge changes it.
  ///   - choices: What is chosen already; nil: nothing.
  mutating func run(
    _ edge: EdgeCode, at first: Int = 0, from values: UnsafeBufferPointer<UInt16>, _ zone: Zone, number: Int? = nil,
    choices: [Int]? = nil, _ arrive: Arrive
  ) {
    _ = frame.values.update(fromContentsOf: values)
    frame.choices.update(repeating: -1)
    frame.decided.update(repeating: -1)
    if let choices { _ = frame.choices.update(fromContentsOf: choices) }
    (self.zone, zoneNumber) = (zone, number)
    if keepsTrails { trail = Trail() }
    failures.removeAll(keepingCapacity: true)
    visited.removeAll(keepingCapacity: true)
    branchesLeft = isStopped ? 0 : min(Self.mostBranches, max(0, mostBranchesInAll - branches))
    execute(edge, from: first, arrive)
    if branchesLeft == 0 { hasTooManyBranches = true }
  }

  private mutating func execute(_ edge: EdgeCode, from start: Int, _ arrive: Arrive) {
    var next = start
    while true {
      switch frame.advance(edge, from: next) {
      case .arrived: return arrive(arrival(edge))
      case .failed(let action): return fail(at: action)
      case .open(let term, let action): return branch(term, edge, from: action, arrive)
      case .reset(let clock, let action):
        reset(clock, at: action)
        next = action + 1
      }
    }
  }

  private func arrival(_ edge: EdgeCode) -> Arrival {
    Arrival(
      values: frame.values, choices: UnsafeBufferPointer(rebasing: frame.choices[..<edge.choices.count]), zone: zone,
      zoneNumber: zoneNumber, trail: keepsTrails ? trail : nil)
  }

  private mutating func reset(_ clock: Int, at action: Int) {
    zone.reset(clock)
    zoneNumber = nil
    if keepsTrails { trail.resets.append(action) }
    for atom in program.atomsOfClock[clock - 1] { frame.decided[atom] = -1 }
  }

  private mutating func fail(at action: Int) { if keepsTrails { failures.insert(action) } }

  // MARK: Branches

  /// Tries all answers to the first thing that is open in the term.
  private mutating func branch(_ term: TermProgram.Index, _ edge: EdgeCode, from action: Int, _ arrive: Arrive) {
    if branchesLeft == 0 { return }
    branches += 1
    if edge.choices.count >= Self.manyChoices, !visited.insert(crossing(edge, at: action)).inserted { return }
    branchesLeft -= 1
    if branches % Self.branchesPerLook == 0, mustStop() { (isStopped, branchesLeft) = (true, 0) }
    switch program.code.firstOpen(term, frame.known) {
    case .choice(let choice):
      for value in 0..<edge.choices[choice] {
        trying(isLast: value == edge.choices[choice] - 1) { run in
          run.frame.choices[choice] = value
          run.execute(edge, from: action, arrive)
        }
      }
    case .atom(let atom):
      let parts = program.split(zone, atom)
      for (number, (answer, part)) in parts.enumerated() {
        trying(isLast: number == parts.count - 1) { run in
          run.frame.decided[atom] = answer
          if part != run.zone { (run.zone, run.zoneNumber) = (part, nil) }
          if run.keepsTrails { run.trail.asked.append((action, atom, answer == 1)) }
          run.execute(edge, from: action, arrive)
        }
      }
    case nil: break
    }
  }

  /// All that decides what can come of the edge from here on: numbers side by side, of an edge always as many.
  private struct Crossing: Hashable {
    let numbers: [UInt16]
    /// nil: as at the start of the edge.
    let zone: Zone?

    func hash(into hasher: inout Hasher) {
      numbers.withUnsafeBytes { hasher.combine(bytes: $0) }
      if let zone { hasher.combine(zone) }
    }
  }

  private func crossing(_ edge: EdgeCode, at action: Int) -> Crossing {
    let count = frame.values.count + edge.choices.count + frame.decided.count + 1
    let numbers = [UInt16](unsafeUninitializedCapacity: count) { numbers, filled in
      _ = numbers.update(fromContentsOf: frame.values)
      filled = frame.values.count
      func add(_ number: Int) {
        numbers[filled] = UInt16(truncatingIfNeeded: number)
        filled += 1
      }
      // A choice that nothing asks for any more makes no difference.
      for choice in edge.choices.indices { add(edge.lastUses[choice] >= action ? frame.choices[choice] : -1) }
      for answer in frame.decided { add(Int(answer)) }
      add(action)
    }
    return Crossing(numbers: numbers, zone: zoneNumber == nil ? zone : nil)
  }

  /// Does something and puts everything back for the next try.
  private mutating func trying(isLast: Bool, _ body: (inout Execution) -> Void) {
    if isLast { return body(&self) }
    let before = (zone: zone, zoneNumber: zoneNumber)
    let lengths = (trail.asked.count, trail.resets.count)
    stack.push(frame)
    body(&self)
    stack.pop(into: frame)
    (zone, zoneNumber) = before
    if keepsTrails { trail.cut(lengths) }
  }

  /// Owns the frame, which copies of this share.
  private final class Memory {
    let frame: Frame
    init(_ program: ExplorationProgram) { frame = Frame(program) }
    deinit { frame.deallocate() }
  }

  /// The contents of the frame before each of the branches that are being followed.
  private struct Stack {
    private var values: [UInt16] = []
    private var choices: [Int] = []
    private var decided: [Int8] = []

    mutating func push(_ frame: Frame) {
      values.append(contentsOf: frame.values)
      choices.append(contentsOf: frame.choices)
      decided.append(contentsOf: frame.decided)
    }

    mutating func pop(into frame: Frame) {
      Self.pop(&values, into: frame.values)
      Self.pop(&choices, into: frame.choices)
      Self.pop(&decided, into: frame.decided)
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
    attempt(edge, from: node).successors
  }

  /// The same, and which of the edge's assumptions kept it from more.
  /// - Parameter choices: What is chosen already; nil: nothing.
  func attempt(
    _ edge: ExplorationProgram.PreparedEdge, from node: Int, choices: [Int]? = nil
  ) -> (successors: [Successor], failures: Set<Int>) {
    var successors: [Successor] = []
    values(of: nodes[node].state).withUnsafeBufferPointer { values in
      singleExecution.run(edge.code, from: values, zone(of: node), choices: choices) { after in
        successors.append(
          Successor(values: Array(after.values), choices: after.choices.map { max($0, 0) }, zone: after.zone, trail: after.trail!)
        )
      }
    }
    return (successors, singleExecution.failures)
  }
}
