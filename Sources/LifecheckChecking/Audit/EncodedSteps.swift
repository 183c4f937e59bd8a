import LifecheckFormulas
import LifecheckSystem

/// The single steps that an encoding has, evaluated on concrete ones: proofs are checked with them, and with nothing else, so
/// each step that the system can take must be one of them.
struct EncodedSteps {
  let encoded: any ReadableEncoding
  private let steps: SingleSteps
  private let bank: FormulaBank
  private let codes: SymbolCodes
  /// The place of the step in `steps`, for time that passes and for each edge.
  private let numbers: [EdgeReference?: Int]
  /// Of the steps that were asked for.
  private var evaluators: [Int: StepEvaluator] = [:]

  init(_ encoded: any ReadableEncoding) {
    self.encoded = encoded
    (steps, bank) = encoded.readableSteps()
    codes = SymbolCodes(encoded, inputs: steps.inputMeanings)
    numbers = Dictionary(steps.steps.enumerated().map { ($1.edge, $0) }) { first, _ in first }
  }

  /// Whether the encoding has this step; nil when a number has no room. A step that cannot be read is one that it has not.
  mutating func has(_ edge: EdgeReference?, from moment: SymbolCodes.Moment, to after: State) -> Bool? {
    // A state outside of every claim need not be left by any step.
    if !self.codes.canWrite(moment.state) { return true }
    guard let number = numbers[edge] else { return false }
    if evaluators[number] == nil { evaluators[number] = evaluator(steps.steps[number]) }
    let codes = codes
    guard codes.canWrite(after), evaluators[number] != nil else { return false }
    return evaluators[number]?.has(moment, SymbolCodes.Moment(state: after, parameters: moment.parameters), codes)
  }

  private func evaluator(_ step: SingleStep) -> StepEvaluator? {
    let changes = encoded.meanings.filter { step.changes[$0.symbol] != nil }.map(\.symbol)
    let others = encoded.meanings.filter { step.changes[$0.symbol] == nil }.map(\.symbol)
    return FormulaEvaluator(step.condition, values: changes.map { step.changes[$0]! }, of: bank, codes).map {
      StepEvaluator(formulas: $0, changed: changes.map { codes.sources[$0]! }, others: others.map { codes.sources[$0]! })
    }
  }
}

private struct StepEvaluator {
  var formulas: FormulaEvaluator
  /// Of the symbols that the step changes, in the order of the values.
  var changed: [SymbolCodes.Source]
  /// The symbols that stay as they are.
  var others: [SymbolCodes.Source]

  mutating func has(_ before: SymbolCodes.Moment, _ after: SymbolCodes.Moment, _ codes: SymbolCodes) -> Bool? {
    guard let isPossible = formulas.holds(in: before) else { return nil }
    func value(_ source: SymbolCodes.Source, _ moment: SymbolCodes.Moment) -> (truth: Bool, time: RationalTime) {
      var (truth, time) = (false, RationalTime.zero)
      codes.read(source, moment, &truth, &time)
      return (truth, time)
    }
    return isPossible && others.allSatisfy { value($0, before) == value($0, after) }
      && changed.indices.allSatisfy { index in
        let expected = value(changed[index], after)
        return changed[index].isTime ? formulas.time(of: index) == expected.time : formulas.truth(of: index) == expected.truth
      }
  }
}

extension SymbolCodes.Source {
  fileprivate var isTime: Bool {
    switch self {
    case .clock, .parameter, .delay: true
    case .variable, .location, .choice: false
    }
  }
}
