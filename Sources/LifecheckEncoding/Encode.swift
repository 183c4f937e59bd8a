import LifecheckFormulas
import LifecheckSystem

/// Makes the transition system of a timed system. `EncodedSystem` says what a step is.
package func encode(_ system: TimedSystem, _ options: EncodingOptions = EncodingOptions()) -> EncodedSystem {
  var encoder = Encoder(system, options)
  return encoder.encode()
}

private struct Encoder {
  let timed: TimedSystem
  let options: EncodingOptions
  var bank = FormulaBank()
  var state: [TransitionSystem.StateVariable] = []
  var inputs: [Formula] = []
  /// Parts of the transition relation.
  var constraints: [Formula] = []
  var domain: [Formula] = []
  /// The bits of each variable and location, before a step.
  var variableBits: [[Formula]] = []
  var locationBits: [[Formula]] = []
  /// Parallel to the bits.
  var nextVariableBits: [[Formula]] = []
  var nextLocationBits: [[Formula]] = []

  init(_ timed: TimedSystem, _ options: EncodingOptions) {
    self.timed = timed
    self.options = options
  }

  mutating func encode() -> EncodedSystem {
    let current = declareState()
    let delay = input("delay", .real)
    constraints.append(bank.compare(.greaterEqual, delay, bank.zero))
    assume(timed.assumption, in: current)
    var environment = current
    for index in timed.clocks.indices {
      environment.clocks[index].base = delayed(ClockIndex(index), by: delay, in: current)
    }
    limitDelay(delay, from: current, to: environment)
    assume(timed.assumption, in: environment)
    var actors: [EncodedSystem.Actor] = []
    for index in timed.automata.indices {
      actors.append(act(AutomatonIndex(index), in: &environment))
      assume(timed.assumption, in: environment)
    }
    close(environment, from: current)

    let domain = bank.and(domain)
    let initial = bank.and(initialCondition(in: current), domain)
    let step = bank.and(constraints)
    let transition = TransitionSystem(
      bank: bank, variables: state, inputs: inputs, initial: initial, transition: step, domain: domain)
    return EncodedSystem(
      timed: timed, options: options, system: transition, delay: delay, actors: actors,
      variableValues: current.variables.map(EncodedSystem.ChosenValue.init), parameters: current.parameters,
      meanings: meanings(in: current), current: current)
  }

  private func meanings(in current: Environment) -> [(symbol: Formula, meaning: SymbolMeaning)] {
    var result: [(symbol: Formula, meaning: SymbolMeaning)] = []
    for (index, bits) in variableBits.enumerated() {
      result += bits.enumerated().map { ($1, .variable(VariableIndex(index), bit: $0)) }
    }
    for (index, bits) in locationBits.enumerated() {
      result += bits.enumerated().map { ($1, .location(AutomatonIndex(index), bit: $0)) }
    }
    for (index, clock) in current.clocks.enumerated() { result.append((clock.base, .clock(ClockIndex(index)))) }
    for (index, symbol) in current.parameters.enumerated() {
      result.append((symbol, .parameter(ParameterIndex(index))))
    }
    return result
  }

  // MARK: State

  private mutating func input(_ name: String, _ sort: FormulaBank.Symbol.Sort) -> Formula {
    let symbol = bank.symbol(name, sort)
    inputs.append(symbol)
    return symbol
  }

  private mutating func stateSymbol(
    _ name: String, _ sort: FormulaBank.Symbol.Sort, isRigid: Bool = false
  ) -> (current: Formula, next: Formula) {
    let current = bank.symbol(name, sort)
    let next = isRigid ? current : bank.symbol(name + "'", sort)
    state.append(.init(current: current, next: next, isReal: sort == .real, isRigid: isRigid))
    return (current, next)
  }

  private mutating func declareBits(
    _ name: String, domain size: Int, code: BitCode, isRigid: Bool = false
  ) -> (bits: [Formula], next: [Formula]) {
    let count = code.bitCount(domain: size)
    let pairs = (0..<count).map { stateSymbol(count == 1 ? name : "\(name)[\($0)]", .bool, isRigid: isRigid) }
    let bits = pairs.map(\.current)
    domain.append(code.isCode(bits, domain: size, in: &bank))
    return (bits, pairs.map(\.next))
  }

