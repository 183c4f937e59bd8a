import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// Reads formulas over the state back as conditions on variables, places and times.
struct PhraseReader {
  let encoded: EncodedSystem
  private let meanings: [Formula: SymbolMeaning]
  /// A formula of more nodes makes no sentence.
  private static let largest = 400
  private static let deepest = 12

  init(_ encoded: EncodedSystem) {
    self.encoded = encoded
    meanings = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.symbol, $0.meaning) })
  }

  private var bank: FormulaBank { encoded.system.bank }
  func count(_ slot: Slot) -> Int { encoded.valueCount(of: slot) }

  func phrase(_ formula: Formula) -> Phrase {
    bank.reachable(from: [formula]).count > Self.largest ? .unsaid : read(formula, depth: 0)
  }

  private func read(_ formula: Formula, depth: Int) -> Phrase {
    if depth > Self.deepest { return .unsaid }
    if let slot = onlySlot(of: formula) { return values(of: slot, where: formula) }
    func part(_ formula: Formula) -> Phrase { read(formula, depth: depth + 1) }
    func not(_ phrase: Phrase) -> Phrase { phrase.negated(count) }
    func all(_ parts: Phrase...) -> Phrase { .join(parts, isConjunction: true, count) }
    func any(_ parts: Phrase...) -> Phrase { .join(parts, isConjunction: false, count) }
    switch bank[formula] {
    case .bool(let value): return .always(value)
    case .not(let a): return not(part(a))
    case .and(let parts): return .join(parts.map(part), isConjunction: true, count)
    case .or(let parts): return .join(parts.map(part), isConjunction: false, count)
    case .iff(let a, let b):
      let (a, b) = (part(a), part(b))
      return any(all(a, b), all(not(a), not(b)))
    case .ifThenElse(let a, let b, let c):
      let (a, b, c) = (part(a), part(b), part(c))
      return all(any(not(a), b), any(a, c))
    case .lessEqual(let a, let b): return time(a, .lessEqual, b)
    case .less(let a, let b): return time(a, .less, b)
    case .equalReal(let a, let b): return time(a, .equal, b)
    case .symbol, .real, .add, .scale: return .unsaid
    }
  }

  // MARK: Values

  private func onlySlot(of formula: Formula) -> Slot? {
    let slots = Set(bank.symbols(in: formula).map { meanings[$0]?.slot })
    return slots.count == 1 ? slots.first! : nil
  }

  private func values(of slot: Slot, where formula: Formula) -> Phrase {
    var known: [Formula: [Bool]] = [:]
    let truths = truths(of: formula, slot, &known)
    return .join([.oneOf(slot, Set(truths.indices.filter { truths[$0] }))], isConjunction: true, count)
  }

  /// For each value whether the formula is true of it: of all values at once, which is much faster than one by one.
  private func truths(of formula: Formula, _ slot: Slot, _ known: inout [Formula: [Bool]]) -> [Bool] {
    if let truths = known[formula] { return truths }
    func truths(_ part: Formula) -> [Bool] { self.truths(of: part, slot, &known) }
    let values = 0..<count(slot)
    let result: [Bool]
    switch bank[formula] {
    case .bool(let value): result = values.map { _ in value }
    case .symbol: result = values.map { encoded.isSet(meanings[formula]!, for: $0) }
    case .not(let a): result = truths(a).map { !$0 }
    case .and(let parts):
      let all = parts.map(truths)
      result = values.map { value in all.allSatisfy { $0[value] } }
    case .or(let parts):
      let all = parts.map(truths)
      result = values.map { value in all.contains { $0[value] } }
    default:
      // No time stands in it, so nothing can fail to fit.
      result = values.map { value in
        let truth = try? bank.evaluate([formula]) { .bool(encoded.isSet(meanings[$0]!, for: value)) }
        return truth?[0].isTrue ?? false
      }
    }
    known[formula] = result
    return result
  }

  // MARK: Times

  private func time(_ a: Formula, _ relation: TimePhrase.Relation, _ b: Formula) -> Phrase {
    var factors: [Formula?: Int] = [:]
    guard add(a, times: 1, to: &factors), add(b, times: -1, to: &factors) else { return .unsaid }
    let ordered = factors.filter { $0.value != 0 }.sorted { ($0.key?.index ?? .max) < ($1.key?.index ?? .max) }
    let left = ordered.filter { $0.value > 0 }.map { TimePhrase.Summand(symbol: $0.key, factor: $0.value) }
    let right = ordered.filter { $0.value < 0 }.map { TimePhrase.Summand(symbol: $0.key, factor: -$0.value) }
    return .time(TimePhrase(left: left, right: right, relation: relation))
  }

  /// False: it is not a linear sum of symbols.
  private func add(_ formula: Formula, times factor: Int, to factors: inout [Formula?: Int]) -> Bool {
    switch bank[formula] {
    case .real(let value): factors[nil, default: 0] += factor * value
    case .symbol: factors[formula, default: 0] += factor
    case .scale(let by, let inner): return add(inner, times: factor * by, to: &factors)
    case .add(let parts):
      for part in parts where !add(part, times: factor, to: &factors) { return false }
    default: return false
    }
    return true
  }
}
