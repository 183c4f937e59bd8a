import LifecheckChecking
import LifecheckDiagnostics
import LifecheckSystem

/// A small random system and something to look for in it.
///
/// Made so that whole-number times are exact for reachability (see `ReferenceExplorer`): all bounds are whole and
/// closed, no clock stands under a negation or decides an urgent edge or a conditional, and there are at most two
/// clocks. The whole numbers are read as milliseconds.
package struct RandomSystem: Sendable {
  package let seed: UInt64
  package let system: TimedSystem
  package let goal: Term
  package var problem: ReachabilityProblem { ReachabilityProblem(system: system, goal: goal) }

  /// - Parameter isWild: Anything goes: strict and negated comparisons of three clocks, also in urgent edges and
  ///   assignments, and rigid parameters. Whole times then find some runs only.
  package init(seed: UInt64, isWild: Bool = false) {
    var generator = Generator(random: SplitMix64(seed: seed), isWild: isWild)
    self.seed = seed
    self.system = generator.makeSystem()
    self.goal = generator.makeGoal()
  }
}

private struct Generator {
  var random: SplitMix64
  let isWild: Bool
  var system = TimedSystem()

  mutating func makeSystem() -> TimedSystem {
    for index in 0..<random.pick(2...3) { system.variables.append(makeVariable(index)) }
    // The shape first, since formulas speak of locations and clocks.
    let clockCount = random.pick(1...(isWild ? 3 : 2))
    if isWild {
      for index in 0..<random.pick(0...2) {
        let low = random.pick(0...3)
        system.parameters.append(RigidParameter(name: "p\(index)", range: low...(low + random.pick(0...2)), preferred: low))
      }
    }
    system.clocks = (0..<clockCount).map { Clock(name: "c\($0)", rate: .true) }
    for index in 0..<random.pick(2...3) {
      let locations = (0..<random.pick(2...4)).map { Location(name: "l\($0)") }
      system.automata.append(Automaton(name: "a\(index)", locations: locations, initial: LocationIndex(0), edges: []))
    }
    for index in 0..<clockCount where random.chance(35) { system.clocks[index].rate = formula(depth: 1, clocks: false) }
    for automaton in system.automata.indices { fill(automaton) }
    if random.chance(15) { system.initial = formula(depth: 1, clocks: false, locations: false) }
    if random.chance(15) { system.assumption = .any([formula(depth: 1, clocks: false), formula(depth: 1, clocks: false)]) }
    return system
  }

  mutating func makeGoal() -> Term {
    // Mostly far from the start: an automaton at its last location, a variable at another value than its first.
    let automaton = random.pick(0...system.automata.count - 1)
    let last = system.automata[automaton].locations.count - 1
    var parts = [Term.at(AutomatonIndex(automaton), [LocationIndex(random.chance(85) ? last : 0)])]
    if random.chance(60) {
      let index = random.pick(0...system.variables.count - 1)
      let value = (system.variables[index].initial ?? 0) + random.pick(1...system.variables[index].domain - 1)
      parts.append(.equal(.variable(VariableIndex(index)), .constant(value % system.variables[index].domain)))
    }
    if random.chance(40) { parts.append(clockTest()) }
    if random.chance(30) { parts.append(formula(depth: 1, clocks: true)) }
    return .all(parts)
  }

  // MARK: Parts

  private mutating func makeVariable(_ index: Int) -> StateVariable {
    let domain = random.pick(2...3)
    let isRigid = random.chance(10)
    return StateVariable(
      name: "v\(index)", domain: domain, valueNames: (0..<domain).map { "\($0)" },
      initial: isRigid || random.chance(15) ? nil : random.pick(0...domain - 1), isRigid: isRigid,
      isHidden: random.chance(20))
  }

  private mutating func fill(_ automaton: Int) {
    let count = system.automata[automaton].locations.count
    for location in 0..<count where random.chance(35) {
      let condition = random.chance(60) ? Term.true : formula(depth: 1, clocks: false)
      system.automata[automaton].locations[location].invariants.append(
        Invariant(condition: condition, clock: clock(), bound: bound(0...5)))
    }
    for number in 0..<count + random.pick(1...3) {
      // The first edges lead once through all locations, so that few are dead ends or out of reach.
      let source = number < count ? number : random.pick(0...count - 1)
      let target = number < count - 1 ? number + 1 : random.pick(0...count - 1)
      system.automata[automaton].edges.append(makeEdge(of: automaton, from: source, to: target, number: number))
    }
  }

  private mutating func makeEdge(of automaton: Int, from source: Int, to target: Int, number: Int) -> Edge {
    let isUrgent = random.chance(20)
    let choices = random.chance(25) ? [random.pick(2...3)] : []
    var body: [Action] = []
    if isUrgent || random.chance(65) {
      body.append(Action(.assume(formula(depth: 1, clocks: isWild || !isUrgent, choice: choices.first))))
    }
    if isWild, let size = choices.first, random.chance(40) {
      // The choice stands for a value, which it may not be able to.
      let value = Term.variable(VariableIndex(random.pick(0...system.variables.count - 1)))
      let choice = Term.choice(ChoiceIndex(0))
      let named = size == 2 && random.chance(30) ? Term.add(choice, .constant(1)) : choice
      body.append(Action(.assume(.compare(.equal, named, value))))
    }
    for _ in 0..<random.pick(0...2) { body += assignment(choice: choices.first) }
    if random.chance(15) { body.append(Action(.assume(formula(depth: 0, clocks: !isUrgent, choice: choices.first)))) }
    if random.chance(40) { body.append(Action(.reset(clock(), condition: condition(choices.first)))) }
    if random.chance(12) { body.append(jump(from: automaton, choice: choices.first)) }
    let lines =
      random.chance(80)
      ? [EdgeLabel.Line(text: "a\(automaton) takes edge \(number)", origin: SourceRange(file: FileID(0), start: 0, end: 0))]
      : []
    return Edge(
      source: LocationIndex(source), target: LocationIndex(target), isUrgent: isUrgent, choices: choices, body: body,
      label: EdgeLabel(lines))
  }

