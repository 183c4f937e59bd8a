import LifecheckFormulas
import LifecheckSystem

/// Tells for concrete states, and steps from them, what formulas over the symbols of an encoding come to, with exact times.
struct FormulaEvaluator {
  private enum Kind { case constant, source, not, and, or, iff, ifThenElse, lessEqual, less, equal, add, scale }
  private struct Operation {
    var kind: Kind
    /// Into `operands`; for a source, into `sources`.
    var first: Int
    var count: Int
    var factor = 1
    /// Where it is false, so is the condition.
    var isConjunct = false
  }
  private let codes: SymbolCodes
  /// Children first; those of the condition before all others.
  private var operations: [Operation] = []
  /// Indexes of operations.
  private var operands: [Int] = []
  private var sources: [SymbolCodes.Source] = []
  private var truths: [Bool] = []
  private var times: [RationalTime] = []
  /// Indexes of operations.
  private var results: [Int] = []

  /// - Parameters:
  ///   - condition: What `holds` tells of.
  ///   - values: What else is evaluated where the condition holds.
  /// - Returns: nil if a formula speaks of something that has no code.
  init?(_ condition: Formula, values: [Formula] = [], of bank: FormulaBank, _ codes: SymbolCodes) {
    self.codes = codes
    var place: [Formula: Int] = [:]
    let conjuncts = Set(bank.conjuncts(of: condition)).union([condition])
    for (number, root) in ([condition] + values).enumerated() {
      for node in bank.needed(for: root, besides: place) {
        guard lay(out: node, of: bank, place) else { return nil }
        operations[operations.count - 1].isConjunct = number == 0 && conjuncts.contains(node)
        place[node] = operations.count - 1
      }
    }
    results = values.map { place[$0]! }
  }

  /// The value with this index, as it was when the condition was last found to hold.
  func truth(of value: Int) -> Bool { truths[results[value]] }
  func time(of value: Int) -> RationalTime { times[results[value]] }
}

// MARK: Laying out

extension FormulaBank {
  /// All nodes of a formula that have no place yet, children first.
  fileprivate func needed(for root: Formula, besides placed: [Formula: Int]) -> [Formula] {
    var (result, seen): ([Formula], Set<Formula>) = ([], [])
    var stack = [(node: root, isDone: false)]
    while let (node, isDone) = stack.popLast() {
      if isDone {
        result.append(node)
      } else if placed[node] == nil, seen.insert(node).inserted {
        stack.append((node, true))
        stack += children(of: node).map { ($0, false) }
      }
    }
    return result
  }
}

extension FormulaEvaluator {
  private mutating func lay(out node: Formula, of bank: FormulaBank, _ place: [Formula: Int]) -> Bool {
    let children = bank.children(of: node).map { place[$0]! }
    var operation = Operation(kind: .constant, first: operands.count, count: children.count)
    var (truth, time) = (false, RationalTime.zero)
    switch bank[node] {
    case .bool(let value): truth = value
    case .real(let value): time = RationalTime(value)
    case .symbol:
      guard let source = codes.sources[node] else { return false }
      operation = Operation(kind: .source, first: sources.count, count: 0)
      sources.append(source)
    case .not: operation.kind = .not
    case .and: operation.kind = .and
    case .or: operation.kind = .or
    case .iff: operation.kind = .iff
    case .ifThenElse: operation.kind = .ifThenElse
    case .lessEqual: operation.kind = .lessEqual
    case .less: operation.kind = .less
    case .equalReal: operation.kind = .equal
    case .add: operation.kind = .add
    case .scale(let factor, _):
      operation.kind = .scale
      operation.factor = factor
    }
    operands += children
    operations.append(operation)
    truths.append(truth)
    times.append(time)
    return true
  }
}

// MARK: Evaluating

extension FormulaEvaluator {
  /// Whether the condition holds; nil when a number has no room.
  mutating func holds(in moment: borrowing SymbolCodes.Moment) -> Bool? {
    for index in operations.indices {
      let operation = operations[index]
      if operation.kind == .source {
        codes.read(sources[operation.first], moment, &truths[index], &times[index])
      } else {
        guard compute(operation, index) else { return nil }
      }
      if operation.isConjunct, !truths[index] { return false }
    }
    return true
  }

  /// - Returns: Whether the numbers had room.
  private mutating func compute(_ operation: Operation, _ index: Int) -> Bool {
    let inputs = operands[operation.first..<operation.first + operation.count]
    func input(_ number: Int) -> Int { operands[operation.first + number] }
    switch operation.kind {
    case .constant, .source: break
    case .not: truths[index] = !truths[input(0)]
    case .and: truths[index] = inputs.allSatisfy { truths[$0] }
    case .or: truths[index] = inputs.contains { truths[$0] }
    case .iff: truths[index] = truths[input(0)] == truths[input(1)]
    case .ifThenElse:
      let chosen = input(truths[input(0)] ? 1 : 2)
      truths[index] = truths[chosen]
      times[index] = times[chosen]
    case .lessEqual: truths[index] = !times[input(1)].isLess(than: times[input(0)])
    case .less: truths[index] = times[input(0)].isLess(than: times[input(1)])
    case .equal: truths[index] = times[input(0)] == times[input(1)]
    case .add:
      guard let sum = inputs.reduce(RationalTime?.some(.zero), { sum, part in sum?.adding(times[part]) }) else { return false }
      times[index] = sum
    case .scale:
      guard let product = times[input(0)].multiplied(by: operation.factor) else { return false }
      times[index] = product
    }
    return true
  }
}
