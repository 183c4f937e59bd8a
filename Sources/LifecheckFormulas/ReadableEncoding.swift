import LifecheckSystem

/// A timed system in formulas, as far as somebody needs it who reads them without having written them.
///
/// The audit of proofs asks for nothing else: it imports no encoder, so that a mistake of an encoder's cannot be its own.
package protocol ReadableEncoding: Sendable {
  var timed: TimedSystem { get }
  /// Where the formulas are.
  var bank: FormulaBank { get }
  /// The meaning of each current symbol of the state.
  var meanings: [(symbol: Formula, meaning: SymbolMeaning)] { get }
  /// How the values of variables, and the locations of automata, are written.
  var codes: (variables: BitCode, locations: BitCode) { get }
  /// The single steps that proofs are checked with, and the bank of their formulas.
  func readableSteps() -> (steps: SingleSteps, bank: FormulaBank)
}

extension ReadableEncoding {
  /// Whether it is the encoding of the same system in the same way; formulas that were added to either do not count.
  package func isSame(as other: any ReadableEncoding) -> Bool { codes == other.codes && timed == other.timed }
}
