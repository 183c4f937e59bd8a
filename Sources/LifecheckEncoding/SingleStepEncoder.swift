import LifecheckFormulas
import LifecheckSystem

extension EncodedSystem {
  /// Delays, and each edge by itself, over the current symbols and inputs of their own.
  package mutating func singleSteps() -> SingleSteps {
    if let knownSingleSteps { return knownSingleSteps }
    var encoder = SingleStepEncoder(self)
    let result = encoder.encode()
    system.bank = encoder.bank
    knownSingleSteps = result
    return result
  }
}

private struct SingleStepEncoder {
  let timed: TimedSystem
  let options: EncodingOptions
  let current: Environment
  var bank: FormulaBank
  var inputs: [(symbol: Formula, meaning: InputMeaning)] = []
  private var variableBits: [[Formula]]
  private var locationBits: [[Formula]]
  /// For each choice of an edge, its bits. No two edges are taken in one step, so they share them.
  private var choiceBits: [[Formula]] = []

  init(_ encoded: EncodedSystem) {
    timed = encoded.timed
    options = encoded.options
    current = encoded.current
    bank = encoded.system.bank
    variableBits = timed.variables.map { _ in [] }
    locationBits = timed.automata.map { _ in [] }
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .variable(let variable, _): variableBits[variable.index].append(symbol)
      case .location(let automaton, _): locationBits[automaton.index].append(symbol)
      case .clock, .parameter: break
      }
    }
  }

  mutating func encode() -> SingleSteps {
    var steps = [delay()]
    for (index, automaton) in timed.automata.enumerated() {
      for edge in automaton.edges.indices {
        steps.append(step(EdgeReference(automaton: AutomatonIndex(index), edge: edge)))
      }
    }
    return SingleSteps(steps: steps, inputMeanings: inputs, keptInvariants: keptInvariants())
  }

  private mutating func input(_ name: String, _ sort: FormulaBank.Symbol.Sort, _ meaning: InputMeaning) -> Formula {
    let symbol = bank.symbol(name, sort)
    inputs.append((symbol, meaning))
    return symbol
  }

  // MARK: Time passes

  private mutating func delay() -> SingleStep {
    let delay = input("delay", .real, .delay)
    var after = current
    var changes: [Formula: Formula] = [:]
    for index in timed.clocks.indices {
      let value = current.value(of: ClockIndex(index), after: delay, timed, in: &bank)
      changes[current.clocks[index].base] = value
      after.clocks[index].base = value
    }
    var conditions = [
      bank.compare(.greater, delay, bank.zero), current.truth(timed.assumption, in: &bank),
      after.truth(timed.assumption, in: &bank),
    ]
    for (index, automaton) in timed.automata.enumerated() {
      for (place, location) in automaton.locations.enumerated() {
        let isHere = current.locations[index].guardFormula(of: place, in: bank)
        for invariant in location.invariants {
          let applies = bank.and(isHere, current.truth(invariant.condition, in: &bank))
          let holds = after.truth(.clock(invariant.clock, .lessEqual, invariant.bound), in: &bank)
          conditions.append(bank.implies(applies, holds))
        }
      }
      for edge in automaton.edges where edge.isUrgent {
        let isHere = current.locations[index].guardFormula(of: edge.source.index, in: bank)
        let isEnabled = current.isEnabled(edge, of: AutomatonIndex(index), timed, in: &bank)
        conditions.append(bank.not(bank.and(isHere, isEnabled)))
      }
    }
    return SingleStep(condition: bank.and(conditions), edge: nil, changes: changes)
  }

  private mutating func keptInvariants() -> [Formula] {
    let kept = KeptInvariants(timed)
    var result: [Formula] = []
    for (index, automaton) in timed.automata.enumerated() {
      for (place, location) in automaton.locations.enumerated() {
        for (number, invariant) in location.invariants.enumerated() where kept.isKept(index, place, number) {
          let isHere = current.locations[index].guardFormula(of: place, in: bank)
          result.append(bank.implies(isHere, current.truth(.clock(invariant.clock, .lessEqual, invariant.bound), in: &bank)))
        }
      }
    }
    return result
  }

  // MARK: An edge is taken

  private mutating func step(_ reference: EdgeReference) -> SingleStep {
    let automaton = reference.automaton
    let edge = timed.automata[automaton.index].edges[reference.edge]
    var run = EdgeRun(environment: current, edge)
    var conditions = [
      current.locations[automaton.index].guardFormula(of: edge.source.index, in: bank),
      current.truth(timed.assumption, in: &bank),
    ]
    run.environment.locations[automaton.index] = .constant(edge.source.index, in: bank)
    run.environment.choices = choose(edge, &conditions)
    run.execute(edge, of: automaton, timed, in: &bank)
    conditions += run.assumptions
    conditions.append(run.environment.truth(timed.assumption, in: &bank))
    return SingleStep(condition: bank.and(conditions), edge: reference, changes: changes(of: run))
  }

  private mutating func choose(_ edge: Edge, _ conditions: inout [Formula]) -> [SymbolicValue] {
    let defined = edge.definedChoices
    var values: [SymbolicValue] = []
    for (slot, size) in edge.choices.enumerated() {
      if slot == choiceBits.count { choiceBits.append([]) }
      if defined.contains(ChoiceIndex(slot)) {
        values.append(.constant(0, in: bank))
        continue
      }
      let count = BitCode.binary.bitCount(domain: size)
      while choiceBits[slot].count < count {
        let bit = choiceBits[slot].count
        choiceBits[slot].append(input("choice \(slot)[\(bit)]", .bool, .choice(ChoiceIndex(slot), bit: bit)))
      }
      let bits = Array(choiceBits[slot].prefix(count))
      conditions.append(BitCode.binary.isCode(bits, domain: size, in: &bank))
      values.append(BitCode.binary.value(bits, domain: size, in: &bank))
    }
    return values
  }

  private mutating func changes(of run: EdgeRun) -> [Formula: Formula] {
    var changes: [Formula: Formula] = [:]
    for variable in run.assigned.sorted() {
      let value = run.environment.variables[variable.index]
      let domain = timed.variables[variable.index].domain
      for (bit, symbol) in variableBits[variable.index].enumerated() {
        changes[symbol] = value.holds(in: &bank) { options.variables.isSet(bit: bit, of: $0, domain: domain) }
      }
    }
    for automaton in run.moved.sorted() {
      let value = run.environment.locations[automaton.index]
      let domain = timed.automata[automaton.index].locations.count
      for (bit, symbol) in locationBits[automaton.index].enumerated() {
        changes[symbol] = value.holds(in: &bank) { options.locations.isSet(bit: bit, of: $0, domain: domain) }
      }
    }
    for clock in run.resets.keys.sorted() {
      let value = run.environment.clocks[clock.index]
      changes[current.clocks[clock.index].base] = bank.ifThenElse(value.isReset, bank.zero, value.base)
    }
    return changes
  }
}
