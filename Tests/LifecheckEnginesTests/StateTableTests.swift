import Testing

@testable import LifecheckEngines

@Suite struct StateTableTests {
  /// More states than there is room for at first, in an order that makes neighbours collide.
  private let states: [[UInt16]] = (0..<3000).map { [UInt16($0 % 7), UInt16($0), UInt16($0 / 9)] }

  @Test func everyStateKeepsItsNumber() {
    var table = StateTable(domains: [7, 3000, 400])
    for (number, values) in states.enumerated() { #expect(find(values, &table) == (number, true)) }
    for (number, values) in states.enumerated() { #expect(find(values, &table) == (number, false)) }
    #expect(table.count == states.count)
  }

  @Test func valuesAreAsTheyWere() {
    var table = StateTable(domains: [7, 3000, 400])
    for values in states { _ = find(values, &table) }
    for (number, values) in states.enumerated() { #expect(table.values(of: number) == values) }
  }

  private func find(_ values: [UInt16], _ table: inout StateTable) -> (Int, Bool) {
    values.withUnsafeBufferPointer { table.number(of: $0) }
  }
}