  /// Never leaves the domain: a constant, a smaller variable, or one more while there is room.
  private mutating func assignment(choice: Int?) -> [Action] {
    let free = system.variables.indices.filter { !system.variables[$0].isRigid }
    guard !free.isEmpty else { return [] }
    let index = random.pick(free)
    let target = VariableIndex(index)
    let domain = system.variables[index].domain
    if random.chance(25) {
      let hasRoom = Term.compare(.less, .variable(target), .constant(domain - 1))
      if random.chance(50) {
        return [Action(.assume(hasRoom)), Action(.assign(target, .add(.variable(target), .true), condition: .true))]
      }
      return [Action(.assign(target, .add(.variable(target), .true), condition: hasRoom))]
    }
    var values: [Term] = [.constant(random.pick(0...domain - 1)), .constant(random.pick(0...domain - 1))]
    values += system.variables.indices.filter { system.variables[$0].domain <= domain }.map { .variable(VariableIndex($0)) }
    if let choice, choice <= domain { values.append(.choice(ChoiceIndex(0))) }
    var value = random.pick(values)
    if random.chance(20) { value = .ifThenElse(formula(depth: 0, clocks: isWild, choice: choice), value, values[0]) }
    return [Action(.assign(target, value, condition: condition(choice)))]
  }

  private mutating func jump(from automaton: Int, choice: Int?) -> Action {
    let other = random.pick(system.automata.indices.filter { $0 != automaton })
    let location = random.pick(0...system.automata[other].locations.count - 1)
    return Action(.move(AutomatonIndex(other), LocationIndex(location), condition: condition(choice)))
  }

  private mutating func condition(_ choice: Int?) -> Term {
    random.chance(60) ? .true : formula(depth: 1, clocks: isWild, choice: choice)
  }

  // MARK: Formulas

  private mutating func formula(depth: Int, clocks: Bool, choice: Int? = nil, locations: Bool = true) -> Term {
    if depth > 0, random.chance(50) {
      let parts = (0..<2).map { _ in formula(depth: depth - 1, clocks: clocks, choice: choice, locations: locations) }
      return random.chance(50) ? .and(parts) : .or(parts)
    }
    if clocks, random.chance(45) { return clockTest() }
    if locations, random.chance(30) { return random.chance(25) ? .not(location()) : location() }
    let test = variableTest(choice: choice)
    return random.chance(15) ? .not(test) : test
  }

  private mutating func clockTest() -> Term {
    guard isWild else {
      return .clock(clock(), random.pick([.lessEqual, .greaterEqual, .greaterEqual, .equal]), TimeBound(random.pick(0...4)))
    }
    if !system.parameters.isEmpty, random.chance(10) { return .bound(bound(-3...3), random.pick([.less, .greaterEqual])) }
    let comparison = random.pick([Comparison.less, .lessEqual, .equal, .greaterEqual, .greater])
    let test = Term.clock(clock(), comparison, bound(0...6))
    return random.chance(25) ? .not(test) : test
  }

  private mutating func bound(_ range: ClosedRange<Int>) -> TimeBound {
    let constant = TimeBound(random.pick(range))
    guard isWild, !system.parameters.isEmpty, random.chance(35) else { return constant }
    let parameter = ParameterIndex(random.pick(0...system.parameters.count - 1))
    return constant + TimeBound(0, [TimeBound.Summand(parameter: parameter, factor: random.pick([1, 1, 1, -1, 2]))])
  }

  private mutating func variableTest(choice: Int?) -> Term {
    let comparison = random.pick([Comparison.equal, .equal, .less, .lessEqual, .greater, .greaterEqual])
    let index = random.pick(0...system.variables.count - 1)
    let left =
      choice != nil && random.chance(30) ? Term.choice(ChoiceIndex(0)) : .variable(VariableIndex(index))
    if random.chance(15) {
      let other = VariableIndex(random.pick(0...system.variables.count - 1))
      return .compare(comparison, .subtract(left, .variable(other)), .constant(random.pick(-1...1)))
    }
    return .compare(comparison, left, .constant(random.pick(0...system.variables[index].domain - 1)))
  }

  private mutating func location() -> Term {
    let automaton = random.pick(0...system.automata.count - 1)
    let locations = system.automata[automaton].locations.indices.filter { _ in random.chance(45) }
    let some = locations.isEmpty ? [random.pick(0...system.automata[automaton].locations.count - 1)] : Array(locations)
    return .at(AutomatonIndex(automaton), some.map { LocationIndex($0) })
  }

  private mutating func clock() -> ClockIndex { ClockIndex(random.pick(0...system.clocks.count - 1)) }
}
