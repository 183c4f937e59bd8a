import LifecheckSystem

/// The operations of a `TermProgram`, ready to be evaluated.
///
/// Exploration spends its time here, so they are in memory of their own that nobody counts references to; the program that
/// they belong to deallocates it.
struct TermCode {
  private let operations: UnsafeBufferPointer<TermProgram.Operation>
  private let parts: UnsafeBufferPointer<Int32>
  /// For each operation, where in `below` its choices are, then its atoms.
  private let starts: UnsafeBufferPointer<(choices: Int32, atoms: Int32, end: Int32)>
  private let below: UnsafeBufferPointer<Int32>
  /// The choices made and the atoms decided while a term is evaluated; −1: still open.
  struct Known {
    let choices: UnsafeBufferPointer<Int>
    let decided: UnsafeBufferPointer<Int8>
  }
  private let nothing: Known

  /// The values in one state of the junctions that terms have in common, as far as somebody has asked.
  struct Memory {
    fileprivate let values: UnsafeMutableBufferPointer<Int8>
    fileprivate static let (notAsked, unknown): (Int8, Int8) = (-1, -2)

    init(_ program: TermProgram) {
      values = .allocate(capacity: program.sharedCount)
      values.initialize(repeating: Self.notAsked)
    }
    func deallocate() { values.deallocate() }
    /// For the next state.
    func forget() { values.update(repeating: Self.notAsked) }
  }

  init(_ program: TermProgram, mostChoices: Int) {
    operations = copy(of: program.operations)
    parts = copy(of: program.parts)
    var below: [Int32] = []
    starts = copy(
      of: program.operations.indices.map { index in
        let start = below.count
        below += program.choicesBelow[index].map(Int32.init)
        let middle = below.count
        below += program.atomsBelow[index].map(Int32.init)
        return (choices: Int32(start), atoms: Int32(middle), end: Int32(below.count))
      })
    self.below = copy(of: below)
    nothing = Known(
      choices: copy(of: Array(repeating: -1, count: mostChoices)),
      decided: copy(of: Array(repeating: -1, count: program.atoms.count)))
  }

  func deallocate() {
    operations.deallocate()
    parts.deallocate()
    starts.deallocate()
    below.deallocate()
    nothing.choices.deallocate()
    nothing.decided.deallocate()
  }

  /// `unknown` if it depends on something open.
  func evaluate(_ index: TermProgram.Index, _ state: UnsafeBufferPointer<UInt16>, _ known: Known) -> Int {
    evaluator(state, known, nil).value(index)
  }

  private func evaluator(_ state: UnsafeBufferPointer<UInt16>, _ known: Known, _ memory: Memory?) -> Evaluator {
    Evaluator(
      operations: operations, parts: parts, state: state, choices: known.choices, decided: known.decided, memory: memory?.values)
  }

  /// The same with everything open, of a state of which something is remembered.
  func evaluate(_ index: TermProgram.Index, _ state: UnsafeBufferPointer<UInt16>, _ memory: Memory) -> Int {
    evaluator(state, nothing, memory).value(index)
  }

  /// The same with everything open.
  func evaluate(_ index: TermProgram.Index, _ state: UnsafeBufferPointer<UInt16>) -> Int { evaluate(index, state, nothing) }

  func evaluate(_ index: TermProgram.Index, _ state: UnsafeBufferPointer<UInt16>, decided: [Int8]) -> Int {
    decided.withUnsafeBufferPointer { evaluate(index, state, Known(choices: nothing.choices, decided: $0)) }
  }

  enum Open {
    case choice(Int)
    case atom(Int)
  }

  /// The open choice or atom of the term that must be known first; nil: none is open.
  func firstOpen(_ index: TermProgram.Index, _ known: Known) -> Open? {
    let start = starts[Int(index)]
    for place in start.choices..<start.atoms where known.choices[Int(below[Int(place)])] < 0 {
      return .choice(Int(below[Int(place)]))
    }
    for place in start.atoms..<start.end where known.decided[Int(below[Int(place)])] < 0 { return .atom(Int(below[Int(place)])) }
    return nil
  }

  private struct Evaluator {
    let operations: UnsafeBufferPointer<TermProgram.Operation>
    let parts: UnsafeBufferPointer<Int32>
    let state: UnsafeBufferPointer<UInt16>
    let choices: UnsafeBufferPointer<Int>
    let decided: UnsafeBufferPointer<Int8>
    let memory: UnsafeMutableBufferPointer<Int8>?

    func value(_ index: TermProgram.Index) -> Int {
      let operation = operations[Int(index)]
      switch operation.code {
      case .constant: return Int(operation.a)
      case .variable: return Int(state[Int(operation.a)])
      case .choice: return choices[Int(operation.a)] < 0 ? TermProgram.unknown : choices[Int(operation.a)]
      case .location:
        let place = Int32(state[Int(operation.c)])
        for position in Int(operation.a)..<Int(operation.a + operation.b) where parts[position] == place { return 1 }
        return 0
      case .atom: return decided[Int(operation.a)] < 0 ? TermProgram.unknown : Int(decided[Int(operation.a)])
      case .not:
        let inner = value(operation.a)
        return inner == TermProgram.unknown ? inner : 1 - inner
      case .and: return remembered(operation, absorbing: 0)
      case .or: return remembered(operation, absorbing: 1)
      case .compare: return binary(operation) { holds(operation.comparison, $0, $1) ? 1 : 0 }
      case .add: return binary(operation) { $0 + $1 }
      case .subtract: return binary(operation) { $0 - $1 }
      case .choose:
        let test = value(operation.a)
        if test == TermProgram.unknown { return test }
        return value(test != 0 ? operation.b : operation.c)
      }
    }

    /// Not the generic one of the other module, which is called through a table.
    @inline(__always) private func holds(_ comparison: Comparison, _ x: Int, _ y: Int) -> Bool {
      switch comparison {
      case .less: x < y
      case .lessEqual: x <= y
      case .equal: x == y
      case .greaterEqual: x >= y
      case .greater: x > y
      }
    }

    @inline(__always) private func binary(_ operation: TermProgram.Operation, _ combine: (Int, Int) -> Int) -> Int {
      let x = value(operation.a)
      if x == TermProgram.unknown { return x }
      let y = value(operation.b)
      return y == TermProgram.unknown ? y : combine(x, y)
    }

    @inline(__always) private func remembered(_ operation: TermProgram.Operation, absorbing: Int) -> Int {
      guard let memory, operation.shared >= 0 else { return junction(operation, absorbing: absorbing) }
      let known = memory[Int(operation.shared)]
      if known >= 0 { return Int(known) }
      if known == Memory.unknown { return TermProgram.unknown }
      let result = junction(operation, absorbing: absorbing)
      memory[Int(operation.shared)] = result == TermProgram.unknown ? Memory.unknown : Int8(result)
      return result
    }

    private func junction(_ operation: TermProgram.Operation, absorbing: Int) -> Int {
      var result = 1 - absorbing
      for position in Int(operation.a)..<Int(operation.a + operation.b) {
        let part = value(parts[position])
        if part == absorbing { return absorbing }
        if part == TermProgram.unknown { result = TermProgram.unknown }
      }
      return result
    }
  }
}

/// The elements in memory that nobody counts references to; whoever asks for it deallocates it.
func copy<Element>(of elements: [Element]) -> UnsafeBufferPointer<Element> {
  let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
  _ = buffer.initialize(from: elements)
  return UnsafeBufferPointer(buffer)
}
