import LifecheckFormulas

extension BitCode {
  func value(_ bits: [Formula], domain: Int, in bank: inout FormulaBank) -> SymbolicValue {
    if domain <= 1 { return .constant(0, in: bank) }
    var cases: [SymbolicValue.Case] = []
    for value in 0..<domain {
      let formula: Formula
      if self == .oneHot && domain > 2 {
        formula = bits[value]
      } else {
        let literals = bits.indices.map { value >> $0 & 1 == 1 ? bits[$0] : bank.not(bits[$0]) }
        formula = bank.and(literals)
      }
      cases.append(.init(value: value, guardFormula: formula))
    }
    return SymbolicValue(cases: cases)
  }

  /// That the bits are the code of some value.
  func isCode(_ bits: [Formula], domain: Int, in bank: inout FormulaBank) -> Formula {
    if domain <= 2 { return bank.true }
    switch self {
    case .binary:
      // Lexicographic from the highest bit: bits ≤ domain - 1.
      var result = bank.true
      for (bit, formula) in bits.enumerated() {
        let limitBit = (domain - 1) >> bit & 1 == 1
        result = limitBit ? bank.or(bank.not(formula), result) : bank.and(bank.not(formula), result)
      }
      return result
    case .oneHot:
      var parts = [bank.or(bits)]
      for high in bits.indices {
        for low in 0..<high { parts.append(bank.or(bank.not(bits[low]), bank.not(bits[high]))) }
      }
      return bank.and(parts)
    }
  }
}
