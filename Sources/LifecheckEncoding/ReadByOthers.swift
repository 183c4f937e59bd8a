import LifecheckFormulas

extension EncodedSystem: ReadableEncoding {
  package var bank: FormulaBank { system.bank }
  package var codes: (variables: BitCode, locations: BitCode) { (options.variables, options.locations) }
  package func readableSteps() -> (steps: SingleSteps, bank: FormulaBank) {
    var copy = self
    let steps = copy.singleSteps()
    return (steps, copy.system.bank)
  }
}
