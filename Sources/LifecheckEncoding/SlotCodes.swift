import LifecheckFormulas

extension EncodedSystem {
  /// How many values there are, from 0.
  package func valueCount(of slot: Slot) -> Int {
    switch slot {
    case .variable(let variable): timed.variables[variable.index].domain
    case .place(let automaton): timed.automata[automaton.index].locations.count
    }
  }

  /// Whether the symbol is true where its slot has this value.
  /// - Precondition: The meaning is that of a bit of a slot.
  package func isSet(_ meaning: SymbolMeaning, for value: Int) -> Bool {
    switch meaning {
    case .variable(let variable, let bit):
      options.variables.isSet(bit: bit, of: value, domain: timed.variables[variable.index].domain)
    case .location(let automaton, let bit):
      options.locations.isSet(bit: bit, of: value, domain: timed.automata[automaton.index].locations.count)
    case .clock, .parameter: preconditionFailure("a time has no bits")
    }
  }
}
