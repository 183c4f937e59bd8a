import LifecheckSolver
import LifecheckSystem

/// Finds an inductive claim, guided by what exploration has reached.
///
/// The claim starts as "no goal holds". Whenever the solver finds a step from a state of the claim to a state outside it,
/// that state cannot be reachable; the shortest condition that excludes it and nothing reached becomes a further clause.
/// What comes out is proved by the solver alone: exploration only chooses the clauses, as the teacher does in
/// learning invariants from examples.
/// - Source: P. Garg, C. Löding, P. Madhusudan, D. Neider, "ICE: A Robust Framework for Learning Invariants", CAV 2014;
///   A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011, for clauses from counterexamples to induction.
struct InvariantSynthesis {
  private let reached: ReachedSet
  private let explorer: Explorer
  private(set) var encoded: EncodedSystem
  private let terminal: Formula
  private let places: [[Formula]]
  private let known: Formula?
  private let watches: Set<Int>
  private let onStart: (InterruptHandle) -> Void

  /// - Parameters:
  ///   - known: An inductive claim to build on.
  ///   - watches: The variables that `known` says nothing about, so that it is worth looking at them.
  init(
    _ explorer: Explorer, encoded: EncodedSystem, terminal: Term, known: Formula?, watches: Set<Int>,
    onStart: @escaping (InterruptHandle) -> Void
  ) {
    self.known = known
    self.watches = watches
    self.explorer = explorer
    self.onStart = onStart
    reached = ReachedSet(explorer)
    var encoded = encoded
    self.terminal = encoded.formula(terminal)
    places = encoded.timed.automata.enumerated().map { index, automaton in
      automaton.locations.indices.map { encoded.formula(.at(AutomatonIndex(index), [LocationIndex($0)])) }
    }
    self.encoded = encoded
  }

  /// - Returns: A claim that excludes the goals; nil if none is found in this way.
  mutating func claim(excluding goals: [Formula], maximumClauses: Int) throws(SolverError) -> Formula? {
    let solver = try Solver()
    onStart(solver.interruptHandle)
    var clauses: [Formula] = goals.map { encoded.system.bank.not($0) }
    let domains = encoded.timed.variables.map(\.domain) + encoded.timed.automata.map(\.locations.count)
    for implication in reached.implications(domains: domains) where isNews(implication) {
      clauses.append(formula(of: implication))
    }
    let notTerminal = encoded.system.bank.not(terminal)
    // The bank grows with each clause; the system written out in the solver does not need the new formulas.
    let unroller = Unroller(encoded.system, in: solver)
    try unroller.begin(initially: false)
    try unroller.extend()
    try solver.assert(unroller.state(notTerminal, of: encoded.system.bank, at: 0))
    try solver.assert(unroller.state(notTerminal, of: encoded.system.bank, at: 1))
    if let known { try solver.assert(unroller.state(known, of: encoded.system.bank, at: 0)) }
    for clause in clauses { try solver.assert(unroller.state(clause, of: encoded.system.bank, at: 0)) }
    var pending = Array(clauses.indices)
    while !pending.isEmpty {
      var broken: [Statement] = []
      for index in pending { broken.append(try solver.not(unroller.state(clauses[index], of: encoded.system.bank, at: 1))) }
      let question = try solver.literal(implying: solver.any(broken))
      var isSettled = false
      var added: [Int] = []
      while !isSettled {
        switch try solver.check(assuming: [question]) {
        case .unsatisfiable: isSettled = true
        case .unknown: return nil
        case .satisfiable:
          guard let literals = reached.excluding(try point(unroller)), clauses.count < maximumClauses else { return nil }
          let clause = formula(of: literals)
          clauses.append(clause)
          added.append(clauses.count - 1)
          try solver.assert(unroller.state(clause, of: encoded.system.bank, at: 0))
        }
      }
      pending = added
    }
    let claim = encoded.system.bank.or([terminal, encoded.system.bank.and(clauses)])
    return known.map { encoded.system.bank.and($0, claim) } ?? claim
  }

  private func isNews(_ implication: ReachedSet.Implication) -> Bool {
    known == nil || watches.contains(implication.other) || (implication.premise.map { watches.contains($0.slot) } ?? false)
  }

  /// The state before the step, in the solver's model.
  private func point(_ unroller: Unroller) throws(SolverError) -> ReachedSet.Point {
    let model = try unroller.values(at: 0)
    func value(_ symbol: Formula) -> ModelValue { model[symbol] ?? .bool(false) }
    var values = encoded.values(value).map { UInt16($0) }
    for formulas in places {
      let truths = encoded.system.bank.evaluate(formulas, value)
      values.append(UInt16(truths.firstIndex { $0.isTrue } ?? 0))
    }
    var times = Array(repeating: RationalTime.zero, count: explorer.program.zoneSize)
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .clock(let clock): times[1 + clock.index] = value(symbol).time
      case .parameter(let parameter): times[1 + encoded.timed.clocks.count + parameter.index] = value(symbol).time
      case .variable, .location: break
      }
    }
    return ReachedSet.Point(values: values, times: times)
  }

  /// "Not all of these."
  private mutating func formula(of literals: [ReachedSet.Literal]) -> Formula {
    let negated = literals.map { literal -> Formula in
      switch literal {
      case .slot(let slot, let value): notEqual(slot, Int(value))
      case .beyond(let i, let j, let bound): within(i, j, bound)
      }
    }
    return encoded.system.bank.or(negated)
  }

  private mutating func formula(of implication: ReachedSet.Implication) -> Formula {
    let allowed = implication.allowed.map { value in
      encoded.system.bank.not(notEqual(implication.other, Int(value)))
    }
    let otherwise = implication.premise.map { [notEqual($0.slot, Int($0.value))] } ?? []
    return encoded.system.bank.or(otherwise + allowed)
  }

  private mutating func notEqual(_ slot: Int, _ value: Int) -> Formula {
    let variableCount = encoded.timed.variables.count
    let equal =
      slot < variableCount
      ? encoded.formula(.compare(.equal, .variable(VariableIndex(slot)), .constant(value))) : places[slot - variableCount][value]
    return encoded.system.bank.not(equal)
  }

  private mutating func within(_ i: Int, _ j: Int, _ bound: Int32) -> Formula {
    let left = time(i)
    let right = encoded.system.bank.make(.add([time(j), encoded.system.bank.real(Int(bound >> 1))]))
    return encoded.system.bank.make(bound & 1 == 1 ? .lessEqual(left, right) : .less(left, right))
  }

  private func time(_ index: Int) -> Formula {
    if index == 0 { return encoded.system.bank.zero }
    let clockCount = encoded.timed.clocks.count
    let wanted: SymbolMeaning =
      index <= clockCount ? .clock(ClockIndex(index - 1)) : .parameter(ParameterIndex(index - 1 - clockCount))
    return encoded.meanings.first { $0.meaning == wanted }!.symbol
  }
}
