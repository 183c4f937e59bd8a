import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckReports
import LifecheckSolver
import LifecheckSystem

/// An inductive invariant that excludes all that must never happen: checked at the start, and on each single step of the
/// definition of the timed system.
struct InductionArgument {
  private var encoded: EncodedSystem
  private var steps: SingleSteps
  private let goals: [(what: String, formula: Formula)]
  /// The parts of the invariant.
  private var parts: [Formula]
  private let words: StateWords
  private let symbols: StateSymbols
  private let places: Places

  /// - Parameter certificates: Those with an inductive invariant; their claims are taken together. Without any, only the
  ///   system is worth writing.
  /// - Returns: nil if a claim speaks of something that the system does not have.
  init?(_ goals: [Proof.Goal], _ certificates: [Certificate], of system: TimedSystem, places: Places) {
    var encoded = encode(system)
    // Before the claims: the order of a formula's parts is that in which they were made, and what a checker makes anew from the
    // spec must read the same without any claim.
    self.goals = goals.map { ($0.what, encoded.formula($0.term)) }
    steps = encoded.singleSteps()
    guard var parts = encoded.parts(of: certificates) else { return nil }
    parts += encoded.system.bank.conjuncts(of: encoded.system.domain) + steps.keptInvariants
    self.parts = encoded.withoutRepetitions(parts)
    self.encoded = encoded
    self.places = places
    words = StateWords(encoded, places: places)
    symbols = StateSymbols(encoded, words: words)
  }

  /// Drops the parts of the invariant that the goals do not need. Where time or memory ends before they are known, all stay:
  /// the invariant holds with them too.
  mutating func keepEssentialParts(timeLeft: @escaping () -> Duration?) throws(SolverError) {
    do throws(SolverError) {
      let all = try EssentialParts(parts, of: encoded, inputs: steps.inputs, timeLeft: timeLeft)
      parts = try all?.find(for: goals.map(\.formula), steps: steps, bank: &encoded.system.bank) ?? parts
    } catch {
      guard error == .outOfMemory else { throw error }
    }
  }

  private var bank: FormulaBank { encoded.system.bank }

  // MARK: The system

  /// One command or comment a line.
  func systemLines() -> [String] {
    var names = symbols.names
    var lines = ["; The state:"] + symbols.legend + symbols.current.map { declare(names[$0]!, isReal: bank.isReal($0)) }
    lines.append("; What is open in a step: how long time passes, and what else may come out so or so:")
    var inputs = SMTLIBNames()
    for input in steps.inputs {
      let name = inputs.symbol(Format.input, bank.inputName(input))
      names[input] = name
      lines.append(declare(name, isReal: bank.isReal(input)))
    }
    var printer = SMTLIBPrinter(names: names, style: .constants, prefix: "s")
    lines += start(&printer) + stepNumbers() + conditions(&printer) + changes(&printer) + bads(&printer)
    return lines
  }

  private func declare(_ name: String, isReal: Bool) -> String { "(declare-const \(name) \(isReal ? "Real" : "Bool"))" }

  private func define(_ name: String, isReal: Bool = false, _ text: String) -> String {
    "(define-fun \(name) () \(isReal ? "Real" : "Bool") \(text))"
  }

  private func start(_ printer: inout SMTLIBPrinter) -> [String] {
    let definitions = printer.define([encoded.system.initial], of: bank)
    return ["; Where runs start:"] + definitions + [define(Format.start, printer.text(of: encoded.system.initial))]
  }

  private var numberBits: Int { max(1, Int.bitWidth - (steps.steps.count - 1).leadingZeroBitCount) }

  /// Steps are numbered in binary, so that no two are taken at once.
  private func stepNumbers() -> [String] {
    let bits = (0..<numberBits).map(Format.numberBit)
    let numbers = steps.steps.indices.map { step in
      let code = bits.enumerated().map { step >> $0 & 1 == 1 ? $1 : "(not \($1))" }
      return define(Format.step(step), code.count == 1 ? code[0] : "(and \(code.joined(separator: " ")))")
    }
    return ["; Which step is taken, as a binary number:"] + bits.map { declare($0, isReal: false) } + numbers
  }

