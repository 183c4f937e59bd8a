import LifecheckSystem

extension Slice {
  /// The symbol of the whole system for one of the slice.
  package func original(_ meaning: SymbolMeaning) -> SymbolMeaning? { names.original(meaning) }
}

extension Localization {
  /// The symbol of the whole system for one of the part; nil for those that stand for what was left out.
  package func original(_ meaning: SymbolMeaning) -> SymbolMeaning? { names.original(meaning) }
}

extension PartNames {
  /// The symbol of the whole system for one of the part; nil for those that stand for what was left out.
  fileprivate func original(_ meaning: SymbolMeaning) -> SymbolMeaning? {
    switch meaning {
    case .variable(let index, let bit): .variable(variables[index.index], bit: bit)
    case .location(let index, let bit): index.index < automata.count ? .location(automata[index.index], bit: bit) : nil
    case .clock(let index): .clock(clocks[index.index])
    case .parameter: meaning
    }
  }
}
