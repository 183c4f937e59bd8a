import LifecheckSystem

/// The operations of a `TermProgram`, ready to be evaluated.
///
/// Exploration spends its time here, so they are in memory of their own that nobody counts references to.
final class TermCode {
  private let operations: UnsafeBufferPointer<TermProgram.Operation>
  private let parts: UnsafeBufferPointer<Int32>

  init(_ program: TermProgram) {
    operations = copy(of: program.operations)
    parts = copy(of: program.parts)
  }

  deinit {
    operations.deallocate()
    parts.deallocate()
  }

  /// `unknown` if it depends on an undecided choice (−1) or atom (−1).
  func evaluate(_ index: TermProgram.Index, _ state: [UInt16], _ choices: [Int], _ decided: [Int8]) -> Int {
    state.withUnsafeBufferPointer { state in
      choices.withUnsafeBufferPointer { choices in
        decided.withUnsafeBufferPointer { decided in
          Evaluator(operations: operations, parts: parts, state: state, choices: choices, decided: decided).value(index)
        }
      }
    }
  }

  private struct Evaluator {
    let operations: UnsafeBufferPointer<TermProgram.Operation>
    let parts: UnsafeBufferPointer<Int32>
    let state: UnsafeBufferPointer<UInt16>
    let choices: UnsafeBufferPointer<Int>
    let decided: UnsafeBufferPointer<Int8>

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
      case .and: return junction(operation, absorbing: 0)
      case .or: return junction(operation, absorbing: 1)
      case .compare: return binary(operation) { operation.comparison.holds($0, $1) ? 1 : 0 }
      case .add: return binary(operation) { $0 + $1 }
      case .subtract: return binary(operation) { $0 - $1 }
      case .choose:
        let test = value(operation.a)
        if test == TermProgram.unknown { return test }
        return value(test != 0 ? operation.b : operation.c)
      }
    }

    @inline(__always) private func binary(_ operation: TermProgram.Operation, _ combine: (Int, Int) -> Int) -> Int {
      let x = value(operation.a)
      if x == TermProgram.unknown { return x }
      let y = value(operation.b)
      return y == TermProgram.unknown ? y : combine(x, y)
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

private func copy<Element>(of elements: [Element]) -> UnsafeBufferPointer<Element> {
  let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
  _ = buffer.initialize(from: elements)
  return UnsafeBufferPointer(buffer)
}
