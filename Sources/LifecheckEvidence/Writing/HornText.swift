import LifecheckEncoding
import LifecheckFormulas
import LifecheckReports
import LifecheckSystem

/// A question about a timed system as constrained Horn clauses, for any solver that finds or refutes inductive invariants.
///
/// Time is real, as everywhere in lifecheck, and a step is that of the encoding: a delay, then at most one edge of each
/// process in turn. `sat` means that there is an invariant, so that the goal is never reached; `unsat` that it is.
/// - Source: N. Bjørner et al.: "Horn clause solvers for program verification", 2015.
package struct HornText {
  private var encoded: EncodedSystem
  private let goal: Formula
  private let symbols: StateSymbols

  package init(_ system: TimedSystem, goal: Term, places: Places) {
    var encoded = encode(system)
    self.goal = encoded.formula(goal)
    self.encoded = encoded
    symbols = StateSymbols(encoded, words: StateWords(encoded, places: places))
  }

  /// - Parameter heading: Lines of a comment at the top.
  package func text(heading: [String]) -> String {
    var names = symbols.names
    for variable in encoded.system.variables where !variable.isRigid {
      names[variable.next] = Format.after(symbols.names[variable.current]!)
    }
    var inputNames = SMTLIBNames()
    for input in encoded.system.inputs { names[input] = inputNames.symbol("input", bank.inputName(input)) }
    var printer = SMTLIBPrinter(names: names, style: .functions, prefix: "part")
    var lines = heading.map { "; \(SMTLIBNames.legal($0))" } + ["(set-logic HORN)"] + symbols.legend
    lines.append("(declare-fun \(Self.reached) (\(state.map(sort).joined(separator: " "))) Bool)")
    let conditions = bank.conjuncts(of: encoded.system.transition)
    lines += printer.define([encoded.system.initial, goal] + conditions, of: bank)
    let here = apply(state.map { names[$0]! })
    let there = apply(encoded.system.variables.map { names[$0.next]! })
    let step = "(and \(here)\n    \(conditions.map(printer.text).joined(separator: "\n    ")))"
    let changing = encoded.system.variables.filter { !$0.isRigid }.map(\.next)
    lines += ["; Where runs start:", rule(state, printer.text(of: encoded.system.initial), here, names)]
    lines += ["; Time passes, and each process may act:", rule(state + changing + encoded.system.inputs, step, there, names)]
    lines += ["; What is asked about is never reached:", rule(state, "(and \(here) \(printer.text(of: goal)))", "false", names)]
    return (lines + ["(check-sat)"]).map { $0 + "\n" }.joined()
  }

  private static let reached = "|reached|"

  private var bank: FormulaBank { encoded.system.bank }
  private var state: [Formula] { encoded.system.variables.map(\.current) }
  private func sort(_ symbol: Formula) -> String { bank.isReal(symbol) ? "Real" : "Bool" }
  private func apply(_ arguments: [String]) -> String { Format.apply(Self.reached, arguments) }

  /// For all values of these symbols.
  private func rule(_ symbols: [Formula], _ premise: String, _ conclusion: String, _ names: [Formula: String]) -> String {
    let implication = "(=> \(premise)\n  \(conclusion))"
    if symbols.isEmpty { return "(assert \(implication))" }
    return "(assert (forall \(SMTLIBPrinter.parameters(symbols.map { (names[$0]!, bank.isReal($0)) }))\n  \(implication)))"
  }
}