  private mutating func declareState() -> Environment {
    var environment = Environment(
      variables: [], locations: [], clocks: [],
      parameters: timed.parameters.map { stateSymbol($0.name, .real, isRigid: true).current })
    for (parameter, symbol) in zip(timed.parameters, environment.parameters) {
      domain.append(bank.compare(.lessEqual, bank.real(parameter.range.lowerBound), symbol))
      domain.append(bank.compare(.lessEqual, symbol, bank.real(parameter.range.upperBound)))
    }
    for variable in timed.variables {
      let (bits, next) = declareBits(
        variable.name, domain: variable.domain, code: options.variables, isRigid: variable.isRigid)
      variableBits.append(bits)
      nextVariableBits.append(next)
      environment.variables.append(options.variables.value(bits, domain: variable.domain, in: &bank))
    }
    for automaton in timed.automata {
      let (bits, next) = declareBits(
        "at " + automaton.name, domain: automaton.locations.count, code: options.locations)
      locationBits.append(bits)
      nextLocationBits.append(next)
      environment.locations.append(options.locations.value(bits, domain: automaton.locations.count, in: &bank))
    }
    for clock in timed.clocks {
      let symbol = stateSymbol("clock " + clock.name, .real).current
      domain.append(bank.compare(.greaterEqual, symbol, bank.zero))
      environment.clocks.append(.init(base: symbol, isReset: bank.false))
    }
    return environment
  }

  private mutating func initialCondition(in current: Environment) -> Formula {
    var parts = [current.truth(timed.initial, in: &bank), current.truth(timed.assumption, in: &bank)]
    for (variable, value) in zip(timed.variables, current.variables) {
      if let initial = variable.initial { parts.append(value.guardFormula(of: initial, in: bank)) }
    }
    for (automaton, location) in zip(timed.automata, current.locations) {
      parts.append(location.guardFormula(of: automaton.initial.index, in: bank))
    }
    for clock in current.clocks { parts.append(bank.compare(.equal, clock.base, bank.zero)) }
    return bank.and(parts)
  }

  private mutating func assume(_ term: Term, in environment: Environment) {
    constraints.append(environment.truth(term, in: &bank))
  }

  // MARK: The delay

  private mutating func delayed(_ clock: ClockIndex, by delay: Formula, in current: Environment) -> Formula {
    let base = current.clocks[clock.index].base
    let value = current.value(of: clock, after: delay, timed, in: &bank)
    guard options.namesDelayedClocks, case .ifThenElse = bank[value] else { return value }
    let runs = current.truth(timed.clocks[clock.index].rate, in: &bank)
    let name = input("delayed " + timed.clocks[clock.index].name, .real)
    constraints.append(bank.implies(runs, bank.compare(.equal, name, bank.add([base, delay]))))
    constraints.append(bank.or(runs, bank.compare(.equal, name, base)))
    return name
  }

  /// Invariants hold after every delay that takes time; those that every way into the location keeps hold always, and
  /// are said to, since proofs were twice to seventeen times as slow when each engine had to find that out for itself.
  private mutating func limitDelay(_ delay: Formula, from current: Environment, to after: Environment) {
    var mayWait: [Formula] = []
    let kept = KeptInvariants(timed)
    for (index, automaton) in timed.automata.enumerated() {
      for (place, location) in automaton.locations.enumerated() {
        let isHere = current.locations[index].guardFormula(of: place, in: bank)
        for (number, invariant) in location.invariants.enumerated() {
          let applies = bank.and(isHere, current.truth(invariant.condition, in: &bank))
          let holds = after.truth(.clock(invariant.clock, .lessEqual, invariant.bound), in: &bank)
          if kept.isKept(index, place, number) {
            constraints.append(bank.implies(applies, holds))
          } else {
            mayWait.append(bank.implies(applies, holds))
          }
        }
      }
      for edge in automaton.edges where edge.isUrgent {
        let isHere = current.locations[index].guardFormula(of: edge.source.index, in: bank)
        mayWait.append(bank.not(bank.and(isHere, current.isEnabled(edge, of: AutomatonIndex(index), timed, in: &bank))))
      }
    }
    let isZero = bank.compare(.lessEqual, delay, bank.zero)
    constraints += mayWait.map { bank.or(isZero, $0) }
  }

  // MARK: One automaton's turn

