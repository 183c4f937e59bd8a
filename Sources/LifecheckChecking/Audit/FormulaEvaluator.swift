import LifecheckFormulas
import LifecheckSystem

/// Tells for concrete states, and steps from them, what formulas over the symbols of an encoding come to, with exact times.
///
/// Only what the answer depends on is worked out, each part once: of a disjunction no more than its first true part, of a choice only
/// the branch that is taken. A claim is a conjunction of many disjunctions, mostly.
struct FormulaEvaluator {
  private enum Kind { case constant, source, not, and, or, iff, ifThenElse, lessEqual, less, equal, add, scale }
  private struct Operation {
    var kind: Kind
    /// Into `operands`; for a source, into `sources`.
    var first: Int
    var count: Int
    var factor = 1
  }
  private let codes: SymbolCodes
  /// Children first.
  private var operations: [Operation] = []
  /// Indexes of operations.
  private var operands: [Int] = []
  private var sources: [SymbolCodes.Source] = []
  /// By operation: what it came to, as of the moment with this number.
  private var truths: [Bool] = []
  private var times: [RationalTime] = []
  private var asOf: [Int] = []
  private var moment = 0
  /// A number had no room.
  private var isOverflown = false
  /// Indexes of operations: the parts of the condition, and the values.
  private var conjuncts: [Int] = []
  private var results: [Int] = []

  /// - Parameters:
  ///   - condition: What `holds` tells of.
  ///   - values: What else is evaluated where the condition holds.
  /// - Returns: nil if a formula speaks of something that has no code.
  init?(_ condition: Formula, values: [Formula] = [], of bank: FormulaBank, _ codes: SymbolCodes) {
    self.codes = codes
    var place: [Formula: Int] = [:]
    for root in [condition] + values {
      for node in bank.needed(for: root, besides: place) {
        guard lay(out: node, of: bank, place) else { return nil }
        place[node] = operations.count - 1
      }
    }
    conjuncts = bank.conjuncts(of: condition).map { place[$0]! }
    results = values.map { place[$0]! }
    asOf = operations.map { $0.kind == .constant ? .max : 0 }
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
  mutating func holds(in state: borrowing SymbolCodes.Moment) -> Bool? {
    moment += 1
    isOverflown = false
    for conjunct in conjuncts {
      evaluate(conjunct, state)
      if isOverflown { return nil }
      if !truths[conjunct] { return false }
    }
    for value in results { evaluate(value, state) }
    return isOverflown ? nil : true
  }

  private mutating func evaluate(_ index: Int, _ state: borrowing SymbolCodes.Moment) {
    if asOf[index] >= moment { return }
    asOf[index] = moment
    let operation = operations[index]
    switch operation.kind {
    case .constant: break
    case .source: codes.read(sources[operation.first], state, &truths[index], &times[index])
    case .not: truths[index] = !truth(operation, 0, state)
    case .and: truths[index] = isEveryPart(of: operation, true, state)
    case .or: truths[index] = !isEveryPart(of: operation, false, state)
    case .iff: truths[index] = truth(operation, 0, state) == truth(operation, 1, state)
    case .ifThenElse:
      let chosen = operands[operation.first + (truth(operation, 0, state) ? 1 : 2)]
      evaluate(chosen, state)
      truths[index] = truths[chosen]
      times[index] = times[chosen]
    case .lessEqual: truths[index] = !time(operation, 1, state).isLess(than: time(operation, 0, state))
    case .less: truths[index] = time(operation, 0, state).isLess(than: time(operation, 1, state))
    case .equal: truths[index] = time(operation, 0, state) == time(operation, 1, state)
    case .add, .scale: compute(operation, index, state)
    }
  }

  private mutating func compute(_ operation: Operation, _ index: Int, _ state: borrowing SymbolCodes.Moment) {
    var result: RationalTime?
    if operation.kind == .scale {
      result = time(operation, 0, state).multiplied(by: operation.factor)
    } else {
      result = .zero
      for number in 0..<operation.count { result = result?.adding(time(operation, number, state)) }
    }
    if let result { times[index] = result } else { isOverflown = true }
  }

  /// Whether all parts are that, as far as the first that is not.
  private mutating func isEveryPart(of operation: Operation, _ wanted: Bool, _ state: borrowing SymbolCodes.Moment) -> Bool {
    for number in 0..<operation.count where truth(operation, number, state) != wanted { return false }
    return true
  }

  private mutating func truth(_ operation: Operation, _ number: Int, _ state: borrowing SymbolCodes.Moment) -> Bool {
    let part = operands[operation.first + number]
    evaluate(part, state)
    return truths[part]
  }

  private mutating func time(_ operation: Operation, _ number: Int, _ state: borrowing SymbolCodes.Moment) -> RationalTime {
    let part = operands[operation.first + number]
    evaluate(part, state)
    return times[part]
  }
}
