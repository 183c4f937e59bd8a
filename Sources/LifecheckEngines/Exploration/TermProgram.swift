import LifecheckSystem

/// Terms flattened for fast evaluation on discrete states; clock comparisons are numbered atoms.
struct TermProgram {
  typealias Index = Int32
  /// A comparison of clocks and parameters that a zone can decide: x_i − x_j ≤ / < c.
  struct Atom: Hashable {
    /// Conjunction; each is x_i − x_j with its bound. Empty with `isOpaque`: nothing is known about it.
    var constraints: [Constraint]
    var negation: [Constraint]
    /// Not a difference; both answers are considered possible.
    var isOpaque: Bool
  }
  struct Constraint: Hashable {
    var i: Int
    var j: Int
    var bound: Int32
  }
  private enum Operation {
    case constant(Int), variable(Int), choice(Int), location(slot: Int, places: [UInt16]), atom(Int)
    case not(Index), and([Index]), or([Index]), compare(Comparison, Index, Index), add(Index, Index), subtract(Index, Index)
    case choose(Index, Index, Index)
  }
  private var operations: [Operation] = []
  private(set) var atoms: [Atom] = []
  /// For each operation, whether a choice or an atom is below it.
  private(set) var choicesBelow: [[Int]] = []
  private(set) var atomsBelow: [[Int]] = []
  private var known: [Term: Index] = [:]
  private var atomNumbers: [Atom: Int] = [:]
  private let variableCount: Int
  private let clockCount: Int

  static let unknown = Int.min

  init(variableCount: Int, clockCount: Int) {
    self.variableCount = variableCount
    self.clockCount = clockCount
  }