  private func conditions(_ printer: inout SMTLIBPrinter) -> [String] {
    var lines = ["; When each step is possible:"] + printer.define(steps.steps.map(\.condition), of: bank)
    for (number, step) in steps.steps.enumerated() {
      lines.append("; step \(number): \(SMTLIBNames.legal(title(of: step)))")
      lines.append(define(Format.isPossible(number), printer.text(of: step.condition)))
    }
    return lines
  }

  private func title(of step: SingleStep) -> String {
    guard let reference = step.edge else { return "time passes" }
    let automaton = encoded.timed.automata[reference.automaton.index]
    let edge = automaton.edges[reference.edge]
    let said = edge.label.lines.map { "\($0.text) (\(places.place($0.origin)))" }.joined(separator: "; ")
    let way = [edge.source, edge.target].map { words.valueName($0.index, of: .place(reference.automaton)) }
    return "`\(automaton.name)` goes from \(way[0]) to \(way[1])" + (said.isEmpty ? "" : ": \(said)")
  }

  // MARK: The state after a step

  private func changes(_ printer: inout SMTLIBPrinter) -> [String] {
    var lines =
      ["; What each step makes of the state:"]
      + printer.define(
        steps.steps.flatMap { step in
          step.changes.keys.sorted().map { step.changes[$0]! }
        }, of: bank)
    for symbol in symbols.current {
      guard let value = value(of: symbol, printer) else { continue }
      lines.append(define(Format.after(symbols.names[symbol]!), isReal: bank.isReal(symbol), value))
    }
    return lines
  }

  /// nil: no step changes it.
  private func value(of symbol: Formula, _ printer: SMTLIBPrinter) -> String? {
    var cases: [(value: Formula, steps: [Int])] = []
    for (number, step) in steps.steps.enumerated() {
      guard let value = step.changes[symbol], value != symbol else { continue }
      if let known = cases.firstIndex(where: { $0.value == value }) {
        cases[known].steps.append(number)
      } else {
        cases.append((value, [number]))
      }
    }
    if cases.isEmpty { return nil }
    return cases.reversed().reduce(symbols.names[symbol]!) { otherwise, next in
      let taken = next.steps.map(Format.step)
      return
        "(ite \(taken.count == 1 ? taken[0] : "(or \(taken.joined(separator: " ")))") \(printer.text(of: next.value)) \(otherwise))"
    }
  }

  private func after(_ symbol: Formula) -> String {
    let changes = steps.steps.contains { $0.changes[symbol].map { $0 != symbol } ?? false }
    return changes ? Format.after(symbols.names[symbol]!) : symbols.names[symbol]!
  }

  private func bads(_ printer: inout SMTLIBPrinter) -> [String] {
    var lines = ["; What must never happen:"] + printer.define(goals.map(\.formula), of: bank)
    for (number, goal) in goals.enumerated() {
      lines.append("; bad \(number + 1): \(SMTLIBNames.legal(goal.what))")
      lines.append(define(Format.bad(number + 1), printer.text(of: goal.formula)))
    }
    return lines
  }

  // MARK: The invariant

  func invariantLines() -> [String] {
    ClaimText(function: Format.invariant, part: "part", prefix: "i").lines(parts, of: bank, symbols: symbols, words: words)
  }

  var queries: Queries {
    .induction(
      now: symbols.current.map { symbols.names[$0]! }, after: symbols.current.map(after), steps: steps.steps.count,
      bads: goals.count)
  }
}

extension FormulaBank {
  /// The name that the encoder gave an input.
  func inputName(_ input: Formula) -> String {
    guard case .symbol(let symbol) = self[input] else { preconditionFailure("not a symbol") }
    return symbolNames[symbol.index]
  }
}
