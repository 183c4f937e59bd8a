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
      timed: timed, system: transition, delay: delay, actors: actors,
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
    let runs = current.truth(timed.clocks[clock.index].rate, in: &bank)
    let value = bank.ifThenElse(runs, bank.add([base, delay]), base)
    guard options.namesDelayedClocks, case .ifThenElse = bank[value] else { return value }
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
        mayWait.append(bank.not(bank.and(isHere, isEnabled(edge, of: AutomatonIndex(index), in: current))))
      }
    }
    let isZero = bank.compare(.lessEqual, delay, bank.zero)
    constraints += mayWait.map { bank.or(isZero, $0) }
  }

  /// Whether the edge can be taken, for some values of its choices.
  private mutating func isEnabled(_ edge: Edge, of automaton: AutomatonIndex, in current: Environment) -> Formula {
    var combinations: [[Int]] = [[]]
    let decisive = edge.choicesThatDecide
    for (index, size) in edge.choices.enumerated() {
      let values = decisive.contains(ChoiceIndex(index)) ? Array(0..<size) : [0]
      combinations = combinations.flatMap { prefix in values.map { prefix + [$0] } }
    }
    let alternatives = combinations.map { combination in
      var run = EdgeRun(environment: current, edge)
      run.environment.choices = combination.map { .constant($0, in: bank) }
      run.execute(edge, of: automaton, timed, in: &bank)
      return bank.and(run.assumptions)
    }
    return bank.or(alternatives)
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

/// The body of one edge, run symbolically under the assumption that the edge is taken.
private struct EdgeRun {
  var environment: Environment
  /// What must hold for the edge to be taken.
  var assumptions: [Formula] = []
  var assigned: Set<VariableIndex> = []
  var moved: Set<AutomatonIndex> = []
  var resets: [ClockIndex: [Formula]] = [:]

  /// Choices that stand for a value of this moment, and have not got it yet.
  private var undefined: Set<ChoiceIndex>

  /// For each choice, how many values it has.
  private let sizes: [Int]

  init(environment: Environment, _ edge: Edge) {
    self.environment = environment
    undefined = edge.definedChoices
    sizes = edge.choices
  }

  mutating func execute(_ edge: Edge, of automaton: AutomatonIndex, _ timed: TimedSystem, in bank: inout FormulaBank) {
    for action in edge.body { execute(action, timed, in: &bank) }
    environment.locations[automaton.index] = .constant(edge.target.index, in: bank)
    moved.insert(automaton)
  }

  private mutating func execute(_ action: Action, _ timed: TimedSystem, in bank: inout FormulaBank) {
    switch action.kind {
    case .assume(let term):
      if let definition = term.choiceDefinition, undefined.remove(definition.choice) != nil {
        return define(definition, in: &bank)
      }
      assumptions.append(environment.truth(term, in: &bank))
      environment.learn(term, in: bank)
    case .assign(let variable, let term, let condition):
      let isAssigned = environment.truth(condition, in: &bank)
      let domain = timed.variables[variable.index].domain
      let value = environment.value(term, in: &bank)
      let isInside = value.holds(in: &bank) { 0..<domain ~= $0 }
      assumptions.append(bank.implies(isAssigned, isInside))
      let inside = value.restricted(to: { 0..<domain ~= $0 }, in: bank)
      environment.variables[variable.index] = .ifThenElse(
        isAssigned, inside, environment.variables[variable.index], in: &bank)
      assigned.insert(variable)
    case .move(let automaton, let location, let condition):
      environment.locations[automaton.index] = .ifThenElse(
        environment.truth(condition, in: &bank), .constant(location.index, in: bank),
        environment.locations[automaton.index], in: &bank)
      moved.insert(automaton)
    case .reset(let clock, let condition):
      let isReset = environment.truth(condition, in: &bank)
      environment.clocks[clock.index].isReset = bank.or(environment.clocks[clock.index].isReset, isReset)
      resets[clock, default: []].append(isReset)
    }
  }
}

extension EdgeRun {
  /// The choice is what the term is: no unknown is needed for it.
  private mutating func define(_ definition: ChoiceDefinition, in bank: inout FormulaBank) {
    let value = environment.value(definition.value, in: &bank)
    let shifted = SymbolicValue(
      cases: value.cases.map { SymbolicValue.Case(value: $0.value - definition.offset, guardFormula: $0.guardFormula) })
    // A choice has only so many values: where the value is none of them, the edge cannot be taken.
    let possible = 0..<sizes[definition.choice.index]
    assumptions.append(shifted.holds(in: &bank) { possible ~= $0 })
    environment.choices[definition.choice.index] = shifted.restricted(to: { possible ~= $0 }, in: bank)
  }
}

/// `assume(choice + offset == value)`
private struct ChoiceDefinition {
  var choice: ChoiceIndex
  var offset: Int
  var value: Term
}

extension Term {
  fileprivate var choiceDefinition: ChoiceDefinition? {
    switch self {
    case .compare(.equal, .choice(let choice), let value): ChoiceDefinition(choice: choice, offset: 0, value: value)
    case .compare(.equal, .add(.choice(let choice), .constant(let offset)), let value):
      ChoiceDefinition(choice: choice, offset: offset, value: value)
    default: nil
    }
  }

  fileprivate var readVariables: Set<VariableIndex> {
    var result: Set<VariableIndex> = []
    visit { if case .variable(let variable) = $0 { result.insert(variable) } }
    return result
  }
}

extension Edge {
  /// Choices whose first occurrence is an assumption that says what they are, with room for every value of it.
  fileprivate var definedChoices: Set<ChoiceIndex> {
    var seen: Set<ChoiceIndex> = []
    var defined: Set<ChoiceIndex> = []
    for action in body {
      if case .assume(let term) = action.kind, let definition = term.choiceDefinition,
        !seen.contains(definition.choice), !definition.value.choices.contains(definition.choice)
      {
        defined.insert(definition.choice)
      }
      seen.formUnion(action.choices)
    }
    return defined
  }

  /// The free choices on whose values it depends whether the edge can be taken.
  fileprivate var choicesThatDecide: Set<ChoiceIndex> {
    var result: Set<ChoiceIndex> = []
    var behindVariable: [VariableIndex: Set<ChoiceIndex>] = [:]
    var behindChoice: [ChoiceIndex: Set<ChoiceIndex>] = [:]
    let defined = definedChoices
    var undefined = defined
    func behind(_ term: Term) -> Set<ChoiceIndex> {
      var found: Set<ChoiceIndex> = []
      for choice in term.choices { found.formUnion(behindChoice[choice] ?? [choice]) }
      for variable in term.readVariables { found.formUnion(behindVariable[variable] ?? []) }
      return found
    }
    for action in body {
      switch action.kind {
      case .assume(let term):
        if let definition = term.choiceDefinition, undefined.remove(definition.choice) != nil {
          behindChoice[definition.choice] = behind(definition.value)
        } else {
          result.formUnion(behind(term))
        }
      case .assign(let variable, let value, let condition):
        behindVariable[variable, default: []].formUnion(behind(value).union(behind(condition)))
      case .move(_, _, let condition), .reset(_, let condition):
        // What depends on places or clocks is rare enough to be taken as a whole.
        result.formUnion(behind(condition))
      }
    }
    return result
  }
}

extension Action {
  fileprivate var choices: [ChoiceIndex] {
    switch kind {
    case .assume(let term): term.choices
    case .assign(_, let value, let condition): value.choices + condition.choices
    case .move(_, _, let condition), .reset(_, let condition): condition.choices
    }
  }
}

/// What the edges of one automaton do to the state, equal updates together: the many edges on which a process dies set
/// the same values, and are one case here.
private struct Turn {
  struct Updates {
    /// In order of appearance, so that the same system always gives the same formulas.
    var cases: [(value: SymbolicValue, isTaken: [Formula])] = []
    mutating func add(_ value: SymbolicValue, _ isTaken: Formula) {
      if let index = cases.firstIndex(where: { $0.value == value }) {
        cases[index].isTaken.append(isTaken)
      } else {
        cases.append((value, [isTaken]))
      }
    }
    func applied(to old: SymbolicValue, in bank: inout FormulaBank) -> SymbolicValue {
      let groups = cases.map { (value: $0.value, isTaken: bank.or($0.isTaken)) }
      let stays = bank.not(bank.or(groups.map(\.isTaken)))
      var parts = old.cases.map { ($0.value, bank.and(stays, $0.guardFormula)) }
      for group in groups {
        parts += group.value.cases.map { ($0.value, bank.and(group.isTaken, $0.guardFormula)) }
      }
      return SymbolicValue(gathering: parts, in: &bank)
    }
  }
  var variables: [VariableIndex: Updates] = [:]
  var locations: [AutomatonIndex: Updates] = [:]
  var resets: [ClockIndex: [Formula]] = [:]

  mutating func add(_ run: EdgeRun, isTaken: Formula, in bank: inout FormulaBank) {
    for variable in run.assigned.sorted() {
      variables[variable, default: Updates()].add(run.environment.variables[variable.index], isTaken)
    }
    for automaton in run.moved.sorted() {
      locations[automaton, default: Updates()].add(run.environment.locations[automaton.index], isTaken)
    }
    for clock in run.resets.keys.sorted() {
      let isReset = bank.and(isTaken, bank.or(run.resets[clock]!))
      resets[clock, default: []].append(isReset)
    }
  }

  func apply(to environment: inout Environment, in bank: inout FormulaBank) {
    for variable in variables.keys.sorted() {
      environment.variables[variable.index] = variables[variable]!.applied(
        to: environment.variables[variable.index], in: &bank)
    }
    for automaton in locations.keys.sorted() {
      environment.locations[automaton.index] = locations[automaton]!.applied(
        to: environment.locations[automaton.index], in: &bank)
    }
    for clock in resets.keys.sorted() {
      environment.clocks[clock.index].isReset = bank.or(
        [environment.clocks[clock.index].isReset] + resets[clock]!)
    }
  }
}

extension Term {
  /// The choices that occur, in order of appearance.
  fileprivate var choices: [ChoiceIndex] {
    switch self {
    case .choice(let choice): [choice]
    case .constant, .variable, .at, .clock, .bound: []
    case .not(let a): a.choices
    case .and(let parts), .or(let parts): parts.flatMap(\.choices)
    case .compare(_, let a, let b), .add(let a, let b), .subtract(let a, let b): a.choices + b.choices
    case .ifThenElse(let a, let b, let c): a.choices + b.choices + c.choices
    }
  }
}