  private mutating func act(_ index: AutomatonIndex, in environment: inout Environment) -> EncodedSystem.Actor {
    let automaton = timed.automata[index.index]
    let selectors = select(index, in: environment)
    var choiceSlots: [[Formula]] = []
    var turn = Turn()
    var firings: [EncodedSystem.Actor.Firing] = []
    for (edgeIndex, edge) in automaton.edges.enumerated() {
      let isTaken = selectors.taken[edgeIndex]
      var run = EdgeRun(environment: environment, edge)
      run.environment.locations[index.index] = .constant(edge.source.index, in: bank)
      run.environment.choices = choose(edge, isTaken: isTaken, of: automaton.name, slots: &choiceSlots)
      run.execute(edge, of: index, timed, in: &bank)
      run.assumptions.forEach { constraints.append(bank.implies(isTaken, $0)) }
      turn.add(run, isTaken: isTaken, in: &bank)
      let chosen = run.environment.choices.map(EncodedSystem.ChosenValue.init)
      firings.append(.init(edge: EdgeReference(automaton: index, edge: edgeIndex), isTaken: isTaken, choices: chosen))
    }
    turn.apply(to: &environment, in: &bank)
    return EncodedSystem.Actor(passes: selectors.passes, firings: firings)
  }

  /// Free inputs that say which edge is taken, if any. One number serves all locations: edge number n of those that
  /// leave the present one.
  private mutating func select(
    _ index: AutomatonIndex, in environment: Environment
  ) -> (passes: Formula, taken: [Formula]) {
    let automaton = timed.automata[index.index]
    var rank: [LocationIndex: Int] = [:]
    let ranks = automaton.edges.map { edge in
      rank[edge.source, default: 0] += 1
      return rank[edge.source]!
    }
    let size = (ranks.max() ?? 0) + 1
    let code = options.selection
    let bits = (0..<code.bitCount(domain: size)).map { input("edge of \(automaton.name)[\($0)]", .bool) }
    constraints.append(code.isCode(bits, domain: size, in: &bank))
    let selector = code.value(bits, domain: size, in: &bank)
    let passes = selector.guardFormula(of: 0, in: bank)
    let taken = automaton.edges.indices.map { edge in
      bank.and(
        selector.guardFormula(of: ranks[edge], in: bank),
        environment.locations[index.index].guardFormula(of: automaton.edges[edge].source.index, in: bank))
    }
    constraints.append(bank.or([passes] + taken))
    return (passes, taken)
  }

  /// At most one edge of an automaton runs in a step, so its edges share the inputs for their choices.
  private mutating func choose(
    _ edge: Edge, isTaken: Formula, of name: String, slots: inout [[Formula]]
  ) -> [SymbolicValue] {
    let defined = edge.definedChoices
    return edge.choices.enumerated().map { slot, size in
      if slot == slots.count { slots.append([]) }
      if defined.contains(ChoiceIndex(slot)) { return .constant(0, in: bank) }
      while slots[slot].count < BitCode.binary.bitCount(domain: size) {
        slots[slot].append(input("choice \(slot) of \(name)[\(slots[slot].count)]", .bool))
      }
      let bits = Array(slots[slot].prefix(BitCode.binary.bitCount(domain: size)))
      constraints.append(bank.implies(isTaken, BitCode.binary.isCode(bits, domain: size, in: &bank)))
      return BitCode.binary.value(bits, domain: size, in: &bank)
    }
  }

  // MARK: The state after the step

  private mutating func close(_ environment: Environment, from current: Environment) {
    for (index, variable) in timed.variables.enumerated() {
      if variable.isRigid { continue }
      equate(
        nextVariableBits[index], variableBits[index], domain: variable.domain, code: options.variables,
        with: environment.variables[index], was: current.variables[index])
    }
    for (index, automaton) in timed.automata.enumerated() {
      equate(
        nextLocationBits[index], locationBits[index], domain: automaton.locations.count, code: options.locations,
        with: environment.locations[index], was: current.locations[index])
    }
    let clockSymbols = state.filter { $0.isReal && !$0.isRigid }
    for (symbol, clock) in zip(clockSymbols, environment.clocks) {
      let value = bank.ifThenElse(clock.isReset, bank.zero, clock.base)
      constraints.append(isEqual(symbol.next, value))
    }
  }

  private mutating func isEqual(_ symbol: Formula, _ value: Formula) -> Formula {
    guard case .ifThenElse(let condition, let a, let b) = bank[value] else { return bank.compare(.equal, symbol, value) }
    return bank.and(
      bank.implies(condition, isEqual(symbol, a)), bank.or(condition, isEqual(symbol, b)))
  }

  private mutating func equate(
    _ next: [Formula], _ bits: [Formula], domain: Int, code: BitCode, with value: SymbolicValue, was: SymbolicValue
  ) {
    for (bit, symbol) in next.enumerated() {
      let isSet = value == was ? bits[bit] : value.holds(in: &bank) { code.isSet(bit: bit, of: $0, domain: domain) }
      constraints.append(bank.iff(symbol, isSet))
    }
  }
}
