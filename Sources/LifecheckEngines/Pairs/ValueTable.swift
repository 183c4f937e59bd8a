import LifecheckSystem

/// Numbers for all values that parts of a state can have: those of the variables, then the places of the automata.
struct ValueTable {
  let variableCount: Int
  /// By slot: the number of its first value; then the count of all.
  private let starts: [Int]
  /// By number of a value.
  private let slots: [Int]

  init(_ system: TimedSystem) {
    variableCount = system.variables.count
    var starts = [0]
    for domain in system.variables.map(\.domain) + system.automata.map(\.locations.count) { starts.append(starts.last! + domain) }
    self.starts = starts
    slots = starts.indices.dropLast().flatMap { Array(repeating: $0, count: starts[$0 + 1] - starts[$0]) }
  }

  var slotCount: Int { starts.count - 1 }
  var count: Int { slots.count }

  func slot(of variable: VariableIndex) -> Int { variable.index }
  func slot(of automaton: AutomatonIndex) -> Int { variableCount + automaton.index }
  func slot(ofValue number: Int) -> Int { slots[number] }
  func number(of value: Int, in slot: Int) -> Int { starts[slot] + value }
  func values(of slot: Int) -> Range<Int> { starts[slot]..<starts[slot + 1] }
}
