import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// The steps of a path one after the other, with what is forgotten between them.
///
/// Bits follow from the steps before. Between two steps each time is a new unknown, which is as it was only if that is assumed;
/// so a solver can say which times must be remembered, and how exactly. Time may pass before every step.
struct PathTimes {
  /// By position on the path, that before the first step included.
  struct Cut {
    /// The value of each time after the steps before.
    var left: [Formula: Formula]
    /// The value of each time for the steps that follow.
    var entered: [Formula: Formula]
  }
  var bank: FormulaBank
  /// All that the path asks for.
  private(set) var conditions: [Formula] = []
  private(set) var cuts: [Cut] = []
  private(set) var symbols: [Formula] = []
  private var bits: [Formula: Formula] = [:]
  private var now: [Formula: Formula] = [:]
  private let encoded: EncodedSystem
  private let inputs: [Formula]
  private let start: [Formula: Bool]
  private let times: [Formula]

  /// - Parameter start: Bits that are the same at every start.
  init(
    _ path: [SingleStep], to goal: Formula, delay: SingleStep, inputs: [Formula], of encoded: EncodedSystem,
    start: [Formula: Bool]
  ) {
    self.encoded = encoded
    self.start = start
    self.inputs = inputs
    bank = encoded.system.bank
    times = encoded.system.variables.filter(\.isReal).map(\.current)
    begin()
    let passing = Replacement(delay)
    for step in path {
      cut()
      letTimePass(passing)
      if step.edge == nil { continue }
      take(Replacement(step))
    }
    cut()
    letTimePass(passing)
    conditions.append(replacing(bits.merging(now) { $1 }, in: goal))
  }

  // MARK: What becomes of the state

  /// The formulas of one step, to be replaced all at once.
  private struct Replacement {
    let condition: Formula
    let changed: [Formula]
    let values: [Formula]
    init(_ step: SingleStep) {
      condition = step.condition
      changed = step.changes.keys.sorted()
      values = changed.map { step.changes[$0]! }
    }
  }

  private mutating func begin() {
    for variable in encoded.system.variables where !variable.isReal {
      let fixed = start[variable.current].map(bank.constant)
      bits[variable.current] = fixed ?? unknown("start", .bool)
    }
    for time in times { now[time] = unknown("start", .real) }
    conditions.append(replacing(bits.merging(now) { $1 }, in: encoded.system.initial))
  }

  private mutating func unknown(_ name: String, _ sort: FormulaBank.Symbol.Sort) -> Formula {
    let symbol = bank.symbol(name, sort)
    symbols.append(symbol)
    return symbol
  }

  private mutating func cut() {
    var entered: [Formula: Formula] = [:]
    for time in times { entered[time] = unknown("cut", .real) }
    cuts.append(Cut(left: now, entered: entered))
    now = entered
  }

  private mutating func letTimePass(_ step: Replacement) {
    var symbols = bits.merging(now) { $1 }
    let (delay, known) = inputUnknowns()
    symbols.merge(known) { $1 }
    let (condition, values) = apply(step, symbols)
    conditions.append(bank.compare(.lessEqual, bank.zero, delay))
    conditions.append(bank.or(bank.compare(.lessEqual, delay, bank.zero), condition))
    for (time, value) in zip(step.changed, values) { now[time] = value }
  }

  private mutating func take(_ step: Replacement) {
    let (condition, values) = apply(step, bits.merging(now) { $1 }.merging(inputUnknowns().known) { $1 })
    conditions.append(condition)
    for (symbol, value) in zip(step.changed, values) {
      if now[symbol] == nil { bits[symbol] = value } else { now[symbol] = value }
    }
  }

  /// New unknowns for the inputs of a step; the first one is the delay.
  private mutating func inputUnknowns() -> (delay: Formula, known: [Formula: Formula]) {
    var known: [Formula: Formula] = [:]
    for input in inputs {
      guard case .symbol(let symbol) = bank[input] else { continue }
      known[input] = unknown("input", symbol.sort)
    }
    return (known[inputs[0]]!, known)
  }

  private mutating func apply(_ step: Replacement, _ symbols: [Formula: Formula]) -> (condition: Formula, values: [Formula]) {
    let results = bank.replacing(symbols, in: [step.condition] + step.values)
    return (results[0], Array(results.dropFirst()))
  }

  private mutating func replacing(_ symbols: [Formula: Formula], in formula: Formula) -> Formula {
    bank.replacing(symbols, in: [formula])[0]
  }

  /// A comparison of times as it is on each side of a cut.
  mutating func sides(of comparison: Formula, at cut: Int) -> (left: Formula, entered: Formula) {
    (replacing(cuts[cut].left, in: comparison), replacing(cuts[cut].entered, in: comparison))
  }

  mutating func isSame(_ time: Formula, at cut: Int) -> Formula {
    bank.compare(.equal, cuts[cut].left[time]!, cuts[cut].entered[time]!)
  }

  mutating func isSame(comparison: Formula, at cut: Int) -> Formula {
    let (left, entered) = sides(of: comparison, at: cut)
    return bank.iff(left, entered)
  }
}
