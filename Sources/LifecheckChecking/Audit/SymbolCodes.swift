import LifecheckFormulas
import LifecheckSystem

/// How the parts of a state, and of a single step from it, are written in the symbols of an encoding.
///
/// It reads the codes of values by itself, so that a mistake of the encoder's does not cancel out.
struct SymbolCodes {
  enum Source {
    case variable(Int, bit: Int)
    case location(Int, bit: Int)
    case clock(Int)
    case parameter(Int)
    case delay
    case choice(Int, bit: Int)
  }
  /// A state, and what is chosen in the step from it: how much time passes, or the values of an edge's choices.
  struct Moment {
    var state: State
    var parameters: [RationalTime]
    var delay = RationalTime.zero
    var choices: [Int] = []
  }
  /// By symbol.
  let sources: [Formula: Source]
  private let domains: (variables: [Int], locations: [Int])
  private let isOneHot: (variables: Bool, locations: Bool)
  /// How many bits code each variable and each location.
  private var variableBits: [Int]
  private var locationBits: [Int]

  init(_ encoded: any ReadableEncoding, inputs: [(symbol: Formula, meaning: InputMeaning)] = []) {
    let timed = encoded.timed
    domains = (timed.variables.map(\.domain), timed.automata.map(\.locations.count))
    isOneHot = (encoded.codes.variables == .oneHot, encoded.codes.locations == .oneHot)
    variableBits = timed.variables.map { _ in 0 }
    locationBits = timed.automata.map { _ in 0 }
    var sources: [Formula: Source] = [:]
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .variable(let variable, let bit):
        variableBits[variable.index] += 1
        sources[symbol] = .variable(variable.index, bit: bit)
      case .location(let automaton, let bit):
        locationBits[automaton.index] += 1
        sources[symbol] = .location(automaton.index, bit: bit)
      case .clock(let clock): sources[symbol] = .clock(clock.index)
      case .parameter(let parameter): sources[symbol] = .parameter(parameter.index)
      }
    }
    for (symbol, meaning) in inputs {
      switch meaning {
      case .delay: sources[symbol] = .delay
      case .choice(let choice, let bit): sources[symbol] = .choice(choice.index, bit: bit)
      }
    }
    self.sources = sources
  }

  /// Whether each value has a code. What has none is outside of every claim.
  func canWrite(_ state: State) -> Bool {
    canWrite(state.variables, variableBits, domains.variables, isOneHot.variables)
      && canWrite(state.locations.map(\.index), locationBits, domains.locations, isOneHot.locations)
  }

  private func canWrite(_ values: [Int], _ bits: [Int], _ domains: [Int], _ isOneHot: Bool) -> Bool {
    values.indices.allSatisfy { index in
      isOneHot && domains[index] > 2 ? values[index] < bits[index] : values[index] >> bits[index] == 0
    }
  }

  func read(_ source: Source, _ moment: borrowing Moment, _ truth: inout Bool, _ time: inout RationalTime) {
    switch source {
    case .variable(let index, let bit):
      truth = isSet(bit, of: moment.state.variables[index], domains.variables[index], isOneHot.variables)
    case .location(let index, let bit):
      truth = isSet(bit, of: moment.state.locations[index].index, domains.locations[index], isOneHot.locations)
    case .clock(let index): time = moment.state.clocks[index]
    case .parameter(let index): time = moment.parameters[index]
    case .delay: time = moment.delay
    case .choice(let index, let bit): truth = moment.choices[index] >> bit & 1 == 1
    }
  }

  private func isSet(_ bit: Int, of value: Int, _ domain: Int, _ isOneHot: Bool) -> Bool {
    isOneHot && domain > 2 ? value == bit : (value >> bit) & 1 == 1
  }
}
