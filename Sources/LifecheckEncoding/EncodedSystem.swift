import LifecheckFormulas
import LifecheckSystem

/// Choices between encodings that mean the same; the defaults are what measured best.
package struct EncodingOptions: Hashable, Sendable {
  package var variables = BitCode.binary
  package var locations = BitCode.binary
  /// Which edge an automaton takes, among those that leave one location.
  package var selection = BitCode.binary
  /// Gives the value of each stopwatch after the delay a name of its own, instead of a choice between two sums.
  package var namesDelayedClocks = false
  package init() {}
}

/// A timed system as a transition system, and the way back from its models to runs.
///
/// One symbolic step is one delay d ≥ 0; then every automaton, in array order, takes at most one edge, each seeing the
/// effects of the earlier ones at the same instant. It is one interleaving of the single steps, and since every
/// automaton may pass, each run of the timed system is a sequence of symbolic steps too. The number of symbolic steps
/// that a violation needs no longer grows with the number of automata that act.
/// - Source: the ∃-step semantics of planning; J. Rintanen, K. Heljanko, I. Niemelä, "Planning as satisfiability:
///   parallel plans and algorithms for plan search", Artificial Intelligence 170 (2006), section 2.3.
package struct EncodedSystem: Sendable {
  /// The options of one automaton in a step, to pass or to take an edge. Exactly one of these conditions holds; they are over
  /// current variables and inputs.
  package struct Actor: Sendable {
    package struct Firing: Sendable {
      package var edge: EdgeReference
      package var isTaken: Formula
      package var choices: [ChosenValue]
    }
    package var passes: Formula
    package var firings: [Firing]
  }
  /// For each value the condition that it was chosen.
  package struct ChosenValue: Sendable {
    package var conditions: [(value: Int, condition: Formula)]
  }

  package let timed: TimedSystem
  let options: EncodingOptions
  package var system: TransitionSystem
  /// The input that says how long the delay of a step is.
  package let delay: Formula
  /// In the order in which they act.
  package let actors: [Actor]
  /// The value of each variable of the timed system, over current symbols.
  package let variableValues: [ChosenValue]
  /// The symbols of the rigid parameters.
  package let parameters: [Formula]
  /// The meaning of each current symbol of the state, in terms of the timed system.
  package let meanings: [(symbol: Formula, meaning: SymbolMeaning)]
  let current: Environment
  /// As soon as somebody has asked for them: to work them out takes long, and many do.
  var knownSingleSteps: SingleSteps?

  /// A condition on states, over current variables.
  package mutating func formula(_ term: Term) -> Formula { current.truth(term, in: &system.bank) }
}

extension EncodedSystem {
  /// Copies a formula over the current symbols of another encoding.
  /// - Parameter rename: From the other's symbols to this one's; nil if there is none.
  /// - Returns: nil if a symbol has no counterpart here.
  package mutating func copy(
    _ formula: Formula, from other: EncodedSystem, rename: (SymbolMeaning) -> SymbolMeaning? = { $0 }
  ) -> Formula? {
    let here = Dictionary(uniqueKeysWithValues: meanings.map { ($0.meaning, $0.symbol) })
    let there = Dictionary(uniqueKeysWithValues: other.meanings.map { ($0.symbol, $0.meaning) })
    return system.bank.copy(formula, from: other.system.bank) { symbol in
      there[symbol].flatMap(rename).flatMap { here[$0] }
    }
  }

  /// The single steps that one symbolic step stands for.
  /// - Throws: where a time does not fit.
  package func steps(_ value: (Formula) -> ModelValue) throws(TimeOverflow) -> [Step] {
    let conditions = actors.flatMap { actor in
      actor.firings.flatMap { firing in [firing.isTaken] + firing.choices.flatMap { $0.conditions.map(\.condition) } }
    }
    let values = try system.bank.evaluate([delay] + conditions, value)
    let holds = Dictionary(zip(conditions, values.dropFirst().map(\.isTrue))) { first, _ in first }
    var delay = values[0].time
    var steps: [Step] = []
    for firing in actors.flatMap(\.firings) where holds[firing.isTaken]! {
      let choices = firing.choices.map { choice in choice.conditions.first { holds[$0.condition]! }?.value ?? 0 }
      steps.append(Step(delay: delay, edge: firing.edge, choices: choices))
      delay = .zero
    }
    if delay > .zero { steps.append(Step(delay: delay, edge: nil, choices: [])) }
    return steps
  }

  /// The values of the variables in a state.
  /// - Throws: where a time does not fit.
  package func values(_ value: (Formula) -> ModelValue) throws(TimeOverflow) -> [Int] {
    try variableValues.map { variable throws(TimeOverflow) in
      let truths = try system.bank.evaluate(variable.conditions.map(\.condition), value)
      return zip(variable.conditions, truths).first { $0.1.isTrue }?.0.value ?? 0
    }
  }
}

extension EncodedSystem.ChosenValue {
  init(_ value: SymbolicValue) { conditions = value.cases.map { ($0.value, $0.guardFormula) } }
}
