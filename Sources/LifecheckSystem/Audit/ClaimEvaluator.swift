/// Tells for concrete states whether a formula over the symbols of an encoding holds, with exact times.
///
/// It reads the codes of values by itself, so that a mistake of the encoder's does not cancel out.
struct ClaimEvaluator {
  private enum Source {
    case variable(Int, bit: Int)
    case location(Int, bit: Int)
    case clock(Int)
    case parameter(Int)
  }
  private enum Kind { case constant, source, not, and, or, iff, ifThenElse, lessEqual, less, equal, add, scale }
  private struct Operation {
    var kind: Kind
    /// Into `operands`; for a source, into `sources`.
    var first: Int
    var count: Int
    var factor = 1
    /// Where it is false, so is the whole.
    var isConjunct = false
  }
  private var operations: [Operation] = []
  /// Indexes of operations.
  private var operands: [Int] = []
  private var sources: [Source] = []
  private var truths: [Bool] = []
  private var times: [RationalTime] = []
  /// How many bits code each variable and each location.
  private var variableBits: [Int]
  private var locationBits: [Int]
  private let domains: (variables: [Int], locations: [Int])
  private let isOneHot: (variables: Bool, locations: Bool)

  /// - Returns: nil if the formula speaks of something that is no part of a state.
  init?(_ formula: Formula, of encoded: EncodedSystem) {
    let timed = encoded.timed
    domains = (timed.variables.map(\.domain), timed.automata.map(\.locations.count))
    isOneHot = (encoded.options.variables == .oneHot, encoded.options.locations == .oneHot)
    variableBits = timed.variables.map { _ in 0 }
    locationBits = timed.automata.map { _ in 0 }
    var meanings: [Formula: Source] = [:]
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .variable(let variable, let bit):
        variableBits[variable.index] += 1
        meanings[symbol] = .variable(variable.index, bit: bit)
      case .location(let automaton, let bit):
        locationBits[automaton.index] += 1
        meanings[symbol] = .location(automaton.index, bit: bit)
      case .clock(let clock): meanings[symbol] = .clock(clock.index)
      case .parameter(let parameter): meanings[symbol] = .parameter(parameter.index)
      }
    }
    guard lay(out: formula, of: encoded.system.bank, meanings) else { return nil }
  }

  /// nil when a number has no room.
  mutating func holds(in state: State, parameters: [RationalTime]) -> Bool? {
    guard isCodable(state.variables, variableBits, domains.variables, isOneHot.variables),
      isCodable(state.locations.map(\.index), locationBits, domains.locations, isOneHot.locations)
    else { return false }
    return evaluate(state, parameters)
  }

  /// A value without a code is outside of every claim.
  private func isCodable(_ values: [Int], _ bits: [Int], _ domains: [Int], _ isOneHot: Bool) -> Bool {
    values.indices.allSatisfy { index in
      isOneHot && domains[index] > 2 ? values[index] < bits[index] : values[index] >> bits[index] == 0
    }
  }
}

// MARK: Laying out

extension ClaimEvaluator {
  private mutating func lay(out formula: Formula, of bank: FormulaBank, _ meanings: [Formula: Source]) -> Bool {
    var place = [Int](repeating: -1, count: formula.index + 1)
    let conjuncts = Set(bank.conjuncts(of: formula)).union([formula])
    for node in needed(formula, bank) {
      let children = bank.children(of: Formula(node)).map { place[$0.index] }
      var operation = Operation(kind: .constant, first: operands.count, count: children.count)
      var (truth, time) = (false, RationalTime.zero)
      switch bank[Formula(node)] {
      case .bool(let value): truth = value
      case .real(let value): time = RationalTime(value)
      case .symbol:
        guard let meaning = meanings[Formula(node)] else { return false }
        operation = Operation(kind: .source, first: sources.count, count: 0)
        sources.append(meaning)
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
      operation.isConjunct = conjuncts.contains(Formula(node))
      operands += children
      place[node] = operations.count
      operations.append(operation)
      truths.append(truth)
      times.append(time)
    }
    return true
  }

  /// Children first.
  private func needed(_ formula: Formula, _ bank: FormulaBank) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: formula.index + 1)
    isNeeded[formula.index] = true
    for index in isNeeded.indices.reversed() where isNeeded[index] {
      for child in bank.children(of: Formula(index)) { isNeeded[child.index] = true }
    }
    return isNeeded.indices.filter { isNeeded[$0] }
  }
}

// MARK: Evaluating

extension ClaimEvaluator {
  /// nil when a number has no room.
  private mutating func evaluate(_ state: State, _ parameters: [RationalTime]) -> Bool? {
    operations.withUnsafeBufferPointer { operations in
      operands.withUnsafeBufferPointer { operands in
        truths.withUnsafeMutableBufferPointer { truths in
          times.withUnsafeMutableBufferPointer { times in
            for index in operations.indices {
              let operation = operations[index]
              if operation.kind == .source {
                Self.read(sources[operation.first], state, parameters, domains, isOneHot, &truths[index], &times[index])
              } else {
                let inputs = UnsafeBufferPointer(rebasing: operands[operation.first..<operation.first + operation.count])
                guard Self.compute(operation, inputs, index, truths, times) else { return nil }
              }
              if operation.isConjunct, !truths[index] { return false }
            }
            return true
          }
        }
      }
    }
  }

  /// - Returns: Whether the numbers had room.
  private static func compute(
    _ operation: Operation, _ inputs: UnsafeBufferPointer<Int>, _ index: Int, _ truths: UnsafeMutableBufferPointer<Bool>,
    _ times: UnsafeMutableBufferPointer<RationalTime>
  ) -> Bool {
    switch operation.kind {
    case .constant, .source: break
    case .not: truths[index] = !truths[inputs[0]]
    case .and: truths[index] = inputs.allSatisfy { truths[$0] }
    case .or: truths[index] = inputs.contains { truths[$0] }
    case .iff: truths[index] = truths[inputs[0]] == truths[inputs[1]]
    case .ifThenElse:
      let chosen = inputs[truths[inputs[0]] ? 1 : 2]
      truths[index] = truths[chosen]
      times[index] = times[chosen]
    case .lessEqual: truths[index] = !times[inputs[1]].isLess(than: times[inputs[0]])
    case .less: truths[index] = times[inputs[0]].isLess(than: times[inputs[1]])
    case .equal: truths[index] = times[inputs[0]] == times[inputs[1]]
    case .add:
      guard let sum = inputs.reduce(RationalTime?.some(.zero), { sum, part in sum?.adding(times[part]) }) else { return false }
      times[index] = sum
    case .scale:
      guard let product = times[inputs[0]].multiplied(by: operation.factor) else { return false }
      times[index] = product
    }
    return true
  }

  private static func read(
    _ source: Source, _ state: State, _ parameters: [RationalTime], _ domains: (variables: [Int], locations: [Int]),
    _ isOneHot: (variables: Bool, locations: Bool), _ truth: inout Bool, _ time: inout RationalTime
  ) {
    switch source {
    case .variable(let index, let bit):
      truth = isSet(bit, of: state.variables[index], domains.variables[index], isOneHot.variables)
    case .location(let index, let bit):
      truth = isSet(bit, of: state.locations[index].index, domains.locations[index], isOneHot.locations)
    case .clock(let index): time = state.clocks[index]
    case .parameter(let index): time = parameters[index]
    }
  }

  private static func isSet(_ bit: Int, of value: Int, _ domain: Int, _ isOneHot: Bool) -> Bool {
    isOneHot && domain > 2 ? value == bit : (value >> bit) & 1 == 1
  }
}
