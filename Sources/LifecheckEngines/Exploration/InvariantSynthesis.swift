import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Finds an inductive claim, guided by what exploration has reached.
///
/// The claim starts as "no goal holds". Whenever the solver finds a step from a state of the claim to a state outside it,
/// that state cannot be reachable; the shortest condition that excludes it and nothing reached becomes a further clause.
/// The resulting claim is proved by the solver alone: exploration only chooses the clauses, as the teacher does in
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
    reached = ReachedSet(
      explorer, domains: encoded.timed.variables.map(\.domain) + encoded.timed.automata.map(\.locations.count))
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
    for implication in reached.implications() where isNews(implication) {
      clauses.append(formula(of: implication))
    }
    let steps = encoded.singleSteps()
    let scope = try SymbolScope(encoded.system.variables.map(\.current) + steps.inputs, of: encoded.system.bank, in: solver)
    let given = [encoded.system.domain, encoded.system.bank.not(terminal)] + steps.keptInvariants + (known.map { [$0] } ?? [])
    for condition in given + clauses { try scope.assert(condition, of: encoded.system.bank) }
    var pending = clauses
    while !pending.isEmpty {
      let broken = steps.losing(pending, unless: terminal, in: &encoded.system.bank)
      let question = try solver.literal(implying: scope.statement(broken, of: encoded.system.bank))
      var added: [Formula] = []
      var answer = try solver.check(assuming: [question])
      while answer != .unsatisfiable {
        guard answer == .satisfiable, clauses.count < maximumClauses, let here = try? point(scope),
          let literals = reached.excluding(here)
        else { return nil }
        let clause = formula(of: literals)
        clauses.append(clause)
        added.append(clause)
        try scope.assert(clause, of: encoded.system.bank)
        answer = try solver.check(assuming: [question])
      }
      pending = added
    }
    let claim = encoded.system.bank.and(clauses.map { encoded.system.bank.or(terminal, $0) })
    return known.map { encoded.system.bank.and($0, claim) } ?? claim
  }

  private func isNews(_ implication: ReachedSet.Implication) -> Bool {
    known == nil || watches.contains(implication.other) || (implication.premise.map { watches.contains($0.slot) } ?? false)
  }

  /// The state before the step, in the solver's model.
  private func point(_ scope: SymbolScope) throws(SolverError) -> ReachedSet.Point {
    let truths = try scope.truths()
    let numbers = try scope.numbers()
    func value(_ symbol: Formula) -> ModelValue { truths[symbol] ?? .bool(false) }
    var values: [UInt16]
    do {
      values = try encoded.values(value).map { UInt16($0) }
      for formulas in places {
        let truths = try encoded.system.bank.evaluate(formulas, value)
        values.append(UInt16(truths.firstIndex { $0.isTrue } ?? 0))
      }
    } catch { throw .numberTooLarge }
    var times = Array(repeating: ModelNumber.zero, count: explorer.program.zoneSize)
    for (symbol, meaning) in encoded.meanings {
      switch meaning {
      case .clock(let clock): times[1 + clock.index] = numbers[symbol] ?? .zero
      case .parameter(let parameter): times[1 + encoded.timed.clocks.count + parameter.index] = numbers[symbol] ?? .zero
      case .variable, .location: break
      }
    }
    return ReachedSet.Point(values: values, times: times)
  }

  /// "Not all of these."
  private mutating func formula(of literals: [ReachedSet.Literal]) -> Formula {
    let negated = literals.map { literal -> Formula in
      switch literal {
      case .slot(let slot, let values): noneOf(slot, values)
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

  private mutating func noneOf(_ slot: Int, _ values: [UInt16]) -> Formula {
    let unequal = values.map { notEqual(slot, Int($0)) }
    return encoded.system.bank.and(unequal)
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
