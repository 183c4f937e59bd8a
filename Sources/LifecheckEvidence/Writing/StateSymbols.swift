import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// The symbols of a state, with names that a spec and SMT-LIB agree on, and what they mean.
struct StateSymbols {
  let names: [Formula: String]
  /// In the order of the encoding.
  let current: [Formula]
  private let encoded: EncodedSystem
  private let words: StateWords

  init(_ encoded: EncodedSystem, words: StateWords) {
    var symbols = SMTLIBNames()
    var names: [Formula: String] = [:]
    current = encoded.system.variables.map(\.current)
    let meanings = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.symbol, $0.meaning) })
    for symbol in current {
      guard let meaning = meanings[symbol] else { preconditionFailure("a symbol of the state without a meaning") }
      names[symbol] = Self.name(meaning, encoded, &symbols)
    }
    self.names = names
    self.encoded = encoded
    self.words = words
  }

  private static func name(
    _ meaning: SymbolMeaning, _ encoded: EncodedSystem, _ symbols: inout SMTLIBNames
  ) -> String {
    let timed = encoded.timed
    func bits(_ slot: Slot, _ bit: Int) -> String { encoded.valueCount(of: slot) > 2 ? " bit \(bit)" : "" }
    switch meaning {
    case .variable(let variable, let bit):
      return symbols.symbol("variable", timed.variables[variable.index].name + bits(.variable(variable), bit))
    case .location(let automaton, let bit):
      return symbols.symbol("place of", timed.automata[automaton.index].name + bits(.place(automaton), bit))
    case .clock(let clock): return symbols.symbol("clock", timed.clocks[clock.index].name)
    case .parameter(let parameter): return symbols.symbol("parameter", timed.parameters[parameter.index].name)
    }
  }

  /// The names with `change` applied, for another state.
  func renamed(_ change: (String) -> String) -> [Formula: String] { names.mapValues(change) }

  /// The meanings of the symbols: one comment for each variable, place and time.
  var legend: [String] {
    var lines: [String] = []
    var told: Set<Slot> = []
    for (symbol, meaning) in encoded.meanings {
      guard let slot = meaning.slot else {
        lines.append("; \(names[symbol]!): in milliseconds")
        continue
      }
      if told.insert(slot).inserted { lines += self.legend(of: slot) }
    }
    return lines
  }

  private func legend(of slot: Slot) -> [String] {
    let bits = encoded.meanings.filter { $0.meaning.slot == slot }
    if bits.isEmpty { return [] }
    let values = (0..<encoded.valueCount(of: slot)).map { value in
      let code = bits.reversed().map { encoded.isSet($0.meaning, for: value) ? "1" : "0" }.joined()
      return "\(code) \(SMTLIBNames.legal(words.valueName(value, of: slot)))"
    }
    if bits.count == 1, values == ["0 false", "1 true"] { return [] }
    let names = bits.reversed().map { self.names[$0.symbol]! }.joined(separator: " ")
    return ["; \(names):", ";   " + values.joined(separator: ", ")]
  }
}
