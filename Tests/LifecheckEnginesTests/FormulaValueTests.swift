import LifecheckFormulas
import LifecheckSystem
import Testing

/// The values of formulas are exact, or it is said that they do not fit.
@Suite struct FormulaValueTests {
  private var bank = FormulaBank()
  private let sum: Formula
  private let triple: Formula

  init() {
    let (x, y) = (bank.symbol("x", .real), bank.symbol("y", .real))
    sum = bank.add([x, y])
    triple = bank.scale(3, x)
  }

  @Test func fractionsAreExact() throws {
    let values = try bank.evaluate([sum, triple]) { _ in .real(RationalTime(1, over: 2)) }
    #expect(values == [.real(RationalTime(1)), .real(RationalTime(3, over: 2))])
  }

  @Test func aSumThatDoesNotFitIsTold() {
    #expect(throws: TimeOverflow.self) { try bank.evaluate([sum]) { _ in .real(RationalTime(.max)) } }
  }

  @Test func aProductThatDoesNotFitIsTold() {
    #expect(throws: TimeOverflow.self) { try bank.evaluate([triple]) { _ in .real(RationalTime(.max, over: 2)) } }
  }
}
