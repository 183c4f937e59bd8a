import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckReports
import LifecheckSystem

/// A claim that holds in the first k states of every run, and in the next after any k in a row: checked on the steps of
/// the encoding, in which every process may act once.
struct KInductionArgument {
  private var encoded: EncodedSystem
  private let goals: [(what: String, formula: Formula)]
  private let parts: [Formula]
  private let k: Int
  private let words: StateWords
  private let symbols: StateSymbols

  /// - Parameter certificates: Their claims are taken together, with the largest k: each of them holds for that too.
  /// - Returns: nil if a claim speaks of something that the system does not have.
  init?(_ goals: [Proof.Goal], _ certificates: [Certificate], k: Int, of system: TimedSystem, places: Places) {
    var encoded = encode(system)
    // Before the claims, as for an inductive invariant: what is made anew without them must read the same.
    self.goals = goals.map { ($0.what, encoded.formula($0.term)) }
    guard var parts = encoded.parts(of: certificates) else { return nil }
    parts += encoded.system.bank.conjuncts(of: encoded.system.domain)
    self.parts = encoded.withoutRepetitions(parts)
    self.encoded = encoded
    self.k = k
    words = StateWords(encoded, places: places)
    symbols = StateSymbols(encoded, words: words)
  }

  private var bank: FormulaBank { encoded.system.bank }

  private func names(at frame: Int) -> [Formula: String] {
    var names: [Formula: String] = [:]
    for variable in encoded.system.variables { names[variable.current] = name(variable, at: frame) }
    return names
  }

  private func name(_ variable: TransitionSystem.StateVariable, at frame: Int) -> String {
    let name = symbols.names[variable.current]!
    return variable.isRigid ? Format.at(0, name) : Format.at(frame, name)
  }

  // MARK: The system

  func systemLines() -> [String] { systemPieces().flatMap { $0 } }

  /// One piece after the other, so that a k that somebody made up costs no more than the file that has it.
  func systemPieces() -> some Sequence<[String]> {
    var first = SMTLIBPrinter(names: names(at: 0), style: .constants, prefix: "b")
    let definitions = first.define([encoded.system.initial] + goals.map(\.formula), of: bank)
    let printer = first
    return (0..<(2 * k + 4)).lazy.map { piece in
      switch piece {
      case 0: ["; The state, at 0 and after each step:"] + symbols.legend
      case 1...(k + 1): declarations(at: piece - 1)
      case k + 2: ["; Where runs start:"] + definitions + [start(printer)]
      case (k + 3)...(2 * k + 2): move(piece - k - 2)
      default: bads(printer)
      }
    }
  }

  private func declarations(at frame: Int) -> [String] {
    encoded.system.variables.filter { frame == 0 || !$0.isRigid }.map {
      "(declare-const \(name($0, at: frame)) \($0.isReal ? "Real" : "Bool"))"
    }
  }

  private func start(_ printer: SMTLIBPrinter) -> String {
    "(define-fun \(Format.largeStart) () Bool \(printer.text(of: encoded.system.initial)))"
  }

  private func bads(_ printer: SMTLIBPrinter) -> [String] {
    goals.map { "; bad: \(SMTLIBNames.legal($0.what))" }
      + [
        "(define-fun \(Format.largeBad) () Bool (or false \(goals.map { printer.text(of: $0.formula) }.joined(separator: " "))))"
      ]
  }

  private func move(_ step: Int) -> [String] {
    var names = names(at: step - 1)
    for variable in encoded.system.variables where !variable.isRigid { names[variable.next] = name(variable, at: step) }
    var lines = ["; Step \(step):"]
    var inputs = SMTLIBNames()
    for input in encoded.system.inputs {
      let name = inputs.symbol("\(Format.input) \(step)", bank.inputName(input))
      names[input] = name
      lines.append("(declare-const \(name) \(bank.isReal(input) ? "Real" : "Bool"))")
    }
    var printer = SMTLIBPrinter(names: names, style: .constants, prefix: "m\(step)")
    let transition = encoded.system.transition
    let parts = bank.conjuncts(of: transition)
    lines += printer.define(parts, of: bank)
    lines.append("(define-fun \(Format.move(step)) () Bool (and true\n  \(parts.map(printer.text).joined(separator: "\n  "))))")
    return lines
  }

  // MARK: The claim

  func claimLines() -> [String] {
    ClaimText(function: Format.claim, part: "claim part", prefix: "c").lines(parts, of: bank, symbols: symbols, words: words)
  }

  var queries: Queries {
    .kInduction(arguments: (0...k).map { frame in encoded.system.variables.map { name($0, at: frame) } })
  }
}
