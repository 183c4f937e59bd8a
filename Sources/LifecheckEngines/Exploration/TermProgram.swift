import LifecheckSystem

/// Terms flattened for fast evaluation on discrete states (`TermCode`); clock comparisons are numbered atoms.
final class TermProgram {
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
  /// One operation in a fixed-size form; what has more parts keeps them in `parts`.
  struct Operation {
    enum Code: UInt8 { case constant, variable, choice, location, atom, not, and, or, compare, add, subtract, choose }
    var code: Code
    var comparison = Comparison.equal
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
    /// Of a junction that several terms have in common: its place among these; −1 otherwise.
    var shared: Int32 = -1
  }
  /// How many junctions several terms have in common.
  private(set) var sharedCount = 0
  /// Children of junctions, and places of locations.
  private(set) var parts: [Int32] = []
  private(set) var operations: [Operation] = []
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

  func compile(_ term: Term) -> Index {
    if let index = known[term] { return index }
    let index: Index
    switch term {
    case .constant(let value): index = append(Operation(code: .constant, a: Int32(value)), [])
    case .variable(let variable): index = append(Operation(code: .variable, a: Int32(variable.index)), [])
    case .choice(let choice):
      index = append(Operation(code: .choice, a: Int32(choice.index)), [])
      choicesBelow[Int(index)] = [choice.index]
    case .at(let automaton, let locations):
      index = append(several(.location, locations.map { Int32($0.index) }, c: Int32(variableCount + automaton.index)), [])
    case .clock(let clock, let comparison, let bound): index = atom(clock.index + 1, comparison, bound)
    case .bound(let bound, let comparison): index = atom(nil, comparison, bound)
    case .not(let inner):
      let a = compile(inner)
      index = append(Operation(code: .not, a: a), [a])
    case .and(let terms):
      let all = terms.map { compile($0) }
      index = append(several(.and, all), all)
    case .or(let terms):
      let all = terms.map { compile($0) }
      index = append(several(.or, all), all)
    case .compare(let comparison, let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(Operation(code: .compare, comparison: comparison, a: x, b: y), [x, y])
    case .add(let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(Operation(code: .add, a: x, b: y), [x, y])
    case .subtract(let a, let b):
      let (x, y) = (compile(a), compile(b))
      index = append(Operation(code: .subtract, a: x, b: y), [x, y])
    case .ifThenElse(let a, let b, let c):
      let (x, y, z) = (compile(a), compile(b), compile(c))
      index = append(Operation(code: .choose, a: x, b: y, c: z), [x, y, z])
    }
    known[term] = index
    return index
  }

  /// Once all is compiled: finds what several terms have in common.
  func noteShared() {
    var users = Array(repeating: 0, count: operations.count)
    for operation in operations { for part in inner(operation) { users[Int(part)] += 1 } }
    for index in operations.indices where users[index] > 1 && [.and, .or].contains(operations[index].code) {
      operations[index].shared = Int32(sharedCount)
      sharedCount += 1
    }
  }

  private func inner(_ operation: Operation) -> [Index] {
    switch operation.code {
    case .constant, .variable, .choice, .location, .atom: []
    case .not: [operation.a]
    case .and, .or: Array(parts[Int(operation.a)..<Int(operation.a + operation.b)])
    case .compare, .add, .subtract: [operation.a, operation.b]
    case .choose: [operation.a, operation.b, operation.c]
    }
  }

  private func several(_ code: Operation.Code, _ items: [Int32], c: Int32 = 0) -> Operation {
    let start = Int32(parts.count)
    parts += items
    return Operation(code: code, a: start, b: Int32(items.count), c: c)
  }

  private func append(_ operation: Operation, _ below: [Index]) -> Index {
    operations.append(operation)
    choicesBelow.append(Array(Set(below.flatMap { choicesBelow[Int($0)] })).sorted())
    atomsBelow.append(Array(Set(below.flatMap { atomsBelow[Int($0)] })).sorted())
    return Index(operations.count - 1)
  }

  /// `clock ⋈ bound`, or `bound ⋈ 0` without a clock.
  private func atom(_ clock: Int?, _ comparison: Comparison, _ bound: TimeBound) -> Index {
    let atom = makeAtom(clock, comparison, bound)
    let number = atomNumbers[atom] ?? atoms.count
    if number == atoms.count {
      atoms.append(atom)
      atomNumbers[atom] = number
    }
    let index = append(Operation(code: .atom, a: Int32(number)), [])
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
      if factor == 1 { positive.append(place) } else if factor == -1 { negative.append(place) } else { constant = Int.max / 4 }
    }
    guard positive.count <= 1, negative.count <= 1, abs(constant) <= Int(Zone.largestConstant) else {
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
}
