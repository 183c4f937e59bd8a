import LifecheckFormulas
import LifecheckSystem

/// A claim about states as a function of the state, part by part, each with its meaning as a comment.
struct ClaimText {
  /// The names of the function, of its parts, and of what they share.
  let function: String
  let part: String
  let prefix: String

  func lines(_ parts: [Formula], of bank: FormulaBank, symbols: StateSymbols, words: StateWords) -> [String] {
    var printer = SMTLIBPrinter(names: symbols.names, style: .functions, prefix: prefix)
    var lines = printer.define(parts, of: bank)
    var applied: [String] = []
    for (number, part) in parts.enumerated() {
      let support = printer.support(of: part, in: bank)
      let name = "|\(self.part) \(number + 1)|"
      lines.append("; \(self.part) \(number + 1): \(SMTLIBNames.legal(words.sentence(part)))")
      lines.append("(define-fun \(name) \(SMTLIBPrinter.parameters(support)) Bool \(printer.text(of: part)))")
      applied.append(Format.apply(name, support.map(\.name)))
    }
    let state = SMTLIBPrinter.parameters(symbols.current.map { (symbols.names[$0]!, bank.isReal($0)) })
    let body = "(and true" + applied.map { "\n  \($0)" }.joined() + ")"
    return lines + ["(define-fun \(function) \(state) Bool \(body))"]
  }
}