  mutating func compile(_ term: Term) -> Index {
    if let index = known[term] { return index }
    let index: Index
    switch term {
    case .constant(let value): index = append(.constant(value), [])
    case .variable(let variable): index = append(.variable(variable.index), [])
    case .choice(let choice):
      index = append(.choice(choice.index), [])
      choicesBelow[Int(index)] = [choice.index]
    case .at(let automaton, let locations):
      index = append(.location(slot: variableCount + automaton.index, places: locations.map { UInt16(truncatingIfNeeded: $0.index) }), [])
    case .clock(let clock, let comparison, let bound): index = atom(clock.index + 1, comparison, bound)
    case .bound(let bound, let comparison): index = atom(nil, comparison, bound)
    case .not(let inner):
      let a = compile(inner)
      index = append(.not(a), [a])
    case .and(let parts):
      let all = parts.map { compile($0) }
      index = append(.and(all), all)
    case .or(let parts):
      let all = parts.map { compile($0) }
      index = append(.or(all), all)
    case .compare(let comparison, let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(.compare(comparison, x, y), [x, y])
    case .add(let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(.add(x, y), [x, y])
    case .subtract(let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(.subtract(x, y), [x, y])
    case .ifThenElse(let a, let b, let c):
      let (x, y, z) = (compile(a), compile(b), compile(c))
      index = append(.choose(x, y, z), [x, y, z])
    }
    known[term] = index
    return index
  }

  private mutating func append(_ operation: Operation, _ below: [Index]) -> Index {
    operations.append(operation)
    choicesBelow.append(Array(Set(below.flatMap { choicesBelow[Int($0)] })).sorted())
    atomsBelow.append(Array(Set(below.flatMap { atomsBelow[Int($0)] })).sorted())
    return Index(operations.count - 1)
  }

  /// `clock ⋈ bound`, or `bound ⋈ 0` without a clock.
  private mutating func atom(_ clock: Int?, _ comparison: Comparison, _ bound: TimeBound) -> Index {
    let atom = makeAtom(clock, comparison, bound)
    let number = atomNumbers[atom] ?? atoms.count
    if number == atoms.count {
      atoms.append(atom)
      atomNumbers[atom] = number
    }
    let index = append(.atom(number), [])
    atomsBelow[Int(index)] = [number]
    return index
  }

  private func makeAtom(_ clock: Int?, _ comparison: Comparison, _ bound: TimeBound) -> Atom {
    // x − y ⋈ c with x and y clocks, parameters or zero.
    var positive: [Int] = clock.map { [$0] } ?? []
    var negative: [Int] = []
    var constant = clock == nil ? -bound.constant : bound.constant
    for summand in bound.summands {
      let place = clockCount + 1 + summand.parameter.index
      let factor = clock == nil ? summand.factor : -summand.factor
      if factor == 1 { positive.append(place) } else if factor == -1 { negative.append(place) } else { constant = .max }
    }
    guard positive.count <= 1, negative.count <= 1, constant < 1_000_000_000 else {
      return Atom(constraints: [], negation: [], isOpaque: true)
    }
    let (x, y) = (positive.first ?? 0, negative.first ?? 0)
    let c = Int32(constant)
    func below(_ isClosed: Bool) -> Constraint { Constraint(i: x, j: y, bound: 2 * c + (isClosed ? 1 : 0)) }
    func above(_ isClosed: Bool) -> Constraint { Constraint(i: y, j: x, bound: -2 * c + (isClosed ? 1 : 0)) }
    return switch comparison {
    case .less: Atom(constraints: [below(false)], negation: [above(true)], isOpaque: false)
    case .lessEqual: Atom(constraints: [below(true)], negation: [above(false)], isOpaque: false)
    case .greater: Atom(constraints: [above(false)], negation: [below(true)], isOpaque: false)
    case .greaterEqual: Atom(constraints: [above(true)], negation: [below(false)], isOpaque: false)
    // The negation of an equation is not convex; it is left open.
    case .equal: Atom(constraints: [below(true), above(true)], negation: [], isOpaque: false)
    }
  }

  /// `unknown` if it depends on an undecided choice (−1) or atom (−1).
  func evaluate(_ index: Index, _ state: [UInt16], _ choices: [Int], _ decided: [Int8]) -> Int {
    switch operations[Int(index)] {
    case .constant(let value): return value
    case .variable(let slot): return Int(state[slot])
    case .choice(let choice): return choices[choice] < 0 ? Self.unknown : choices[choice]
    case .location(let slot, let places): return places.contains(state[slot]) ? 1 : 0
    case .atom(let number): return decided[number] < 0 ? Self.unknown : Int(decided[number])
    case .not(let a):
      let value = evaluate(a, state, choices, decided)
      return value == Self.unknown ? value : 1 - value
    case .and(let parts): return junction(parts, absorbing: 0, state, choices, decided)
    case .or(let parts): return junction(parts, absorbing: 1, state, choices, decided)
    case .compare(let comparison, let a, let b):
      let x = evaluate(a, state, choices, decided)
      let y = evaluate(b, state, choices, decided)
      if x == Self.unknown || y == Self.unknown { return Self.unknown }
      return compare(comparison, x, y) ? 1 : 0
    case .add(let a, let b):
      let x = evaluate(a, state, choices, decided)
      let y = evaluate(b, state, choices, decided)
      return x == Self.unknown || y == Self.unknown ? Self.unknown : x + y
    case .subtract(let a, let b):
      let x = evaluate(a, state, choices, decided)
      let y = evaluate(b, state, choices, decided)
      return x == Self.unknown || y == Self.unknown ? Self.unknown : x - y
    case .choose(let a, let b, let c):
      let test = evaluate(a, state, choices, decided)
      if test == Self.unknown { return test }
      return evaluate(test != 0 ? b : c, state, choices, decided)
    }
  }

  private func junction(_ parts: [Index], absorbing: Int, _ state: [UInt16], _ choices: [Int], _ decided: [Int8]) -> Int {
    var result = 1 - absorbing
    for part in parts {
      let value = evaluate(part, state, choices, decided)
      if value == absorbing { return absorbing }
      if value == Self.unknown { result = Self.unknown }
    }
    return result
  }

  private func compare(_ comparison: Comparison, _ x: Int, _ y: Int) -> Bool {
    switch comparison {
    case .less: x < y
    case .lessEqual: x <= y
    case .equal: x == y
    case .greaterEqual: x >= y
    case .greater: x > y
    }
  }
}
